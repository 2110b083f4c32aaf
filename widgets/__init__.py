"""Textual widgets: one pane or control each. They get model values, post messages, and know no file."""
