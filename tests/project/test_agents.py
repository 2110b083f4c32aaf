"""The sessions of agents, laid over a project: which track they belong to, and a repository that has none."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from queue import Queue

import pytest

from cockpit.model.agents import AgentFailure, AgentSession, Evidence, LookedAt
from cockpit.model.state import Snapshot
from cockpit.project.agents import with_agents
from cockpit.project.observe import Observer
from cockpit.rules.agent_state import next_change
from cockpit.rules.attention import needs, sentence
from cockpit.rules.thresholds.alert_state import idle_status
from cockpit.storage.agents.observing import AgentObserver, AgentsSeen
from cockpit.wording.messages import Message
from tests.support.model_builders import project, track

NOW = datetime(2026, 11, 24, 13, 0, tzinfo=UTC)
LOOKED = (LookedAt(agent="claude", name="Claude Code", folder="~/.claude", state="there", logs=3),)


def ago(minutes: float) -> str:
    return (NOW - timedelta(minutes=minutes)).isoformat().replace("+00:00", "Z")


def session(number: int, word: str = "busy", cwd: str = "/srv/work", **values: object) -> AgentSession:
    waits_for = values.pop("waits_for", None)
    told = {
        "title": f"work {number}", "alive": True, "updated": ago(1), "resume": f"claude --resume {number}",
        "evidence": (Evidence(kind="registry", said=word, at=ago(4), path="/h/s", waits_for=waits_for),),  # type: ignore[arg-type]
    }  # fmt: skip
    return AgentSession(agent="claude", id=str(number), path="/h/l", cwd=cwd, **told | values)  # type: ignore[arg-type]


def test_a_repository_without_a_framework_is_a_track_of_its_sessions() -> None:
    seen = with_agents(project(), [session(1, "waiting", waits_for="permission"), session(2)], LOOKED, NOW)
    [only] = seen.tracks
    assert (only.system, only.title, only.key, only.position.status) == ("agents", "work", "agents:.", "in_progress")
    assert [(each.id, each.state) for each in only.agents] == [("1", "waits"), ("2", "works")]
    assert seen.looked_at == LOOKED
    [need] = needs(only)
    assert (need.kind, need.word, need.remedies, need.value) == ("agent-waits", "claude", ("open",), only.agents[0])
    assert sentence(need, NOW) == Message(
        "rules.agent-waits-for", title="work 1", what="your permission", time="4 min",
        where=Message("rules.in-its-terminal"),
    )  # fmt: skip


def test_without_a_session_there_is_no_track() -> None:
    seen = with_agents(project(), [], LOOKED, NOW)
    assert (seen.tracks, seen.looked_at) == ((), LOOKED)


def test_a_session_belongs_to_the_track_in_whose_folder_it_works() -> None:
    root, web = track(path=".autopilot/TRANSPONDER.md"), track(path="packages/web/.autopilot/TRANSPONDER.md")
    sessions = [session(1), session(2, cwd="/srv/work/packages/web/src"), session(3, cwd="/srv/work/packages/website"),
                session(4, cwd="/srv/elsewhere"), session(5, cwd=None)]  # type: ignore[arg-type]  # fmt: skip
    seen = with_agents(project(root, web), sessions, LOOKED, NOW)
    assert [[each.id for each in track.agents] for track in seen.tracks] == [["1", "3", "4", "5"], ["2"]]


def test_a_track_without_sessions_stays_the_same_object() -> None:
    shown = track()
    assert with_agents(project(shown), [], LOOKED, NOW).tracks[0] is shown


def test_the_longest_wait_comes_first_and_a_failure_behind_it() -> None:
    login = AgentFailure(kind="login", text="Please run /login", at=ago(9))
    sessions = [session(1, "idle", failure=login), session(2, "waiting"),
                session(3, "waiting", waits_for="question")]  # fmt: skip
    seen = with_agents(project(), sessions, LOOKED, NOW)
    assert [(need.kind, need.row) for need in needs(seen.tracks[0])] == [
        ("agent-waits", "agent:claude:2"), ("agent-waits", "agent:claude:3"), ("agent-failed", "agent:claude:1"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("others", "turns", "wanted"),
    [
        ((), (4.9,), None),
        ((), (5,), "agent:claude:0"),
        ((), (23 * 60,), "agent:claude:0"),
        ((), (24 * 60,), None),
        ((), (40, 6, 9), "agent:claude:1"),
        (("busy",), (40, 6), None),
        (("shell",), (40,), None),
    ],
)
def test_where_nothing_works_any_more_the_session_that_ended_its_turn_last_needs_a_person(
    others: tuple[str, ...], turns: tuple[float, ...], wanted: str | None
) -> None:
    idle = [
        session(number, "idle", evidence=(Evidence(kind="registry", said="idle", at=ago(turn), path="/h/s"),))
        for number, turn in enumerate(turns)
    ]
    working = [session(10 + number, word) for number, word in enumerate(others)]
    [only] = with_agents(project(), [*idle, *working], LOOKED, NOW).tracks
    found = [need for need in needs(only) if need.kind == "agent-idle"]
    assert [need.row for need in found] == ([wanted] if wanted else [])
    if len(turns) == 3:
        assert sentence(found[0], NOW) == Message(
            "rules.turns-ended-for", title="work 1", time="6 min", where=Message("rules.in-its-terminal"), others=2
        )


def test_time_alone_makes_the_end_of_a_turn_a_need() -> None:
    ended = session(1, "idle", updated=ago(1))
    assert next_change(ended, NOW) == NOW + timedelta(minutes=1)
    assert next_change(ended, NOW + timedelta(minutes=1)) == NOW + timedelta(minutes=4)


def test_nothing_waits_is_said_only_where_that_is_known() -> None:
    calm = with_agents(project(), [session(1)], LOOKED, NOW).tracks[0]
    assert (idle_status(calm, NOW).sentence, idle_status(calm, NOW).calm) == (
        str(Message("rules.no-agent-waits")),
        True,
    )
    ended = with_agents(project(), [session(1), session(2, "idle")], LOOKED, NOW).tracks[0]
    assert (idle_status(ended, NOW).sentence, idle_status(ended, NOW).calm) == (
        str(Message("rules.no-agent-waits-turns-ended", count=1)),
        True,
    )
    silent = session(3, evidence=(Evidence(kind="turn", said="turn-begun", at=ago(20), path="/h/l"),), alive=None,
                     updated=ago(14))  # fmt: skip
    untold = with_agents(project(), [session(1), silent], LOOKED, NOW).tracks[0]
    assert [each.state for each in untold.agents] == ["works", "unfinished"]
    assert idle_status(untold, NOW).sentence == str(Message("rules.agents-may-wait", count=1))
    assert not idle_status(untold, NOW).calm


def test_what_contradicts_itself_is_a_finding() -> None:
    both = (Evidence(kind="registry", said="busy", at=ago(9), path="/h/s"),
            Evidence(kind="turn", said="turn-ended", at=ago(5), path="/h/l"))  # fmt: skip
    [only] = with_agents(project(), [session(1, evidence=both)], LOOKED, NOW).tracks
    [found] = only.findings
    assert (found.code, found.severity, found.path) == ("agent-state-disputed", "warning", "/h/l")
    assert str(found.message) == (
        f"work 1: its sources disagree: registry has said busy since {ago(9)}, turn has said turn-ended since {ago(5)}."
    )


def test_records_that_nobody_can_read_are_one_finding_an_agent() -> None:
    seen = with_agents(project(), [], LOOKED, NOW, unread={"claude": 3, "codex": 0})
    assert [(each.code, each.message.values) for each in seen.findings] == [
        ("agent-format-unknown", {"name": "Claude Code", "count": 3})
    ]


def test_a_fault_makes_the_sessions_unknown_until_they_can_be_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = [OSError(), None]
    monkeypatch.setattr("cockpit.project.agents.AGAIN", 0.05)
    read = AgentObserver.read

    def failing(observer: AgentObserver) -> AgentsSeen:
        if faults and (fault := faults.pop(0)) is not None:
            raise fault
        return read(observer)

    monkeypatch.setattr(AgentObserver, "read", failing)
    told: Queue[Snapshot] = Queue()
    watch = Observer(tmp_path, told.put, agents=None, home=tmp_path / "home")
    watch.start()
    try:
        codes: list[list[str]] = []
        while not codes or ["agents-unread"] not in codes or codes[-1]:
            shown = told.get(timeout=10).project
            assert shown is not None
            codes.append([each.code for each in shown.findings])
        assert shown.looked_at
    finally:
        watch.stop()
