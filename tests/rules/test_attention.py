"""What only a person can move: each kind of need, the order, the sentences."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from cockpit.model import (
    Blocker,
    Finding,
    Handoff,
    Limits,
    Phase,
    PhaseError,
    Position,
    Retries,
    Session,
    Silence,
    Statement,
    Step,
    Waiting,
)
from cockpit.model.agents import AgentSession
from cockpit.model.state import Counted
from cockpit.rules.attention import (
    Need,
    needs,
    needs_everywhere,
    sentence,
)
from cockpit.rules.thresholds.explain import explain
from cockpit.rules.unread import damage_at
from cockpit.wording.messages import Message, clause, plain
from tests.support.model_builders import acknowledgment, threshold, track

PERCENT = Limits(warning=30, alert=40, stop=50)
STOP = threshold(value=55.0, level="stop", agent_will="halt")
ALERT = threshold(value=26.5, level="alert", agent_will="pause")
CONTEXT = threshold(metric="context", unit="percent", value=42.0, level="alert", limits=PERCENT, agent_will="pause")
LAPSED = threshold(value=26.5, level="alert", acknowledgment=acknowledgment(effective=False, reason="expired"))
VOID = threshold(
    value=26.5, level="alert", agent_will="pause", acknowledgment=acknowledgment(effective=False, reason="reset")
)
WAITING = Waiting(question="Sidebar or bottom nav?")
BLOCKER = Blocker(id="B1", text="API key missing")
ERROR = PhaseError(message="build timed out")
HELD = Finding(code="all-phases-blocked", severity="warning", path="STATE.md", message=plain("All is blocked."))
FREEING = Blocker(id="B2", text="No licence", frees=("phase 1", "“Dig”"))
HANDOFF = Handoff(path="holding-pattern.md", phase="3", plan="2", task="3", total_tasks="5", next_action="Finish it")
UNLIKE = threshold(disagreeing=tuple(
    Statement(what="value", text=text, path=path) for text, path in (("$5", "state/thresholds.json"), ("$4", "T.md"))
))  # fmt: skip
SILENCE = Silence(since="2026-01-29T14:00:00Z", stated=True)
ENDED = Session(id="s1", status="completed", ended="2026-01-29T14:00:00Z", handoff_reason="context")
GONE = Finding(
    code="state-file-missing", severity="error", path="TRANSPONDER.md", message=plain("The state file is gone")
)
DAMAGED = Finding(code="json-invalid", severity="error", path="state/thresholds.json", line=2, message=plain("No JSON"))


def only(**values: Any) -> Need:
    (need,) = needs(track(**values))
    return need


@pytest.mark.parametrize(
    ("values", "words", "pane", "row", "remedies"),
    [
        ({"thresholds": (STOP,)}, ("stop", "stop"), "thresholds", "cost", ("raise-limit",)),
        ({"thresholds": (ALERT,)}, ("alert", "alert"), "thresholds", "cost", ("acknowledge",)),
        ({"thresholds": (CONTEXT,)}, ("alert", "alert"), "thresholds", "context", ("acknowledge", "hand-off")),
        ({"thresholds": (LAPSED,)}, ("lapsed", "alert"), "thresholds", "cost", ("acknowledge", "withdraw")),
        ({"thresholds": (VOID,)}, ("alert", "alert"), "thresholds", "cost", ("acknowledge",)),
        ({"waiting": WAITING}, ("question", "question"), "position", "waiting", ("answer",)),
        ({"waiting": WAITING, "position": Position(status="blocked")},  # the question is what blocks it
         ("question", "question"), "position", "waiting", ("answer",)),
        ({"position": Position(status="failed")}, ("failed", "failed"), "position", "status", ("open",)),
        ({"blockers": (BLOCKER,)}, ("blocker", "blocked"), "blockers", "B1", ("resolve",)),
        ({"blockers": (Blocker(text="x", status="new"),)}, ("blocker", "blocked"), "blockers", "x", ("identify",)),
        ({"handoff": HANDOFF}, ("handoff", "resume"), "sessions", "handoff", ("resume",)),
        ({"errors": (ERROR,)}, ("error", "error"), "phases", "error:0", ("open",)),
        ({"errors": (ERROR,), "records": ("error",)}, ("error", "error"), "phases", "error:0", ("resolve",)),
        ({"findings": (DAMAGED,)}, ("damaged", "damaged"), "findings",
         "json-invalid:state/thresholds.json:2", ("edit",)),
        ({"position": Position(status="blocked")}, ("blocked", "blocked"), "position", "status", ("resume",)),
        ({"position": Position(status="blocked"), "blockers": (Blocker(text="x", status="resolved"),)},
         ("blocked", "blocked"), "position", "status", ("resume",)),
        ({"thresholds": (UNLIKE,)}, ("disagree", "disagree"), "thresholds", "cost", ("open",)),
        ({"position": Position(status="in_progress"), "sessions": (ENDED,)},
         ("ended", "ended"), "sessions", "ended", ("resume",)),
        ({"silence": SILENCE}, ("silent", "silent"), "position", "silence", ("resume", "snooze")),
        ({"open_questions": ("Which colour?", "Which size?")}, ("asked", "open"), "attention", "open-questions",
         ("close",)),
        ({"position": Position(status="completed")}, ("finished", "done"), "position", "finished", ("put-away",)),
        ({"findings": (GONE,)}, ("damaged", "missing"), "findings", "state-file-missing:TRANSPONDER.md:", ("open",)),
        ({"findings": (replace(GONE, severity="warning"),)}, ("missing", "missing"), "findings",
         "state-file-missing:TRANSPONDER.md:", ("open",)),
    ],
)  # fmt: skip
def test_each_kind_of_need(
    values: dict[str, Any], words: tuple[str, str], pane: str, row: str, remedies: tuple[str, ...]
) -> None:
    need = only(**values)
    assert ((need.kind, need.word), need.pane, need.row, need.remedies) == (words, pane, row, remedies)
    assert need.key == f"{need.kind}:{row}"


@pytest.mark.parametrize(
    ("status", "reason", "kinds"),
    [
        ("in_progress", "context limit", ["ended"]),
        ("in_progress", "session boundary", []),
        ("in_progress", "completed step", []),
        ("not_started", "session boundary", ["ended"]),
        ("not_started", "completed step", []),
        ("not_started", "context limit", []),
    ],
)
def test_whether_somebody_goes_on_after_a_session(status: Any, reason: str, kinds: list[str]) -> None:
    ended = (replace(ENDED, handoff_reason=reason),)
    assert [each.kind for each in needs(track(position=Position(status=status), sessions=ended))] == kinds


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"position": Position(status="failed")}, "the work failed; decide how to continue"),
        ({"position": Position(status="failed", status_text="Failed: tests")}, "Failed: tests"),
        ({"position": Position(status="failed"), "retries": Retries(count=3, max=3)},
         "the work failed after 3 of 3 retries; decide how to continue"),
        ({"handoff": HANDOFF}, "A handoff waits at phase 3, plan 2, task 3 of 5: Finish it"),
        ({"handoff": Handoff(path="h.md", total_tasks="5")}, "A handoff waits"),
        ({"handoff": HANDOFF, "position": Position(phase=Step(id="3"), plan=Step(id="3"))},
         "The work has moved past this handoff: from plan 2 to 3"),
        ({"findings": (DAMAGED,)}, f"thresholds.json:2: {plain('No JSON')}"),
    ],
)  # fmt: skip
def test_sentences(values: dict[str, Any], text: Message) -> None:
    assert only(**values).text == text


def test_the_gravest_stands_first() -> None:
    everything = track(
        findings=(DAMAGED,), errors=(ERROR,), handoff=HANDOFF, blockers=(BLOCKER,), waiting=WAITING,
        position=Position(status="failed"), thresholds=(LAPSED, CONTEXT, STOP),
    )  # fmt: skip
    kinds = [need.kind for need in needs(everything)]
    assert kinds == ["stop", "lapsed", "alert", "question", "failed", "blocker", "damaged", "error", "handoff"]


def test_work_is_not_called_done_while_a_file_cannot_be_read() -> None:
    """What is missing may be open work, and such a session is not archived."""
    unread = track(
        findings=(DAMAGED,), position=Position(status="completed"), phases=(Phase(id="1", status="completed"),)
    )
    assert [need.kind for need in needs(unread)] == ["damaged"]
    still_open = replace(
        unread, phases=(), position=Position(status="completed", counted=Counted(done=1, total=3, unit="phases"))
    )
    assert [need.kind for need in needs(still_open)] == ["damaged", "finished"]


def test_work_is_not_called_done_while_a_line_of_its_state_file_is_skipped() -> None:
    """Of a key that comes twice one value says less than the file; a skipped line may have held a phase."""
    line = Finding(
        code="yaml-invalid",
        severity="warning",
        path=".autopilot/TRANSPONDER.md",
        line=7,
        message=plain("the line is skipped"),
    )
    done = track(findings=(line,), position=Position(status="completed"), phases=(Phase(id="1", status="completed"),))
    (need,) = needs(done)
    assert (need.kind, need.word, need.value, need.remedies) == ("damaged", "damaged", line, ("edit",))
    assert need.text == f"Marked completed, but not all of it can be read: {clause(damage_at(line))}"
    (other,) = needs(replace(done, findings=(replace(line, path="other.yaml"),)))
    assert (other.word, other.remedies) == ("done", ("put-away",))


def test_an_alert_says_since_when_the_hook_holds_an_agent_in_place_of_its_session() -> None:
    def held(agent: str, what: str, since: str) -> AgentSession:
        return AgentSession(agent=agent, id=agent, path="/h/l", state="waits", waits_for="hold", needs_you="waits",
                            held=what, since=since)  # fmt: skip

    alert = threshold(value=26.5, level="alert", agent_will="pause")
    sessions = (
        held("codex", "cost $26.50, alert at $25", "2026-01-29T14:31:00Z"),
        held("claude", "cost $26.49, alert at $25 and context 80 %, alert at 70 %", "2026-01-29T14:02:00Z"),
        held("gemini", "the question “A or B?”", "2026-01-29T14:03:00Z"),
    )
    when = datetime(2026, 1, 29, 15, tzinfo=UTC)
    found = [str(sentence(each, when)) for each in needs(track(thresholds=(alert,), agents=sessions))]
    assert found[0] == "cost $26.50, alert at $25: codex and claude are held since 14:02"
    assert [each.partition(" ")[0] for each in found[1:]] == ["gemini"]
    (one, *_) = needs(track(system="plain-repository", thresholds=(alert,), agents=sessions[1:2]))
    assert str(sentence(one, when)) == "cost $26.50 reached your alert of $25: claude is held since 14:02"
    assert one.remedies == ("acknowledge", "limit", "hand-off")
    told = dict(explain(alert, track(thresholds=(alert,), agents=sessions), when))
    assert told["the_agent"] == "codex and claude are held since 14:02, by cockpit's hook"


def test_that_nothing_can_go_on_is_reported_for_another_track() -> None:
    need, _ = needs_everywhere(track(), (track(blockers=(BLOCKER,), findings=(HELD,)),))
    assert (need.kind, need.there and need.there.kind) == ("elsewhere", "escalated")
    (two, *_) = needs(track(blockers=(FREEING,), findings=(HELD,)))
    assert two.key != "blocker:B2"


def test_damage_of_the_project_stands_before_that_of_the_track() -> None:
    of_project = Finding(code="permission", severity="error", path="x.md", message=plain("No access"))
    found = needs(track(findings=(DAMAGED,)), (of_project,))
    assert [need.text for need in found] == [
        f"x.md: {plain('No access')}",
        f"thresholds.json:2: {plain('No JSON')}",
    ]
