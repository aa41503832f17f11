"""The pieces everything shown is made of: Block Kit, text, room."""
