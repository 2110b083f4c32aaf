"""The use cases: load, observe, change, undo, hand off, resume. Commands and keys call the same functions."""
