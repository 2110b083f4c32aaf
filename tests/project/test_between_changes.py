"""What a change makes of files that somebody else, or the person, has changed since the last one."""

import json
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cockpit.model import Level
from cockpit.model.errors import CommandError
from cockpit.model.intents import (
    Acknowledge,
    Answer,
    Block,
    Intent,
    Move,
    SetLimit,
    SetValue,
    Unblock,
    Withdraw,
)
from cockpit.project.change import change
from cockpit.project.history import ledger
from cockpit.project.load import load_project
from cockpit.project.notes import snooze
from cockpit.project.workspace import Workspace
from cockpit.rules.attention import needs
from cockpit.rules.thresholds.alert_state import firing
from cockpit.rules.thresholds.verdict import verdict
from cockpit.storage.reading import loader
from tests.cases import case_project
from tests.support.messages import words as says
from tests.support.said import Said

NOW = datetime(2026, 1, 29, 16, 30, tzinfo=UTC)
STATE, ACKNOWLEDGMENTS = ".autopilot/TRANSPONDER.md", ".autopilot/state/acknowledgments.json"


def copied(name: str, folder: Path) -> Workspace:
    return Workspace(root=Path(shutil.copytree(case_project(name), folder)), now=NOW)


@pytest.fixture
def writer(tmp_path: Path) -> Workspace:
    return copied("autopilot/seed-thresholds", tmp_path / "p")


def rewrite(writer: Workspace, path: str, old: str, new: str) -> None:
    text = (writer.root / path).read_text("utf-8")
    assert old in text
    (writer.root / path).write_text(text.replace(old, new), "utf-8")


def do(writer: Workspace, *intents: Intent) -> None:
    for each in intents:
        change(writer, None, each)


def limit(level: Level, value: float) -> SetLimit:
    return SetLimit(metric="cost", level=level, value=value)


def spend(value: float) -> SetValue:
    return SetValue(metric="cost", value=value)


SEE, ASK = Acknowledge(metric="cost"), Withdraw(metric="cost")


# An acknowledgment lapses when a limit is lowered after it was given, as far as cockpit knows what held then


def lapse(writer: Workspace) -> tuple[str | None, int]:
    """Why the acknowledgment of the cost does not hold, and what `check` exits with."""
    project = load_project(writer.root, clock=lambda: NOW)
    given = next(each.acknowledgment for each in project.tracks[0].thresholds if each.metric == "cost")
    assert given is not None
    return given.reason, verdict(project).code


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("2026-01-29T16:30:00Z", "2026-01-29T16:30:01Z", None),  # given by somebody else: what held then is unknown
        ("2026-01-29T16:30:00Z", "2026-01-29T17:30:00+01:00", "limits"),  # the same instant
    ],
)
def test_a_lowered_limit_voids_the_acknowledgment_that_it_was_noted_with(
    writer: Workspace, old: str, new: str, reason: str | None
) -> None:
    do(writer, ASK, SEE)
    rewrite(writer, ACKNOWLEDGMENTS, f'"acknowledged_at": "{old}"', f'"acknowledged_at": "{new}"')
    do(writer, limit("alert", 22))
    assert lapse(writer) == (reason, 20 if reason else 0)


def test_a_reset_dated_ahead_does_not_part_the_note_from_the_acknowledgment(writer: Workspace) -> None:
    path = writer.root / ACKNOWLEDGMENTS
    content = json.loads(path.read_text()) | {"acknowledgments": {}, "last_reset": "2026-01-29T17:00:00Z"}
    path.write_text(json.dumps(content, indent=2))
    do(writer, SEE)
    assert lapse(writer) == (None, 0)
    do(writer, limit("alert", 22))
    assert lapse(writer) == ("limits", 20)


def test_a_note_that_cannot_be_kept_is_reported(writer: Workspace) -> None:
    do(writer, ASK, SEE, ASK)
    writer.store.notes.unlink()
    writer.store.notes.mkdir()
    outcome = change(writer, None, SEE)
    assert (outcome.changed, outcome.remarks[-1]) == (True, Said("project.limits-not-noted"))
    assert lapse(writer) == (None, 0)


# A snooze is quiet on the person's screen, and never hides that things got worse


def fires(writer: Workspace, at: datetime = NOW) -> list[str]:
    track = load_project(writer.root, clock=lambda: at).tracks[0]
    assert {need.row for need in needs(track) if need.kind in ("stop", "alert")} == {
        each.metric for each in firing(track.thresholds)
    }
    return [f"{each.metric} {each.level}" for each in firing(track.thresholds)]


def snoozed(writer: Workspace) -> Workspace:
    snooze(writer, None, "cost", NOW + timedelta(hours=2))
    return writer


def test_a_snooze_ends_in_time_and_when_the_level_rises(writer: Workspace) -> None:
    do(writer, ASK)
    assert fires(writer) == ["cost alert"]
    assert fires(snoozed(writer)) == []
    assert fires(writer, NOW + timedelta(hours=3)) == ["cost alert"]
    do(writer, spend(55))
    assert fires(writer) == ["cost stop"]


@pytest.mark.parametrize("between", [spend(12), spend(55), limit("alert", 40)])
def test_a_snooze_that_was_seen_to_end_does_not_come_back(writer: Workspace, between: Intent) -> None:
    do(writer, ASK)
    screen = loader.Loader(snoozed(writer).root, clock=lambda: NOW)
    assert not firing(screen.load().tracks[0].thresholds)
    do(writer, between)
    screen.load()
    do(writer, limit("alert", 25), spend(27))
    assert [each.metric for each in firing(screen.load().tracks[0].thresholds)] == ["cost"]


# A status that was left comes back in the file's own words

BLOCKED, ON = Move(part="status", value="blocked"), Move(part="status", value="in_progress")
KEYS = Unblock(blocker="Phase 3: No keys")


def row(writer: Workspace, label: str) -> str:
    lines = (writer.root / STATE).read_text("utf-8").splitlines()
    return next(line for line in lines if line.startswith(f"| {label} |"))[len(label) + 5 : -2]


@pytest.fixture
def executing(writer: Workspace) -> Workspace:
    """Its status is in the words of the system's commands."""
    rewrite(writer, STATE, "| Status | In progress |", "| Status | Executing — wave 2 |")
    return writer


@pytest.mark.parametrize(
    ("intents", "status"),
    [
        ((BLOCKED, ON, BLOCKED, ON), "Executing — wave 2"),
        ((BLOCKED, Move(part="status", value="planning")), "Ready to plan"),
        ((Block(text="No keys"), Block(text="No disk"), BLOCKED, KEYS), "Blocked"),
        ((Block(text="No keys"), KEYS), "Executing — wave 2"),
    ],
)
def test_the_words_of_the_file_come_back(executing: Workspace, intents: tuple[Intent, ...], status: str) -> None:
    do(executing, *intents)
    assert row(executing, "Status") == status


def test_what_an_agent_wrote_since_is_not_taken_back(executing: Workspace) -> None:
    do(executing, Block(text="No keys"), BLOCKED)
    rewrite(executing, STATE, "| Status | Blocked |", "| Status | Waiting on external |")
    assert change(executing, None, KEYS).remarks == (
        says("The status is still Waiting on external. Change it: `cockpit set status=in_progress`."),
    )
    do(executing, ON)
    assert row(executing, "Status") == "In progress"


# Who acts, on which track, and on what they saw


def test_an_answer_is_bound_to_the_question_that_was_seen(tmp_path: Path) -> None:
    asking = copied("maestro/several-design-gates", tmp_path / "asking")
    with pytest.raises(CommandError) as refused:
        change(asking, None, Answer(option="yes", seen="Which colour?"))
    question = "Is the design of 2026-03-11-seed-labels approved?"
    told = f"The question has changed since you looked: “Which colour?” → “{question}”."
    assert (str(refused.value), ledger(asking)) == (told, ())
