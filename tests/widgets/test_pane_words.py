"""What each pane says: the words, marks and columns a person reads, as they stand in `__snapshots__/test_pane_words`.

Each sample is drawn at several widths, with a line, all texts, second lines or everything of each row. What a click
does stands behind the line, what was said beside the heading in the first line. `--snapshot-update` renews the files.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from cockpit.model import (
    Blocker,
    Continuity,
    Counted,
    Decision,
    Finding,
    Handoff,
    LastActivity,
    Limits,
    NextAction,
    Phase,
    PhaseError,
    Position,
    Retries,
    Session,
    Step,
    Tokens,
    Track,
)
from cockpit.model.state import Snapshot
from cockpit.widgets.painting import Line
from cockpit.widgets.pane import Density, Pane
from cockpit.widgets.panes import PANES
from cockpit.widgets.panes.attention import AttentionPane
from cockpit.widgets.panes.blockers import BlockersPane
from cockpit.widgets.panes.decisions import DecisionsPane
from cockpit.widgets.panes.findings import FindingsPane
from cockpit.widgets.panes.phases import PhasesPane, kind
from cockpit.widgets.panes.position import PositionPane
from cockpit.widgets.panes.sessions import SessionsPane
from cockpit.widgets.panes.thresholds import ThresholdsPane
from cockpit.widgets.panes.todos import TodosPane
from cockpit.widgets.view import View
from cockpit.wording.messages import plain
from tests.screens.conftest import FrameExtension
from tests.support.agent_sessions import ALL, ASKS, ENDED, FAILED, SILENT, WAITS, WORKS, ago, observed
from tests.support.messages import words as says
from tests.support.model_builders import about, acknowledgment, clock, full_track, threshold, track
from tests.support.model_builders import project as whole
from tests.support.pane_app import COMPACT

PLAIN = View(clock)
KEYS = View(clock, keys={"row.answer": "a", "handoff.write": "h", "row.details": "Enter", "row.edit": "e",
                         "row.new": "n", "resume.check": "r", "change.undo": "u"})  # fmt: skip
DENSITIES = dict(zip("BWFA", Density, strict=True))


@dataclass(frozen=True)
class Sample:
    """What a pane is given, and the sizes at which it is drawn, such as `46B`: 46 columns, brief."""

    rule: str
    shown: Track | None
    sizes: str
    view: View = PLAIN
    project: tuple[Finding, ...] = ()
    beside: tuple[Track, ...] = ()


def at(**values: Any) -> Track:
    return track(thresholds=(threshold(**values),))


def only(*sessions: Any) -> Track:
    (shown,) = observed(*sessions).tracks
    return shown


def needed(text: str) -> Track:
    return track(blockers=(Blocker(text=text),))


POSITION = Position(
    phase=Step(id="3", name="Dashboard", total=6), plan=Step(id="2", total=4), task=Step(id="3A", name="Cards"),
    status="in_progress", status_text="In progress", percent=42.0, counted=Counted(done=8, total=19, unit="plans"),
    last_activity=LastActivity(date="2026-01-28", text="Layout done"),
)  # fmt: skip
STEPS = replace(POSITION, percent=None, counted=None, last_activity=None)
ON = NextAction(text="Go on", command="/cockpit")
LEFT = Handoff(path="h.md", phase="3")
HALTS = threshold(level="stop", agent_will="halt")
PERCENT = Limits(warning=30, alert=40, stop=50)
NOTED = threshold(value=26.5, level="alert", acknowledgment=acknowledgment(note="complex feature"))
BOTH = at(level="alert", snoozed_until="2026-01-29T18:00:00Z", acknowledgment=acknowledgment(at="2026-01-29T14:30:00Z"))
PAGING = Decision(text="Cursor paging for task lists", outcome="no rows skipped while tasks move")
LAST = Session(id="s1", started="2026-01-27", status="ended", handoff_reason="Paused by the person")
ACTIVE = Session(id="s2", started="2026-01-29", status="active", working_on="White sector")
DRIFT = Finding(
    code="values-disagree", severity="warning", path=".autopilot/TRANSPONDER.md", line=25,
    message=plain("thresholds.json has cost at $31.40, the Thresholds table shows $23.88."),
    hint=plain("The JSON is the truth."),
)  # fmt: skip
LOST = Finding(code="state-file-missing", severity="error", path="T.md", message=plain("It is gone"), hint=says(
    "Restore the file from git or with `cockpit undo`, or start a new one: `cockpit init autopilot`."))  # fmt: skip
COUNTED = replace(POSITION, percent=33.0, counted=Counted(done=0, total=4, unit="tasks"), last_activity=None)
SECOND = (Phase(id="2", counted_done=2, counted_total=2), Phase(id="3", counted_total=4))
OLD = [replace(ENDED, id=f"old-{hours}", title=f"old {hours}", resume=f"claude --resume {hours}",
               updated=ago(hours * 60)) for hours in (25, 49)]  # fmt: skip


def told(message: str, **values: Any) -> Track:
    return track(findings=(Finding(code="x", severity="warning", message=plain(message), **values),))


def continued(sessions: tuple[Session, ...], last: str | None = "2026-01-28", **values: Any) -> Track:
    return track(continuity=Continuity(last_session=last, **values), sessions=sessions)


SAMPLES: dict[type[Pane], tuple[Sample, ...]] = {
    AttentionPane: (
        Sample("every kind", full_track(), "80B 120W", KEYS),
        Sample("a long need goes on below itself and keeps its key", needed(
            "The payment provider's test account is not open, and nobody answers"), "57W 71W 93W", KEYS),
        Sample("where not all keys fit the first stands alone",
               at(metric="context", unit="percent", value=42, level="alert", agent_will="pause"), "40B 70B 95B 120B",
               KEYS),
        Sample("sessions that need a person", only(WORKS, FAILED, ASKS, WAITS, SILENT, ENDED), "100B"),
        Sample("that nothing waits is said where it is known", only(WORKS, ENDED), "100B"),
        Sample("and not where it cannot be told", only(WORKS, SILENT), "100B"),
    ),
    PositionPane: (
        Sample("while a handoff waits its key is the way on", track(next_action=ON, handoff=LEFT), "60B", KEYS),
        Sample("not once the work has gone on", track(
            next_action=ON, handoff=replace(LEFT, phase="2"), position=POSITION), "60B", KEYS),
        Sample("steps on one line keep the name of the phase longest", track(position=STEPS),
               "75B 66B 60B 58B 50B 40B 20B", COMPACT),
        *(Sample(f"beside the word of the file: {what}", track(position=POSITION, **values), f"{width}B", view)
          for what, values in (
              ("nothing", {}), ("handed off", {"handoff": LEFT}), ("the agent ends", {"thresholds": (HALTS,)}),
              ("first the handoff", {"handoff": LEFT, "thresholds": (HALTS,)}),
              ("no handoff of another phase", {"handoff": replace(LEFT, phase="2")}),
              ("the phase failed", {"phases": (Phase(id="3", status="failed"),)}),
              ("not that it goes on", {"phases": (Phase(id="3", status="in_progress"),)}))
          for width, view in ((60, View(clock)), (78, COMPACT))),
        *(Sample("the one bar of a compact pane is as claimed, else as counted", track(position=position), "60B",
                 COMPACT)
          for position in (
              Position(percent=50.0), Position(counted=Counted(done=1, total=2, unit="tasks")),
              Position(counted=Counted(done=0, total=0, unit="tasks")),
              Position(percent=0.0, counted=Counted(done=2, total=2, unit="tasks")))),
        Sample("what was counted in the phase alone stands beside it", track(position=COUNTED, phases=SECOND), "60B"),
    ),
    ThresholdsPane: (
        Sample("with limits and notes where there is room", track(thresholds=(
            NOTED, threshold(metric="context", unit="percent", value=42.0, level="alert", limits=PERCENT,
                             agent_will="pause"),
            threshold(metric="errors", unit="count", value=None, limits=Limits()))), "70B 60W 60F 60A 52B"),
        *(Sample(state, at(**values), "80B", COMPACT)
          for state, values in (
              ("fine", {}), ("a warning", {"value": 12.0, "level": "warning"}),
              ("an alert", {"value": 26.0, "level": "alert"}), ("a stop", {"value": 55.0, "level": "stop"}),
              ("acknowledged", {"value": 26.0, "level": "alert", "acknowledgment": acknowledgment()}),
              ("lapsed for a reason", {"value": 26.0, "level": "alert",
                                       "acknowledgment": acknowledgment(effective=False, reason="limits")}),
              ("lapsed", {"value": 26.0, "level": "alert", "acknowledgment": acknowledgment(effective=False)}),
              ("no stop is acknowledged", {"value": 55.0, "level": "stop", "acknowledgment": acknowledgment()}),
              ("a stale alert", {"value": 26.0, "level": "alert", "stale": True}), ("stale", {"stale": True}),
              ("without a value", {"value": None}), ("of many digits", {"value": 12_345.67, "level": "stop"}))),
        Sample("what fires keeps its gauge, limit and level and names its key where there is room",
               at(value=35.0, level="alert"), "38B 44B 52B 59B 60B 72B 120B", replace(KEYS, compact=True)),
        Sample("what is acknowledged and snoozed says both", BOTH, "78B 60B 50B", COMPACT),
        Sample("what all sessions use", only(*ALL), "80B 40F"),
    ),
    BlockersPane: (
        Sample("a resolved one says when it was resolved, not since when it is known", track(blockers=tuple(
            Blocker(text="Old Node", status="resolved", since="2026-01-20", resolved_at=at)
            for at in ("2026-01-28", None))), "40F"),
        Sample("none", track(), "80B", KEYS),
    ),
    DecisionsPane: (
        Sample("a decision and its outcome share the line while they can", track(decisions=(PAGING,)),
               "46B 40B 46W 64W"),
        Sample("a decision stands beside what it is about", track(
            decisions=(Decision(text="7 days", context="Token lifetime"),)), "28B 21B"),
    ),
    TodosPane: (
        Sample("questions are called so where no todos are kept", track(
            open_questions=("Which colour?",), lacks={"todos": plain("")}), "30B"),
    ),
    SessionsPane: (
        Sample("of a framework", track(
            handoff=Handoff(path="h.md", task="3", total_tasks="5", created="2026-01-29T15:31:00Z",
                            next_action="Finish"),
            continuity=Continuity(last_session="2026-01-28", stopped_at="Mid-plan", resume_file="h.md"),
            retries=Retries(count=1, max=3), tokens=Tokens(input=10_000, output=2_000_000),
            sessions=(Session(id="s1", started="2026-01-27", status="done", working_on="auth", notes="went well"),
                      Session(id="s2", status="in_progress"))), "70B 70F"),
        Sample("an old session and its twins", continued((LAST, LAST), "2024-01-15", stopped_at="Phase 2"), "70B"),
        Sample("one session is shown once, by the fuller line", continued((LAST,)), "70B"),
        Sample("an active session stands once", continued((ACTIVE,), "2026-01-29", stopped_at="White sector"), "70B"),
        Sample("retries stand once", track(retries=Retries(count=1, max=3)), "70B"),
        Sample("not where they are a metric", track(retries=Retries(count=1, max=3), thresholds=(
            threshold(metric="retries", unit="count", value=1),)), "70B"),
        Sample("each column as wide as the widest of it", only(*ALL), "100B"),
        Sample("what it does is never left out, and how much is missing is said", only(WAITS),
               " ".join(f"{width}B" for width in (40, 50, 60, 72, 84, 96, 129))),
        Sample("its own list stands below where there is room", only(WORKS), "60B 80F"),
        Sample("what ended more than a day ago is one row", only(WORKS, ENDED, *OLD), "60B"),
        Sample("sessions of agents stand for those of the framework", track(
            agents=(WAITS,), sessions=(Session(id="s1"), Session(id="s2"))), "100B"),
    ),
    PhasesPane: (
        Sample("the errors of a phase stand below it and the others last", track(
            phases=(Phase(id="1", name="Auth", status="failed"), Phase(id="2", name="Feed")), errors=(
                PhaseError(message="lint"),
                PhaseError(phase="1", type="timeout", message="The server did not answer within a minute",
                           resolution="Retry"),
                PhaseError(phase="1", message="build", resolved=True),
                PhaseError(phase="1", message="types", tried_again=True))), "50F"),
        Sample("one that says it is done while tasks are open bears no tick", track(phases=(
            Phase(id="1", name="Auth", status="Complete", counted_done=14, counted_total=16),
            Phase(id="2", status="done"))), "60B"),
        Sample("where rows are free a phase has its dates, files and open tasks below it", track(
            phases=(
                Phase(id="1", status="completed", started="2026-01-29T08:05:00Z", completed="2026-01-29T08:40:00Z"),
                Phase(id="2", status="completed", completed="2026-01-28"),
                Phase(id="3", status="in_progress", agents=("coder",), started="2026-01-29T08:40:00Z", counted_done=1,
                      counted_total=4, open_tasks=("3.1.2", "3.2.1", "3.2.2", "3.2.3", "3.2.4")),
                Phase(id="4", status="pending", counted_total=1, open_tasks=("4.1.1",))),
            extra={"phases": {"1": {"files_created": ["a.ts", "b.ts"], "files_deleted": ["c.ts"],
                                    "downstream_context": {"x": ["y"]}}}}), "60B 60F"),
    ),
    FindingsPane: (
        Sample("the gravest first, those of the project among them", full_track(), "60B 60F", project=(
            Finding(code="discovery-limited", severity="warning", path=".", message=plain("Only the nearest")),)),
        Sample("one goes on below itself where there is room", track(findings=(DRIFT,)), "70B 40B 60W 60F 100F"),
        Sample("the place keeps its line", told("Unknown status.", path="a_long_state_file.md", line=104), "63B"),
        Sample("a hint names the key where there is one", track(findings=(LOST,)), "90F", KEYS),
    ),
}  # fmt: skip


def line_of(line: Line) -> str:
    """Its text, and what clicks on it do."""
    does = [f"  <{span.action}: {span.text.strip()}>" for span in line.spans if span.action and span.text.strip()]
    return f"|{line.plain.rstrip()}{''.join(does)}"


def drawn(pane: type[Pane], sample: Sample) -> Iterator[str]:
    made = pane(sample.view)
    snapshot = about(sample.shown)
    if sample.shown is not None:
        snapshot = Snapshot(project=whole(sample.shown, *sample.beside, findings=sample.project), track=sample.shown)
    made.show(snapshot)
    said, style = made.summary()
    yield f"# {sample.rule}: {made.NUMBER} {made.heading()}, {made.count()}, {said!r} {style}"
    for size in sample.sizes.split():
        width, density = int(size[:-1]), DENSITIES[size[-1]]
        lines = [line for row in made.rows.shown for line in made.draw(row, width, density)]
        yield f"## {size} of {made.wanted_height(width, density)}"
        yield from map(line_of, lines or made.empty_lines(width))
        assert all(line.width <= width for line in lines)


@pytest.mark.parametrize("pane", PANES, ids=lambda pane: pane.pane_id())
def test_what_it_says(pane: type[Pane], snapshot: SnapshotAssertion) -> None:
    text = "\n".join(line for sample in SAMPLES[pane] for line in drawn(pane, sample))
    assert snapshot.use_extension(FrameExtension)(name="drawn") == f"{text}\n"


def test_a_new_check_of_the_agent_is_no_change_of_a_need() -> None:
    def rows(read_at: str, value: float) -> list[Any]:
        return [row.marked_by for row in AttentionPane(View(clock)).rows_of(at(value=value, level="alert",
                                                                               read_at=read_at))]  # fmt: skip

    assert rows("2026-01-29T14:00:00Z", 26.5) == rows("2026-01-29T14:05:00Z", 26.5)
    assert rows("2026-01-29T14:00:00Z", 26.5) != rows("2026-01-29T14:00:00Z", 27.5)


@pytest.mark.parametrize(
    ("statuses", "counted", "meaning"),
    [
        ("✅ Complete|Completed|verified", None, "done"), ("Completed|", (4, 4), "done"),
        ("Completed", (3, 4), "doubtful"), ("done", (None, 4), "doubtful"),
        ("🔄 In Progress|executing", None, "active"), ("|unblocked", (1, 4), "active"),
        ("❌ Blocked|FAILED", None, "failed"), ("⏳ Pending||Incomplete|Not complete|Inactive", None, "pending"),
        ("", (0, 4), "pending"), ("", (0, 0), "pending"),
    ],
)  # fmt: skip
def test_what_a_phases_own_word_means(statuses: str, counted: tuple[int | None, int] | None, meaning: str) -> None:
    done, total = counted or (None, None)
    phases = [
        Phase(id="1", status=each or None, counted_done=done, counted_total=total) for each in statuses.split("|")
    ]
    assert {phase.status: kind(phase) for phase in phases} == {phase.status: meaning for phase in phases}
