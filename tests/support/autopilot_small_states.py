"""Small state files and decision logs for the tests of lists."""

from cockpit.model.intents import Intent
from tests.support.autopilot_edits import DECISIONS, EXAMPLE, TRANSPONDER, Bytes, lines_of
from tests.support.messages import words as says

FIVE = "### Recent Decisions\n" + "".join(f"- D{n} — fine\n" for n in range(1, 6))
"""A full list of decisions."""

LOGGED = (
    "# Decisions\n\n| ID | Title | Date | Status | Phase |\n|---|---|---|---|---|\n"
    "| D001 | Hybrid sidebar layout | 2026-01-20 | Final | 002 |\n"
    "| D002 | Queue | 2026-01-21 | Under Review | 003 |\n\n"
    "## D001: Hybrid sidebar layout\n\n**Date:** 2026-01-20\n**Status:** Final\n**Owner:** Agent\n**Phase:** 002\n\n"
    "### Context\nTwo menus want the left edge.\n\n**Selected:** Folding bar\n\n### Rationale\nTen columns fit.\n"
)
WITH_LOG = {**EXAMPLE, DECISIONS: LOGGED.encode()}
"""The example with a decision log."""

MOVED_ONE = says("Moved 1 old decision from .autopilot/TRANSPONDER.md to .autopilot/archive/decisions.md.")
"""That a decision made room for another."""


def state(body: str) -> Bytes:
    """A small state file with these sections."""
    head = "# Project State\n\n**Project:** P\n\n## Current Position\n\n| Field | Value |\n|---|---|\n"
    return {TRANSPONDER: (f"{head}| Phase | 3 of 6 |\n\n{body}").encode()}


def changed_state(files: Bytes, *intents: Intent) -> list[str]:
    """What changes in the state file."""
    return lines_of(files, *intents)["TRANSPONDER.md"]


def undated(files: Bytes, *intents: Intent) -> list[str]:
    """What changes in the state file, without the line that says when."""
    lines = lines_of(files, *intents).get("TRANSPONDER.md", [])
    return [line for line in lines if "**Updated:**" not in line]
