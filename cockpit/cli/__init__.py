"""The `cockpit` command."""
