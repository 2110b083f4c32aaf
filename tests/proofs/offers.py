"""What the program offers: the commands that it prints, the answers it lists, the words it completes."""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from shlex import split
from typing import Any, NamedTuple

from tests.proofs.grounds import Ground

_TICKED = re.compile(r"`(cockpit [^`\n]+)`")
_LINED = re.compile(r"(?m)^ +(cockpit .+?)(?:  # .*)?$")
_WORDS = {"TEXT": "Some words", "REASON": "It was looked at", "NAME": "coder", "SUB-STEP": "2 — Second",
          "PART": "phase", "KIND": "created"}  # fmt: skip
_AMOUNT = "99"
"""What a person would put in place of words of their own."""
_SPOKEN = re.compile(r"[A-Z]+(?: [A-Z]+)+")
_PLACEHOLDER = re.compile(r"[A-Z][A-Z-]*(?:\|[A-Za-z0-9]+)*|[A-Z]+\.md|…")
NEEDS_A_SCREEN = (["demo"], ["handoff"], ["purge"])
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
    text = text.replace("`, then `", " && ")
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
            if word in _WORDS or _SPOKEN.fullmatch(word):
                filled.append(_WORDS.get(word, "Some words"))
            elif word == "VALUE" and {"set", "limit"} & {*words}:
                sure = False
                filled.append(_AMOUNT)
            elif _PLACEHOLDER.fullmatch(word):
                sure = False
                filled.append(word)
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


def completed(ground: Ground, *words: str) -> list[str]:
    """What the shell would offer behind some words."""
    said = ground.said("__complete", "-C", str(ground.root), *words, "", told=False).out
    return [line.partition("\t")[0] for line in said.splitlines() if not line.startswith((":", "-"))]


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
_METRICS = ("cost", "context", "variance", "errors", "tokens", "retries")
_STATUSES = ("in_progress", "blocked", "completed", "failed", "ready", "planning", "paused", "verifying", "not_started")

_MOVES = ("start", "complete", "fail", "retry", "skip")

Making = Callable[[Json, random.Random], tuple[str, ...]]
VERBS: tuple[Making, ...] = (
    lambda _, c: ("decide", _some(_TEXTS, c), "--reason", "it is quicker"),
    lambda _, c: ("block", _some(_TEXTS, c)),
    lambda t, c: ("block", _some(_TEXTS, c), "--affects", f"Phase {_some(_ids(t, 'phases'), c)}"),
    lambda t, c: ("unblock", _some(_ids(t, "blockers"), c), "--note", "it is there"),
    lambda t, c: ("unblock", _some(_ids(t, "blockers"), c)),
    lambda t, c: ("bypass", _some(_ids(t, "blockers"), c), "--note", "around it"),
    lambda t, c: ("identify", _some(_ids(t, "blockers"), c)),
    lambda _, c: ("todo", "add", _some(_TEXTS, c)),
    lambda t, c: ("todo", c.choice(("done", "undone")), _some([each["text"] for each in t["todos"]], c)),
    lambda _, c: ("move", "status", c.choice(_STATUSES)),
    lambda t, c: ("move", "phase", _some(_ids(t, "phases"), c)),
    lambda _, c: ("move", "plan", c.choice("1234")),
    lambda _, c: ("move", "task", c.choice(("1", "2", "3", "4", "2 — Second"))),
    lambda _, c: ("move", "next", _some(_TEXTS, c)),
    lambda t, c: ("position", "--phase", _some(_ids(t, "phases"), c), "--status", c.choice(_STATUSES)),
    lambda _, c: ("done", c.choice(("task", "plan", "phase", "session"))),
    lambda _, c: ("done", c.choice(("phase", "session")), "--note", _some(_TEXTS, c)),
    lambda t, c: ("phase", c.choice(("start", "skip")), _some(_ids(t, "phases"), c)),
    lambda t, c: ("phase", c.choice(("complete", "fail", "retry")), _some(_ids(t, "phases"), c)),
    lambda t, c: ("phase", "fail", "--note", _some(_TEXTS, c)),
    lambda t, c: ("phase", c.choice(("retry", "start")), _some(_ids(t, "phases"), c), "--beyond"),
    lambda _, c: ("error", "add", _some(_TEXTS, c)),
    lambda t, c: ("error", "resolve", _some([each["message"] for each in t["errors"]], c), "--note", "it is mended"),
    lambda _, c: ("tokens", "1000", "200", "--agent", "coder"),
    lambda _, c: ("files", c.choice(("created", "modified", "deleted")), "src/new.py"),
    lambda _, c: ("retry", "reset"),
    lambda _, c: ("ack", c.choice(_METRICS), "--note", "seen"),
    lambda _, c: ("unack", c.choice(_METRICS)),
    lambda _, c: ("snooze", c.choice(_METRICS), c.choice(("30m", "2h", "off"))),
    lambda _, c: ("reset-alerts",),
    lambda _, c: ("limit", c.choice(_METRICS), c.choice(("warning", "alert", "stop")), c.choice(("2", "30", "45"))),
    lambda _, c: ("set", c.choice(_METRICS), c.choice(("1", "12", "31", "42", "60"))),
    lambda _, c: ("trigger", c.choice(("cost_alert", "context_alert", "phase_complete"))),
    lambda _, c: ("session", "start", "--working-on", _some(_TEXTS, c)),
    lambda _, c: ("session", "crash", "--note", "it is gone"),
    lambda _, c: ("implemented", _some(_TEXTS, c)),
    lambda t, c: ("question", c.choice(("add", "close")), _some([*t["open_questions"], _TEXTS[2]], c)),
    lambda _, c: ("verify", c.choice(("pass", "fail")), "--note", "as a check said"),
    lambda _, c: ("handoff", "--next", _some(_TEXTS, c), "--existing", "archive"),
    lambda _, c: ("handoff", "--next", _some(_TEXTS, c)),
    lambda _, c: ("resume", "--done"),
    lambda _, c: ("resume", "--done", "--unfinished"),
    lambda _, c: ("resume", "--begin"),
    lambda _, c: ("migrate",),
    lambda _, c: ("archive",),
    lambda _, c: ("archive", "--unfinished"),
    lambda _, c: ("undo",),
    lambda _, c: ("redo",),
    lambda _, c: ("redo", "--taken-back"),
    lambda _, c: ("redo", "--dismiss"),
)  # fmt: skip
"""Every verb that writes, with words that fit where the track has them."""
OF_THE_PROJECT = ("undo", "redo")
"""Verbs that are about what was done last."""


def completions(ground: Ground, place: Sequence[str], chance: random.Random) -> Iterator[Offer]:
    """The statuses that may follow, or the phases that can make a move, as the shell would complete them."""
    verb, *what = chance.choice((("move", "status"), *(("phase", each) for each in _MOVES)))
    for word in completed(ground, *place, verb, *what):
        yield Offer(((verb, *place, *what, word),), f"completion of {verb} {what[0]}")
