"""A decision log, and the example with it."""

from tests.support.autopilot_edits import DECISIONS, EXAMPLE

LOGGED = (
    "# Decisions\n\n| ID | Title | Date | Status | Phase |\n|---|---|---|---|---|\n"
    "| D001 | Hybrid sidebar layout | 2026-01-20 | Final | 002 |\n"
    "| D002 | Queue | 2026-01-21 | Under Review | 003 |\n\n"
    "## D001: Hybrid sidebar layout\n\n**Date:** 2026-01-20\n**Status:** Final\n**Owner:** Agent\n**Phase:** 002\n\n"
    "### Context\nTwo menus want the left edge.\n\n**Selected:** Folding bar\n\n### Rationale\nTen columns fit.\n"
)
WITH_LOG = {**EXAMPLE, DECISIONS: LOGGED.encode()}
"""The example with a decision log."""
