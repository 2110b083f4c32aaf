"""The command line's grammar. argparse, because it is the only parser a hook can afford to import."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

from cockpit import __version__

_WITH_VALUE = ("-C", "--project", "--track", "--theme")


@dataclass(frozen=True, slots=True)
class Verb:
    """A command: its name, what it does in one line, and the module below `cockpit.cli` that carries it out."""

    name: str
    does: str
    module: str


VERBS = (
    Verb("status", "where the work is, how healthy, and what needs you", "status"),
    Verb("why", "why a metric stands where it stands", "why"),
    Verb("lint", "what is wrong or contradictory in the state files", "lint"),
    Verb("demo", "a sample project with a scripted agent at work", "opening"),
    Verb("paths", "where settings, state and cache lie", "paths"),
    Verb("themes", "the colour themes", "themes"),
    Verb("completion", "a completion script for your shell", "completion"),
)
OPEN = Verb("open", argparse.SUPPRESS, "opening")


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The arguments as a namespace with `verb`, `project`, `track`, `json` and what the verb takes."""
    parser = build()
    parsed = parser.parse_args(_with_verb(arguments))
    for name, default in (("project", None), ("track", None), ("json", False)):
        if not hasattr(parsed, name):
            setattr(parsed, name, default)
    return parsed


def _with_verb(arguments: Sequence[str]) -> list[str]:
    """The arguments with `open` put in where no verb stands, so that `cockpit [PATH]` is a verb like any other."""
    names = {verb.name for verb in VERBS}
    place = 0
    while place < len(arguments):
        argument = arguments[place]
        if argument in names or argument in ("-h", "--help", "--version"):
            return list(arguments)
        if not argument.startswith("-") or argument == "--":
            break
        place += 2 if argument in _WITH_VALUE else 1
    return ["open", *arguments]


def build() -> argparse.ArgumentParser:
    """The whole parser."""
    common = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument("-C", "--project", metavar="PATH", help="the project (default: found from here)")
    common.add_argument("--track", metavar="ID", help="one track of a project that has several")
    common.add_argument("--json", action="store_true", help="print JSON")
    parser = argparse.ArgumentParser(
        prog="cockpit",
        parents=[common],
        usage="cockpit [PATH] | cockpit VERB ...",
        description="See, answer, hand off and resume the work of coding agents.",
        epilog="Without a verb the program opens, on the project found from PATH or from here.",
    )
    parser.add_argument("--version", action="version", version=f"cockpit {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs")
    made = {
        verb.name: verbs.add_parser(verb.name, parents=[common], help=verb.does, description=_sentence(verb.does))
        for verb in VERBS
    }
    opening = verbs.add_parser(OPEN.name, parents=[common])
    opening.add_argument("path", nargs="?", metavar="PATH")
    made["why"].add_argument("metric", metavar="METRIC")
    made["completion"].add_argument("shell", choices=("bash", "zsh", "fish"))
    made["demo"].add_argument("--script", choices=("slow", "normal", "fast"), default="normal", help="the agent's pace")
    made["demo"].add_argument("--keep", action="store_true", help="leave the sample project behind")
    for verb in (opening, made["demo"]):
        verb.add_argument("--theme", metavar="NAME", help="the colour theme; `cockpit themes` lists them")
        verb.add_argument("--ascii", action="store_true", help="draw without Unicode signs")
    return parser


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
