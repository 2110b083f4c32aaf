"""The command line's grammar. argparse, because it is the only parser a hook can afford to import."""

import argparse
import difflib
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import NoReturn

from cockpit import __version__
from cockpit.cli.verbs import COMMON, LOOKING, OPEN, VERBS, WRITING, Argument
from cockpit.wording.messages import Message

_WITH_VALUE = ("-C", "--project", "--track", "--db", "--theme", "--limit")
_HELP = ("-h", "--help", "--version")
_NAMES = frozenset(verb.name for verb in (*VERBS, OPEN))
_BEFORE = "limits_before"
"""What stands before the verb; argparse would let what stands behind it win."""
_DEFAULTS: Mapping[str, bool | None] = {
    **dict.fromkeys(("project", "track", "db")),
    **dict.fromkeys(("json", "secrets", "dry_run", "read_only"), False),
}
_AFTER = {
    "handoff": "Standard input takes a JSON object with reason, phase, plan, task, total_tasks, state, completed, "
    "remaining, decisions, blockers, context, next_action, branch and head, as --propose prints it. An option "
    "overrides its field."
}
"""What the help of a verb ends with."""


class OneSentence(argparse.ArgumentParser):
    """A parser that says what is wrong with a command line in one sentence, without its usage."""

    def error(self, message: str) -> NoReturn:
        """Print the sentence with the command for help, and exit with 2."""
        from cockpit.cli.output import complain

        text = message.removeprefix("argument ")
        complain(Message("cli.line-not-understood", why=f"{text[:1].upper()}{text[1:]}", program=self.prog))
        sys.exit(2)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The arguments as a namespace with `verb`, `limits`, what `_DEFAULTS` names, and what the verb takes."""
    verb, whole = _with_verb(arguments)
    parser = build(verb)
    if verb not in (None, OPEN.name):
        parser.prog = f"cockpit {verb}"  # whose help is pointed at
    parsed = parser.parse_args(whole)
    before = getattr(parsed, _BEFORE, [])
    if before and not any(known.name == verb and LOOKING[0] in known.arguments for known in (*VERBS, OPEN)):
        parser.error(str(Message("cli.option-not-taken", verb=verb, option=LOOKING[0].names[0])))
    if hasattr(parsed, "dry_run") and not any(known.name == verb and known.writes for known in VERBS):
        parser.error(str(Message("cli.verb-writes-nothing", verb=verb, option=WRITING[0].names[0])))
    parsed.limits = [*before, *getattr(parsed, "limits", [])]
    for name, default in _DEFAULTS.items():
        if not hasattr(parsed, name):
            setattr(parsed, name, default)
    return parsed


def given_place(parsed: argparse.Namespace) -> tuple[str, ...]:
    """The options that were given to say which project, track and database are meant, as words of a command line."""
    options = (("-C", parsed.project), ("--track", parsed.track), ("--db", parsed.db))
    return tuple(word for option, value in options if value is not None for word in (option, value))


def stray_word(arguments: Sequence[str]) -> str | None:
    """The word that stands where a verb could, and is none; it may be a path. None where help is asked for."""
    word = _first_word(arguments)
    asks = word in _HELP or "-h" in arguments or "--help" in arguments
    return None if word is None or word in _NAMES or word == "--" or asks else word


def _with_verb(arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    """The verb, and the arguments with `open` put in where none stands, so that `cockpit [PATH]` is one like any other.

    The verb is None where help is asked for before any.
    """
    place = _first_place(arguments)
    word = arguments[place] if place < len(arguments) else None
    if word in _HELP:
        return None, list(arguments)
    if word in _NAMES:
        return word, [*arguments[: place + 1], *_left_out(word, arguments[place + 1 :]), *arguments[place + 1 :]]
    return OPEN.name, [OPEN.name, *arguments]


def _left_out(name: str, following: Sequence[str]) -> list[str]:
    """The word that a verb stands for where none of its own follows: `todo TEXT` is `todo add TEXT`."""
    verb = next(known for known in (*VERBS, OPEN) if known.name == name)
    word = _first_word(following)
    return [verb.usually] if verb.usually and word not in (None, *_HELP, *verb.arguments[0].options["choices"]) else []


def _first_word(arguments: Sequence[str]) -> str | None:
    """The first argument that is neither an option nor the value of one; `--` and the questions for help count."""
    return next(iter(arguments[_first_place(arguments) :]), None)


def _first_place(arguments: Sequence[str]) -> int:
    """Where that argument stands; behind the last one where there is none."""
    place = 0
    while place < len(arguments):
        argument = arguments[place]
        if not argument.startswith("-") or argument == "--" or argument in _HELP:
            return place
        place += 2 if argument in _WITH_VALUE else 1
    return len(arguments)


def build(only: str | None = None) -> OneSentence:
    """The parser; with `only` that one verb is in it, which is all a hook's command line needs."""
    common = OneSentence(add_help=False, argument_default=argparse.SUPPRESS)
    _add(common, COMMON)
    writing = OneSentence(add_help=False, parents=[common], argument_default=argparse.SUPPRESS)
    _add(writing, WRITING)
    parser = OneSentence(
        prog="cockpit",
        allow_abbrev=False,
        parents=[common],
        usage="cockpit [PATH] | cockpit VERB ...",
        description="Watch, answer, hand off and resume the work of coding agents.",
        epilog="Without a verb, cockpit opens the project found from PATH or from the current folder.",
    )
    parser.add_argument("--version", action="version", version=f"cockpit {__version__}")
    for argument in WRITING:  # before the verb too; the help of each verb names what it takes
        parser.add_argument(
            *argument.names, **{**argument.options, "default": argparse.SUPPRESS, "help": argparse.SUPPRESS}
        )
    for argument in LOOKING:
        parser.add_argument(*argument.names, **{**argument.options, "dest": _BEFORE, "help": argparse.SUPPRESS})
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", prog="cockpit")
    for verb in (*VERBS, OPEN):
        if only is not None and verb.name != only:
            continue
        parents = [writing if verb.writes else common]
        if verb is OPEN:
            verb_parser = verbs.add_parser(verb.name, parents=parents, prog="cockpit", allow_abbrev=False)
        else:
            verb_parser = verbs.add_parser(
                verb.name, parents=parents, help=verb.help, description=_sentence(verb.help), allow_abbrev=False
            )
            verb_parser.epilog = _AFTER.get(verb.name)
        _add(verb_parser, verb.arguments)
    return parser


def _add(parser: argparse.ArgumentParser, arguments: Iterable[Argument]) -> None:
    for argument in arguments:
        parser.add_argument(*argument.names, **argument.options)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


# A first word that is neither a verb nor a folder: what was probably meant


def complaint(word: str) -> Message | None:
    """What is said about such a word; None where it is or can only be a path."""
    if os.sep in word or (word and os.path.lexists(os.path.expanduser(word))):  # noqa: PTH111 - nobody's `~name` too
        return None
    likely = difflib.get_close_matches(word.casefold(), [verb.name for verb in VERBS], n=1)
    if likely:
        return Message("cli.word-like-a-command", word=word, command=likely[0])
    return Message("cli.no-folder-or-command", word=word)
