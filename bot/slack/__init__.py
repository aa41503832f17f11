"""Slack: the door, the conversation, the messages."""
