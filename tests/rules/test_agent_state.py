"""What a session does and whether it needs a person: the rows of the table, each with the evidence it is about."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from cockpit.model.agents import AgentFailure, AgentRequest, AgentSession, Evidence, EvidenceKind, RequestKind, Said
from cockpit.rules.agent_state import judged, next_change, reset_at

NOW = datetime(2026, 11, 24, 13, 0, tzinfo=UTC)


def ago(minutes: float) -> str:
    return (NOW - timedelta(minutes=minutes)).isoformat().replace("+00:00", "Z")


def said(kind: EvidenceKind, word: Said, minutes: float, waits_for: str | None = None) -> Evidence:
    return Evidence(kind=kind, said=word, at=ago(minutes), path="/home/ada/x", waits_for=waits_for)  # type: ignore[arg-type]


def session(*evidence: Evidence, updated: float | None = 1, call: RequestKind | None = None, **values: object):
    heard = ago(updated) if updated is not None else None
    at = next((each.at for each in evidence if each.kind == "call"), None)
    request = AgentRequest(tool="x", kind=call, text="npm test", at=at) if call is not None else None
    return AgentSession(
        agent="x", id="1", path="/home/ada/x", updated=heard, evidence=evidence, request=request, **values
    )  # type: ignore[arg-type]


R, T, C, S, L = "registry", "turn", "call", "subagent", "log"
LIMIT = AgentFailure(kind="limit", at=ago(10), until="9:50pm (Asia/Saigon)")
LOGIN, SERVER = AgentFailure(kind="login", at=ago(10)), AgentFailure(kind="server", at=ago(1))
LIVE, GONE = {"alive": True}, {"alive": False}
OPEN, ASKED = ("call-open", None), ("question-open", "question")

# what is known -> state, what it waits for, why it needs a person, whether it may
ROWS: dict[str, tuple[AgentSession, tuple[object, ...]]] = {
    "1 permission": (session(said(R, "waiting", 4, "permission"), said(C, *OPEN[:1], 4), call="run", **LIVE),
                     ("waits", "permission", "permission", False)),
    "2 plan": (session(said(R, "waiting", 4, "permission"), said(C, "question-open", 4, "plan"), call="plan", **LIVE),
               ("waits", "plan", "plan", False)),
    "3 question": (session(said(R, "waiting", 4, "question"), said(C, *ASKED[:1], 4, "question"), call="ask", **LIVE),
                   ("waits", "question", "question", False)),
    "4 no call": (session(said(R, "waiting", 4, "dialog"), **LIVE), ("waits", "dialog", "dialog", False)),
    "4 no word": (session(said(R, "waiting", 4), **LIVE), ("waits", "something", "something", False)),
    "5 question younger than busy": (
        session(said(R, "busy", 10), said(C, "question-open", 5, "question"), call="ask", **LIVE),
        ("waits", "question", "question", False)),
    "5 question younger than idle": (
        session(said(R, "idle", 10), said(C, "question-open", 5, "question"), call="ask", **LIVE),
        ("waits", "question", "question", False)),
    "5 question older than busy": (
        session(said(R, "busy", 1), said(C, "question-open", 5, "question"), call="ask", **LIVE),
        ("works", None, None, True)),
    "6 question, no process": (session(said(C, "question-open", 5, "question"), said(T, "turn-begun", 6), call="ask"),
                               ("waits", "question", "question", False)),
    "7 its title says so": (
        session(said(C, *OPEN[:1], 5), said("title", "waiting", 1), said(T, "turn-begun", 6), call="outside"),
        ("waits", "permission", "permission", False)),
    "8 leaves its sandbox, silent": (session(said(C, *OPEN[:1], 1), said(T, "turn-begun", 6), call="outside"),
                                     ("unfinished", None, None, True)),
    "8 leaves its sandbox, just now": (
        session(said(C, *OPEN[:1], 0.4), said(T, "turn-begun", 6), updated=0.4, call="outside"),
        ("works", None, None, False)),
    "9 a title without a call": (session(said("title", "waiting", 1), said(L, "written", 1)),
                                 ("waits", "something", "something", False)),
    "a title says that its prompt is free": (
        session(said("title", "idle", 6), said(L, "written", 6), updated=6, **LIVE),
        ("your-turn", None, "turn", False)),
    "a title lowers nothing": (
        session(said("title", "idle", 1), said(T, "turn-begun", 1), **LIVE), ("works", None, None, False)),
    "10 busy": (session(said(R, "busy", 4), said(C, *OPEN[:1], 4), call="run", **LIVE), ("works", None, None, False)),
    "10 a long call": (session(said(R, "busy", 400), said(C, *OPEN[:1], 400), updated=400, call="run", **LIVE),
                       ("works", None, None, False)),
    "11 busy after its turn": (session(said(R, "busy", 9), said(T, "turn-ended", 5), said(S, "written", 0.5), **LIVE),
                               ("works", None, None, False)),
    "12 idle, a subagent works": (
        session(said(R, "idle", 9), said(T, "turn-ended", 9), said(S, "written", 1.9), **LIVE),
        ("background", None, None, False)),
    "12 idle, its subagent is silent": (
        session(said(R, "idle", 9), said(T, "turn-ended", 9), said(S, "written", 2.1), updated=2.1, **LIVE),
        ("your-turn", None, None, False)),
    "12 idle, its subagent is silent for long": (
        session(said(R, "idle", 19), said(T, "turn-ended", 19), said(S, "written", 5.1), updated=5.1, **LIVE),
        ("your-turn", None, "turn", False)),
    "13 busy, nothing heard": (session(said(R, "busy", 31), updated=31, **LIVE), ("works", None, None, True)),
    "13 busy, heard of": (session(said(R, "busy", 300), updated=29, **LIVE), ("works", None, None, False)),
    "14 idle": (session(said(R, "idle", 4.9), said(T, "turn-ended", 4.9), **LIVE), ("your-turn", None, None, False)),
    "14 idle, 5 min": (session(said(R, "idle", 5), said(T, "turn-ended", 5), **LIVE),
                       ("your-turn", None, "turn", False)),
    "14 idle, no record": (session(said(R, "idle", 5), **LIVE), ("your-turn", None, "turn", False)),
    "14 idle, a day": (session(said(R, "idle", 1441), said(T, "turn-ended", 1441), **LIVE),
                       ("your-turn", None, None, False)),
    "14 interrupted": (session(said(R, "idle", 9), said(T, "interrupted", 9), **LIVE),
                       ("your-turn", None, None, False)),
    "14 a turn that began since": (session(said(R, "idle", 9), said(T, "turn-begun", 1), **LIVE),
                                   ("works", None, None, False)),
    "15 a shell runs": (session(said(R, "shell", 180), said(T, "turn-ended", 180), **LIVE),
                        ("your-turn", None, "turn", False)),
    "16 headless, over": (session(said(T, "turn-ended", 10), headless=True), ("ended", None, None, False)),
    "16 headless, gone": (session(said(T, "turn-begun", 10), updated=9, headless=True), ("ended", None, None, False)),
    "16 headless, at work": (session(said(R, "busy", 10), headless=True, **LIVE), ("works", None, None, False)),
    "17 headless, failed": (session(said(R, "absent", 0), said(T, "failed", 10), headless=True, failure=LOGIN),
                            ("failed", None, "failed", False)),
    "17 a day ago": (session(said(R, "absent", 0), said(T, "failed", 1441), updated=1441, headless=True, failure=LOGIN),
                     ("ended", None, None, False)),
    "18 no process has it": (session(said(R, "absent", 0), said(T, "turn-ended", 8), updated=8),
                             ("ended", None, None, False)),
    "18 just now": (session(said(R, "absent", 0), said(T, "turn-begun", 0.1), updated=0.1),
                    ("works", None, None, False)),
    "18 its subagent works": (session(said(R, "absent", 0), said(T, "turn-ended", 8), said(S, "written", 1)),
                              ("background", None, None, False)),
    "20 its process is gone": (session(said(R, "waiting", 9, "permission"), said(L, "written", 9), updated=9, **GONE),
                               ("lost", None, None, False)),
    "20 gone, its log is silent": (session(said(R, "busy", 30), said(L, "written", 2.1), updated=2.1, **GONE),
                                   ("lost", None, None, False)),
    "21 gone, its log grows": (session(said(R, "busy", 30), said(L, "written", 1), **GONE),
                               ("unknown", None, None, True)),
    "22 elsewhere": (session(said(R, "elsewhere", 0), said(T, "turn-begun", 5)), ("works", None, None, False)),
    "22 elsewhere, a question": (session(said(R, "elsewhere", 0), said(C, "question-open", 5, "question"), call="ask"),
                                 ("waits", "question", "question", False)),
    "23 log in": (session(said(R, "idle", 10), failure=LOGIN, **LIVE), ("failed", None, "failed", False)),
    "23 it went on": (session(said(R, "busy", 5), failure=LOGIN, **LIVE), ("works", None, None, False)),
    "24 limited": (session(said(R, "idle", 10), failure=LIMIT, **LIVE), ("limited", None, None, False)),
    "24 the limit is over": (
        session(said(R, "idle", 100), failure=replace(LIMIT, at=ago(100), until="12:40pm (UTC)"), **LIVE),
        ("limited", None, "turn", False)),
    "24 over just now": (
        session(said(R, "idle", 100), failure=replace(LIMIT, at=ago(100), until="12:58pm (UTC)"), **LIVE),
        ("limited", None, None, False)),
    "25 tries again": (session(said(R, "busy", 2), failure=SERVER, **LIVE), ("retries", None, None, False)),
    "25 gave up": (session(said(R, "idle", 0.5), failure=SERVER, **LIVE), ("failed", None, "failed", False)),
    "27 a young turn": (session(said(T, "turn-begun", 5), updated=1.9), ("works", None, None, False)),
    "28 a silent turn": (session(said(T, "turn-begun", 5), updated=2), ("unfinished", None, None, True)),
    "28 silent for hours": (session(said(T, "turn-begun", 1430), updated=1430), ("unfinished", None, None, True)),
    "29 a day": (session(said(T, "turn-begun", 1441), updated=1441), ("ended", None, None, False)),
    "29 a log alone": (session(said(L, "written", 1500), updated=1500), ("ended", None, None, False)),
    "a turn that ended": (session(said(T, "turn-ended", 6), updated=6), ("your-turn", None, "turn", False)),
    "a turn that ended an hour ago": (session(said(T, "turn-ended", 60), updated=60), ("ended", None, None, False)),
    "nothing is known": (session(updated=None), ("unknown", None, None, True)),
    "it lives, and says nothing": (session(said(L, "written", 1), **LIVE), ("unknown", None, None, True)),
    "the list beats the registry": (
        session(said(R, "busy", 1), said("list", "waiting", 2, "question"), **LIVE),
        ("waits", "question", "question", False)),
    "cockpit's hook holds it, its list says busy": (
        session(said(R, "busy", 1), said(C, "call-open", 1), said("hook", "held", 3), call="run", **LIVE),
        ("waits", "hold", "hold", False)),
    "cockpit's hook holds one in which nobody sits": (
        session(said(R, "absent", 1), said("hook", "held", 3), headless=True, updated=60),
        ("waits", "hold", "hold", False)),
    "a turn that ended after it waited": (session(said(R, "waiting", 9), said(T, "turn-ended", 6), **LIVE),
                                          ("your-turn", None, "turn", False)),
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_a_row_of_the_table(name: str) -> None:
    given, (state, waits_for, needs_you, may) = ROWS[name]
    found = judged(given, NOW)
    assert (found.state, found.waits_for, found.needs_you, found.may) == (state, waits_for, needs_you, may)
    assert (found.disputed, found.idle) == (False, needs_you == "turn")


def test_since_when() -> None:
    waits = judged(session(said(R, "waiting", 4, "permission"), **LIVE), NOW)
    ended = judged(session(said(R, "idle", 8), said(T, "turn-ended", 9), **LIVE), NOW)
    quiet = judged(session(said(R, "idle", 19), said(T, "turn-ended", 19), said(S, "written", 6), **LIVE), NOW)
    assert (waits.since, ended.since, quiet.since) == (ago(4), ago(9), ago(6))


def test_the_subagents_at_work_are_counted() -> None:
    heard = (said(S, "written", 0.5), said(S, "written", 1), said(S, "written", 3))
    assert judged(session(said(R, "busy", 9), *heard, **LIVE), NOW).subagents == 2


@pytest.mark.parametrize(
    ("until", "at"),
    [
        ("9:50pm (Asia/Saigon)", "2026-11-24T14:50:00"),
        ("3pm (UTC)", "2026-11-24T15:00:00"),
        ("11am (UTC)", "2026-11-25T11:00:00"),
        ("Nov 30 at 9pm (UTC)", "2026-11-30T21:00:00"),
        ("Nov 30th, 2026 9:50 PM (UTC)", "2026-11-30T21:50:00"),
        ("2 days 3 hours 5 minutes", "2026-11-26T15:55:00"),
        ("Mon 9am", None),
        ("25:70 (UTC)", None),
        ("9pm (Nowhere/Here)", None),
        ("", None),
    ],
)
def test_when_a_limit_ends(until: str, at: str | None) -> None:
    found = reset_at(replace(LIMIT, until=until))
    assert (found and found.isoformat().removesuffix("+00:00")) == at


def test_only_a_limit_has_an_end() -> None:
    assert reset_at(replace(LOGIN, until="3pm (UTC)")) is None


def test_when_time_alone_makes_another_state() -> None:
    begun = session(said(T, "turn-begun", 1), updated=1)
    assert next_change(begun, NOW) == NOW + timedelta(minutes=1)
    assert judged(begun, NOW).state == "works"
    assert judged(begun, NOW + timedelta(minutes=1)).state == "unfinished"
    assert next_change(session(updated=None), NOW) is None
