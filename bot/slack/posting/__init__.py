"""Slack as a Delivery needs it: posting, joining, reading back what is there."""
