"""What waits for a person in a state file is shown, or reported as unread, whichever way an agent writes a line of it:
`python -m tests.proofs.rewritten [--system autodev]`.

Each line of the fixtures is written in the other ways that say the same to whoever reads the file: a heading in bold, a
key in capitals, a list with other marks, a table without its outer pipes, a step of indentation.
"""

import argparse
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from cockpit.rules.attention import Need, needs
from cockpit.systems.interface import ReadContext
from cockpit.systems.registry import SYSTEMS
from tests.support.memory_files import MemoryFiles, fixture_bytes

FIXTURES = {
    "autopilot": ("seed-thresholds", "healthy", "layout-2"),
    "maestro": ("healthy", "t1", "backslashes", "crlf", "damaged", "gemini"),
    "autodev": ("healthy", "failed", "boundary", "contradictory", "crlf", "damaged", "letters", "light", "pointer",
                "seventeen"),
    "codewalk": ("blocked", "healthy", "folders", "frontmatter", "json", "bare", "crlf", "damaged", "fenced", "lists"),
}  # fmt: skip
"""Those in which something waits, in each notation."""
NOW = datetime(2026, 1, 29, 16, 30, tzinfo=UTC)
WAITING = ("stop", "alert", "lapsed", "question", "failed", "blocker", "blocked", "error")
"""The kinds of needs that come from what one line says; the others are concluded from several."""
_HEADING = re.compile(r"(?P<marks>#+) +(?P<title>.+)")
_LABEL = re.compile(r"(?P<lead>[ \t]*(?:- )?)\*\*(?P<label>[^*:]+):?\*\*:? *(?P<value>.*)")
_ITEM = re.compile(r"(?P<lead> *)- (?P<text>(?!\[.\] ).+)")
_KEY = re.compile(r"(?P<lead> *(?:- )?\"?)(?P<key>[a-z_]+)(?P<colon>\"?:)(?P<value> .*|)")
_ROW = re.compile(r"\|(?P<cells>.*[\w$].*)\|")


@dataclass(frozen=True)
class Rewriting:
    """A line of a file, and another way to write it."""

    path: str
    number: int
    was: str
    becomes: str


def ways(line: str) -> Iterator[str]:
    """The other ways to write a line."""
    if heading := _HEADING.fullmatch(line):
        marks, title = heading.groups()
        yield from (f"{marks}# {title}", f"**{title}**", f"**{title}:**", f"{marks} {title}:", f"{marks} **{title}**")
        yield from (f"{marks} 🚧 {title}", f"{marks} 3. {title}", f"{marks} {title} (2)", f"{marks} {title} - updated")
        yield from (f"{marks} {title.upper()}", f"{marks} {title.lower()}")
    elif label := _LABEL.fullmatch(line):
        lead, name, value = label.groups()
        yield from (f"{lead}{name}: {value}", f"{lead}**{name}:** {value}", f"{lead}**{name}**: {value}")
        yield from (f"{lead}**{each}**: {value}" for each in (name.lower(), name.upper()))
        yield f"- **{name}**: {value}"
        shapes = (f"**{value}**", f"`{value}`", f"{value}.", value.upper()) if value else ()
        yield from (f"{lead}**{name}**: {each}" for each in shapes)
    elif item := _ITEM.fullmatch(line):
        lead, text = item.groups()
        yield from (f"{lead}{mark} {text}" for mark in ("*", "+", "1.", "1)", "•", "–", "- 🔴", "- [ ]"))
        yield from (f"{lead}- **{text}**", f"{lead}  - {text}", f"{lead}{text}", f"{lead}> {text}")
    elif row := _ROW.fullmatch(line):
        cells = [each.strip() for each in row["cells"].split("|")]
        inside = " | ".join(cells)
        yield from (f"{inside} |", f"| {inside}", inside, f"| {inside} | x |")
        yield from (f"| {' | '.join(map(change, cells))} |" for change in (str.upper, str.lower, "**{}**".format))
    elif key := _KEY.fullmatch(line):
        lead, name, colon, value = key.groups()
        camel = re.sub(r"_(\w)", lambda found: found[1].upper(), name)
        names = (name.upper(), name.title(), camel, name.replace("_", "-"), name.replace("_", " "))
        yield from (f"{lead}{each}{colon}{value}" for each in names)
        yield from (f"  {line}", f"{lead}{name}{colon}{value.strip()}")


def rewritings(files: Mapping[str, bytes]) -> Iterator[Rewriting]:
    """Each line of the Markdown and JSON of a project in each other way."""
    for path, data in files.items():
        if path.endswith((".md", ".json")):
            for number, line in enumerate(data.decode().split("\n")):
                for way in dict.fromkeys(ways(line)):
                    if way != line:
                        yield Rewriting(path, number, line, way)


def rewritten(files: Mapping[str, bytes], each: Rewriting) -> dict[str, bytes]:
    """The files with that line written the other way."""
    lines = files[each.path].decode().split("\n")
    lines[each.number] = each.becomes
    return {**files, each.path: "\n".join(lines).encode()}


def waiting(system: str, files: Mapping[str, bytes]) -> list[Need]:
    """What waits for a person, and what is reported as unread."""
    memory = MemoryFiles(files)
    reader = next(each for each in SYSTEMS if each.id == system)
    tracks = [reader.read(memory, found, ReadContext(now=NOW)) for found in reader.detect(memory, "")]
    return [need for track in tracks for need in needs(track)]


def passed_over(before: list[Need], after: list[Need]) -> list[str]:
    """What waited before, is not shown after, and of which nothing is reported as unread."""
    unread = _unread(after) - _unread(before)
    shown = [_letters(str(need.text)) for need in after]
    kinds = [need.kind for need in after]
    gone = [
        str(need.text)
        for need in before
        if need.kind in WAITING
        and not any(_letters(str(need.text)) in text for text in shown)
        and kinds.count(need.kind) < [other.kind for other in before].count(need.kind)
    ]
    return [] if unread else gone


def _unread(found: list[Need]) -> set[str]:
    return {str(need.text) for need in found if need.kind == "damaged" or need.word == "unknown"}


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


def main() -> int:
    """Every line of every fixture in every way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--system", choices=FIXTURES)
    chosen = parser.parse_args().system
    count, lost = 0, 0
    for system, cases in FIXTURES.items():
        for case in cases if chosen in (None, system) else ():
            files = fixture_bytes(case, system)
            before = waiting(system, files)
            for each in rewritings(files):
                count += 1
                if gone := passed_over(before, waiting(system, rewritten(files, each))):
                    lost += 1
                    place = f"{system} {case} {each.path}:{each.number + 1}"
                    print(f"{place}: {each.was!r} -> {each.becomes!r}: {gone}")  # noqa: T201
    print(f"{count} rewritings, {lost} of them hide something")  # noqa: T201
    return 1 if lost else 0


if __name__ == "__main__":
    raise SystemExit(main())
