"""What the sections are called in which state files list things; the first name is the one that is written."""

CONTEXT = ("Accumulated Context",)
"""The section that holds the lists, where one does."""
DECISIONS = ("Recent Decisions", "Decisions", "Key Decisions", "Decisions Made")
TODOS = ("Pending Todos", "Todos", "Pending Todo", "To Do", "Pending Tasks")
BLOCKERS = ("Blockers", "Blockers/Concerns", "Known Blockers", "Active Blockers")
