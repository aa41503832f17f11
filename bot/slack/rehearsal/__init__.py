"""Slack without Slack: a stand-in, and a person who talks to the bot before it."""
