"""What the program says of every fixture, as text to be read in a diff: `python -m tests.goldens` renews all of it."""
