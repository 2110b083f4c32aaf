"""A new track: TRANSPONDER.md and its state, with values that are true at the start, or as far as others are left."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from cockpit.model import LEVELS, Acknowledgment, Level, Limits, Position, Status, Threshold, Track
from cockpit.model.errors import CommandError
from cockpit.rules.thresholds.acknowledgments import agent_honours
from cockpit.rules.thresholds.metrics import METRICS, LimitSource, Metric, level_of, rank, resolve
from cockpit.systems.autopilot.position.continuity import place_words
from cockpit.systems.autopilot.position.phases import (
    PhaseCount,
    Place,
    count_progress,
    counts_every_phase,
    digits_of,
    read_phases,
)
from cockpit.systems.autopilot.position.status_editing import rule_text
from cockpit.systems.autopilot.recognition import STATE_FILE, STATE_FOLDER, THRESHOLDS_NAME, find_main
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.thresholds.acknowledgment_editing import EMPTY
from cockpit.systems.autopilot.thresholds.acknowledgments_state import NAME as ACKNOWLEDGMENTS
from cockpit.systems.autopilot.thresholds.amounts import metric_named, write_amount
from cockpit.systems.autopilot.thresholds.limit_sources import GLOBAL_CONFIG, limit_sources
from cockpit.systems.autopilot.thresholds.table_editing import MARKS, STATUS_WORDS, acknowledgment_entry
from cockpit.systems.autopilot.vocabulary import SEED_WORDS
from cockpit.systems.interface import Beginning, Candidate, Edit, Files, ReadContext, System
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.json_editor import JsonEditor
from cockpit.systems.shared.outcome import checked_text
from cockpit.systems.shared.working_copy import Draft, unsafe
from cockpit.text.markdown import in_cell
from cockpit.values import dataclass
from cockpit.wording.messages import Message
from cockpit.wording.times import write_instant

# TRANSPONDER.md by the seed's template, with the values that are known; what is not known is left out, not made up

Rows = Sequence[tuple[str, str]]
Row = tuple[str, str, str, str, str, str]
"""A row of the Thresholds table (seed): `| Cost | $26.50 | $10 ⚠️ | $25 🔶 ACK | $50 | Alert (ack) |`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What a state file is to say. `thresholds` are whole rows; lists without an entry say `None`."""

    title: str | None
    updated: str
    position: Rows
    activity: str
    metrics: Rows = ()
    decisions: Sequence[str] = ()
    todos: Sequence[tuple[str, bool]] = ()
    blockers: Sequence[str] = ()
    thresholds: Sequence[Row] = ()
    acknowledged: Sequence[str] = ()
    continuity: Rows = ()
    reference: Mapping[str, str] = field(default_factory=dict)


def write_transponder(content: Content) -> str:
    """The file's text (seed, "TRANSPONDER.md Template" and "TRANSPONDER.md with Thresholds Section")."""
    head = ["# Project State", ""]
    head += [f"**Project:** {content.title}"] if content.title else []
    sections = [section for section in _sections(content) if section]
    lines = [*head, f"**Updated:** {content.updated}"]
    for section in sections:
        lines += ["", "---", "", *section]
    return "\n".join(lines) + "\n"


def threshold_row(metric: Metric, value: float, limits: Limits, *, acknowledged: bool = False) -> Row:
    """One metric's row with its marks."""
    level = level_of(value, limits)
    acknowledged = acknowledged and rank(level) >= rank("alert")
    warning, alert, stop = (_limit(metric, known, limits, level, acknowledged) for known in LEVELS)
    status = STATUS_WORDS[level] + (" (ack)" if acknowledged and level == "alert" else "")
    return metric.name.capitalize(), write_amount(value, metric.unit), warning, alert, stop, status


def _sections(content: Content) -> Iterator[list[str]]:
    position = _table(("Field", "Value"), content.position)
    yield ["## Current Position", "", *position, "", f"**Last Activity:** {content.activity}"]
    yield ["## Performance Metrics", "", *_table(("Metric", "Value"), content.metrics)] if content.metrics else []
    yield [
        "## Accumulated Context",
        *("", "### Recent Decisions", *_list(content.decisions)),
        *("", "### Pending Todos", *_list([f"[{'x' if done else ' '}] {text}" for text, done in content.todos])),
        *("", "### Blockers", *_list(content.blockers)),
    ]
    yield _thresholds(content)
    yield ["## Session Continuity", "", *_table(("Field", "Value"), content.continuity)]
    references = [f"- {label}: {path}" for label, path in content.reference.items()]
    yield ["## Quick Reference", "", *references] if references else []


def _thresholds(content: Content) -> list[str]:
    if not content.thresholds:
        return []
    header = ("Type", "Current", "Warning", "Alert", "Stop", "Status")
    listed = ["", "**Acknowledged Alerts:**", *_list(content.acknowledged)] if content.acknowledged else []
    return ["## Thresholds", "", *_table(header, content.thresholds), *listed]


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    rule = "|".join("-" * (len(cell) + 2) for cell in header)
    head, *body = ("| " + " | ".join(in_cell(cell) for cell in row) + " |" for row in (header, *rows))
    return [head, f"|{rule}|", *body]


def _list(entries: Sequence[str]) -> list[str]:
    return [f"- {entry}" for entry in entries or ["None"]]


def _limit(metric: Metric, level: Level, limits: Limits, reached: Level | None, acknowledged: bool) -> str:
    limit = limits.at(level)
    text = "—" if limit is None else write_amount(limit, metric.unit)
    if rank(reached) < rank(level):
        return text
    return f"{text} {MARKS[level]}" + (" ACK" if acknowledged and level == "alert" else "")


_DOCUMENTS = ("PROJECT.md", "clearance.md", "flightplan.md", "DECISIONS.md")


def create(system: System, files: Files, base: str, beginning: Beginning, context: ReadContext) -> Edit:
    """The files of a new track; a handoff and JSON files that are left of one are taken over as they are.

    Raises CommandError where the folder has a state file already.
    """
    if beginning.plan is not None:
        raise CommandError(Message("autopilot.begins-without-plan", system=system.name))
    if beginning.work is not None:
        raise CommandError(Message("autopilot.begins-before-work", system=system.name))
    title = checked_text(beginning.title or beginning.project, "title")
    draft = Draft(files)
    folder = Folder(files, base, Report(), STATE_FOLDER)
    found = system.detect(files, base)
    previous = system.read(files, found[0], context) if found else None
    main = find_main(folder)
    if (main is not None and main.layout is not None) or folder.page(STATE_FILE) is not None:
        path = found[0].path if found else folder.path(STATE_FILE)
        raise CommandError(Message("autopilot.track-exists", path=path))
    now = write_instant(context.now.replace(microsecond=0))
    draft.create(folder.path(STATE_FILE), write_transponder(_content(folder, previous, title, now, context)))
    _create_state(draft, folder, now)
    candidate = Candidate(system=system.id, path=folder.path(STATE_FILE), base=base)
    _check(previous, system.read(draft, candidate, context), title)
    done = Message("autopilot.state-created", title=title, folder=folder.path("")[:-1])
    return Edit(changes=draft.changes(), done=done)


def initial_status(previous: Track | None) -> Status:
    """The status a new state file gets: where a handoff waits, the work is under way."""
    return "in_progress" if previous is not None and previous.handoff is not None else "discussing"


def _content(folder: Folder, previous: Track | None, title: str, now: str, context: ReadContext) -> Content:
    phases = read_phases(folder)
    sources = [*limit_sources(folder, None, context, Report())]
    config: list[LimitSource] = [source for source in sources if source.name == GLOBAL_CONFIG]
    measured = {threshold.metric: threshold for threshold in previous.thresholds} if previous else {}
    rows = [_row(metric, measured.get(metric.name), previous, config) for metric in METRICS if metric.always]
    status = initial_status(previous)
    handoff = previous.handoff.path.removeprefix(folder.at("")) if previous and previous.handoff else None
    return Content(
        title=title,
        updated=now,
        position=_position(phases, previous),
        activity=f"{now[:10]} — Created the project state",
        metrics=(("Plans completed", "0"), ("Avg duration", "n/a"), ("Token efficiency", "n/a")),
        thresholds=rows,
        acknowledged=_acknowledged(previous),
        continuity=(
            ("Last session", now[:10]),
            ("Stopped at", _stopped(previous)),
            ("Resume file", handoff or "None"),
            ("Next action", rule_text(status, handoff=handoff is not None) or SEED_WORDS[status]),
        ),
        reference=_reference(folder, phases),
    )


def _row(metric: Metric, measured: Threshold | None, previous: Track | None, config: list[LimitSource]) -> Row:
    value = measured.value if measured is not None and measured.value is not None else 0
    acknowledgment = measured.acknowledgment if measured is not None else None
    honoured = acknowledgment is not None and _is_honoured(acknowledgment, previous)
    return threshold_row(metric, value, resolve(metric, config), acknowledged=honoured)


def _acknowledged(previous: Track | None) -> list[str]:
    """The effective acknowledgments of the previous track, as entries of the list below the table."""
    entries = []
    for threshold in previous.thresholds if previous else ():
        acknowledgment, metric = threshold.acknowledgment, metric_named(threshold.metric)
        if (
            acknowledgment
            and metric
            and acknowledgment.value is not None
            and acknowledgment.at
            and _is_honoured(acknowledgment, previous)
        ):
            entries.append(acknowledgment_entry(metric, acknowledgment.value, acknowledgment.at))
    return entries


def _is_honoured(acknowledgment: Acknowledgment, previous: Track | None) -> bool:
    return agent_honours(acknowledgment.at, previous.extra.get("last_reset") if previous else None)


def _stopped(previous: Track | None) -> str:
    """Where the handoff says that the work stands."""
    place = previous.position if previous and previous.handoff else None
    if place is None or place.phase is None:
        return "Not started"
    task = place.task
    stopping_place = Place(digits_of(place.phase), digits_of(place.plan), digits_of(task))
    return place_words(stopping_place, task.total if task else None)


def _position(phases: tuple[PhaseCount, ...], previous: Track | None) -> list[tuple[str, str]]:
    stood = previous.position if previous and previous.handoff else Position()
    first = phases[0].phase.id if phases and phases[0].phase.id else "1"
    rows = [
        ("Phase", f"{stood.phase.id if stood.phase and stood.phase.id else first} of {len(phases) or '?'}"),
        ("Plan", f"{stood.plan.id if stood.plan and stood.plan.id else 0} of ?"),
        ("Status", SEED_WORDS[initial_status(previous)]),
    ]
    counted = count_progress(phases)
    empty = counted is None or not counts_every_phase(phases, None) or counted.done == 0
    return [*rows, ("Progress", "░░░░░░░░░░ 0%")] if empty else rows


def _reference(folder: Folder, phases: tuple[PhaseCount, ...]) -> dict[str, str]:
    names = folder.names("")
    reference = {name: f".autopilot/{name}" for name in _DOCUMENTS if name in names}
    path = phases[0].phase.path if phases else None
    if path is not None:
        reference["Current phase"] = path.removeprefix(folder.at(""))
    return reference


def _create_state(draft: Draft, folder: Folder, now: str) -> None:
    metrics = [metric for metric in METRICS if metric.always]
    thresholds: dict[str, object] = {
        "current_values": {metric.key: 0 for metric in metrics},
        "levels_triggered": dict.fromkeys(metric.name for metric in metrics),
        "last_check": now,
    }
    for name, content in ((THRESHOLDS_NAME, thresholds), (ACKNOWLEDGMENTS, EMPTY)):
        if draft.read(folder.path(name)) is None:
            JsonEditor.create(draft, folder.path(name), content)


def _check(previous: Track | None, track: Track, title: str) -> None:
    """Whether the state file says what is meant, and what was left still says what it said."""
    if track.title != title:
        other = Message("autopilot.title-read-otherwise", title=title, read=track.title)
        raise CommandError(other if track.title else Message("autopilot.title-read-as-none", title=title))
    known = {(finding.code, finding.path) for finding in previous.findings} if previous else set()
    for finding in track.findings:
        if finding.severity == "error" and (finding.code, finding.path) not in known:
            raise unsafe(finding.path, finding.message)
    will = {threshold.metric: threshold.agent_will for threshold in track.thresholds}
    for threshold in previous.thresholds if previous else ():
        if will.get(threshold.metric) != threshold.agent_will:
            raise unsafe(track.path, Message("autopilot.agent-would-change", metric=threshold.metric))
