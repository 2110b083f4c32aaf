"""The verbs on Codewalkers' state."""
