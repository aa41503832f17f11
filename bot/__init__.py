"""prdigest: a Slack bot that searches pull-request digests and posts the must-reads once."""
