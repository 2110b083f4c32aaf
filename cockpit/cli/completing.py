"""What the shell offers for the word under the cursor: `cockpit __complete WORDS`, which the completion scripts call.

Each line holds a word and what it means, a tab between them. `:folders` and `:files` stand for what the shell knows
better than we do.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from cockpit.cli.offers import OFFERS, Candidate, Line
from cockpit.cli.output import put
from cockpit.cli.verbs import COMMON, OPEN, VERBS, WRITING, Verb, Words
from cockpit.rules.printable import printable

_HELP = Words(("-h", "--help"), {"action": "help", "help": "what there is to say about it"})
_VERSION = Words(("--version",), {"action": "version", "help": "which version this is"})


def run(words: Sequence[str]) -> int:
    """Print the candidates, one a line."""
    for word, meaning in candidates(words):
        if printable(word) == word and "\t" not in word:
            put(f"{word}\t{printable(meaning)}" if meaning else word)
    return 0


def candidates(words: Sequence[str]) -> list[Candidate]:
    """What may stand in place of the last of the words, with what it means. Never raises."""
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
            line = line._replace(verb=verb) if verb else line._replace(verb=OPEN, given=(word,))
        else:
            line = line._replace(given=(*line.given, word))
    return line


def _with_value(line: Line, option: Words, value: str) -> Line:
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
        yield from ((verb.name, verb.does) for verb in VERBS)
        yield ":folders", ""
    else:
        places = [each for each in line.verb.takes if not each.names[0].startswith("-")]
        place = _place(places, len(line.given))
        if place is not None:
            yield from _values(place, line)
        elif line.verb is not OPEN:
            yield from _unused(line)


def _place(places: Sequence[Words], number: int) -> Words | None:
    """The argument that comes next; the last one again where it may stand several times."""
    if number < len(places):
        return places[number]
    return places[-1] if places and places[-1].options.get("nargs") == "*" else None


def _options(verb: Verb | None) -> tuple[Words, ...]:
    """The options of a verb; before any, those that may stand there."""
    own = [each for each in (verb or OPEN).takes if each.names[0].startswith("-")]
    writing = WRITING if verb is None or verb.writes else ()
    by_name = {each.names: each for each in (_HELP, *COMMON, *writing, *own, *(() if verb else (_VERSION,)))}
    return tuple(by_name.values())


def _unused(line: Line) -> Iterator[Candidate]:
    for option in _options(line.verb):
        if not set(option.names) & set(line.options):
            yield from ((name, str(option.options.get("help") or "")) for name in option.names)


def _takes_value(option: Words) -> bool:
    return option.options.get("action") not in ("store_true", "help", "version")


def _values(words: Words, line: Line) -> Iterator[Candidate]:
    if words.completes:
        yield from OFFERS[words.completes](line)
    for choice in words.options.get("choices") or ():
        yield choice, ""
