"""An Entry as Slack shows it, with its menu, and what is said when somebody acts on it."""
