"""Withdrawing what has lapsed, by the person's setting."""

import json
import shutil
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cockpit.actions.change import Writer, change
from cockpit.actions.history import ledger, undo_change
from cockpit.actions.lapsed import LapsedWithdrawals
from cockpit.actions.load import load_project
from cockpit.model import Project
from cockpit.model.intents import Acknowledge
from cockpit.model.refused import Refused
from cockpit.rules.firing import lapsed

FIXTURE = Path(__file__).resolve().parents[1] / "fixtures" / "autopilot" / "seed-thresholds"
NOW = datetime(2026, 1, 29, 16, 30, tzinfo=UTC)
GIVEN = {"acknowledged_at": "2026-01-29T14:30:00Z", "value_at_acknowledgment": 26.5, "threshold_level": "alert",
         "session_id": "s1", "user_note": "worth it"}  # fmt: skip
EXPIRED = {**GIVEN, "expires_at": "2026-01-29T15:00:00Z"}


@pytest.fixture
def writer(tmp_path: Path) -> Writer:
    writer = Writer(root=Path(shutil.copytree(FIXTURE, tmp_path / "p")), now=NOW)
    write_state(writer.root, EXPIRED)
    return writer


def write_state(root: Path, given: object, last_reset: str | None = None, **values: float) -> None:
    state = root / ".autopilot" / "state"
    acknowledgments = json.loads((state / "acknowledgments.json").read_text())
    acknowledgments |= {"acknowledgments": {"cost": given} if given else {}, "last_reset": last_reset}
    (state / "acknowledgments.json").write_text(json.dumps(acknowledgments, indent=2))
    thresholds = json.loads((state / "thresholds.json").read_text())
    thresholds["current_values"] |= values
    (state / "thresholds.json").write_text(json.dumps(thresholds, indent=2))


def project(writer: Writer) -> Project:
    return load_project(writer.root, clock=lambda: NOW, lapse_half_way=writer.lapse_half_way)


def recorded(writer: Writer) -> dict[str, object]:
    return json.loads((writer.root / ".autopilot/state/acknowledgments.json").read_text())["acknowledgments"]


@pytest.mark.parametrize(
    ("given", "more", "found"),
    [
        (EXPIRED, {}, ["cost"]),
        ({**GIVEN, "threshold_level": "warning"}, {}, ["cost"]),
        (GIVEN, {}, []),
        (None, {}, []),
        (EXPIRED, {"cost": 12.0}, []),
        (EXPIRED, {"cost": 60.0}, []),
        (EXPIRED, {"last_reset": "2026-01-29T15:30:00Z"}, []),
    ],
    ids=["expired", "escalated", "holds", "none", "at a warning", "at a stop", "reset: the agent asks anyway"],
)
def test_what_has_lapsed_for_us_while_the_agent_goes_on(
    writer: Writer, given: object, more: dict[str, float], found: list[str]
) -> None:
    write_state(writer.root, given, **more)
    (track,) = project(writer).tracks
    assert [each.metric for each in track.thresholds if lapsed(each)] == found
    done = [each.done for each in LapsedWithdrawals().withdraw(writer, project(writer))]
    assert done == [f"Withdrew the acknowledgment of {metric}." for metric in found]


def test_it_is_withdrawn_and_recorded_as_cockpits_by_the_setting(writer: Writer) -> None:
    withdrawals = LapsedWithdrawals()
    (outcome,) = withdrawals.withdraw(writer, project(writer))
    assert outcome.done == "Withdrew the acknowledgment of cost."
    assert outcome.remarks[0] == "It no longer held: the time it was given for is over (auto_withdraw)."
    assert outcome.entry == 1
    assert recorded(writer) == {}
    assert [(each.actor, each.sentence) for each in ledger(writer)] == [
        ("cockpit (auto_withdraw)", "Withdrew the acknowledgment of cost.")
    ]
    assert withdrawals.withdraw(writer, project(writer)) == ()


def test_what_comes_back_is_not_withdrawn_again(writer: Writer) -> None:
    withdrawals = LapsedWithdrawals()
    withdrawals.withdraw(writer, project(writer))
    undo_change(writer)
    assert "cost" in recorded(writer)
    assert withdrawals.withdraw(writer, project(writer)) == ()
    assert "cost" in recorded(writer)


def test_a_refusal_is_tried_again_but_not_for_ever(writer: Writer) -> None:
    withdrawals, seen = LapsedWithdrawals(), project(writer)
    forbidden = replace(writer, read_only=True)
    assert [withdrawals.withdraw(forbidden, seen) for _ in range(2)] == [(), ()]
    (refused,) = withdrawals.withdraw(forbidden, seen)
    assert (refused.done, refused.changed) == ("This project is open read-only; nothing was changed.", False)
    assert withdrawals.withdraw(writer, seen) == ()
    assert "cost" in recorded(writer)


def test_after_a_refusal_it_is_withdrawn(writer: Writer) -> None:
    withdrawals = LapsedWithdrawals()
    assert withdrawals.withdraw(replace(writer, read_only=True), project(writer)) == ()
    assert len(withdrawals.withdraw(writer, project(writer))) == 1
    assert recorded(writer) == {}


def test_what_another_cockpit_has_withdrawn_is_not_mentioned(writer: Writer) -> None:
    seen = project(writer)
    assert len(LapsedWithdrawals().withdraw(writer, seen)) == 1
    assert LapsedWithdrawals().withdraw(writer, seen) == ()
    assert len(ledger(writer)) == 1


def test_what_was_acknowledged_anew_meanwhile_stays(writer: Writer) -> None:
    seen = project(writer)
    change(writer, None, Acknowledge(metric="cost"))
    assert LapsedWithdrawals().withdraw(writer, seen) == ()
    assert "cost" in recorded(writer)


def test_half_way_to_the_next_limit(writer: Writer) -> None:
    write_state(writer.root, GIVEN, cost=38.5)
    assert LapsedWithdrawals().withdraw(writer, project(writer)) == ()
    writer = replace(writer, lapse_half_way=True)
    (outcome,) = LapsedWithdrawals().withdraw(writer, project(writer))
    assert outcome.remarks[0].startswith("It no longer held: the value has passed half way to the next limit")
    assert recorded(writer) == {}


def test_the_setting_acts_in_an_agents_environment_and_no_agent_undoes_it(
    writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    assert len(LapsedWithdrawals().withdraw(writer, project(writer))) == 1
    with pytest.raises(Refused, match="Only a person may do this"):
        undo_change(writer)
    assert recorded(writer) == {}
