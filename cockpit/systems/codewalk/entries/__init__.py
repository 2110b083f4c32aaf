"""Decisions, blockers, sessions and what a fresh agent is to know: written; and when a session counts as given up."""
