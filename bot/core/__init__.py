"""Values and decisions: pure, no input or output."""
