"""Changing files: all of a change or none, recorded in the journal, completed after a crash, undone and done again."""
