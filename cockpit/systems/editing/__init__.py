"""What editors of all systems share: the files as an edit leaves them, and what an edit comes to."""
