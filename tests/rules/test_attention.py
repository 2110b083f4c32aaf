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
    Threshold,
    Track,
    Waiting,
)
from cockpit.model.agents import AgentSession
from cockpit.model.state import Counted
from cockpit.rules.attention import (
    Need,
    blocker_key,
    finding_key,
    need_counts,
    needs,
    needs_everywhere,
    sentence,
)
from cockpit.rules.silence import with_silence
from cockpit.rules.thresholds.alert_state import firing, is_acknowledged, value_and_limit
from cockpit.rules.thresholds.explain import explain
from cockpit.rules.unread import damage_at, place_of
from cockpit.wording.messages import Message, clause, plain
from tests.support import maestro_sessions as sessions
from tests.support.model_builders import acknowledgment, full_track, project, threshold, track

PERCENT = Limits(warning=30, alert=40, stop=50)
STOP = threshold(value=55.0, level="stop", agent_will="halt")
ALERT = threshold(value=26.5, level="alert", agent_will="pause")
CONTEXT = threshold(metric="context", unit="percent", value=42.0, level="alert", limits=PERCENT, agent_will="pause")
SEEN = threshold(value=26.5, level="alert", acknowledgment=acknowledgment())
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
STOPS_AT = "cost $55, stop at $50"
ALERTS_AT = "cost $26.50, alert at $25"
FULL_AT = "context 42 %, alert at 40 %"


def metric_needs(reached: Message, behaviour: Message) -> Message:
    return f"{clause(reached)}: {clause(behaviour)}"


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


@pytest.mark.parametrize("status", ["active", "in_progress", "In Progress", "in-progress"])
def test_a_session_that_goes_on_has_not_ended(status: str) -> None:
    assert not needs(track(position=Position(status="in_progress"), sessions=(replace(ENDED, status=status),)))


@pytest.mark.parametrize(
    "values",
    [
        {"thresholds": (STOP,)},
        {"thresholds": (ALERT,)},
        {"waiting": WAITING},
        {"position": Position(status="failed")},
        {"blockers": (BLOCKER,)},
        {"position": Position(status="blocked")},
        {"handoff": HANDOFF},
        {"position": Position(status="in_progress"), "sessions": (ENDED,)},
    ],
)
def test_a_silence_that_another_need_explains_is_not_reported(values: dict[str, Any]) -> None:
    assert only(**values).kind != "silent"
    assert [each.kind for each in needs(track(**values, silence=SILENCE))] == [only(**values).kind]


def test_a_silence_is_reported_beside_what_does_not_explain_it_and_not_while_it_is_snoozed() -> None:
    values: dict[str, Any] = {"errors": (ERROR,), "open_questions": ("Which colour?",)}
    assert [each.kind for each in needs(track(**values, silence=SILENCE))] == ["error", "silent", "asked"]
    assert need_counts(track(**values, silence=SILENCE)).total() == 3
    snoozed = replace(SILENCE, snoozed_until="2026-01-29T18:00:00Z")
    assert [each.kind for each in needs(track(**values, silence=snoozed))] == ["error", "asked"]


@pytest.mark.parametrize(
    ("silence", "position", "told"),
    [
        (SILENCE, Position(), "The state file is dated 2 h ago while work is in progress"),
        (SILENCE, Position(phase=Step(id="3")),
         "The state file is dated 2 h ago while phase 3 is in progress"),
        (replace(SILENCE, stated=False), Position(phase=Step(id="3"), task=Step(id="7")),
         "Nothing written for 2 h while task 7 is in progress"),
    ],
)  # fmt: skip
def test_how_long_it_is_silent(silence: Silence, position: Position, told: Message) -> None:
    need = only(silence=silence, position=position)
    assert sentence(need, datetime(2026, 1, 29, 16, 30, tzinfo=UTC)) == told


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"thresholds": (STOP,)},
         metric_needs(STOPS_AT, "the agent ends; raise the limit or fix the cause")),
        ({"thresholds": (ALERT,)}, metric_needs(ALERTS_AT, "the agent waits until it is acknowledged")),
        ({"thresholds": (CONTEXT,)}, metric_needs(FULL_AT, "the agent waits until it is acknowledged")),
        ({"thresholds": (LAPSED,)},
         metric_needs(ALERTS_AT, "the agent still accepts the acknowledgment that has lapsed (expired)")),
        ({"thresholds": (threshold(value=26.5, level="alert", acknowledgment=acknowledgment(effective=False)),)},
         metric_needs(ALERTS_AT, "the agent still accepts the acknowledgment that has lapsed (lapsed)")),
        ({"waiting": WAITING}, plain("Sidebar or bottom nav?")),
        ({"position": Position(status="failed")}, "the work failed; decide how to continue"),
        ({"position": Position(status="failed", status_text="Failed: tests")}, "Failed: tests"),
        ({"position": Position(status="failed"), "retries": Retries(count=3, max=3)},
         "the work failed after 3 of 3 retries; decide how to continue"),
        ({"blockers": (BLOCKER,)}, plain("API key missing")),
        ({"handoff": HANDOFF},
         "A handoff waits at phase 3, plan 2, task 3 of 5: Finish it"),
        ({"handoff": Handoff(path="h.md", task="3")}, "A handoff waits at task 3"),
        ({"handoff": Handoff(path="h.md", total_tasks="5")}, "A handoff waits"),
        ({"handoff": HANDOFF, "position": Position(phase=Step(id="3"), plan=Step(id="3"))},
         "The work has moved past this handoff: from plan 2 to 3"),
        ({"errors": (ERROR,)}, plain("build timed out")),
        ({"findings": (DAMAGED,)}, f"thresholds.json:2: {plain('No JSON')}"),
    ],
)  # fmt: skip
def test_sentences(values: dict[str, Any], text: Message) -> None:
    assert only(**values).text == text


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"thresholds": (threshold(),)},
        {"thresholds": (threshold(value=12.0, level="warning"),)},
        {"thresholds": (threshold(value=None),)},
        {"thresholds": (SEEN,)},
        {"position": Position(status="in_progress")},
        {"position": Position(status="completed"), "lacks": {"archive": "It stays."}},
        {"position": Position(status="in_progress"), "sessions": (ENDED, Session(id="s2", status="active"))},
        {"position": Position(status="in_progress"), "sessions": (Session(id="s1", ended="2026-01-29T14:00:00Z"),)},
        {"position": Position(status="paused"), "sessions": (ENDED,)},
        {"position": Position(status="in_progress"), "sessions": (Session(id="s1", handoff_reason="completed step"),)},
        {"blockers": (Blocker(text="x", status="bypassed"), Blocker(text="y", status="resolved"))},
        {"errors": (PhaseError(message="x", resolved=True),)},
        {"findings": (Finding(code="c", severity="warning", path="p", message=plain("m")),
                      Finding(code="c", severity="note", path="p", message=plain("m")))},
    ],
)  # fmt: skip
def test_what_needs_nobody(values: dict[str, Any]) -> None:
    assert needs(track(**values)) == ()


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


def test_a_status_that_is_none_its_system_knows_is_a_need_for_it_may_say_that_the_work_waits() -> None:
    told = Finding(
        code="unknown-status", severity="note", path=".autopilot/TRANSPONDER.md", line=14, message=plain("Odd.")
    )
    (need,) = needs(track(findings=(told,), position=Position(status="unknown", status_text="Needs help")))
    assert (need.kind, need.word, need.text, need.value) == ("damaged", "unread", damage_at(told), told)
    of_a_phase = track(findings=(told,), position=Position(status="in_progress", status_text="In progress"))
    assert needs(of_a_phase) == ()
    assert needs(track(position=Position(status="unknown"))) == ()
    missing = replace(told, code="status-missing")
    assert [each.value for each in needs(track(findings=(missing,), position=Position(status="unknown")))] == [missing]


def test_a_need_carries_the_value_it_is_about() -> None:
    assert only(thresholds=(ALERT,)).value is ALERT
    assert only(blockers=(BLOCKER,)).value is BLOCKER


def test_keys_survive_a_changed_value() -> None:
    later = threshold(value=31.0, level="alert", agent_will="pause")
    assert only(thresholds=(ALERT,)).key == only(thresholds=(later,)).key


def test_keys_of_a_full_track_are_unique() -> None:
    keys = [need.key for need in needs(full_track())]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    ("given", "covered"),
    [
        (SEEN, True),
        (ALERT, False),
        (LAPSED, False),
        (threshold(value=12.0, level="warning", acknowledgment=acknowledgment(level="warning")), False),
        (threshold(value=55.0, level="stop", acknowledgment=acknowledgment(level=None)), False),
        (threshold(value=55.0, level="stop", acknowledgment=acknowledgment(level="stop")), False),
    ],
)
def test_acknowledged(given: Threshold, covered: bool) -> None:
    assert is_acknowledged(given) is covered


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


def test_that_nothing_can_go_on_stands_above_the_blockers_with_the_one_that_frees_most() -> None:
    found = needs(track(blockers=(BLOCKER, FREEING), findings=(HELD,)))
    assert [(each.kind, each.row, each.remedies) for each in found] == [
        ("escalated", "B2", ("resolve",)), ("blocker", "B1", ("resolve",)), ("blocker", "B2", ("resolve",)),
    ]  # fmt: skip
    assert need_counts(track(blockers=(BLOCKER, FREEING), findings=(HELD,))).total() == len(found)
    assert found[0].text == f"{clause(plain('All is blocked.'))}; resolving “No licence” unblocks phase 1 and “Dig”"
    (first, _) = needs(track(blockers=(BLOCKER,), findings=(HELD,)))
    assert (first.text, first.row, first.remedies) == (
        f"{clause(plain('All is blocked.'))}",
        "B1",
        ("open",),
    )


def test_that_nothing_can_go_on_is_reported_for_another_track() -> None:
    need, _ = needs_everywhere(track(), (track(blockers=(BLOCKER,), findings=(HELD,)),))
    assert (need.kind, need.there and need.there.kind) == ("elsewhere", "escalated")
    (two, *_) = needs(track(blockers=(FREEING,), findings=(HELD,)))
    assert two.key != "blocker:B2"


def test_a_stop_is_a_need_whatever_was_acknowledged() -> None:
    stopped = threshold(value=55.0, level="stop", agent_will="halt", acknowledgment=acknowledgment(level="stop"))
    assert only(thresholds=(stopped,)).kind == "stop"
    assert firing((stopped,)) == (stopped,)


def test_firing_are_stops_and_alerts_nobody_has_acknowledged() -> None:
    warned = threshold(value=12.0, level="warning")
    assert firing((threshold(), warned, SEEN, ALERT, LAPSED, STOP)) == (ALERT, LAPSED, STOP)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (threshold(), "cost $5"),
        (threshold(value=12.5, level="warning"),
         "cost $12.50, warning at $10"),
        (threshold(value=None), "cost has no value"),
        (threshold(value=None, level="alert"),
         "cost without a value, alert at $25"),
        (threshold(value=30.0, level="alert", limits=Limits()), "cost $30"),
        (threshold(metric="tokens", unit="tokens", value=1.2e6, level="alert", limits=Limits(alert=1e6)),
         "tokens 1.2 M, alert at 1 M"),
    ],
)  # fmt: skip
def test_reached(given: Threshold, words: str) -> None:
    assert value_and_limit(given) == words


def test_identities_of_blockers_and_findings() -> None:
    assert blocker_key(BLOCKER) == "B1"
    assert blocker_key(Blocker(text="no id")) == "no id"
    assert finding_key(DAMAGED) == "json-invalid:state/thresholds.json:2"
    assert finding_key(Finding(code="c", severity="note", path="p", message=plain("one"))) == "c:p:"


@pytest.mark.parametrize(
    ("path", "line", "place"),
    [("a/b/STATE.md", 12, "STATE.md:12"), ("STATE.md", None, "STATE.md"), ("state/", None, "state/"), (".", None, ".")],
)
def test_the_place_of_a_finding_is_short(path: str, line: int | None, place: str) -> None:
    assert place_of(Finding(code="c", severity="note", path=path, line=line, message=plain("m"))) == place


def test_damage_of_the_project_stands_before_that_of_the_track() -> None:
    of_project = Finding(code="permission", severity="error", path="x.md", message=plain("No access"))
    found = needs(track(findings=(DAMAGED,)), (of_project,))
    assert [need.text for need in found] == [
        f"x.md: {plain('No access')}",
        f"thresholds.json:2: {plain('No JSON')}",
    ]


def test_what_fires_in_another_track_is_named_here() -> None:
    quiet, loud = track(title="Web"), track(title="Mobile", thresholds=(threshold(level="alert", value=26.5),))
    found = needs_everywhere(quiet, (loud,))
    told = [
        (need.kind, need.there and need.there.kind, str(need.text).partition(": ")[0], need.value) for need in found
    ]
    assert told == [("elsewhere", "alert", "track Mobile", loud)]


def test_a_snoozed_alert_is_quiet_and_a_snoozed_stop_too_while_it_is_marked_so() -> None:
    snoozed = threshold(level="alert", value=26.5, snoozed_until="2026-01-29T18:00:00Z")
    assert firing((snoozed,)) == ()


ERROR_OF = "\n    errors:\n      - {{type: timeout, message: build timed out, resolved: {}}}"


def sail(status: str = "in_progress", *phases: str, resolved: str | None = None, retries: int = 0) -> Track:
    """A session of Maestro in three phases, of which nothing was heard for two hours; `resolved` gives the first one
    that failed an error."""
    front = f"{sessions.HEAD.replace('in_progress', status)}phases:\n"
    for number, word in enumerate(phases, 1):
        front += f"  - id: {number}\n    name: P{number}\n    status: {word}\n"
        if word == "failed":
            front += f"    retry_count: {retries}"
            front += f"{ERROR_OF.format(resolved) if resolved is not None else ''}\n"
            resolved = None
    read = project(sessions.read(sessions.session(front)))
    (one,) = with_silence(read, {}, sessions.NOW, 60).tracks
    return one


@pytest.mark.parametrize(
    ("status", "phases", "values", "kinds"),
    [
        ("in_progress", "completed completed completed", {}, {"finished": "put-away"}),
        ("in_progress", "completed completed skipped", {}, {"finished": "put-away"}),
        ("completed", "completed completed skipped", {}, {"finished": "put-away"}),
        ("completed", "completed completed pending", {}, {"finished": "resume"}),
        ("in_progress", "completed in_progress pending", {}, {"silent": "resume"}),
        ("in_progress", "completed failed pending", {}, {"failed": "move"}),
        ("in_progress", "completed failed pending", {"resolved": "true"}, {"failed": "move"}),
        ("in_progress", "completed failed pending", {"resolved": "true", "retries": 1}, {"failed": "move"}),
        ("in_progress", "completed failed pending", {"resolved": "false"}, {"failed": "move", "error": "open"}),
        ("in_progress", "completed failed in_progress", {"resolved": "false"},
         {"failed": "move", "error": "open", "silent": "resume"}),
        ("in_progress", "completed failed in_progress", {"resolved": "true"}, {"failed": "move", "silent": "resume"}),
        ("in_progress", "completed failed pending", {"resolved": "true", "retries": 2}, {"stop": "reset-retries"}),
    ],
)  # fmt: skip
def test_what_a_session_of_phases_needs(
    status: str, phases: str, values: dict[str, Any], kinds: dict[str, str]
) -> None:
    assert {each.kind: each.remedies[0] for each in needs(sail(status, *phases.split(), **values))} == kinds


@pytest.mark.parametrize(
    ("blocker", "kinds"),
    [
        (Blocker(text="x", later=True), ["blocker", "silent"]),
        (Blocker(text="x"), ["blocker"]),
    ],
)
def test_what_holds_later_work_explains_no_silence(blocker: Blocker, kinds: list[str]) -> None:
    assert [each.kind for each in needs(track(blockers=(blocker,), silence=SILENCE))] == kinds
