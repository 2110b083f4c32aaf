"""What can stand in an argument, by what it names: metrics, triggers, entries of the ledger, tracks ..."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cockpit.cli.clocks import now
from cockpit.cli.verbs import Verb, Words

if TYPE_CHECKING:
    from cockpit.actions.change import Writer
    from cockpit.model import Track

Candidate = tuple[str, str]
"""A word, and what it means in a few more."""


class Line(NamedTuple):
    """A command line up to the word under the cursor.

    `given` are the words that followed the verb, options left out; `pending` is the option whose value comes next.
    """

    verb: Verb | None = None
    given: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    pending: Words | None = None
    path: Path = Path()
    track: str | None = None


def _metrics(line: Line) -> Iterable[Candidate]:
    from cockpit.rules.metrics import METRICS

    quiet = (("silence", "of work in progress"),) if line.verb is not None and line.verb.name == "snooze" else ()
    return (*((metric.name, "") for metric in METRICS), *quiet)


def _limits(_line: Line) -> Iterator[Candidate]:
    from cockpit.model import LEVELS
    from cockpit.rules.metrics import METRICS

    return ((f"{metric.name}.{level}=", "") for metric in METRICS for level in LEVELS)


def _spans(_line: Line) -> Iterator[Candidate]:
    return ((span, "") for span in ("30m", "2h", "8h", "1d", "off"))


def _systems(_line: Line) -> Iterator[Candidate]:
    from cockpit.actions.known import systems_to_begin

    return iter(systems_to_begin())


def _themes(_line: Line) -> Iterator[Candidate]:
    from cockpit.actions.settings import themes_folder
    from themes import catalog

    return ((name, "") for name in catalog.names(themes_folder()))


def _tracks(line: Line) -> Iterator[Candidate]:
    from cockpit.actions.load import load_project

    return ((track.key, track.title or "") for track in load_project(line.path, clock=now).tracks)


def _track(line: Line) -> "Track | None":
    """The track the command is about; None where it must say which."""
    from cockpit.actions.load import load_project

    project = load_project(line.path, clock=now)
    return project.track(line.track) if line.track or len(project.tracks) == 1 else None


def _triggers(line: Line) -> Iterator[Candidate]:
    from cockpit.actions.known import known_triggers

    track = _track(line)
    return ((name, "") for name in dict.fromkeys((*known_triggers(track), *(track.triggers if track else ()))))


def _positions(line: Line) -> Iterator[Candidate]:
    from cockpit.actions.known import known_moves

    track = _track(line) if line.given == ("status",) else None
    if track is None:
        return iter(())
    does = _carried_out(line)
    return (each for each in known_moves(track) if does(each[0]))


def _carried_out(line: Line) -> Callable[[str], bool]:
    """What tells of a word whether the command that it completes would do something: no other is offered."""
    from cockpit.actions.change import carried_out
    from cockpit.cli.changing import intent_of

    verb = line.verb.name if line.verb is not None else ""
    does = carried_out(_writer(line), line.track)

    def is_carried_out(word: str) -> bool:
        intent = intent_of((verb, *line.given, "--", word))
        return intent is not None and does(intent)

    return is_carried_out


def _todos(line: Line) -> Iterator[Candidate]:
    track = _track(line) if line.given[0] != "add" else None
    wanted = line.given[0] == "undone"
    return ((todo.text, "") for todo in (track.todos if track else ()) if todo.done is wanted)


def _blockers(line: Line) -> Iterator[Candidate]:
    from cockpit.rules.attention import blocker_key

    track = _track(line)
    waiting = [each for each in (track.blockers if track else ()) if each.status != "resolved"]
    return ((blocker_key(each), each.text if each.id else "") for each in waiting)


def _phases(line: Line) -> Iterator[Candidate]:
    """The phases; those that can make the move that is asked for."""
    from cockpit.actions.known import known_phase_moves

    track = _track(line)
    if track is None:
        return
    does = _carried_out(line) if line.verb is not None and line.verb.name == "phase" else None
    for each in track.phases:
        if each.id and (does is None or (line.given[0] in known_phase_moves(track, each) and does(each.id))):
            yield each.id, each.name or ""


def _errors(line: Line) -> Iterator[Candidate]:
    track = _track(line) if line.given[0] == "resolve" else None
    return ((each.message, each.phase or "") for each in (track.errors if track else ()) if not each.resolved)


def _session_reasons(line: Line) -> Iterator[Candidate]:
    from cockpit.actions.known import known_session_reasons

    track = _track(line)
    return ((name, "") for name in (known_session_reasons(track) if track else ()))


def _error_types(line: Line) -> Iterator[Candidate]:
    from cockpit.actions.known import known_error_types

    track = _track(line)
    return ((name, "") for name in (known_error_types(track) if track else ()))


def _agents(line: Line) -> Iterator[Candidate]:
    track = _track(line)
    named = (*(agent for phase in track.phases for agent in phase.agents),
             *(track.tokens.by_agent if track.tokens else ())) if track else ()  # fmt: skip
    return ((name, "") for name in dict.fromkeys(named))


def _answers(line: Line) -> Iterator[Candidate]:
    track = _track(line)
    options = track.waiting.options if track is not None and track.waiting is not None else ()
    return ((option, "") for option in options)


def _writer(line: Line) -> "Writer":
    from cockpit.actions.change import Writer
    from cockpit.actions.load import project_root

    return Writer(root=project_root(line.path), now=now(), read_only=True)


def _questions(line: Line) -> Iterator[Candidate]:
    track = _track(line) if line.given[0] == "close" else None
    return ((each, "") for each in (track.open_questions if track else ()))


def _undoable(line: Line) -> Iterator[Candidate]:
    from cockpit.actions.history import undoable

    return ((str(each.id), each.sentence) for each in undoable(_writer(line)))


def _redoable(line: Line) -> Iterator[Candidate]:
    from cockpit.actions.history import redoable

    return ((str(each.id), each.sentence) for each in redoable(_writer(line)))


def _kept(line: Line) -> Iterator[Candidate]:
    from cockpit.actions.kept import kept

    return ((str(each.entry), each.path) for each in kept(_writer(line)))


def _waived(line: Line) -> Iterator[Candidate]:
    from cockpit.actions.resuming import look

    return ((each.key.rstrip(":"), each.waived) for each in look(_writer(line), line.track).checks if each.waived)


OFFERS: Mapping[str, Callable[[Line], Iterable[Candidate]]] = {
    "metric": _metrics,
    "limit": _limits,
    "span": _spans,
    "system": _systems,
    "theme": _themes,
    "track": _tracks,
    "trigger": _triggers,
    "position": _positions,
    "todo": _todos,
    "blocker": _blockers,
    "phase": _phases,
    "error": _errors,
    "question": _questions,
    "error-type": _error_types,
    "session-reason": _session_reasons,
    "agent": _agents,
    "answer": _answers,
    "undoable": _undoable,
    "redoable": _redoable,
    "kept": _kept,
    "waived": _waived,
    "folder": lambda _: ((":folders", ""),),
    "file": lambda _: ((":files", ""),),
}
"""What `Words.completes` names."""
