"""What a person means who types a part of a text; keys act on the whole text that was on screen."""

from collections.abc import Iterable
from dataclasses import replace

from cockpit.model import Track
from cockpit.model.errors import Refused
from cockpit.model.intents import Bypass, CloseQuestion, Identify, Intent, ResolveError, TickTodo, Unblock
from cockpit.rules.attention import blocker_key

_SHOWN = 5
Candidate = tuple[str, str, bool]
"""A key, its text, and whether it is still open."""


def meant(intent: Intent, track: Track) -> Intent:
    """The intent with the whole text of the blocker, todo or error that was typed in part.

    One that is open comes before one that is not. What nothing has stays as it is. Raises Refused, naming them, where
    several have it.
    """
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


def _only(candidates: list[Candidate], typed: str) -> str:
    """The key of the one that is meant; what was typed where none is."""
    part = " ".join(typed.split()).casefold()
    if not part or any(key == typed for key, _, _ in candidates):
        return typed
    texts = [(key, " ".join(text.split()), is_open) for key, text, is_open in candidates]
    named = [each for each in texts if each[1].casefold() == part]
    named = named or [each for each in texts if part in each[1].casefold()]
    found = {key: text for key, text, is_open in named if is_open} or {key: text for key, text, _ in named}
    if len(found) > 1:
        several = _quoted(found.values())
        raise Refused(f'"{typed.strip()[:100]}" may be any of these, name one in full: {several}.')
    return next(iter(found), typed)


def _quoted(texts: Iterable[str]) -> str:
    shown = [f'"{text if len(text) <= 100 else f"{text[:99]}…"}"' for text in texts]
    return "; ".join([*shown[:_SHOWN], *(["…"] if len(shown) > _SHOWN else [])])
