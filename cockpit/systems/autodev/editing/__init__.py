"""The verbs on autodev's state file."""
