"""What a session does, from its evidence: the strongest kind decides, and nothing is guessed."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from cockpit.model.agents import AgentFailure, AgentSession, Evidence, EvidenceKind, Said, WaitsFor
from cockpit.rules.agent_state import disputed_by, judged, next_change

NOW = datetime(2026, 11, 24, 13, 0, tzinfo=UTC)


def ago(minutes: float) -> str:
    return (NOW - timedelta(minutes=minutes)).isoformat().replace("+00:00", "Z")


def said(kind: EvidenceKind, word: Said, minutes: float, waits_for: WaitsFor | None = None) -> Evidence:
    return Evidence(kind=kind, said=word, at=ago(minutes), path="/home/ada/x", waits_for=waits_for)


def session(*evidence: Evidence, updated: float | None = 1, **values: object) -> AgentSession:
    heard = ago(updated) if updated is not None else None
    return AgentSession(agent="x", id="1", path="/home/ada/x", updated=heard, evidence=evidence, **values)  # type: ignore[arg-type]


LIMIT = AgentFailure(kind="limit", at=ago(10), until="9:50pm")
LOGIN = AgentFailure(kind="login", at=ago(10))
SERVER = AgentFailure(kind="server", at=ago(1))

CASES: dict[str, tuple[AgentSession, tuple[object, ...]]] = {
    "no evidence": (session(), ("unknown", None, None)),
    "waits for leave": (
        session(said("registry", "waiting", 4, "permission"), alive=True),
        ("waits", ago(4), "permission")),
    "waits, nobody says what for": (
        session(said("registry", "waiting", 4), alive=True),
        ("waits", ago(4), "something")),
    "waits, no /proc": (session(said("registry", "waiting", 4, "dialog"), alive=None), ("waits", ago(4), "dialog")),
    "waits, its process is gone": (
        session(said("registry", "waiting", 4), updated=3, alive=False),
        ("lost", ago(3), None)),
    "busy, its process is gone": (session(said("registry", "busy", 4), updated=3, alive=False), ("lost", ago(3), None)),
    "busy": (session(said("registry", "busy", 4), alive=True), ("works", ago(4), None)),
    "busy for hours": (session(said("registry", "busy", 300), updated=290, alive=True), ("works", ago(300), None)),
    "shell": (session(said("registry", "shell", 4), alive=True), ("background", ago(4), None)),
    "idle": (session(said("registry", "idle", 4), alive=True), ("your-turn", ago(4), None)),
    "the list beats the registry": (
        session(said("registry", "busy", 1), said("list", "waiting", 2, "question"), alive=True),
        ("waits", ago(2), "question")),
    "a later log does not beat the registry": (
        session(said("registry", "waiting", 4, "permission"), said("log", "written", 0), alive=True),
        ("waits", ago(4), "permission")),
    "the later registry entry": (
        session(said("registry", "waiting", 4), said("registry", "busy", 2), alive=True), ("works", ago(2), None)),
    "an unfinished young turn": (session(said("turn", "turn-begun", 5), updated=1), ("works", ago(5), None)),
    "an unfinished turn, silent": (session(said("turn", "turn-begun", 15), updated=14), ("unfinished", ago(14), None)),
    "an unfinished turn, silent for hours": (
        session(said("turn", "turn-begun", 200), updated=180),
        ("unfinished", ago(180), None)),
    "an unfinished turn of yesterday": (
        session(said("turn", "turn-begun", 1500), updated=1450),
        ("ended", ago(1450), None)),
    "an open question of yesterday": (
        session(said("turn", "question-open", 1450), updated=1450),
        ("ended", ago(1450), None)),
    "a turn that ended": (session(said("turn", "turn-begun", 9), said("turn", "turn-ended", 5), updated=5),
                          ("your-turn", ago(5), None)),
    "a turn that ended long ago": (session(said("turn", "turn-ended", 90), updated=90), ("ended", ago(90), None)),
    "a turn that ended long ago, alive": (session(said("turn", "turn-ended", 90), updated=90, alive=True),
                                          ("your-turn", ago(90), None)),
    "an open question by a record": (
        session(said("turn", "question-open", 20), updated=20),
        ("waits", ago(20), "something")),
    "an open question by a log only": (
        session(said("log", "question-open", 20), updated=20),
        ("unfinished", ago(20), None)),
    "something written just now": (session(said("log", "written", 0.1), updated=0.1), ("unfinished", ago(0.1), None)),
    "something written long ago": (session(said("log", "written", 180), updated=180), ("ended", ago(180), None)),
    "alive, and keeps no status": (session(said("log", "written", 1), alive=True), ("unknown", None, None)),
    "nothing tells when": (session(said("log", "written", 1), updated=None), ("unknown", None, None)),
    "limited": (session(said("registry", "idle", 9), alive=True, failure=LIMIT), ("limited", ago(10), None)),
    "limited, then busy": (session(said("registry", "busy", 2), alive=True, failure=LIMIT), ("works", ago(2), None)),
    "limited, busy since before": (session(said("registry", "busy", 12), alive=True, failure=LIMIT),
                                   ("limited", ago(10), None)),
    "limited, its process is gone": (session(said("registry", "idle", 9), updated=9, alive=False, failure=LIMIT),
                                     ("lost", ago(9), None)),
    "not logged in": (session(said("log", "failed", 10), updated=10, failure=LOGIN), ("failed", ago(10), None)),
    "tries again": (session(said("log", "retrying", 1), failure=SERVER), ("retries", ago(1), None)),
    "tried again yesterday": (session(said("log", "retrying", 1400), updated=1400,
                                      failure=replace(SERVER, at=ago(1400))), ("ended", ago(1400), None)),
    "a clock ahead": (session(said("turn", "turn-begun", -30), updated=-30), ("works", ago(-30), None)),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_a_session_does(case: str) -> None:
    given, expected = CASES[case]
    found = judged(given, NOW)
    assert (found.state, found.since, found.waits_for) == expected
    assert not found.disputed


@pytest.mark.parametrize(
    ("entry", "turn"), [(said("registry", "busy", 6), "turn-ended"), (said("registry", "idle", 6), "turn-begun")]
)
def test_what_contradicts_itself_is_shown_as_both(entry: Evidence, turn: Said) -> None:
    given = session(entry, said("turn", turn, 1), updated=1, alive=True)
    found = judged(given, NOW)
    assert (found.state, found.since, found.disputed) == ("unknown", None, True)
    assert [each.said for each in disputed_by(found)] == [entry.said, turn]


def test_a_turn_that_ends_as_the_registry_is_written_contradicts_nothing() -> None:
    found = judged(session(said("registry", "busy", 1.5), said("turn", "turn-ended", 1), alive=True), NOW)
    assert (found.state, found.disputed, disputed_by(found)) == ("works", False, ())


def test_time_alone_ends_a_turn() -> None:
    begun = session(said("turn", "turn-begun", 5), updated=1)
    assert next_change(begun, NOW) == NOW + timedelta(minutes=1)
    assert next_change(begun, NOW + timedelta(minutes=5)) == NOW + timedelta(minutes=59)
    assert next_change(begun, NOW + timedelta(minutes=60)) == NOW + timedelta(minutes=24 * 60 - 1)
    assert next_change(begun, NOW + timedelta(days=1)) is None
    assert next_change(session(updated=None), NOW) is None
    assert judged(begun, NOW + timedelta(minutes=1)).state == "unfinished"
