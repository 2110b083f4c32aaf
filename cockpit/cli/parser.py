"""The command line's grammar. argparse, because it is the only parser a hook can afford to import."""

import argparse
from collections.abc import Sequence

from cockpit import __version__
from cockpit.cli.verbs import OPEN, VERBS

_WITH_VALUE = ("-C", "--project", "--track", "--theme")
_NAMES = frozenset(verb.name for verb in (*VERBS, OPEN))
_DEFAULTS = {"project": None, "track": None, "json": False, "dry_run": False}


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The arguments as a namespace with `verb`, `project`, `track`, `json`, `dry_run` and what the verb takes."""
    verb, whole = _with_verb(arguments)
    parsed = build(verb).parse_args(whole)
    for name, default in _DEFAULTS.items():
        if not hasattr(parsed, name):
            setattr(parsed, name, default)
    return parsed


def _with_verb(arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    """The verb, and the arguments with `open` put in where none stands, so that `cockpit [PATH]` is one like any other.

    The verb is None where help is asked for before any.
    """
    place = 0
    while place < len(arguments):
        argument = arguments[place]
        if argument in _NAMES or argument in ("-h", "--help", "--version"):
            return (argument if argument in _NAMES else None), list(arguments)
        if not argument.startswith("-") or argument == "--":
            break
        place += 2 if argument in _WITH_VALUE else 1
    return OPEN.name, [OPEN.name, *arguments]


def build(only: str | None = None) -> argparse.ArgumentParser:
    """The parser; with `only` that one verb is in it, which is all a hook's command line needs."""
    common = _common()
    writing = argparse.ArgumentParser(add_help=False, parents=[common], argument_default=argparse.SUPPRESS)
    writing.add_argument("--dry-run", action="store_true", help="print the diff and write nothing")
    parser = argparse.ArgumentParser(
        prog="cockpit",
        allow_abbrev=False,
        parents=[common],
        usage="cockpit [PATH] | cockpit VERB ...",
        description="See, answer, hand off and resume the work of coding agents.",
        epilog="Without a verb the program opens, on the project found from PATH or from here.",
    )
    parser.add_argument("--version", action="version", version=f"cockpit {__version__}")
    parser.add_argument("--dry-run", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", prog="cockpit")
    for verb in (*VERBS, OPEN):
        if only is not None and verb.name != only:
            continue
        parents = [writing if verb.writes else common]
        if verb is OPEN:
            made = verbs.add_parser(verb.name, parents=parents, prog="cockpit", allow_abbrev=False)
        else:
            made = verbs.add_parser(
                verb.name, parents=parents, help=verb.does, description=_sentence(verb.does), allow_abbrev=False
            )
        for words in verb.takes:
            made.add_argument(*words.names, **words.options)
    return parser


def _common() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument("-C", "--project", metavar="PATH", help="the project (default: found from here)")
    common.add_argument("--track", metavar="ID", help="one track of a project that has several")
    common.add_argument("--json", action="store_true", help="print JSON")
    return common


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
