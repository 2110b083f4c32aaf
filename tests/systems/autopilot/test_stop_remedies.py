"""Every command that a refusal recommends works, and the one that was refused then does too."""

import re

import pytest

from cockpit.cli.changing import intent_of
from cockpit.model.errors import CommandError
from cockpit.model.intents import Archive
from cockpit.systems.autopilot.description import WRITTEN
from cockpit.systems.autopilot.system import Autopilot
from cockpit.systems.interface import Beginning, Edit, ReadContext
from cockpit.wording.messages import Message
from tests.support.autopilot_edits import (
    EXAMPLE,
    HEALTHY,
    LAYOUT_2,
    NOW,
    THRESHOLDS,
    TRANSPONDER,
    Bytes,
    applied,
    done,
    make,
    replaced,
    track,
)
from tests.support.memory_files import MemoryFiles, fixture_bytes

HANDOFF = ".autopilot/holding-pattern.md"
STATUS = "| Status | In progress |"
LAST = replaced(HEALTHY, TRANSPONDER, "| Phase | 2 of 3 |", "| Phase | 3 of 3 |")
UNCOUNTED = {TRANSPONDER: replaced(EXAMPLE, TRANSPONDER, "| Phase | 3 of 6 |", "| Phase | 3 of ? |")[TRANSPONDER]}
READ_ONLY_WORDS = ("Verifying", "Failed", "Gliding")
"""Statuses that are read, but never written; and one that nobody knows."""


def with_status(files: Bytes, word: str) -> Bytes:
    return replaced(files, TRANSPONDER, STATUS, f"| Status | {word} |")


def commands(sentence: str) -> list[list[str]]:
    """The ways a sentence names, each a list of commands: `a`, then `b` or `c` gives two."""
    ways = re.split(r"` or `|\. Otherwise: `", sentence)
    return [re.findall(r"cockpit ([a-z]+(?: [\w.=]+)*)", way) for way in ways if "cockpit " in way]


def carry_out(files: Bytes, command: str) -> Bytes:
    """What a command makes of the files. Raises CommandError as it does."""
    words = command.split()
    if words[0] == "init":
        edit = Autopilot().create(MemoryFiles(files), "", Beginning(project="Harbour"), ReadContext(now=NOW))
        return applied(files, edit)
    intent = intent_of(words)
    assert intent is not None, command
    return done(files, intent)


def is_archived(edit: Edit) -> bool:
    return isinstance(edit.done, Message) and edit.done.code in ("autopilot.archived", "autopilot.project-archived")


PROJECTS = {
    **{f"phase 2 of 3, {word}": with_status(HEALTHY, word) for word in (*WRITTEN.values(), *READ_ONLY_WORDS)},
    **{f"the last phase, {word}": with_status(LAST, word) for word in ("In progress", "Blocked", "Gliding")},
    "command words": with_status(HEALTHY, "executing"),
    "no status": replaced(HEALTHY, TRANSPONDER, f"{STATUS}\n", ""),
    "no total": UNCOUNTED,
    "layout 2": LAYOUT_2,
    "before the rename": fixture_bytes("v1"),
    "only a handoff": {HANDOFF: HEALTHY[HANDOFF]},
    "only thresholds": {THRESHOLDS: HEALTHY[THRESHOLDS]},
}


@pytest.mark.parametrize("project", PROJECTS)
def test_a_track_can_be_archived_the_way_the_refusal_says(project: str) -> None:
    files = PROJECTS[project]
    try:
        make(files, Archive())
    except CommandError as refused:
        as_it_is, _, completing = str(refused).partition(". To complete it: ")
        assert as_it_is.endswith("`cockpit track archive --force`")
        assert is_archived(make(files, Archive(unfinished=True)))
        ways = commands(completing)
        assert ways, refused
        for way in ways:
            after = files
            for command in way:
                after = carry_out(after, command)
            assert track(after).position.status == "completed", way
            assert is_archived(make(after, Archive()))
