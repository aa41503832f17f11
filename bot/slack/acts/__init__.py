"""What is done when somebody presses, chooses, submits or searches: one file for each concern."""
