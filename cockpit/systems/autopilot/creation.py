"""A new TRANSPONDER.md by the seed's template: for a new track, with values that are true at the start, and for one
whose state file has an older layout (seed, "Migration")."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from cockpit.model import LEVELS, Acknowledgment, Blocker, Decision, Level, Limits, Position, Status, Step, Track
from cockpit.model import intents as verbs
from cockpit.rules.progress import bar
from cockpit.rules.thresholds.acknowledgments import agent_honours
from cockpit.rules.thresholds.metrics import (
    LIMITS_FILE,
    METRICS,
    Metric,
    level_of,
    metric_named,
    rank,
    resolve,
    unordered,
)
from cockpit.systems.autopilot.description import (
    ACKNOWLEDGMENTS_NAME,
    MARKS,
    STATE_FILE,
    STATE_FOLDER,
    STATE_NAMES,
    THRESHOLDS_NAME,
    WRITTEN,
    command_in,
    write_amount,
)
from cockpit.systems.autopilot.editing import NEW, Outcome, Present, refusal, said
from cockpit.systems.autopilot.gauge_verbs import STATUS_WORDS, is_honoured, listed_entry
from cockpit.systems.autopilot.limits import GLOBAL_CONFIG, limit_sources
from cockpit.systems.autopilot.phases import (
    Place,
    digits_of,
    read_phases,
)
from cockpit.systems.autopilot.places import place_words
from cockpit.systems.autopilot.state import find_main, state_file
from cockpit.systems.autopilot.steps import number_of, same_step
from cockpit.systems.autopilot.thresholds import agents_limits
from cockpit.systems.autopilot.verbs import rule_text
from cockpit.systems.interface import Beginning, Candidate, Edit, Files, ReadContext, System
from cockpit.systems.shared.entry_lists import decision_entry
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.outcome import checked_text
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.working_copy import Draft, unsafe
from cockpit.text.words import in_cell
from cockpit.wording.messages import Message
from cockpit.wording.phrases import counted, listed
from cockpit.wording.times import parse_instant, write_instant

# The template (seed, "TRANSPONDER.md Template" and "TRANSPONDER.md with Thresholds Section")

Rows = Sequence[Sequence[str]]
_HEAD = ("Type", "Current", "Warning", "Alert", "Stop", "Status")


def _written(
    title: str | None,
    now: str,
    position: Rows,
    activity: str,
    *,
    metrics: Rows = (),
    decisions: Sequence[str] = (),
    todos: Sequence[str] = (),
    blockers: Sequence[str] = (),
    thresholds: Rows = (),
    acknowledged: Sequence[str] = (),
    continuity: Rows = (),
    reference: Mapping[str, str],
) -> str:
    """The file's text; what is not known is left out, not made up."""
    head = ["# Project State", "", *([f"**Project:** {title}"] if title else []), f"**Updated:** {now}"]
    alerts = ["", "**Acknowledged Alerts:**", *_list(acknowledged)] if acknowledged else []
    sections = [
        ["## Current Position", "", *_table(("Field", "Value"), position), "", f"**Last Activity:** {activity}"],
        ["## Performance Metrics", "", *_table(("Metric", "Value"), metrics)] if metrics else [],
        ["## Accumulated Context", "", "### Recent Decisions", *_list(decisions), "", "### Pending Todos",
         *_list(todos), "", "### Blockers", *_list(blockers)],
        ["## Thresholds", "", *_table(_HEAD, thresholds), *alerts] if thresholds else [],
        ["## Session Continuity", "", *_table(("Field", "Value"), continuity)],
        ["## Quick Reference", "", *(f"- {name}: {path}" for name, path in reference.items())] if reference else [],
    ]  # fmt: skip
    lines = [*head, *(line for section in sections if section for line in ("", "---", "", *section))]
    return "\n".join(lines) + "\n"


def _table(header: Sequence[str], rows: Rows) -> list[str]:
    head, *body = ("| " + " | ".join(map(in_cell, row)) + " |" for row in (header, *rows))
    return [head, f"|{'|'.join('-' * (len(cell) + 2) for cell in header)}|", *body]


def _list(entries: Sequence[str]) -> list[str]:
    return [f"- {entry}" for entry in entries or ["None"]]


def _threshold_row(
    metric: Metric, value: float | None, limits: Limits, *, acknowledged: bool = False
) -> tuple[str, ...]:
    """One metric's row with its marks: `| Cost | $26.50 | $10 ⚠️ | $25 🔶 ACK | $50 | Alert (ack) |`; without a value
    `| Cost | — | $10 | $25 | $50 | — |`."""
    level = level_of(value, limits)
    is_given = acknowledged and rank(level) >= rank("alert")
    status = STATUS_WORDS[level] + (" (ack)" if is_given and level == "alert" else "")
    cells = (_limit(metric, each, limits, level, is_given=is_given) for each in LEVELS)
    current, status = (write_amount(value, metric.unit), status) if value is not None else ("—", "—")
    return (metric.name.capitalize(), current, *cells, status)


def _limit(metric: Metric, level: Level, limits: Limits, reached: Level | None, *, is_given: bool) -> str:
    limit = limits.at(level)
    text = "—" if limit is None else write_amount(limit, metric.unit)
    if rank(reached) < rank(level):
        return text
    return f"{text} {MARKS[level]}" + (" ACK" if is_given and level == "alert" else "")


# A new track, or what is left of one without its state file

_DOCUMENTS = ("PROJECT.md", "clearance.md", "flightplan.md", "DECISIONS.md")
_KNOWN = frozenset((
    *_DOCUMENTS, "scope.md", "roadmap.md", "learnings.md", "token-usage.md", "progress.md", "scan-report.md",
    "HANDOFF.md", "assumptions.yaml", "config.yaml", "risk-report.md", "loop.pid", "phases/", "archive/", "state/",
    "waypoints/", "debug/", "research/",
))  # fmt: skip
"""What else Project Autopilot keeps in its folder (docs/systems/autopilot.md)."""
_COMMANDS = ".claude/commands/autopilot"
"""Where the framework's commands are, in a project or the home folder: none is named that is not installed."""
_STATE_OF_OTHERS = frozenset(("state.json", "STATE.md", "waypoint.md", "checkpoint.md"))


def create(system: System, files: Files, base: str, beginning: Beginning, context: ReadContext) -> Edit:
    """The files of a new track; a handoff and JSON files that are left of one are taken over as they are.

    Raises CommandError where the folder has a state file already, or is another program's."""
    if beginning.plan is not None:
        raise refusal("begins-without-plan", f"{system.name} starts without a plan. Omit --plan.")
    if beginning.work is not None:
        raise refusal("begins-before-work", f"{system.name} cannot start with finished work. Omit --result.")
    title = checked_text(beginning.title or beginning.project, "title")
    folder, draft, found = Folder(files, base, Report(), STATE_FOLDER), Draft(files), system.detect(files, base)
    previous, main = system.read(files, found[0], context) if found else None, find_main(folder)
    if (main is not None and main.layout is not None) or folder.page(STATE_FILE) is not None:
        path = found[0].path if found else folder.path(STATE_FILE)
        raise refusal("track-exists", f"A track already exists: {path}.")
    others = sorted({*folder.names("")} - _KNOWN) if main is None and not {*folder.names("")} & _KNOWN else []
    told = f"{folder.path('')} has files of another program: {listed(others[:3])}."
    if not _STATE_OF_OTHERS.isdisjoint(others):
        raise refusal("folder-of-another", f"{told} Move that folder away to start here.")
    now = write_instant(context.now.replace(microsecond=0))
    has_commands = (
        not _KNOWN.isdisjoint(folder.names("")) or files.is_there(folder.at(_COMMANDS)) or
        files.read_global(f"{_COMMANDS}/cockpit.md") is not None
    )  # fmt: skip
    text = _beginning(folder, previous, title, now, context, in_words=not has_commands)
    draft.create(folder.path(STATE_FILE), text)
    for name in (THRESHOLDS_NAME, ACKNOWLEDGMENTS_NAME):
        if draft.read(folder.path(name)) is None:
            draft.create(folder.path(name), json.dumps(NEW[name], ensure_ascii=False, indent=2) + "\n")
    candidate = Candidate(system=system.id, path=folder.path(STATE_FILE), base=base)
    _check_new(previous, system.read(draft, candidate, context), title)
    created = said("state-created", f"Created the state of {title} in {folder.path('')[:-1]}.")
    return Edit(changes=draft.changes(), done=created, remarks=(said("beside-others", told),) if others else ())


def initial_status(previous: Track | None) -> Status:
    """The status a new state file gets: where a handoff waits, the work is under way."""
    return "in_progress" if previous is not None and previous.handoff is not None else "discussing"


def _beginning(
    folder: Folder, previous: Track | None, title: str, now: str, context: ReadContext, *, in_words: bool
) -> str:
    phases, status = read_phases(folder), initial_status(previous)
    kept = (LIMITS_FILE, GLOBAL_CONFIG)
    config = [each for each in limit_sources(folder, (), STATE_FILE, context, []) if each.name in kept]
    thresholds, acknowledged = [], []
    for metric in METRICS:
        measured = previous.threshold(metric.name) if previous is not None else None
        given = measured.acknowledgment if measured is not None else None
        honoured = given is not None and _is_honoured(given, previous)
        if metric.always:
            value = measured.value if measured is not None else None
            limits = resolve(metric, config)
            limits = limits if unordered(limits) is None else resolve(metric, ())
            thresholds.append(_threshold_row(metric, value, limits, acknowledged=honoured))
        if given is not None and honoured and given.value is not None and given.at:
            acknowledged.append(listed_entry(metric, given.value, given.at))
    stood = previous.position if previous is not None and previous.handoff else Position()
    first = phases[0].phase.id if phases and phases[0].phase.id else "1"
    phase = stood.phase.id if stood.phase is not None and stood.phase.id else first
    number = number_of(phase)
    total = len(phases) if phases and (number is None or number <= len(phases)) else "?"
    position = [("Phase", f"{phase} of {total}"),
                *([("Plan", f"{stood.plan.id} of ?")] if stood.plan and stood.plan.id else []),
                ("Status", WRITTEN[status])]  # fmt: skip
    names, path = folder.names(""), phases[0].phase.path if phases else None
    reference = {name: f".autopilot/{name}" for name in _DOCUMENTS if name in names}
    reference |= {"Current phase": path.removeprefix(folder.at(""))} if path is not None else {}
    handoff = previous.handoff.path.removeprefix(folder.at("")) if previous and previous.handoff else None
    task = stood.task
    place = Place(digits_of(stood.phase), digits_of(stood.plan), digits_of(task))
    stopped = place_words(place, task.total if task else None) if stood.phase is not None else "Not started"
    return _written(
        title,
        now,
        position,
        f"{now[:10]} — Created the project state",
        thresholds=thresholds,
        acknowledged=acknowledged,
        continuity=(
            ("Last session", now[:10]),
            ("Stopped at", stopped),
            ("Resume file", handoff or "None"),
            ("Next action", rule_text(status, handoff=handoff is not None, in_words=in_words) or ""),
        ),
        reference=reference,
    )


def _is_honoured(given: Acknowledgment, previous: Track | None) -> bool:
    return agent_honours(given.at, previous.extra.get("last_reset") if previous else None)


def _check_new(previous: Track | None, track: Track, title: str) -> None:
    """Whether the state file says what is meant, and what was left still says what it said."""
    if track.title != title:
        read = f'read as "{track.title}"' if track.title else "read as empty"
        raise refusal("title-read-otherwise", f'The title "{title}" would be {read}. Choose another with --title.')
    known = {(each.code, each.path) for each in previous.findings} if previous else set()
    for each in track.findings:
        if each.severity == "error" and (each.code, each.path) not in known:
            raise unsafe(each.path, each.message)
    will = {each.metric: each.agent_will for each in track.thresholds}
    for threshold in previous.thresholds if previous else ():
        if metric_named(threshold.metric) is not None and will.get(threshold.metric) != threshold.agent_will:
            raise unsafe(
                track.path, said("agent-would-change", f"the agent would treat {threshold.metric} differently")
            )


# From an older state file, or the waypoint layout

_INSTEAD: Mapping[Status, Status] = {
    "not_started": "discussing",
    "verifying": "in_progress",
    "paused": "in_progress",
    "failed": "blocked",
    "unknown": "in_progress",
    "skipped": "completed",
}
"""The seed's seven statuses have no word for these; the nearest one is written."""
_REFERENCES = {"project": "PROJECT.md", "clearance": "clearance.md", "flightplan": "flightplan.md"}
_WITHOUT_PLACE = {"validation_state": "Validation State", "git_state": "Git State", "rollback": "Rollback Information"}
_MOST = 5
"""Passages that are named."""


def migrate(present: Present, intent: verbs.Migrate) -> Outcome:
    """Write TRANSPONDER.md from what an older state file says, and move that one to the archive as it is.

    Raises CommandError where the state file is a TRANSPONDER.md in the present layout, or there is none."""
    del intent
    main = present.sources.main.name
    if present.sources.state is None:
        raise refusal("nothing-to-migrate", "Nothing to convert: no state file was found.")
    if not present.is_older and not present.is_waypoint:
        told = "Nothing to convert: the state file already has the current layout."
        raise refusal("layout-is-present", told)
    text, name = _migrated(present), PurePosixPath(main)
    stamp = present.now.replace("-", "").replace(":", "").replace("T", "-").removesuffix("Z")
    archived = present.path(f"archive/{name.stem}-{stamp}{name.suffix}")
    if present.is_older:  # the new file first, so that at no moment there is none
        present.draft.create(present.path(STATE_FILE), text)
        present.draft.move(present.path(main), archived)
    else:
        present.draft.copy(present.path(STATE_FILE), archived)
        present.draft.overwrite(present.path(STATE_FILE), text)
    target = "TRANSPONDER.md" if present.is_older else "the current layout"
    return Outcome(
        done=said("migrated", f"Converted {main} to {target}."),
        remarks=[said("old-text-archived", f"The old text is in {archived}."), *_after_migration(present)],
        holds=lambda track: _says_the_same(present.before, track),
        candidate=Candidate(
            system=present.candidate.system, path=present.path(STATE_FILE), base=present.candidate.base
        ),
    )


def migrated_status(track: Track) -> Status:
    """The status that TRANSPONDER.md gets for that of an older file."""
    return _INSTEAD.get(track.position.status, track.position.status)


def _migrated(present: Present) -> str:
    track, gauges, base = present.before, present.gauges, present.sources.folder.at("")
    state, instant = present.sources.state, parse_instant(track.updated)
    today, position, last = (
        instant.at.date().isoformat() if instant else present.today,
        track.position,
        track.position.last_activity,
    )
    percent = f"{bar(position.percent)} {position.percent:g}%" if position.percent is not None else None
    rows = [("Phase", _step(position.phase)), ("Plan", _step(position.plan)), ("Task", _step(position.task)),
            ("Status", WRITTEN[migrated_status(track)]), ("Progress", percent)]  # fmt: skip
    thresholds, acknowledged = [], []
    for metric in METRICS:
        value, source = gauges.stated(metric)
        is_shown = bool(gauges.of(metric.name, source=gauges.table)) or source == gauges.table
        honoured, recorded = is_honoured(gauges, metric.name), gauges.recorded(metric.name)
        if value is not None and is_shown:
            limits = agents_limits(metric, gauges)
            thresholds.append(_threshold_row(metric, value, limits, acknowledged=honoured))
        if recorded is not None and recorded.value is not None and recorded.at and honoured:
            acknowledged.append(listed_entry(metric, recorded.value, recorded.at))
    phase = position.phase
    path = next((each.path for each in track.phases if phase and each.path and same_step(each.id, phase.id)), None)
    known = {name: track.documents[label] for label, name in _REFERENCES.items() if label in track.documents}
    handoff = track.handoff.path.removeprefix(base) if track.handoff else "None"
    activity = f"{last.date or today} — {last.text}" if last is not None and last.text else ""
    return _written(
        track.title,
        present.now,
        [(label, text) for label, text in rows if text is not None],
        activity or f"{present.today} — Migrated from {present.sources.main.name}",
        metrics=tuple(track.metrics.items()),
        decisions=[_decision(each) for each in (state.decisions if state else ())],
        todos=[f"[{'x' if each.done else ' '}] {each.text}" for each in track.todos],
        blockers=[_blocker(each) for each in track.blockers],
        thresholds=thresholds,
        acknowledged=acknowledged,
        continuity=(
            ("Last session", track.continuity.last_session or today),
            ("Stopped at", track.continuity.stopped_at or _stopped(track)),
            ("Resume file", track.continuity.resume_file or handoff),
            ("Next action", _next_action(present)),
        ),
        reference={label: each.removeprefix(base) for label, each in {**known, "Current phase": path}.items() if each},
    )


def _step(step: Step | None) -> str | None:
    if step is None or step.id is None:
        return None
    name = f" - {step.name}" if step.name else ""
    return f"{step.id} of {step.total if step.total is not None else '?'}{name}"


def _decision(decision: Decision) -> str:
    entry = decision_entry(decision.text, decision.outcome)
    return f"Phase {decision.phase}: {entry}" if decision.phase else entry


def _blocker(blocker: Blocker) -> str:
    if blocker.status == "resolved":
        return f"~~{blocker.text}~~"
    return f"{blocker.text} — bypassed: {blocker.workaround}" if blocker.status == "bypassed" else blocker.text


def _next_action(present: Present) -> str:
    """The older file's own words, with the command that stands behind them; where it has none, the command that its
    status gives, else the status's words."""
    track, state, status = present.before, present.sources.state, migrated_status(present.before)
    stated = track.next_action
    if stated is not None and stated.source == "file":
        behind = (text for _, text in (state.other_instructions if state else ()))
        command = next((found for text in behind if (found := command_in(text))), None)
        return str(stated.text) if stated.command or command is None else f"{stated.text}, then {command}"
    command = stated.command if stated is not None else None
    return command or rule_text(status, handoff=track.handoff is not None) or WRITTEN[status]


def _stopped(track: Track) -> str:
    position = track.position
    if position.task and position.task.id:
        return f"Before task {position.task.id}"
    if position.phase is None:
        return "—"
    return place_words(Place(digits_of(position.phase), digits_of(position.plan), ""))


def _after_migration(present: Present) -> Iterator[Message]:
    """What is not as before, and what is left to do."""
    position, state = present.before.position, present.sources.state
    word = WRITTEN[migrated_status(present.before)]
    if position.status in _INSTEAD and position.status_text is None:
        yield said("no-status-migrated", f"The older file has no status. The new status is {word}.")
    elif position.status in _INSTEAD:
        told = f'The current layout has no status "{position.status_text}". The new status is {word}.'
        yield said("status-replaced", told)
    without = [name for key, name in _WITHOUT_PLACE.items() if state is not None and state.extra.get(key)]
    lists = {"completed": "Completed", "doing": "In Progress", "errors": "Errors"}
    without += [name for key, name in lists.items() if state is not None and state.reading.said.get(key)]
    if without:
        yield said("no-place-in-layout", f"TRANSPONDER.md has no place for {listed(without)}. See the old text.")
    left = [(each["line"], each["text"]) for each in present.before.extra.get("unread", ())
            if each["path"] == present.candidate.path]  # fmt: skip
    for line, text in left[:_MOST]:
        yield said("passage-left-out", f"Not converted, line {line}: {' '.join(text.split())[:100]}")
    if more := len(left[_MOST:]):
        yield said("more-left-out", f"Not converted either: {counted(more, 'more passage')} of the old text.")
    main = present.sources.main.name
    if present.is_older:
        told = (
            f"The agent's command (cockpit.md) and other files may still refer to {main}. Change those references to "
        )
        yield said("readers-to-change", f"{told}TRANSPONDER.md.")
    for name in STATE_NAMES:
        if name not in (STATE_FILE, main) and state_file(present.sources.folder, name) is not None:
            told = f"{present.path(name)} is no longer read. You can move it to {present.path('archive')}."
            yield said("older-file-stays", told)


def _says_the_same(before: Track, after: Track) -> bool:
    """Whether position, decisions, todos, blockers and thresholds came over."""
    pairs = ((before.position.phase, after.position.phase), (before.position.plan, after.position.plan))
    values = {each.metric: (each.value, each.agent_will) for each in after.thresholds}
    command = before.next_action.command if before.next_action is not None else None
    return (
        all(one is None or (other is not None and (one.id, one.total) == (other.id, other.total))
            for one, other in pairs)
        and before.position.percent in (None, after.position.percent)
        and after.position.status == migrated_status(before)
        and [each.text for each in before.decisions] == [each.text for each in after.decisions]
        and before.todos == after.todos
        and command in (None, after.next_action.command if after.next_action is not None else None)
        and [each.text for each in before.blockers] == [each.text for each in after.blockers]
        and all(values.get(each.metric) == (each.value, each.agent_will)
                for each in before.thresholds if each.value is not None)
    )  # fmt: skip
