"""`cockpit completion SHELL`: a completion script; and what it asks cockpit for, by argcomplete's protocol."""

import argparse
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from cockpit.actions import LIMITS, NOUNS, OPEN, POSITION_KEYS, Action, Field, after, top_words
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


def _metrics(_line: Line) -> Iterator[Suggestion]:
    from cockpit.rules.thresholds.metrics import METRICS

    return ((metric.name, "") for metric in METRICS)


def _limits(_line: Line) -> Iterator[Suggestion]:
    from cockpit.model import LEVELS
    from cockpit.rules.thresholds.metrics import METRICS

    return ((f"{metric.name}.{level}=", "") for metric in METRICS for level in LEVELS)


def _assignments(line: Line) -> Iterator[Suggestion]:
    """The keys; behind `status=` the statuses that may follow."""
    from cockpit.project.systems import known_moves

    if "=" not in line.prefix:
        yield from ((f"{name}=", text) for name, text in (*_metrics(line), *((each, "") for each in POSITION_KEYS)))
    elif line.prefix.startswith("status=") and (track := line.track()) is not None:
        has_effect = _word_filter(line)
        for status, text in known_moves(track):
            if has_effect(f"status={status}"):
                yield f"status={status}", text


def _word_filter(line: Line) -> Callable[[str], bool]:
    """A predicate: whether the command that a word completes would change something. No other word is offered."""
    from cockpit.cli.changing import intent_of
    from cockpit.project.change import intent_filter

    has_effect = intent_filter(line.workspace(), line.track_key)

    def is_carried_out(word: str) -> bool:
        intent = intent_of((*line.words, "--", word))
        return intent is not None and has_effect(intent)

    return is_carried_out


def _stories(_line: Line) -> Iterator[Suggestion]:
    from cockpit.project.demo import stories

    return iter(stories().items())


def _systems(_line: Line) -> Iterator[Suggestion]:
    from cockpit.project.systems import systems_to_begin

    return iter(systems_to_begin())


def _themes(_line: Line) -> Iterator[Suggestion]:
    from cockpit.project.settings import themes_folder
    from cockpit.themes import catalog

    return ((name, "") for name in catalog.names(themes_folder()))


def _tracks(line: Line) -> Iterator[Suggestion]:
    from cockpit.project.load import load_project

    return ((track.key, track.title or "") for track in load_project(line.path, clock=now).tracks)


def _triggers(line: Line) -> Iterator[Suggestion]:
    from cockpit.project.systems import known_triggers

    track = line.track()
    return ((name, "") for name in dict.fromkeys((*known_triggers(track), *(track.triggers if track else ()))))


def _todos(line: Line, *, done: bool) -> Iterator[Suggestion]:
    track = line.track()
    if track is not None:
        yield from ((todo.text, "") for todo in track.todos if todo.done is done)
        yield from ((each, "") for each in track.open_questions if not done)


def _blockers(line: Line) -> Iterator[Suggestion]:
    from cockpit.rules.attention import blocker_key

    track = line.track()
    unresolved = [each for each in (track.blockers if track else ()) if each.status != "resolved"]
    return ((blocker_key(each), each.text if each.id else "") for each in unresolved)


def _phases(line: Line) -> Iterator[Suggestion]:
    """The phases; those that can make the move that is asked for."""
    track = line.track()
    move = line.action.words[-1] if line.action.words[0] == "phase" else None
    has_effect = _word_filter(line) if move in ("start", "fail", "retry", "skip") and track is not None else None
    for each in track.phases if track is not None else ():
        if each.id and (has_effect is None or (move in each.moves and has_effect(each.id))):
            yield each.id, each.name or ""


def _steps(line: Line) -> Iterator[Suggestion]:
    """What is done can be named: the present task or plan, the active session, a phase."""
    track = line.track()
    if track is None:
        return
    at, whole = track.position, line.words[-1]
    step = {"task": at.task, "plan": at.plan}.get(whole)
    candidates = [((step.id or step.name or ""), step.name or "")] if step is not None else []
    candidates += _phases(line) if whole == "phase" else []
    candidates += [(each.id or "", "") for each in track.sessions] if whole == "session" else []
    has_effect = _word_filter(line)
    yield from ((word, text) for word, text in candidates if word and has_effect(word))


def _errors(line: Line) -> Iterator[Suggestion]:
    track = line.track()
    return ((each.message, each.phase or "") for each in (track.errors if track else ()) if not each.resolved)


def _session_reasons(line: Line) -> Iterator[Suggestion]:
    from cockpit.project.systems import known_session_reasons

    track = line.track()
    return ((name, "") for name in (known_session_reasons(track) if track else ()))


def _error_types(line: Line) -> Iterator[Suggestion]:
    from cockpit.project.systems import known_error_types

    track = line.track()
    return ((name, "") for name in (known_error_types(track) if track else ()))


def _agents(line: Line) -> Iterator[Suggestion]:
    track = line.track()
    agents = (*(agent for phase in track.phases for agent in phase.agents),
             *(track.tokens.by_agent if track.tokens else ())) if track else ()  # fmt: skip
    return ((name, "") for name in dict.fromkeys(agents))


def _sessions(line: Line) -> Iterator[Suggestion]:
    from cockpit.model.reading_options import ReadingOptions
    from cockpit.project.agents import observed_everywhere

    found = observed_everywhere(ReadingOptions(agents=None), clock=now).tracks
    return ((each.id, each.title or each.agent) for track in found for each in track.agents)


def _hooks(_: Line) -> Iterator[Suggestion]:
    from cockpit.project.hooks import HOOKS

    return ((each.id, each.name) for each in HOOKS.values())


def _answers(line: Line) -> Iterator[Suggestion]:
    track = line.track()
    options = track.waiting.options if track is not None and track.waiting is not None else ()
    return ((str(option), "") for option in options)


def _undoable(line: Line) -> Iterator[Suggestion]:
    from cockpit.project.history import undoable

    return ((str(each.number), each.sentence) for each in undoable(line.workspace()))


def _redoable(line: Line) -> Iterator[Suggestion]:
    from cockpit.project.history import redoable

    return ((str(each.number), each.sentence) for each in redoable(line.workspace()))


def _taken_back(line: Line) -> Iterator[Suggestion]:
    from cockpit.project.taken_back import removed_by_others

    return ((str(each.entry), each.sentence) for each in removed_by_others(line.workspace()))


def _entries(line: Line) -> Iterator[Suggestion]:
    from cockpit.project.history import ledger

    records = ledger(line.workspace(), line.track_key)
    return ((str(each.entry), each.sentence) for each in reversed(records) if each.entry is not None)


def _unread(line: Line) -> Iterable[Suggestion]:
    from cockpit.rules.unread import unread

    track = line.track()
    return ((each.place, "") for each in unread(track)) if track is not None else ()


def _checks(line: Line, *, waived: bool) -> Iterator[Suggestion]:
    from cockpit.project.resuming import look

    for each in look(line.workspace(), line.track_key).checks:
        if bool(each.waived) if waived else each.gate == "ask" and each.open:
            yield each.key.rstrip(":"), each.waived or str(each.statement)


OFFERS: Mapping[str, Callable[[Line], Iterable[Suggestion]]] = {
    "metric": _metrics,
    "limit": _limits,
    "assignment": _assignments,
    "story": _stories,
    "system": _systems,
    "theme": _themes,
    "track": _tracks,
    "trigger": _triggers,
    "todo-open": lambda line: _todos(line, done=False),
    "todo-done": lambda line: _todos(line, done=True),
    "blocker": _blockers,
    "phase": _phases,
    "step": _steps,
    "error": _errors,
    "error-type": _error_types,
    "session-reason": _session_reasons,
    "agent": _agents,
    "session": _sessions,
    "hook": _hooks,
    "answer": _answers,
    "undoable": _undoable,
    "redoable": _redoable,
    "taken-back": _taken_back,
    "entry": _entries,
    "unread": _unread,
    "failed-check": lambda line: _checks(line, waived=False),
    "waived": lambda line: _checks(line, waived=True),
}
"""The candidates by what `Field.completes` names."""
