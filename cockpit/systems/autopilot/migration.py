"""From an older state file, or the waypoint layout, to TRANSPONDER.md by its template (seed, "Migration")."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from cockpit.model import Blocker, Decision, Status, Step, Track
from cockpit.model.errors import CommandError
from cockpit.model.intents import Migrate
from cockpit.rules.progress import bar
from cockpit.rules.thresholds.metrics import METRICS
from cockpit.systems.autopilot.creation import Content, Row, Rows, threshold_row, write_transponder
from cockpit.systems.autopilot.edit_session import EditSession
from cockpit.systems.autopilot.position.continuity import place_words
from cockpit.systems.autopilot.position.phases import Place, digits_of
from cockpit.systems.autopilot.position.status_editing import rule_text
from cockpit.systems.autopilot.position.steps import same_step
from cockpit.systems.autopilot.recognition import STATE_FILE, STATE_NAMES, state_file
from cockpit.systems.autopilot.state_file import StateFile
from cockpit.systems.autopilot.thresholds.limit_sources import table_name
from cockpit.systems.autopilot.thresholds.metrics import agents_limits
from cockpit.systems.autopilot.thresholds.table_editing import acknowledgment_entry
from cockpit.systems.autopilot.thresholds.value_editing import is_honoured
from cockpit.systems.autopilot.vocabulary import SEED_WORDS, command_in
from cockpit.systems.autopilot.waypoint import RESUME
from cockpit.systems.interface import Candidate
from cockpit.systems.shared.entry_lists import decision_entry
from cockpit.systems.shared.outcome import Outcome
from cockpit.wording.messages import Message
from cockpit.wording.times import parse_instant

_DOCUMENTS = {"project": "PROJECT.md", "clearance": "clearance.md", "flightplan": "flightplan.md"}
_INSTEAD: dict[Status, Status] = {
    "not_started": "discussing",
    "verifying": "in_progress",
    "paused": "in_progress",
    "failed": "blocked",
    "unknown": "in_progress",
    "skipped": "completed",
}
"""The seed's seven statuses have no word for these; the nearest one is written."""
_WITHOUT_PLACE = {"validation_state": "Validation State", "git_state": "Git State", "rollback": "Rollback Information"}
_MOST = 5
"""Passages that are named."""


def migrate(edit: EditSession, intent: Migrate) -> Outcome:
    """Write TRANSPONDER.md from what an older state file says, and move that one to the archive as it is.

    Raises CommandError where the state file is a TRANSPONDER.md in layout 1, or there is none.
    """
    del intent
    state, main = edit.sources.state, edit.sources.main
    if state is None:
        raise CommandError(Message("autopilot.nothing-to-migrate"))
    if not edit.is_older and not edit.is_waypoint:
        raise CommandError(Message("autopilot.layout-is-present"))
    text, archived = write_transponder(_content(edit, state)), _archive_path(edit, main.name)
    if edit.is_older:  # the new file first, so that at no moment there is none
        edit.draft.create(edit.path(STATE_FILE), text)
        edit.draft.move(edit.path(main.name), archived)
        migrated = Message("autopilot.migrated-to-file", file=main.name)
    else:
        edit.draft.copy(edit.path(STATE_FILE), archived)
        edit.draft.overwrite(edit.path(STATE_FILE), text)
        migrated = Message("autopilot.migrated-to-layout", file=main.name)
    return Outcome(
        sentence=migrated,
        remarks=(Message("autopilot.old-text-archived", path=archived), *_remarks(edit)),
        touches=frozenset(Track.__dataclass_fields__),
        holds=lambda track: _says_the_same(edit.before, track),
        candidate=Candidate(system=edit.candidate.system, path=edit.path(STATE_FILE), base=edit.candidate.base),
    )


def _archive_path(edit: EditSession, name: str) -> str:
    """Where an older file goes: `archive/waypoint-20260129-143000.md`."""
    stamp = edit.now.replace("-", "").replace(":", "").replace("T", "-").removesuffix("Z")
    path = PurePosixPath(name)
    return edit.path(f"archive/{path.stem}-{stamp}{path.suffix}")


def _content(edit: EditSession, state: StateFile) -> Content:
    track = edit.before
    return Content(
        title=track.title,
        updated=edit.now,
        position=_position(track),
        activity=_activity(edit),
        metrics=tuple(track.metrics.items()),
        decisions=[_decision(decision) for decision in state.decisions],
        todos=[(todo.text, todo.done) for todo in state.todos],
        blockers=[_blocker(blocker) for blocker in state.blockers],
        thresholds=_thresholds(edit, state),
        acknowledged=_acknowledged(edit),
        continuity=_continuity(edit),
        reference=_reference(edit),
    )


def _position(track: Track) -> Rows:
    position = track.position
    rows = [
        ("Phase", _step(position.phase)),
        ("Plan", _step(position.plan)),
        ("Task", _step(position.task)),
        ("Status", SEED_WORDS[migrated_status(track)]),
    ]
    percent = position.percent
    if percent is not None:
        rows.append(("Progress", f"{bar(percent)} {percent:g}%"))
    return [(label, text) for label, text in rows if text is not None]


def _step(step: Step | None) -> str | None:
    if step is None or step.id is None:
        return None
    name = f" - {step.name}" if step.name else ""
    return f"{step.id} of {step.total if step.total is not None else '?'}{name}"


def migrated_status(track: Track) -> Status:
    """The status that TRANSPONDER.md gets for that of an older file."""
    return _INSTEAD.get(track.position.status, track.position.status)


def _activity(edit: EditSession) -> str:
    last = edit.before.position.last_activity
    if last is None or not last.text:
        return f"{edit.today} — Migrated from {edit.sources.main.name}"
    instant = parse_instant(edit.before.updated)
    day = last.date or (instant.at.date().isoformat() if instant else edit.today)
    return f"{day} — {last.text}"


def _decision(decision: Decision) -> str:
    entry = decision_entry(decision.text, decision.outcome)
    return f"Phase {decision.phase}: {entry}" if decision.phase else entry


def _blocker(blocker: Blocker) -> str:
    if blocker.status == "resolved":
        return f"~~{blocker.text}~~"
    return f"{blocker.text} — bypassed: {blocker.workaround}" if blocker.status == "bypassed" else blocker.text


def _thresholds(edit: EditSession, state: StateFile) -> list[Row]:
    """The metrics the old file shows, with the limits that the agent goes by."""
    rows = []
    for metric in METRICS:
        shown = any(row.metric == metric.name for row in state.thresholds)
        value, source = edit.gauges.stated(metric.name)
        if value is not None and (shown or source == table_name(state)):
            limits = agents_limits(metric, edit.gauges)
            rows.append(threshold_row(metric, value, limits, acknowledged=is_honoured(edit.gauges, metric.name)))
    return rows


def _acknowledged(edit: EditSession) -> list[str]:
    """The acknowledgments that are in force, as far as their value and time are known."""
    entries = []
    for metric in METRICS:
        recorded = edit.gauges.recorded(metric.name)
        if recorded and recorded.value is not None and recorded.at and is_honoured(edit.gauges, metric.name):
            entries.append(acknowledgment_entry(metric, recorded.value, recorded.at))
    return entries


def _continuity(edit: EditSession) -> Rows:
    track = edit.before
    instant = parse_instant(track.updated)
    handoff = track.handoff.path.removeprefix(edit.folder.at("")) if track.handoff else "None"
    day = track.continuity.last_session or (instant.at.date().isoformat() if instant else edit.today)
    return (
        ("Last session", day),
        ("Stopped at", track.continuity.stopped_at or _stopped(track)),
        ("Resume file", track.continuity.resume_file or handoff),
        ("Next action", _next_action(edit)),
    )


def _next_action(edit: EditSession) -> str:
    """The older file's own words, with the command that stands behind them; where it has none, the command that its
    status gives, else the status's words.
    """
    track, state = edit.before, edit.sources.state
    stated, status = track.next_action, migrated_status(track)
    if stated is not None and stated.source == "file":
        behind = (each["text"] for each in (state.unread if state else ()) if each["section"] in RESUME)
        command = next((found for text in behind if (found := command_in(text))), None)
        return str(stated.text) if stated.command or command is None else f"{stated.text}, then {command}"
    command = stated.command if stated is not None else None
    return command or rule_text(status, handoff=track.handoff is not None) or SEED_WORDS[status]


def _stopped(track: Track) -> str:
    position = track.position
    if position.task and position.task.id:
        return f"Before task {position.task.id}"
    if position.phase is None:
        return "—"
    return place_words(Place(digits_of(position.phase), digits_of(position.plan), ""))


def _reference(edit: EditSession) -> dict[str, str]:
    base = edit.folder.at("")
    known = {name: edit.before.documents[label] for label, name in _DOCUMENTS.items() if label in edit.before.documents}
    phase = edit.before.position.phase
    path = next((p.path for p in edit.before.phases if phase and p.path and same_step(p.id, phase.id)), None)
    return {label: path.removeprefix(base) for label, path in {**known, "Current phase": path}.items() if path}


def _remarks(edit: EditSession) -> Iterator[Message]:
    """What is not as before, and what is left to do."""
    status, stated = edit.before.position.status, edit.before.position.status_text
    word = SEED_WORDS[migrated_status(edit.before)]
    if status in _INSTEAD and stated is None:
        yield Message("autopilot.no-status-migrated", written=word)
    elif status in _INSTEAD:
        yield Message("autopilot.status-replaced", stated=stated, written=word)
    yield from _left_out(edit)
    if edit.is_older:
        yield Message("autopilot.readers-to-change", file=edit.sources.main.name)
    for name in STATE_NAMES:
        if name not in (STATE_FILE, edit.sources.main.name) and state_file(edit.folder, name) is not None:
            yield Message("autopilot.older-file-stays", path=edit.path(name), archive=edit.path("archive"))


def _left_out(edit: EditSession) -> Iterator[Message]:
    """What the older file says and the new one has no place for, or what no rule read of it."""
    state = edit.sources.state
    if state is None:
        return
    without = [name for key, name in _WITHOUT_PLACE.items() if state.extra.get(key)]
    without += ["Errors"] if state.errors else []
    if without:
        yield Message("autopilot.no-place-in-layout", sections=without)
    for passage in state.unread[:_MOST]:
        yield Message("autopilot.passage-left-out", line=passage["line"], text=" ".join(passage["text"].split()))
    if more := len(state.unread[_MOST:]):
        yield Message("autopilot.more-left-out", count=more)


def _says_the_same(before: Track, after: Track) -> bool:
    """Whether position, decisions, todos, blockers and thresholds came over."""
    pairs = ((before.position.phase, after.position.phase), (before.position.plan, after.position.plan))
    values = {t.metric: (t.value, t.agent_will) for t in after.thresholds}
    return (
        all(_same(one, other) for one, other in pairs)
        and (before.position.percent in (None, after.position.percent))
        and after.position.status == migrated_status(before)
        and [d.text for d in before.decisions] == [d.text for d in after.decisions]
        and before.todos == after.todos
        and _command(before) in (None, _command(after))
        and [b.text for b in before.blockers] == [b.text for b in after.blockers]
        and all(values.get(t.metric) == (t.value, t.agent_will) for t in before.thresholds if t.value is not None)
    )


def _command(track: Track) -> str | None:
    """The command that the next action names."""
    return track.next_action.command if track.next_action is not None else None


def _same(one: Step | None, other: Step | None) -> bool:
    return one is None or (other is not None and (one.id, one.total) == (other.id, other.total))
