"""The sessions of agents, laid over a project: which track they belong to, and a repository that has none."""

import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from queue import Queue

import pytest

from cockpit.model.agents import AgentRequest, AgentSession, Evidence, LookedAt
from cockpit.model.reading_options import USUAL_READING, ReadingOptions
from cockpit.model.state import Snapshot
from cockpit.project.agents import AgentWatch, with_agents
from cockpit.project.observe import Observer
from cockpit.storage.agents.observing import AgentObserver, AgentsSeen
from tests.support.model_builders import project, threshold, track
from tests.support.patience import PATIENCE

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


def test_a_session_belongs_to_the_track_in_whose_folder_it_works() -> None:
    root, web = track(path=".autopilot/TRANSPONDER.md"), track(path="packages/web/.autopilot/TRANSPONDER.md")
    sessions = [session(1), session(2, cwd="/srv/work/packages/web/src"), session(3, cwd="/srv/work/packages/website"),
                session(4, cwd="/srv/elsewhere"), session(5, cwd=None)]  # type: ignore[arg-type]  # fmt: skip
    seen = with_agents(project(root, web), sessions, LOOKED, NOW)
    assert [[each.id for each in track.agents] for track in seen.tracks] == [["1", "3", "4", "5"], ["2"]]


@pytest.mark.parametrize(("held", "snoozed"), [("cost $26.50, alert at $25", False), ("the question “A?”", True)])
def test_an_alert_at_which_a_hook_holds_a_session_is_not_snoozed(held: str, snoozed: bool) -> None:
    alert = threshold(value=26.5, level="alert", agent_will="pause", snoozed_until="2026-11-24T18:00:00Z")
    [shown] = with_agents(project(track(thresholds=(alert,))), [session(1, held=held)], LOOKED, NOW).tracks
    assert [each.snoozed_until is not None for each in shown.thresholds] == [snoozed]


def test_what_is_wanted_and_said_is_left_out_where_it_is_not_to_be_shown() -> None:
    request = AgentRequest(tool="Bash", kind="run", text="git push")
    given = [session(1, "waiting", waits_for="permission", request=request, said="I push now.")]
    shown, hidden = (
        with_agents(project(), given, LOOKED, NOW, shown=each).tracks[0].agents[0] for each in (True, False)
    )
    assert (shown.request, shown.said) == (request, "I push now.")
    assert (hidden.request, hidden.said, hidden.state) == (None, None, "waits")


def test_records_that_nobody_can_read_are_one_finding_an_agent() -> None:
    seen = with_agents(project(), [], LOOKED, NOW, unread={"claude": 3, "codex": 0})
    assert [(each.code, str(each.message).partition(" in ")[0]) for each in seen.findings] == [
        ("agent-format-unknown", "Claude Code wrote 3 records")
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
    watch = Observer(tmp_path, told.put, options=ReadingOptions(agents=None), home=tmp_path / "home")
    watch.start()
    try:
        codes: list[list[str]] = []
        while not codes or ["agents-unread"] not in codes or codes[-1]:
            shown = told.get(timeout=PATIENCE).project
            assert shown is not None
            codes.append([each.code for each in shown.findings])
        assert shown.looked_at
    finally:
        watch.stop()


class Scripted:
    """An observer that finds so, at each look, whether anything stirred; what it reads is the same until told."""

    def __init__(self, *stirs: bool) -> None:
        self.stirs, self.reads, self.seen = list(stirs), 0, seen_at(1)
        self.is_calm = threading.Event()
        self.close = lambda: None

    def stirred(self) -> bool:
        if not self.stirs:
            self.is_calm.set()
            return False
        return self.stirs.pop(0)

    def read(self) -> AgentsSeen:
        self.reads += 1
        return self.seen

    def count_on(self) -> int:
        return 0


def seen_at(minutes: float) -> AgentsSeen:
    return AgentsSeen((session(1, updated=ago(minutes)),), LOOKED, {})


def test_only_what_is_new_is_told_and_time_alone_reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    observer, now = Scripted(True, True, True), [NOW]
    monkeypatch.setattr("cockpit.project.agents.agent_observer", lambda *_, **__: observer)
    monkeypatch.setattr("cockpit.project.agents.LOOK", 0.01)
    told: Queue[AgentsSeen | Exception] = Queue()
    watch = AgentWatch(None, USUAL_READING, told.put, told.put, clock=lambda: now[0])
    watch.start()
    try:
        assert told.get(timeout=PATIENCE) is observer.seen
        assert observer.is_calm.wait(PATIENCE)
        now[0] += timedelta(hours=1)
        assert told.get(timeout=PATIENCE) is observer.seen
        assert observer.reads == 3
        before, observer.seen = observer.seen, seen_at(0)
        observer.stirs.append(True)
        assert told.get(timeout=PATIENCE) is observer.seen is not before
        watch.again()
        assert told.get(timeout=PATIENCE) is observer.seen
    finally:
        watch.stop()
    assert told.empty()
