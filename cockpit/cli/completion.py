"""`cockpit completion SHELL`: a completion script. It asks `cockpit __complete` what may follow."""

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cockpit.cli.context import now
from cockpit.cli.output import put
from cockpit.cli.verbs import COMMON, OPEN, VERBS, WRITING, Argument, Verb
from cockpit.wording.printable import printable

if TYPE_CHECKING:
    from cockpit.model import Track
    from cockpit.project.change import Writer


BASH = r"""_cockpit() {
  local current="${COMP_WORDS[COMP_CWORD]}" line each
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      :folders|:files)
        compopt -o filenames 2>/dev/null
        while IFS= read -r each; do COMPREPLY+=("$each"); done \
          < <(if [[ $line == :files ]]; then compgen -f -- "$current"; else compgen -d -- "$current"; fi) ;;
      *) printf -v each '%q' "${line%%$'\t'*}"; COMPREPLY+=("$each") ;;
    esac
  done < <(command cockpit __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _cockpit cockpit"""

ZSH = r"""#compdef cockpit
_cockpit() {
  local line
  local -a found
  for line in "${(@f)$(command cockpit __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
    case "$line" in
      '') ;;
      :folders) _files -/ ;;
      :files) _files ;;
      *$'\t'*) found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
      *) found+=("${line//:/\\:}") ;;
    esac
  done
  (( $#found )) && _describe cockpit found
}
if [[ $funcstack[1] == _cockpit ]]; then _cockpit "$@"; else compdef _cockpit cockpit; fi"""

FISH = r"""function __cockpit_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l current (commandline -ct)
    for line in (command cockpit __complete $words "$current" 2>/dev/null)
        switch $line
            case ':folders'
                __fish_complete_directories "$current" ''
            case ':files'
                __fish_complete_path "$current"
            case '*'
                echo $line
        end
    end
end
complete -c cockpit -f -a '(__cockpit_complete)'"""


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    put({"bash": BASH, "zsh": ZSH, "fish": FISH}[arguments.shell])
    return 0


# What can stand in an argument, by what it names: metrics, triggers, entries of the ledger, tracks

Candidate = tuple[str, str]
"""A word, and a short explanation."""


class Line(NamedTuple):
    """A command line up to the word under the cursor.

    `positionals` are the words that followed the verb, without options; `pending` is the option whose value comes next.
    """

    verb: Verb | None = None
    positionals: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    pending: Argument | None = None
    path: Path = Path()
    track: str | None = None


def _metrics(line: Line) -> Iterable[Candidate]:
    from cockpit.rules.thresholds.metrics import METRICS

    quiet = (("silence", "of work in progress"),) if line.verb is not None and line.verb.name == "snooze" else ()
    return (*((metric.name, "") for metric in METRICS), *quiet)


def _limits(_line: Line) -> Iterator[Candidate]:
    from cockpit.model import LEVELS
    from cockpit.rules.thresholds.metrics import METRICS

    return ((f"{metric.name}.{level}=", "") for metric in METRICS for level in LEVELS)


def _spans(_line: Line) -> Iterator[Candidate]:
    return ((span, "") for span in ("30m", "2h", "8h", "1d", "off"))


def _systems(_line: Line) -> Iterator[Candidate]:
    from cockpit.project.systems import systems_to_begin

    return iter(systems_to_begin())


def _themes(_line: Line) -> Iterator[Candidate]:
    from cockpit.project.settings import themes_folder
    from cockpit.themes import catalog

    return ((name, "") for name in catalog.names(themes_folder()))


def _tracks(line: Line) -> Iterator[Candidate]:
    from cockpit.project.load import load_project

    return ((track.key, track.title or "") for track in load_project(line.path, clock=now).tracks)


def _track(line: Line) -> "Track | None":
    """The track the command is about; None where it must say which."""
    from cockpit.project.load import load_project

    project = load_project(line.path, clock=now)
    return project.track(line.track) if line.track or len(project.tracks) == 1 else None


def _triggers(line: Line) -> Iterator[Candidate]:
    from cockpit.project.systems import known_triggers

    track = _track(line)
    return ((name, "") for name in dict.fromkeys((*known_triggers(track), *(track.triggers if track else ()))))


def _positions(line: Line) -> Iterator[Candidate]:
    from cockpit.project.systems import known_moves

    track = _track(line) if line.positionals == ("status",) else None
    if track is None:
        return iter(())
    has_effect = _word_filter(line)
    return (each for each in known_moves(track) if has_effect(each[0]))


def _word_filter(line: Line) -> Callable[[str], bool]:
    """A predicate: whether the command that a word completes would change something. No other word is offered."""
    from cockpit.cli.changing import intent_of
    from cockpit.project.change import intent_filter

    verb = line.verb.name if line.verb is not None else ""
    has_effect = intent_filter(_writer(line), line.track)

    def is_carried_out(word: str) -> bool:
        intent = intent_of((verb, *line.positionals, "--", word))
        return intent is not None and has_effect(intent)

    return is_carried_out


def _todos(line: Line) -> Iterator[Candidate]:
    track = _track(line) if line.positionals[0] != "add" else None
    is_done = line.positionals[0] == "undone"
    return ((todo.text, "") for todo in (track.todos if track else ()) if todo.done is is_done)


def _blockers(line: Line) -> Iterator[Candidate]:
    from cockpit.rules.attention import blocker_key

    track = _track(line)
    unresolved = [each for each in (track.blockers if track else ()) if each.status != "resolved"]
    return ((blocker_key(each), each.text if each.id else "") for each in unresolved)


def _phases(line: Line) -> Iterator[Candidate]:
    """The phases; those that can make the move that is asked for."""
    from cockpit.project.systems import known_phase_moves

    track = _track(line)
    if track is None:
        return
    has_effect = _word_filter(line) if line.verb is not None and line.verb.name == "phase" else None
    for each in track.phases:
        if each.id and (
            has_effect is None or (line.positionals[0] in known_phase_moves(track, each) and has_effect(each.id))
        ):
            yield each.id, each.name or ""


def _errors(line: Line) -> Iterator[Candidate]:
    track = _track(line) if line.positionals[0] == "resolve" else None
    return ((each.message, each.phase or "") for each in (track.errors if track else ()) if not each.resolved)


def _session_reasons(line: Line) -> Iterator[Candidate]:
    from cockpit.project.systems import known_session_reasons

    track = _track(line)
    return ((name, "") for name in (known_session_reasons(track) if track else ()))


def _error_types(line: Line) -> Iterator[Candidate]:
    from cockpit.project.systems import known_error_types

    track = _track(line)
    return ((name, "") for name in (known_error_types(track) if track else ()))


def _agents(line: Line) -> Iterator[Candidate]:
    track = _track(line)
    agents = (*(agent for phase in track.phases for agent in phase.agents),
             *(track.tokens.by_agent if track.tokens else ())) if track else ()  # fmt: skip
    return ((name, "") for name in dict.fromkeys(agents))


def _answers(line: Line) -> Iterator[Candidate]:
    track = _track(line)
    options = track.waiting.options if track is not None and track.waiting is not None else ()
    return ((str(option), "") for option in options)


def _writer(line: Line) -> "Writer":
    from cockpit.project.change import Writer
    from cockpit.project.load import project_root

    return Writer(root=project_root(line.path), now=now(), read_only=True)


def _questions(line: Line) -> Iterator[Candidate]:
    track = _track(line) if line.positionals[0] == "close" else None
    return ((each, "") for each in (track.open_questions if track else ()))


def _undoable(line: Line) -> Iterator[Candidate]:
    from cockpit.project.history import undoable

    return ((str(each.id), each.sentence) for each in undoable(_writer(line)))


def _redoable(line: Line) -> Iterator[Candidate]:
    from cockpit.project.history import redoable

    return ((str(each.id), each.sentence) for each in redoable(_writer(line)))


def _kept(line: Line) -> Iterator[Candidate]:
    from cockpit.project.kept_versions import kept_versions

    return ((str(each.entry), each.path) for each in kept_versions(_writer(line)))


def _waived(line: Line) -> Iterator[Candidate]:
    from cockpit.project.resuming import look

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
"""The candidates by what `Argument.completes` names."""


# What the shell offers for the word under the cursor: `cockpit __complete WORDS`, which the completion scripts call

_HELP = Argument(("-h", "--help"), {"action": "help", "help": "what there is to say about it"})
_VERSION = Argument(("--version",), {"action": "version", "help": "which version this is"})


def complete(words: Sequence[str]) -> int:
    """Print the candidates, one a line."""
    for word, meaning in candidates(words):
        if printable(word) == word and "\t" not in word:
            put(f"{word}\t{printable(meaning)}" if meaning else word)
    return 0


def candidates(words: Sequence[str]) -> list[Candidate]:
    """The candidates for the last of the words. Never raises."""
    *before, current = words or [""]
    line = _read(before)
    try:
        return [each for each in _offered(line, current) if each[0].startswith((current, ":"))]
    except Exception:  # noqa: BLE001 -- whatever it is, a person at a prompt must not see it
        return []


def _read(before: Iterable[str]) -> Line:
    line = Line()
    for word in before:
        if line.pending is not None:
            line = _with_value(line, line.pending, word)
        elif word.startswith("-"):
            option = next((each for each in _options(line.verb) if word in each.names), None)
            value = option if option is not None and _takes_value(option) else None
            line = line._replace(options=(*line.options, word), pending=value)
        elif line.verb is None:
            verb = next((each for each in (*VERBS, OPEN) if each.name == word), None)
            line = line._replace(verb=verb) if verb else line._replace(verb=OPEN, positionals=(word,))
        else:
            line = line._replace(positionals=(*line.positionals, word))
    return line


def _with_value(line: Line, option: Argument, value: str) -> Line:
    if "--project" in option.names:
        line = line._replace(path=Path(value))
    if "--track" in option.names:
        line = line._replace(track=value)
    return line._replace(pending=None)


def _offered(line: Line, current: str) -> Iterator[Candidate]:
    if line.pending is not None:
        yield from _values(line.pending, line)
    elif current.startswith("-"):
        yield from _unused(line)
    elif line.verb is None:
        yield from ((verb.name, verb.help) for verb in VERBS)
        yield ":folders", ""
    else:
        places = [each for each in line.verb.arguments if not each.names[0].startswith("-")]
        place = _place(places, len(line.positionals))
        if place is not None:
            yield from _values(place, line)
        elif line.verb is not OPEN:
            yield from _unused(line)


def _place(places: Sequence[Argument], number: int) -> Argument | None:
    """The argument that comes next; the last one again where it may stand several times."""
    if number < len(places):
        return places[number]
    return places[-1] if places and places[-1].options.get("nargs") == "*" else None


def _options(verb: Verb | None) -> tuple[Argument, ...]:
    """The options of a verb; before any, those that may stand there."""
    own_options = [each for each in (verb or OPEN).arguments if each.names[0].startswith("-")]
    writing = WRITING if verb is None or verb.writes else ()
    by_name = {each.names: each for each in (_HELP, *COMMON, *writing, *own_options, *(() if verb else (_VERSION,)))}
    return tuple(by_name.values())


def _unused(line: Line) -> Iterator[Candidate]:
    for option in _options(line.verb):
        if not set(option.names) & set(line.options):
            yield from ((name, str(option.options.get("help") or "")) for name in option.names)


def _takes_value(option: Argument) -> bool:
    return option.options.get("action") not in ("store_true", "help", "version")


def _values(argument: Argument, line: Line) -> Iterator[Candidate]:
    if argument.completes:
        yield from OFFERS[argument.completes](line)
    for choice in argument.options.get("choices") or ():
        yield choice, ""
