"""A Roundup as messages, with what goes with it: buttons, a preview, Notices."""
