"""How Subscriptions stand, and why something is in their Roundups or not, in words."""
