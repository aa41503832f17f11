"""Roundups: falling due, planned, delivered."""
