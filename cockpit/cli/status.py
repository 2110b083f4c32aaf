"""`cockpit status`: the model as JSON, or as one screen of text."""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from cockpit.cli.agents import agent_rows, say_looked_at
from cockpit.cli.context import (
    is_plain,
    local_now,
    observed_project_of,
    place_of,
    taken_back,
    tracks_of,
    with_taken_back,
    with_typed_hints,
)
from cockpit.cli.output import columns, runnable, say, say_json
from cockpit.model import LEVELS, Finding, Position, Project, Step, Threshold, Track
from cockpit.model.location import UNTITLED
from cockpit.project.load import limited, nowhere
from cockpit.rules.agent_overview import NOT_VISIBLE
from cockpit.rules.agent_words import usage_of, without_secrets
from cockpit.rules.attention import needs, sentence
from cockpit.rules.handoff.handoff_status import topic_of, waits
from cockpit.rules.thresholds.acknowledgments import LAPSES
from cockpit.rules.thresholds.alert_state import (
    AgentBehaviour,
    agent_behaviour,
    beside_status,
    idle_status,
    is_acknowledged,
    is_told,
    told_by,
    value_and_limit,
)
from cockpit.rules.thresholds.explain import limits_in_words
from cockpit.rules.thresholds.metrics import format_amount
from cockpit.wording.messages import at_place
from cockpit.wording.phrases import counted
from cockpit.wording.times import age, day, until_when

_SHOWN = 8
"""Entries of a list that are printed; the rest is counted."""
_WHOLE = 3
"""Tracks that are printed whole; of more, each is a line."""
_LINES = 16
"""Those lines, so that it stays one screen."""


def run(arguments: argparse.Namespace) -> int:
    """Print the state; with a metric, why it is at its level."""
    if arguments.metric is not None:
        from cockpit.cli.why import run as explain

        return explain(arguments)
    project = with_taken_back(observed_project_of(arguments))
    if arguments.track is None and not project.tracks and (arguments.json or is_plain(project)):
        return _nothing(project, arguments)
    if not project.tracks and is_plain(project):
        raise nowhere(project)
    tracks = tracks_of(arguments, project)
    if arguments.json:
        with_hints = with_typed_hints(project, arguments)
        shown = tracks_of(arguments, with_hints)
        if not arguments.secrets:
            shown = tuple(replace(each, agents=tuple(map(without_secrets, each.agents))) for each in shown)
        say_json(replace(with_hints, tracks=shown), secrets=arguments.secrets)
        return 0
    when = local_now()
    if len(tracks) > _WHOLE:
        _overview(project)
    else:
        for number, track in enumerate(tracks):
            if number:
                say()
            _track(track, () if number else project.findings, when, place_of(track, project, arguments))
    _findings(project, tracks)
    if (early := limited(project)) is not None:
        say(str(early))
    return 0


def _nothing(project: Project, arguments: argparse.Namespace) -> int:
    """A repository in which nothing is kept, and no agent is known to have worked."""
    if arguments.json:
        say_json(project, secrets=arguments.secrets)
        return 0
    say_looked_at(project)
    say(runnable(nowhere(project).whole))
    if (lost := taken_back(arguments, project.root)) is not None:
        say(lost)
    return 0


def _overview(project: Project) -> None:
    """A line for each track, those that need a person first."""
    say(runnable(f"{len(project.tracks)} tracks in {project.root}; `cockpit status --track ID` shows one"))
    counts = sorted(((len(needs(track)), track) for track in project.tracks), key=lambda each: not each[0])
    rows = [
        (track.key, track.title or track.id or UNTITLED, f"needs you: {count}" if count else "", _where(track))
        for count, track in counts
    ]
    columns(rows[:_LINES])
    if len(rows) > _LINES:
        say(f"  … and {len(rows) - _LINES} more")


def _track(track: Track, findings: tuple[Finding, ...], now: datetime, place: Sequence[str]) -> None:
    if track.is_plain and not track.is_observed:
        limited = any(any(each.limits.items()) or each.unreadable for each in track.thresholds)
        what = f"limits that you set  {track.path}" if limited else "no limits set"
        say(f"{track.title or UNTITLED} · {what}")
    elif track.is_observed:
        say(f"{track.title or UNTITLED}: no state is kept here; only sessions of agents are shown.")
    else:
        say(f"{track.title or track.id or UNTITLED} · {track.system}  {track.path}")
        say(f"  {_where(track)}")
    progress = _progress(track.position)
    if progress:
        say(f"  {progress}")
    columns(_facts(track, now, place))
    idle = idle_status(track, now)
    hidden = [str(each.message) for each in (*findings, *track.findings) if each.code == NOT_VISIBLE]
    nothing = hidden[0] if hidden else "nothing" if idle.calm else idle.sentence  # the agent may still be held
    _list("Needs you", ((need.word, str(sentence(need, now))) for need in needs(track, findings)), none=nothing)
    _list("Agents", agent_rows([*track.agents], now))
    if track.is_observed:
        _list("Used", ((each.metric, each.value or "–", str(each.note)) for each in usage_of(track.agents)))
    _list(
        "Limits" if track.counts_use else "Thresholds", (threshold_row(each, track, now) for each in track.thresholds)
    )
    _list("Blockers", ((each.status, each.text, "; ".join(map(str, each.stops))) for each in track.blockers))
    _list("Decisions", ((each.text, each.outcome or topic_of(each)) for each in track.decisions))
    _list("Todos", (("[x]" if each.done else "[ ]", each.text) for each in track.todos))


def _where(track: Track) -> str:
    at = track.position
    parts = [", ".join(filter(None, (at.status_label, str(beside_status(track) or ""))))]
    steps = [(name, step) for name in ("phase", "plan", "task") if (step := getattr(at, name)) is not None]
    return " · ".join([*parts, *(f"{name} {_step(step)}" for name, step in steps)])


def _step(step: Step) -> str:
    number = f"{step.id or '?'} of {step.total}" if step.total is not None else step.id
    return " ".join(filter(None, (number, step.name))) or "?"


def _progress(at: Position) -> str:
    parts = []
    if at.percent is not None:
        parts.append(f"agent says {at.claimed}")
    if at.counted is not None:
        parts.append(f"{at.counted.done} of {at.counted.total} {at.counted.unit} done")
    return " · ".join(parts)


def _facts(track: Track, now: datetime, place: Sequence[str]) -> Iterator[tuple[str, str]]:
    activity = track.position.last_activity
    if activity is not None:
        yield "last", " ".join(filter(None, (day(activity.date, now), str(activity.text or ""))))
    if track.waiting is not None:
        yield "asks", str(track.waiting.question)
        yield from (("", str(option)) for option in track.waiting.options)
        if track.waiting.recommendation:
            yield "recommended", str(track.waiting.recommendation)
    if track.next_action is not None:
        command = track.next_action.command
        text = str(track.next_action.text)
        if track.next_action.source == "rule":
            text = at_place(text, place)
        yield ("next run", f"in the agent: {command}") if command else ("next", text)
    if waits(track):
        yield "handoff", runnable("waits; `cockpit resume` checks it", place)
    stopped = track.continuity.stopped_at
    if stopped:
        yield "stopped", stopped
    ended = max((each for each in track.sessions if each.ended), key=lambda each: each.ended or "", default=None)
    if ended is not None and (ended.handoff_reason or (stopped and ended.working_on == stopped and ended.notes)):
        parts = (day(ended.ended, now), ended.handoff_reason, ended.notes)
        yield "session", " · ".join(filter(None, parts))


def threshold_row(threshold: Threshold, track: Track, now: datetime) -> tuple[str, str, str, str]:
    """Metric, value, limits and state of a threshold, as columns."""
    value = "—" if threshold.value is None else format_amount(threshold.value, threshold.unit)
    value = "not known" if track.counts_use and threshold.value is None else value
    every = [format_amount(limit, threshold.unit) for _, limit in threshold.limits.items()]
    limits = " / ".join(every) if len(every) == len(LEVELS) else limits_in_words(threshold)
    return threshold.metric, value, limits, _state(threshold, track, now)


def _state(threshold: Threshold, track: Track, now: datetime) -> str:
    found = agent_behaviour(threshold, track)
    parts = [_level(threshold, found) if not track.counts_use or threshold.level or threshold.unreadable else ""]
    acknowledgment = threshold.acknowledgment
    if acknowledgment is not None and threshold.level in ("alert", "stop"):
        if is_acknowledged(threshold) and acknowledgment.effective:
            parts.append(f"acknowledged {age(acknowledgment.at, now) or acknowledgment.at or ''}".rstrip())
        elif acknowledgment.reason is not None:
            parts.append(f"acknowledgment lapsed: {LAPSES[acknowledgment.reason].ended}")
    elif threshold.acknowledgment_unread and threshold.level == "alert":
        parts.append("whether acknowledged cannot be read")
    if threshold.seen_at is not None:
        parts.append("seen")
    parts.append(found.brief)
    if is_told(threshold):
        parts.append(told_by(threshold, now))
    if threshold.snoozed_until is not None:
        parts.append(f"snoozed until {until_when(threshold.snoozed_until, now) or threshold.snoozed_until}")
    return ", ".join(filter(None, parts))


def _level(threshold: Threshold, found: AgentBehaviour) -> str:
    """The level; without a value only what was recorded is known, and no level is none that could be `ok`, neither is
    one at which the agent is held by its own limit.
    """
    if threshold.unreadable:
        return f"{f'{threshold.level}, or worse' if threshold.level else 'unknown'}: {value_and_limit(threshold)}"
    if threshold.value is None:
        return f"no value, {threshold.level} recorded" if threshold.level else "no value"
    return threshold.level or ("ok" if found.kind == "goes on" else "no level")


def _list(heading: str, entries: Iterable[tuple[str, ...]], none: str = "") -> None:
    rows = list(entries)
    if not rows and not none:
        return
    say(f"{heading}: {none}" if not rows else heading)
    columns(rows[:_SHOWN])
    if len(rows) > _SHOWN:
        say(f"  … and {len(rows) - _SHOWN} more")


def _findings(project: Project, tracks: Iterable[Track]) -> None:
    found = [*project.findings, *(finding for track in tracks for finding in track.findings)]
    if found:
        errors = sum(finding.severity == "error" for finding in found)
        including = f", including {counted(errors, 'error')}" if errors else ""
        say(runnable(f"Findings: {len(found)}{including}; `cockpit lint` lists them"))
