"""Every command that a refusal recommends works, and the one that was refused then does too."""

import re

import pytest

from cockpit.cli.changing import intent_of
from cockpit.model.errors import CommandError, NeedsConfirmation
from cockpit.model.intents import Archive, Complete, Decide, Move
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
    refusal,
    replaced,
    track,
)
from tests.support.memory_files import MemoryFiles, fixture_bytes
from tests.support.messages import words as says

HANDOFF = ".autopilot/holding-pattern.md"
STATUS = "| Status | In progress |"
LAST = replaced(HEALTHY, TRANSPONDER, "| Phase | 2 of 3 |", "| Phase | 3 of 3 |")
UNCOUNTED = {TRANSPONDER: replaced(EXAMPLE, TRANSPONDER, "| Phase | 3 of 6 |", "| Phase | 3 of ? |")[TRANSPONDER]}
READ_ONLY_WORDS = ("Pending", "Verifying", "Paused", "Failed", "Skipped", "Gliding")
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
    **{f"the last phase, {word}": with_status(LAST, word) for word in (*WRITTEN.values(), *READ_ONLY_WORDS)},
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


def not_complete(standing: Message | str, title: str | None = None) -> Message:
    if title is None:
        return says(f"The project is not complete ({standing}).")
    return says(f'"{title}" is not complete ({standing}).')


def in_phase(status: str, phase: str, total: int) -> Message:
    return says(f"{status}, phase {phase} of {total}")


@pytest.mark.parametrize(
    ("project", "why", "way"),
    [
        ("phase 2 of 3, In progress",
         not_complete(in_phase("In progress", "2", 3), "Lighthouse Billing"),
         says('Archive it unfinished: `cockpit track archive --force`. To complete it: `cockpit set '
'status=completed`.')),
        ("the last phase, In progress",
         not_complete(in_phase("In progress", "3", 3), "Lighthouse Billing"),
         says('Archive it unfinished: `cockpit track archive --force`. To complete it: `cockpit done phase` '
'or `cockpit set status=completed`.')),
        ("phase 2 of 3, Blocked",
         not_complete(in_phase("Blocked", "2", 3), "Lighthouse Billing"),
         says('Archive it unfinished: `cockpit track archive --force`. To complete it: `cockpit set '
'status=in_progress`, then `cockpit set status=completed`.')),
        ("layout 2",
         not_complete(in_phase("context_threshold", "4", 11)),
         says('Archive it unfinished: `cockpit track archive --force`. To complete it: `cockpit track '
'convert`, then `cockpit set status=completed`.')),
        ("only a handoff",
         not_complete("in_progress"),
         says('Archive it unfinished: `cockpit track archive --force`. To complete it: `cockpit init '
'autopilot`, then `cockpit set status=completed`.')),
    ],
)  # fmt: skip
def test_the_sentence(project: str, why: Message, way: Message) -> None:
    assert refusal(PROJECTS[project], Archive()) == f"{why} {way}"


@pytest.mark.parametrize("word", [*WRITTEN.values(), *READ_ONLY_WORDS])
@pytest.mark.parametrize("wanted", ["foo", "", "Phase complete"])
def test_a_status_that_cannot_be_named_or_reached_names_those_that_can(word: str, wanted: str) -> None:
    files = with_status(HEALTHY, word)
    try:
        make(files, Move(part="status", value=wanted))
    except CommandError as refused:
        if not wanted:
            assert str(refused) == "The status is empty."
            return
        listed = re.search(r"Allowed after .+: (.+)\.$|usually follow .+; (.+) do\.", str(refused))
        assert listed is not None, refused
        named = (listed[1] or listed[2]).split(", ")
        assert isinstance(refused, NeedsConfirmation) == (wanted in WRITTEN.values())
        if isinstance(refused, NeedsConfirmation):
            assert track(done(files, refused.instead)).position.status_text == wanted
        assert len(named) >= 2
        for each in named:
            assert track(done(files, Move(part="status", value=each))).position.status_text == each


def test_a_wrong_status_is_answered_with_the_legal_ones() -> None:
    assert refusal(EXAMPLE, Move(part="status", value="foo")) == (
        'Project Autopilot has no status "foo". Allowed after In progress: Phase complete, Project '
        "complete, Ready to plan, Ready to execute, Blocked."
    )


@pytest.mark.parametrize("word", [*WRITTEN.values(), *READ_ONLY_WORDS])
def test_a_phase_of_unknown_number_is_completed_the_way_the_refusal_says(word: str) -> None:
    files = with_status(UNCOUNTED, word)
    if word == "Project complete":
        return
    ways = commands(refusal(files, Complete(whole="phase")))
    assert len(ways) == 2
    after = files
    for command in ways[0]:
        after = carry_out(after, command)
    assert track(after).position.status == "completed"
    phase = track(carry_out(files, ways[1][0])).position.phase
    assert phase is not None
    assert phase.id == "4"


@pytest.mark.parametrize("project", ["only a handoff", "only thresholds"])
def test_without_a_state_file_the_one_that_is_recommended_can_be_made(project: str) -> None:
    files = PROJECTS[project]
    sentence = refusal(files, Decide(text="One queue"))
    assert sentence == ".autopilot/TRANSPONDER.md does not exist. Create it: `cockpit init autopilot`."
    after = carry_out(files, commands(sentence)[0][0])
    assert make(after, Decide(text="One queue")).changes
