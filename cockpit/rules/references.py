"""What a person refers to: an entry by its words or number, an option of a question."""

from collections.abc import Iterable
from dataclasses import replace

from cockpit.model import Track, Waiting
from cockpit.model.errors import CommandError
from cockpit.model.intents import Bypass, CloseQuestion, Identify, Intent, ResolveError, TickTodo, Unblock
from cockpit.rules.attention import blocker_key
from cockpit.wording.numbers import whole_number

# What a person means who types a part of a text; keys act on the whole text that was on screen

_SHOWN = 5
Nameable = tuple[str, str, bool]
"""A key, its text, and whether it is still open."""


def resolve_references(intent: Intent, track: Track) -> Intent:
    """The intent with the whole text of the blocker, todo or error that was typed in part.

    One that is open comes before one that is not. What nothing has stays as it is. Raises CommandError, naming them,
    where several have it."""
    match intent:
        case Unblock(blocker=typed) | Bypass(blocker=typed) | Identify(blocker=typed):
            blockers = [(blocker_key(each), each.text, each.status != "resolved") for each in track.blockers]
            return replace(intent, blocker=_only(blockers, typed))
        case TickTodo(text=typed, done=done):
            todos = [(each.text, each.text, each.done != done) for each in track.todos]
            return replace(intent, text=_only(todos, typed))
        case ResolveError(error=typed):
            errors = [(each.message, each.message, not each.resolved) for each in track.errors]
            return replace(intent, error=_only(errors, typed))
        case CloseQuestion(text=typed):
            questions = [(each, each, True) for each in track.open_questions]
            return replace(intent, text=_only(questions, typed))
    return intent


def _only(candidates: list[Nameable], typed: str) -> str:
    """The key of the one that is meant; what was typed where none is."""
    part = " ".join(typed.split()).casefold()
    if not part or any(key == typed for key, _, _ in candidates):
        return typed
    texts = [(key, " ".join(text.split()), is_open) for key, text, is_open in candidates]
    named = [each for each in texts if each[1].casefold() == part]
    named = named or [each for each in texts if part in each[1].casefold()]
    found = {key: text for key, text, is_open in named if is_open} or {key: text for key, text, _ in named}
    if len(found) > 1:
        are_same = len({text.casefold() for text in found.values()}) < len(found)
        names = [f"{key}: {text}" if are_same and key != text else text for key, text in found.items()]
        told = f'"{typed.strip():.100}" is ambiguous. Matches: {_quoted(names)}.'
        raise CommandError("rules.several-match", f"{told} Type the {'id' if are_same else 'full text'}.")
    return next(iter(found), typed)


def _quoted(texts: Iterable[str]) -> str:
    quoted = [f'"{text if len(text) <= 100 else f"{text[:99]}…"}"' for text in texts]
    return "; ".join([*quoted[:_SHOWN], *(["…"] if len(quoted) > _SHOWN else [])])


# What a person means by the answer they type


def matching_option(waiting: Waiting, typed: str) -> str | None:
    """The text of the option that is meant: by its words, its number, or a beginning that only it has; else None.

    A question without options takes any text.
    """
    text = typed.strip()
    if not waiting.options:
        return text or None
    folded, options = text.casefold(), tuple(map(str, waiting.options))
    for option in options:
        if option.strip().casefold() == folded:
            return option
    number = whole_number(text)
    if number is not None and 1 <= number <= len(options):
        return options[number - 1]
    likely = [option for option in options if folded and option.strip().casefold().startswith(folded)]
    return likely[0] if len(likely) == 1 else None
