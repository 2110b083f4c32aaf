"""`python -m cockpit`."""

from cockpit.cli.main import run

run()
