"""The ways out of a line of the checklist, as commands to type from where the person is."""

import argparse
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cockpit.cli.parser import given_place
from cockpit.model.checklist import Check, Way

_SHORT = 8
_WHOLE_ID = re.compile(r"[0-9a-f]{40,64}")
_ANSWERS = {"alert": "ack", "blocker": "unblock"}
REASON = '"REASON"'
"""What stands for a person's own words."""


def places(arguments: argparse.Namespace, root: Path) -> Mapping[str, Sequence[str]]:
    """What tells each program which project is meant: the options that were given, and git the folder."""
    elsewhere = Path.cwd().resolve() != root.resolve()
    return {"cockpit": given_place(arguments), "git": ("-C", str(root)) if elsewhere else ()}


Works = Callable[[Way], bool]
"""Whether a way leads on from here."""


def with_open_ways(check: Check, works: Works) -> Check:
    """A line with the ways and choices alone that lead on."""
    options = tuple(option for option in check.options if works(option.way))
    return replace(check, brings_back=tuple(filter(works, check.brings_back)), options=options)


def ways(
    check: Check, known: Sequence[Check], place: Mapping[str, Sequence[str]], works: Works = lambda _: True
) -> Iterator[str]:
    """The commands that put a line right, the best one first, then the one that waives it; `known` are all that can
    hold the resume. A way that does not lead on is none.
    """
    leading = with_open_ways(check, works)
    yield from (way.typed(place) for way in (*leading.brings_back, *(option.way for option in leading.options)))
    if check.code in _ANSWERS and not check.brings_back:
        dashes = ("--",) if check.subject.startswith("-") else ()
        answer = Way((("cockpit", _ANSWERS[check.code], *dashes, check.subject),))
        yield from (answer.typed(place),) if works(answer) else ()
    if check.code == "stop" and not check.brings_back:  # of what is counted anew, no limit is set
        yield f"{Way((('cockpit', 'limit', check.subject, 'stop'),)).typed(place)} VALUE"
    if check.code == "question" and not check.options and works(Way((("cockpit", "answer", "yes"),))):
        yield f"{Way((('cockpit', 'answer'),)).typed(place)} OPTION"
    if check.gate == "ask" and check.open:
        yield f"{Way((('cockpit', 'resume', '--waive', short(check, known)),)).typed(place)} {REASON}"


def short(check: Check, known: Sequence[Check]) -> str:
    """The fewest words of a line's name that no other line begins with; of the whole id of a commit, its beginning."""
    words = name(check).split(" ")
    others = [each.key for each in known if each is not check]
    begun = [check.code, *(" ".join(words[:most]) for most in range(1, len(words)))]
    if _WHOLE_ID.fullmatch(check.subject):
        begun.append(f"{check.code}:{check.subject[:_SHORT]}")
    return next((each for each in begun if not any(other.startswith(each) for other in others)), name(check))


def name(check: Check) -> str:
    """The whole name of a line."""
    return check.key.rstrip(":")
