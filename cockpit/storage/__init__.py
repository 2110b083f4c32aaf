"""The disk: finding projects, reading, loading and watching their files; writing them, and keeping what was done."""
