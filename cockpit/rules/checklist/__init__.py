"""The resume checklist: each claim of the handoff and of the state files, checked."""
