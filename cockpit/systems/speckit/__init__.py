"""Spec Kit: features below `specs/`, each with a list of tasks by phase."""
