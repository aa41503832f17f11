"""Modals and the Home tab as Slack's views; pure."""
