"""`cockpit completion SHELL`: a completion script; and what it asks cockpit for, by argcomplete's protocol."""

import argparse
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from cockpit.actions import LEVELS, LIMITS, NOUNS, OPEN, POSITION_KEYS, Action, Field, after, top_words
from cockpit.cli.context import now
from cockpit.cli.output import put
from cockpit.cli.parser import argparse_options, flags_of, options_of, sorted_words
from cockpit.wording.printable import printable

if TYPE_CHECKING:
    from cockpit.model import Track
    from cockpit.project.workspace import Workspace


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    from argcomplete.shell_integration import shellcode

    put(shellcode(["cockpit"], shell=arguments.shell))
    return 0


def complete() -> NoReturn:
    """Answer a completion script, and exit. Whatever goes wrong, a person at a prompt must not see it."""
    from argcomplete import autocomplete
    from argcomplete.completers import SuppressCompleter
    from argcomplete.lexers import split_line

    line, point = os.environ["COMP_LINE"], int(os.environ["COMP_POINT"])
    *_, words, _ = split_line(line, point)
    autocomplete(parser_of(words[1:]), always_complete_options=False, default_completer=SuppressCompleter())
    raise SystemExit(0)


def parser_of(words: Sequence[str]) -> argparse.ArgumentParser:
    """A parser of the command that these words begin; each of its arguments has a completer."""
    typed = sorted_words(words)[1]
    known = after(typed[0]) if typed else ()
    action = next((each for each in known if len(each.words) > 1 and each.words == tuple(typed[:2])), None)
    action = action or next((each for each in known if len(each.words) == 1), OPEN)
    parser = argparse.ArgumentParser(prog="cockpit", allow_abbrev=False)
    if action is OPEN:
        parser.add_argument("--version", action="version", version="")
        parser.add_argument("path", nargs="?").completer = _first_words  # type: ignore[attr-defined]
    for number, word in enumerate(action.words):
        parser.add_argument(f"word{number}", choices=[word])
    verbs = {each.words[1]: each.summary for each in known if len(each.words) > 1} if len(action.words) == 1 else {}
    positionals = [field for field in action.fields if field.positional and action is not OPEN]
    if verbs and not positionals:
        parser.add_argument("verb", nargs="?").completer = lambda **_: verbs  # type: ignore[attr-defined]
    for field in positionals:
        options = argparse_options(field)
        options.pop("choices", None)
        offered = _completer(field, action, verbs)
        parser.add_argument(field.name, **options).completer = offered  # type: ignore[attr-defined]
    own = options_of(action) if action is not OPEN else (*options_of(action), LIMITS)
    for field in dict.fromkeys(own):
        added = parser.add_argument(*flags_of(field), dest=field.name, **{**argparse_options(field), "required": False}
                                    if field.kind != "flag" else argparse_options(field))  # fmt: skip
        if field.kind != "flag":
            added.completer = _completer(field, action, {})  # type: ignore[attr-defined]
    return parser


def _first_words(prefix: str, **_: object) -> dict[str, str]:
    """Commands, and folders, one of which may be the project."""
    from argcomplete.completers import DirectoriesCompleter

    words = {word: NOUNS.get(word) or after(word)[0].summary for word in top_words()}
    return _harmless({**words, **dict.fromkeys(DirectoriesCompleter()(prefix), "")})


def _harmless(found: Mapping[str, str]) -> dict[str, str]:
    """Of words and their explanations those with nothing in them that a terminal would act on."""
    return {word: printable(text) for word, text in found.items() if printable(word) == word}


def _completer(field: Field, action: Action, verbs: Mapping[str, str]) -> Callable[..., dict[str, str]]:
    """The function that argcomplete asks for what may stand in an argument: each word, and what it means."""

    def offered(prefix: str, parsed_args: argparse.Namespace, **_: object) -> dict[str, str]:
        from argcomplete.completers import DirectoriesCompleter, FilesCompleter

        if field.completes in ("folder", "file"):
            names = (DirectoriesCompleter() if field.completes == "folder" else FilesCompleter())(prefix)
            return _harmless(dict.fromkeys(names, ""))
        found = {**verbs, **dict.fromkeys(field.choices, "")}
        if field.completes:
            with suppress(Exception):  # whatever cannot be read: a person at a prompt must not see it
                found.update(OFFERS[field.completes](Line.of(action, parsed_args, prefix)))
        return _harmless(found)

    return offered


# What can stand in an argument, by what it names: metrics, triggers, entries of the log, tracks

Suggestion = tuple[str, str]
"""A word, and a short explanation."""


class Line(NamedTuple):
    """A command line up to the word under the cursor, of which `prefix` is there already; `words` stand before it."""

    action: Action
    words: tuple[str, ...]
    path: Path
    track_key: str | None
    prefix: str

    @classmethod
    def of(cls, action: Action, parsed: argparse.Namespace, prefix: str) -> "Line":
        """The line that argcomplete has parsed so far."""
        whole = getattr(parsed, "whole", None)
        words = (*action.words, whole) if whole else action.words
        return cls(action, words, Path(parsed.project or "."), parsed.track, prefix)

    def track(self) -> "Track | None":
        """The track the command is about; None where it must say which."""
        from cockpit.project.load import load_project

        project = load_project(self.path, clock=now)
        return project.track(self.track_key) if self.track_key or len(project.tracks) == 1 else None

    def workspace(self) -> "Workspace":
        """Whoever types, who writes nothing yet."""
        from cockpit.project.load import project_root
        from cockpit.project.workspace import Workspace

        return Workspace(root=project_root(self.path), now=now(), read_only=True)


def _plain(words: Iterable[str]) -> Iterable[Suggestion]:
    """Words that explain themselves, each once."""
    return dict.fromkeys(words, "").items()


def _metrics() -> list[str]:
    from cockpit.rules.thresholds.metrics import METRICS

    return [each.name for each in METRICS]


def _assignments(line: Line) -> Iterable[Suggestion]:
    """The keys; behind `status=` the statuses that may follow."""
    from cockpit.project.systems import known_moves

    if "=" not in line.prefix:
        return _plain(f"{name}=" for name in (*_metrics(), *POSITION_KEYS))
    track = line.track() if line.prefix.startswith("status=") else None
    if track is None:
        return ()
    has_effect = _word_filter(line)
    moves = ((f"status={status}", text) for status, text in known_moves(track))
    return (each for each in moves if has_effect(each[0]))


def _word_filter(line: Line) -> Callable[[str], bool]:
    """A predicate: whether the command that a word completes would change something. No other word is offered."""
    from cockpit.cli.changing import intent_of
    from cockpit.project.change import intent_filter

    has_effect = intent_filter(line.workspace(), line.track_key)

    def is_carried_out(word: str) -> bool:
        intent = intent_of((*line.words, "--", word))
        return intent is not None and has_effect(intent)

    return is_carried_out


def _stories(_line: Line) -> Iterable[Suggestion]:
    from cockpit.project.demo import stories

    return stories().items()


def _systems(_line: Line) -> Iterable[Suggestion]:
    from cockpit.project.systems import systems_to_begin

    return systems_to_begin()


def _themes(_line: Line) -> Iterable[Suggestion]:
    from cockpit.project.settings import themes_folder
    from cockpit.themes import catalog

    return _plain(catalog.names(themes_folder()))


def _hooks(_: Line) -> Iterator[Suggestion]:
    from cockpit.project.hooks import HOOKS

    return ((each.id, each.name) for each in HOOKS.values())


def _tracks(line: Line) -> Iterator[Suggestion]:
    from cockpit.project.load import load_project

    return ((track.key, track.title or "") for track in load_project(line.path, clock=now).tracks)


def _sessions(line: Line) -> Iterator[Suggestion]:
    from cockpit.model.reading_options import ReadingOptions
    from cockpit.project.agents import observed_everywhere

    found = observed_everywhere(ReadingOptions(agents=None), clock=now).tracks
    return ((each.id, each.title or each.agent) for track in found for each in track.agents)


def _of_track(kind: str, line: Line) -> Iterable[Suggestion]:
    """What stands in the track that the command is about."""
    from cockpit.project.systems import known_error_types, known_session_reasons, known_triggers
    from cockpit.rules.attention import blocker_key
    from cockpit.rules.unread import unread

    track = line.track()
    if track is None:
        return _plain(known_triggers(None)) if kind == "trigger" else ()
    todos, tokens, waiting = track.todos, track.tokens, track.waiting
    agents = (*(agent for phase in track.phases for agent in phase.agents), *(tokens.by_agent if tokens else ()))
    blockers = (each for each in track.blockers if each.status != "resolved")
    offered: Mapping[str, Iterable[Suggestion]] = {
        "trigger": _plain((*known_triggers(track), *track.triggers)),
        "todo-open": _plain((*(each.text for each in todos if not each.done), *track.open_questions)),
        "todo-done": _plain(each.text for each in todos if each.done),
        "blocker": ((blocker_key(each), each.text if each.id else "") for each in blockers),
        "phase": _phases(line, track),
        "step": _steps(line, track),
        "error": ((each.message, each.phase or "") for each in track.errors if not each.resolved),
        "error-type": _plain(known_error_types(track)),
        "session-reason": _plain(known_session_reasons(track)),
        "agent": _plain(agents),
        "answer": _plain(map(str, waiting.options if waiting is not None else ())),
        "unread": ((each.place, "") for each in unread(track)),
    }
    return offered[kind]


def _phases(line: Line, track: "Track") -> Iterator[Suggestion]:
    """The phases; those that can make the move that is asked for."""
    move = line.action.words[-1] if line.action.words[0] == "phase" else None
    has_effect = _word_filter(line) if move in ("start", "fail", "retry", "skip") else None
    for each in track.phases:
        if each.id and (has_effect is None or (move in each.moves and has_effect(each.id))):
            yield each.id, each.name or ""


def _steps(line: Line, track: "Track") -> Iterator[Suggestion]:
    """What is done can be named: the present task or plan, the active session, a phase."""
    at, whole = track.position, line.words[-1]
    step = {"task": at.task, "plan": at.plan}.get(whole)
    candidates = [((step.id or step.name or ""), step.name or "")] if step is not None else []
    candidates += _phases(line, track) if whole == "phase" else []
    candidates += [(each.id or "", "") for each in track.sessions] if whole == "session" else []
    has_effect = _word_filter(line)
    yield from ((word, text) for word, text in candidates if word and has_effect(word))


def _of_journal(kind: str, line: Line) -> Iterable[Suggestion]:
    """The entries of the journal."""
    from cockpit.project.history import ledger, redoable, undoable

    if kind == "entry":
        records = reversed(ledger(line.workspace(), line.track_key))
        return ((str(each.number), each.sentence) for each in records if each.number)
    entries = (undoable if kind == "undoable" else redoable)(line.workspace())
    return ((str(each.number), each.sentence) for each in entries)


def _taken_back(line: Line) -> Iterator[Suggestion]:
    from cockpit.project.taken_back import removed_by_others

    return ((str(each.entry.number), str(each.entry.change)) for each in removed_by_others(line.workspace()))


def _checks(line: Line, *, waived: bool) -> Iterator[Suggestion]:
    from cockpit.project.resuming import look

    for each in look(line.workspace(), line.track_key).checks:
        if bool(each.waived) if waived else each.gate == "ask" and each.open:
            yield each.key.rstrip(":"), each.waived or str(each.statement)


_OF_TRACK = ("trigger", "todo-open", "todo-done", "blocker", "phase", "step", "error", "error-type", "session-reason",
             "agent", "answer", "unread")  # fmt: skip
OFFERS: Mapping[str, Callable[[Line], Iterable[Suggestion]]] = {
    "metric": lambda _: _plain(_metrics()),
    "limit": lambda _: _plain(f"{metric}.{level}=" for metric in _metrics() for level in LEVELS),
    "assignment": _assignments,
    "story": _stories,
    "system": _systems,
    "theme": _themes,
    "hook": _hooks,
    "track": _tracks,
    "session": _sessions,
    **{kind: partial(_of_track, kind) for kind in _OF_TRACK},
    **{kind: partial(_of_journal, kind) for kind in ("undoable", "redoable", "entry")},
    "taken-back": _taken_back,
    "failed-check": partial(_checks, waived=False),
    "waived": partial(_checks, waived=True),
}
"""The candidates by what `Field.completes` names. Only what is needed for one is imported: TAB must not make wait."""
