"""The disk: reading projects, changing their files, and the files that cockpit keeps outside of them."""
