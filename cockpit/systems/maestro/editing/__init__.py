"""The verbs on Maestro's sessions."""
