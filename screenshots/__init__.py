"""Pictures of the real program for README and docs, and the script that makes them."""
