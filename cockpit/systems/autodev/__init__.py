"""autodev: its state file by a description, the folders beside it, findings, verbs, and the re-entry protocol."""
