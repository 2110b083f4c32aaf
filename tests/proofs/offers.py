"""What the program offers: the commands that it prints, the answers it lists, the words it completes."""

import io
import os
import random
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr, suppress
from shlex import join, split
from typing import Any, NamedTuple
from unittest.mock import patch

import time_machine
from argcomplete import autocomplete
from argcomplete.completers import SuppressCompleter

from cockpit.cli.completion import parser_of
from tests.proofs.grounds import Ground

_TICKED = re.compile(r"`(cockpit [^`\n]+)`")
_LINED = re.compile(r"(?m)^ +(cockpit .+?)(?:  # .*)?$")
_WORDS = {"TEXT": "Some words", "REASON": "It was looked at", "NAME": "coder", "SUB-STEP": "2 — Second"}
_AFTER_OTHERS = "Refused after the other changes"
"""What a refusal names behind this holds once that is done."""
_AMOUNT = "99"
"""What a person would put in place of words of their own."""
_ASSIGNED = re.compile(r"((?:[a-z_.-]+=)?)(.*)", re.DOTALL)
_ANY_KEY = {"KEY=VALUE": "phase=2", "PART=VALUE": "phase=2", "METRIC.LEVEL=VALUE": f"cost.stop={_AMOUNT}"}
_SPOKEN = re.compile(r"[A-Z]+(?: [A-Z]+)+")
_PLACEHOLDER = re.compile(r"[A-Z][A-Z-]*(?:\|[A-Za-z0-9]+)*|[A-Z]+\.md|…")
NEEDS_A_SCREEN = (["demo"], ["handoff"], ["config", "purge"])
"""What opens something, or asks."""

Json = Mapping[str, Any]


class Offer(NamedTuple):
    """Commands, one after the other, and where they were offered. A `sure` one must be carried out; of one that is not
    the person was to put something in the place of a word in capitals.
    """

    commands: tuple[tuple[str, ...], ...]
    where: str
    sure: bool = True


def printed(text: str, where: str, lines: bool = True) -> Iterator[Offer]:
    """The commands of cockpit that a text names."""
    text = text.partition(_AFTER_OTHERS)[0].replace("`, then `", " && ")
    found = [*_TICKED.findall(text), *(_LINED.findall(text) if lines else ())]
    for typed in dict.fromkeys(found):
        offer = offered(typed, where)
        if offer is not None:
            yield offer


def offered(typed: str, where: str) -> Offer | None:
    """What is to be typed, with a person's words in the places that stand for them; None where that needs a screen."""
    sure, commands = True, []
    for each in typed.split(" && "):
        try:
            program, *words = split(each)
        except ValueError:
            return Offer((tuple(each.split()[1:]),), where)
        if program != "cockpit":
            return None
        filled = []
        for word in words:
            key, value = _ASSIGNED.fullmatch(word).groups()  # type: ignore[union-attr]  # it matches everything
            if word in _ANY_KEY:
                sure = False
                filled.append(_ANY_KEY[word])
            elif value in _WORDS or _SPOKEN.fullmatch(value):
                filled.append(key + _WORDS.get(value, "Some words"))
            elif _PLACEHOLDER.fullmatch(value):
                sure = False
                filled.append(key + (_AMOUNT if value == "VALUE" and key else value))
            else:
                filled.append(word)
        if not words or words[0].startswith(("[", "__")) or bare(words) in NEEDS_A_SCREEN:
            return None
        commands.append(tuple(filled))
    return Offer(tuple(commands), where, sure)


def bare(words: Sequence[str]) -> list[str]:
    """Without what says where."""
    rest = list(words)
    for option in ("-C", "--track", "--db"):
        if option in rest:
            del rest[rest.index(option) : rest.index(option) + 2]
    return rest


def completed(ground: Ground, *words: str, begun: str = "") -> list[str]:
    """What the shell would offer behind some words, in place of one that is `begun`."""
    typed = ("-C", str(ground.root), *words)
    line = f"{join(('cockpit', *typed))} {begun}"
    asking = {"_ARGCOMPLETE": "1", "COMP_LINE": line, "COMP_POINT": str(len(line))}
    offered = io.StringIO()
    with (
        time_machine.travel(ground.now, tick=False),
        patch.dict(os.environ, asking),
        patch("argcomplete.finders.os.fdopen", side_effect=OSError),  # file 9 is another's here
        redirect_stderr(io.StringIO()),
        suppress(SystemExit),
    ):
        autocomplete(
            parser_of((*typed, begun)),
            always_complete_options=False,
            default_completer=SuppressCompleter(),
            exit_method=sys.exit,  # type: ignore[arg-type]  # which ends no process here
            output_stream=offered,
        )
    return [word for shown in offered.getvalue().split("\v") for word in split(shown)]


def answers(track: Json, place: Sequence[str]) -> Iterator[Offer]:
    """The options of what the agent asks, unless it is said that they cannot be given."""
    waiting = track["waiting"]
    if waiting is not None and "answer" not in track["lacks"]:
        for number in range(1, len(waiting["options"]) + 1):
            yield Offer((("answer", *place, str(number)),), "waiting.options")


def _some(things: Sequence[str], chance: random.Random) -> str:
    return chance.choice(things) if things else "Some words"


def _ids(track: Json, rows: str) -> list[str]:
    return [str(each["id"] or each.get("text")) for each in track[rows] if each["id"] or each.get("text")]


_TEXTS = (
    "Look at the harbour",
    "No keys: they are lost",
    "Why | two lines?",
    "Fähre 12",
    "A longer text, with a comma",
)
METRICS = ("cost", "context", "variance", "errors", "tokens", "retries")
_LEVELS = ("warning", "alert", "stop")
_STATUSES = ("in_progress", "blocked", "completed", "failed", "ready", "planning", "paused", "verifying", "not_started")

_MOVES = ("start", "fail", "retry", "skip")

Making = Callable[[Json, random.Random], tuple[str, ...]]
LIMITS_VERBS: tuple[Making, ...] = (
    lambda _, c: ("ack", c.choice(METRICS), "--note", "seen"),
    lambda _, c: ("unack", c.choice(METRICS)),
    lambda _, c: ("unack", "--all"),
    lambda _, c: ("limit", f"{c.choice(METRICS)}.{c.choice(_LEVELS)}={c.choice(('2', '30', '45'))}"),
    lambda _, c: ("limit", f"{c.choice(METRICS)}.{c.choice(_LEVELS)}=900", "--force"),
    lambda _, c: ("handoff", "--next", _some(_TEXTS, c), "--existing", "archive"),
    lambda _, c: ("handoff", "--next", _some(_TEXTS, c)),
    lambda _, c: ("resume", "done"),
    lambda _, c: ("resume", "done", "--force"),
    lambda _, c: ("resume", "start"),
    lambda _, c: ("undo",),
    lambda _, c: ("redo",),
    lambda _, c: ("redo", "taken-back"),
    lambda _, c: ("redo", "dismiss"),
)  # fmt: skip
"""Those of a repository without a framework."""
VERBS: tuple[Making, ...] = (
    lambda _, c: ("decision", "add", _some(_TEXTS, c), "--reason", "it is quicker"),
    lambda _, c: ("blocker", "add", _some(_TEXTS, c)),
    lambda t, c: ("blocker", "add", _some(_TEXTS, c), "--affects", f"Phase {_some(_ids(t, 'phases'), c)}"),
    lambda t, c: ("blocker", "resolve", _some(_ids(t, "blockers"), c), "--note", "it is there"),
    lambda t, c: ("blocker", "resolve", _some(_ids(t, "blockers"), c)),
    lambda t, c: ("blocker", "bypass", _some(_ids(t, "blockers"), c), "--note", "around it"),
    lambda t, c: ("blocker", "confirm", _some(_ids(t, "blockers"), c)),
    lambda _, c: ("todo", "add", _some(_TEXTS, c)),
    lambda t, c: ("todo", c.choice(("done", "reopen")), _some([each["text"] for each in t["todos"]], c)),
    lambda _, c: ("set", f"status={c.choice(_STATUSES)}"),
    lambda t, c: ("set", f"phase={_some(_ids(t, 'phases'), c)}"),
    lambda _, c: ("set", f"plan={c.choice('1234')}"),
    lambda _, c: ("set", f"task={c.choice(('1', '2', '3', '4', '2 — Second'))}"),
    lambda _, c: ("set", f"next={_some(_TEXTS, c)}"),
    lambda t, c: ("set", f"phase={_some(_ids(t, 'phases'), c)}", f"status={c.choice(_STATUSES)}"),
    lambda t, c: ("set", f"phase={_some(_ids(t, 'phases'), c)}", "phase-name=Second", f"status={c.choice(_STATUSES)}"),
    lambda _, c: ("set", f"{c.choice(METRICS)}=12", f"task={c.choice('1234')}"),
    lambda _, c: ("done",),
    lambda _, c: ("done", c.choice(("task", "plan", "phase", "session"))),
    lambda _, c: ("done", c.choice(("phase", "session")), "--note", _some(_TEXTS, c)),
    lambda t, c: ("phase", c.choice(("start", "skip")), _some(_ids(t, "phases"), c)),
    lambda t, c: ("done", "phase", _some(_ids(t, "phases"), c)),
    lambda t, c: ("phase", c.choice(("fail", "retry")), _some(_ids(t, "phases"), c)),
    lambda t, c: ("phase", "fail", "--note", _some(_TEXTS, c)),
    lambda t, c: ("phase", c.choice(("retry", "start")), _some(_ids(t, "phases"), c), "--force"),
    lambda _, c: ("phase", "error", _some(_TEXTS, c)),
    lambda t, c: ("phase", "resolve", _some([each["message"] for each in t["errors"]], c), "--note", "it is mended"),
    lambda _, c: ("session", "tokens", "1000", "200", "--agent", "coder"),
    lambda _, c: ("phase", "files", c.choice(("--created", "--modified", "--deleted")), "src/new.py"),
    lambda _, c: ("phase", "reset"),
    lambda _, c: ("set", f"{c.choice(METRICS)}={c.choice(('1', '12', '31', '42', '60'))}"),
    lambda _, c: ("session", "trigger", c.choice(("cost_alert", "context_alert", "phase_complete"))),
    lambda _, c: ("session", "start", "--working-on", _some(_TEXTS, c)),
    lambda _, c: ("session", "crash", "--note", "it is gone"),
    lambda _, c: ("session", "implemented", _some(_TEXTS, c)),
    lambda t, c: ("todo", c.choice(("add", "done")), _some([*t["open_questions"], _TEXTS[2]], c)),
    lambda _, c: ("phase", "verify", c.choice(("pass", "fail")), "--note", "as a check said"),
    lambda _, c: ("track", "convert"),
    lambda _, c: ("track", "archive"),
    lambda _, c: ("track", "archive", "--force"),
    *LIMITS_VERBS,
)  # fmt: skip
"""Every verb that writes, with words that fit where the track has them."""
OF_THE_PROJECT = ("undo", "redo", "redo taken-back", "redo dismiss")
"""Commands that are about what was done last."""


def completions(ground: Ground, place: Sequence[str], chance: random.Random) -> Iterator[Offer]:
    """The statuses that may follow, or the phases that can make a move, as the shell would complete them."""
    verb, *what, begun = chance.choice((("set", "status="), *(("phase", each, "") for each in _MOVES)))
    for word in completed(ground, *place, verb, *what, begun=begun):
        yield Offer(((verb, *place, *what, word),), f"completion of {' '.join((verb, *what, begun))}")
