"""What readers of all systems share: the files of a folder, what is wrong with them, values, and what was taken."""
