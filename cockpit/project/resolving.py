"""An intent in the words of the track that it is about."""

from dataclasses import replace

from cockpit.model import Track
from cockpit.model.errors import CommandError, NeedsConfirmation
from cockpit.model.intents import (
    AddQuestion,
    AddTodo,
    Answer,
    CloseQuestion,
    Complete,
    HandOff,
    Intent,
    ResetRetries,
    SetLimit,
    Several,
    TickTodo,
    Whole,
)
from cockpit.project.systems import known_session_reasons
from cockpit.rules.preconditions import conflict, part_of
from cockpit.rules.references import matching_option, resolve_references
from cockpit.rules.thresholds.metrics import format_amount
from cockpit.wording.messages import command_line

MUCH = 10
"""Times the limit before, and the value, from which a new one is asked about."""
_WHOLES: tuple[Whole, ...] = ("task", "plan", "phase")


def resolved(track: Track, intent: Intent, *, typed: bool) -> Intent:
    """An intent in the words of a track; where it was `typed`, a part of a text is enough to name what is meant.

    Raises CommandError where the track has nothing of what it is about."""
    if isinstance(intent, Several):
        return _all_resolved(track, intent, typed=typed)
    intent = _as_kept(track, intent)
    intent = resolve_references(intent, track) if typed else intent
    if isinstance(intent, Complete) and intent.reason is not None and not known_session_reasons(track):
        raise CommandError(
            "project.no-session-reasons",
            f"{track.title or track.key} does not record why a session ends. Omit the reason.",
        )
    if isinstance(intent, Answer):
        intent = _answering(track, intent)
    if isinstance(intent, ResetRetries) and track.retries is None:
        raise CommandError("project.no-retries-counted", f"{track.title or track.key} does not count retries.")
    if isinstance(intent, HandOff) and track.is_plain and "handoff" in track.lacks:
        raise CommandError("project.no-handoff-here", str(track.lacks["handoff"]))
    if isinstance(intent, SetLimit):
        _ask_about_much(track, intent)
    return intent


def _all_resolved(track: Track, intent: Several, *, typed: bool) -> Several:
    """All of them; where one is asked about, what is done instead is all of them too."""
    ready = list(intent.intents)
    for place, each in enumerate(intent.intents):
        try:
            ready[place] = resolved(track, each, typed=typed)
        except NeedsConfirmation as asks:
            ready[place] = asks.instead
            asks.instead = replace(intent, intents=(*ready[: place + 1], *intent.intents[place + 1 :]))
            raise
    return replace(intent, intents=tuple(ready))


def _as_kept(track: Track, intent: Intent) -> Intent:
    """An intent about the lists that the track has: a todo is an open question where it keeps these instead; and about
    the smallest step that the track has, where none is named. Raises CommandError for what such a list cannot do."""
    match intent:
        case AddTodo(text=text) if track.keeps_questions:
            return AddQuestion(text=text)
        case TickTodo(text=text, done=done) if track.keeps_questions:
            if not done:
                raise CommandError(
                    "project.question-not-reopened",
                    "A closed question cannot be reopened. Add it again: `cockpit todo add TEXT`.",
                )
            return CloseQuestion(text=text)
        case Complete(whole="smallest"):
            smallest = (each for each in _WHOLES if each not in track.lacks and part_of(track, each) is not None)
            return replace(intent, whole=next(smallest, "phase"))
    return intent


def _ask_about_much(track: Track, intent: SetLimit) -> None:
    """Raise NeedsConfirmation for a limit that is more than ten times the one before, and the value."""
    threshold = track.threshold(intent.metric)
    old = threshold.limits.at(intent.level) if threshold is not None else None
    if intent.force or threshold is None or not old or intent.value is None:
        return
    if intent.value <= MUCH * max(old, threshold.value or 0):  # a value far beyond its limit needs such a one
        return
    before, new = format_amount(old, threshold.unit), format_amount(intent.value, threshold.unit)
    raise NeedsConfirmation(
        (
            f"The {intent.level} limit of {intent.metric} would rise from {before} to {new}, more than {MUCH} "
            "times as high."
        ),
        f"{command_line('limit', f'{intent.metric}.{intent.level}={intent.value:.15g}', '--force')} sets it.",
        agreed=f"Set {new}",
        instead=replace(intent, force=True),
    )


def _answering(track: Track, intent: Answer) -> Answer:
    """The answer in the words of an option, bound to the question. Raises CommandError where it is none."""
    if (instead := conflict(intent, track)) is not None:
        raise CommandError(instead)
    waiting, name = track.waiting, track.title or track.key
    if waiting is None and track.open_questions and track.keeps_questions:
        raise CommandError(
            "project.only-open-questions",
            f"{name} is not waiting for an answer. To close an open question: `cockpit todo done TEXT`.",
        )
    if waiting is None:
        raise CommandError(
            "project.no-question-asked", f"{name} has no question to answer. `cockpit status` shows what needs you."
        )
    option = matching_option(waiting, intent.option)
    if option is None and not waiting.options:
        raise CommandError("project.empty-answer", "The answer is empty.")
    if option is None:
        known = tuple(f"{number} {each}" for number, each in enumerate(waiting.options, start=1))
        raise CommandError("project.no-such-option", f"Not an option: {intent.option!r}. Options: {', '.join(known)}.")
    return replace(intent, option=option, seen=str(waiting.question))
