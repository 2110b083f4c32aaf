"""Editing Project Autopilot's files: one file per subject. Nothing here touches the disk.

Each verb changes a `Draft` of the files by splices. The reader then reads the draft as it reads the disk, and only what
the verb meant may have changed.
"""
