"""What a system reads and changes, as text: `python -m tests.conformance.sheets` writes the sheets anew, to be read.

A sheet, `SYSTEM/sheets/NAME.txt`, has blocks with an empty line between them. A block begins with a project:

    # why it is there
    : seed-thresholds              its files: those of a case of the system, or of none
    - PATH                         but this one
    > PATH PATH                    and this one under another name
    * PATH                         and in this one other lines, each with its number in the case
      51 - | Cost | $12.50 |
      51 + | Cost | $26.50 |
    = PATH                         and this one, with its whole text, or its bytes behind its name; `~/` is the home
      | # Project State
    @ now='2026-01-29T14:20:00Z'   what is known besides the files; also `base`, `environment`, and when `written`
    & Withdraw(metric='cost')      what is done first

Then come questions, each with what is told below it: `? read` (what is read otherwise than in the case), `? draft`,
`? needs` (what a person must do, and the code of `check`), `? resume` (what the resume protocol says), `? tracks`,
`$ Acknowledge(metric='cost')` (what that changes) and `$$ ...` (the same in what the one before left). A block with
`[a name]` at its head is a project that those below it may name instead of a case.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from cockpit.cli.output import json_text
from cockpit.model import Project, Track, handoff_draft, intents
from cockpit.model.errors import CommandError
from cockpit.rules.attention import needs
from cockpit.rules.thresholds.verdict import verdict
from cockpit.systems.interface import Beginning, Candidate, Edit, FileContent, ReadContext
from tests.conformance.described import Described
from tests.conformance.edit_tables import changes_text
from tests.conformance.memory_system import NOW, Bytes, applied
from tests.support.memory_files import MemoryFiles, fixture_bytes

TOLD = "    "
"""What begins each line that is told; the others are given."""
WORDS: dict[str, Any] = {**vars(intents), **vars(handoff_draft), "Beginning": Beginning}
WORDS |= {"nan": float("nan"), "inf": float("inf")}
AFTER = re.compile(
    r"(position\.((phase|plan|task)\.(id|name)|status|percent)|thresholds\[.*\]\.(agent_will|level)"
    r"|next_action\.command|decisions|findings)"
)
"""What is told of the reading after a change: the rest stands in the lines that are changed."""
ALL = re.compile(".*")
BESIDE = ("base", "environment", "written")
"""What is known besides the files and is no part of a `ReadContext`."""
KEYED = {"thresholds": "metric", "phases": "id"}
"""The lists that are told entry by entry, and what names one."""


class Lines:
    """A file of the case, of which lines are taken out, and others put in before them or in their place."""

    def __init__(self, data: bytes) -> None:
        self._lines = data.split(b"\n")
        self._out: set[int] = set()
        self._put: dict[int, list[bytes]] = {}

    def change(self, text: str) -> bytes:
        """The file after one more of them."""
        number, sign, *line = text.split(" ", 2)
        at, given = int(number) - 1, "".join(line).encode()
        if sign == "+":
            self._put.setdefault(at, []).append(given)
        else:
            assert self._lines[at] == given, text
            self._out.add(at)
        kept = [[*self._put.get(at, []), *([] if at in self._out else [line])] for at, line in enumerate(self._lines)]
        return b"\n".join(line for lines in kept for line in lines)


@dataclass
class Given:
    """A project, and what is known besides its files."""

    system: Described
    files: Bytes = field(default_factory=dict)
    home: Bytes = field(default_factory=dict)
    context: dict[str, Any] = field(default_factory=dict)
    case: "Given | None" = None
    """What it was begun with."""
    at: str = ""
    lines: Lines | None = None
    """The file that is being changed, and its lines."""

    def begun(self) -> "Given":
        """Another one that begins with it."""
        return replace(self, files={**self.files}, home={**self.home}, context={**self.context}, case=self)

    def put(self, data: bytes, *, more: bool = False) -> None:
        """A file, or with `~/` one of the home."""
        files, path = (self.home if self.at.startswith("~/") else self.files), self.at.removeprefix("~/")
        files[path] = files[path] + data if more else data

    def memory(self, files: Bytes) -> MemoryFiles:
        written = self.context.get("written")
        found = {path: FileContent(path=path, data=data, changed=written) for path, data in files.items()}
        return MemoryFiles(found if written else files, self.home, self.context.get("environment"))

    def known(self) -> ReadContext:
        more = {name: value for name, value in self.context.items() if name not in BESIDE}
        return ReadContext(**{"now": NOW, **more})

    def candidates(self, files: Bytes) -> tuple[Candidate, ...]:
        return self.system.system.detect(self.memory(files), self.context.get("base", ""))

    def edit(self, files: Bytes, verb: Any) -> Edit:
        memory, system = self.memory(files), self.system.system
        if isinstance(verb, Beginning):
            return system.create(memory, "", verb, self.known())
        return system.edit(memory, self.candidates(files)[0], verb, self.known())

    def tracks(self) -> tuple[Track, ...]:
        memory, system = self.memory(self.files), self.system.system
        return tuple(system.read(memory, each, self.known()) for each in self.candidates(self.files))

    def reading(self, parts: re.Pattern[str] = ALL) -> dict[str, list[str]]:
        """What is read, by the name of each value."""
        tracks = self.tracks()
        told = flat(json.loads(json_text(tracks[0]))) if tracks else {}
        return {name: lines for name, lines in told.items() if parts.fullmatch(name)}


def told(system: Described, text: str) -> str:
    """A sheet with what is told now."""
    named: dict[str, Given] = {}
    blocks = (each.split("\n") for each in text.rstrip("\n").split("\n\n"))
    return "\n".join("\n".join(block(system, each, named)) for each in blocks) + "\n"


def block(system: Described, lines: list[str], named: dict[str, Given]) -> Iterator[str]:
    """The lines of a block that are given, each question with what is told now, and an empty line."""
    given, after = Given(system), Given(system)
    for line in (line for line in lines if not line.startswith(TOLD)):
        yield line
        sign, _, rest = line.partition(" ")
        if sign == ":" and rest:
            given = (named.get(rest) or Given(system, fixture_bytes(rest, system.id))).begun()
        elif sign == "?":
            yield from (f"{TOLD}{each}" for each in QUESTIONS[rest](given))
        elif sign in ("$", "$$"):
            after = replace(after if sign == "$$" else given)
            yield from (f"{TOLD}{each}" for each in edit_text(after, eval(rest, WORDS)))
        else:
            change(given, line)
    if lines[0].startswith("["):
        named[lines[0].strip("[]")] = given
    yield ""


def change(given: Given, line: str) -> None:
    """Make the project what a line says of it."""
    sign, _, rest = line.partition(" ")
    match sign:
        case "-":
            del given.files[rest]
        case ">":
            path, _, name = rest.partition(" ")
            given.files[name] = given.files.pop(path)
        case "*":
            given.at, given.lines = rest, Lines(given.files[rest])
        case "=":
            given.at, literal = re.fullmatch(r"(.*?)(?: (b?['\"].*))?", rest).groups("")
            data = eval(literal, WORDS) if literal else b""
            given.put(data.encode() if isinstance(data, str) else data)
        case "" if rest.startswith(" | "):
            given.put(rest.removeprefix(" | ").encode() + b"\n", more=True)
        case "" if rest:
            given.put(given.lines.change(rest.lstrip(" ")))
        case "@":
            given.context = eval(f"dict({rest})", WORDS)
            for name in {"now", "written"} & {*given.context}:
                given.context[name] = datetime.fromisoformat(given.context[name])
        case "&":
            given.files = applied(given.files, given.edit(given.files, eval(rest, WORDS)))


def read_text(given: Given) -> Iterator[str]:
    """What is read otherwise than in what it was begun with."""
    yield from difference(given.case.reading() if given.case else {}, given.reading())


def draft_text(given: Given) -> Iterator[str]:
    """What a handoff would say."""
    memory, system = given.memory(given.files), given.system.system
    draft = system.draft(memory, given.candidates(given.files)[0], given.known())
    yield from difference({}, flat(json.loads(json_text(draft))))


def needs_text(given: Given) -> Iterator[str]:
    """What a person must do, with what remedies it, and the verdict of all tracks."""
    tracks = given.tracks()
    yield f"verdict {verdict(Project(root='/project', tracks=tracks)).code}"
    yield from (f"{each.kind}: {each.text} ({', '.join(each.remedies)})" for track in tracks for each in needs(track))


def resume_text(given: Given) -> Iterator[str]:
    """What the system's own protocol says of going on."""
    memory, system = given.memory(given.files), given.system.system
    more = system.resumption(memory, given.candidates(given.files)[0], given.known())
    yield from difference({}, flat(json.loads(json_text(more))))


def tracks_text(given: Given) -> Iterator[str]:
    """Which tracks there are."""
    return (" ".join(filter(None, (track.path, track.id))) for track in given.tracks())


QUESTIONS = {
    "read": read_text,
    "draft": draft_text,
    "needs": needs_text,
    "resume": resume_text,
    "tracks": tracks_text,
}


def edit_text(given: Given, verb: Any) -> Iterator[str]:
    """What a verb does, and makes of the project."""
    files = given.files
    try:
        edit = given.edit(files, verb)
    except CommandError as refused:
        yield f"refused: {refused}"
        return
    before = given.reading(AFTER)
    given.files = applied(files, edit)
    yield f"= {edit.done}"
    yield from (f"> {remark}" for remark in edit.remarks)
    yield from changes_text(files, given.files, given.system.folder)
    yield from difference(before, given.reading(AFTER))


def flat(value: Any, name: str = "") -> dict[str, list[str]]:
    """The values that say anything, each by its name."""
    if isinstance(value, dict):
        parts = [flat(each, f"{name}.{key}".strip(".")) for key, each in value.items()]
        return {key: lines for part in parts for key, lines in part.items()}
    if name in KEYED:
        entries = [(flat(each, f"{name}[{each.pop(KEYED[name])}]")) for each in value]
        return {key: lines for part in entries for key, lines in part.items()}
    if value in (None, []):
        return {}
    return {name: [short(each) for each in value] if isinstance(value, list) else [short(value)]}


def short(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {short(each)}" for key, each in value.items() if each not in (None, [], {}))
    return value if isinstance(value, str) and value.isprintable() and value else json.dumps(value, ensure_ascii=False)


def difference(before: dict[str, list[str]], after: dict[str, list[str]]) -> Iterator[str]:
    """By name what is read no more, and what is read now."""
    for name in [*after, *(name for name in before if name not in after)]:
        old, new = before.get(name, []), after.get(name, [])
        if len(old) == len(new) == 1 and old != new:
            yield f"{name}: {old[0]} -> {new[0]}"
            continue
        gone, come = ([each for each in one if each not in other] for one, other in ((old, new), (new, old)))
        yield from (f"{name}: - {each}" for each in gone)
        first = bool(old and come and not gone) and new[: len(come)] == come
        yield from (f"{name}: + {'first, ' if first else ''}{each}" for each in come)
        if old != new and not gone and not come:
            yield f"{name}: in the order {'; '.join(new)}"


def sheets() -> Iterator[tuple[Described, Path]]:
    """Every sheet with its system."""
    from tests.conformance.registry import DESCRIBED

    for system in DESCRIBED:
        folder = Path(__file__).parent / system.id.replace("-", "_") / "sheets"
        yield from ((system, path) for path in sorted(folder.glob("*.txt")))


if __name__ == "__main__":
    for each, sheet in sheets():
        sheet.write_text(told(each, sheet.read_text("utf-8")), "utf-8", newline="\n")
