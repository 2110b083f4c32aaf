"""The verbs. Commands and keys call the same functions."""
