"""Every word of a file stands somewhere in the JSON of its track: as a value, in a finding, or under `unread`."""

import re
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.model import Project
from tests.conformance.described import Described
from tests.conformance.registry import DESCRIBED
from tests.support.contract import to_json

LINES = (
    "@", "@ @\n@", "- @", "  - @", "- @\n  @", "- [x] @ — @ — @", "[ ] @", "☐ @", "1. @", "- @: @", "**@:** @",
    "@: @", "- None — @", "None, @", "- None", "", "---", "> @", "    @", "`@`", "~~@~~ @", "[@]", "[@](@)",
    "@ {x} @", "```\n@\n```", "- @\n  ```\n  @\n  ```\n  @", "~~~\n- @\n@: @\n~~~", "```text\n@\n",
    "- @\n```text\n@\n```\n    @", "| @ | @ |", "| @ | @ | @ | @ |", "| @ |", "| @ | @ |\n|---|---|\n| @ | @ |",
    "| Name | Value |\n|---|---|\n| @ | @ | @ |", "| Blocker | @ |\n|---|---|\n| @ | @ |",
    "| Task | Status | @ |\n|---|---|---|\n| @ | @ | @ |",
    "## @", "#### @", "# @", "@\n------", "<@>@</@>", "</@>",
)  # fmt: skip
"""What may stand between and below the sections of any file; `@` is a word like no other, `@@` the sign itself."""


@st.composite
def texts(draw: st.DrawFn, system: Described, path: str) -> str:
    """A file of its sections, each with some lines that nobody expects there; most sections are there."""
    lines = [system.head] if path == system.main else []
    for part in system.sections[path]:
        if draw(st.integers(0, 7)):
            extra = draw(st.lists(st.sampled_from(LINES + system.lines), max_size=3))
            lines += [part, *extra, *draw(st.sampled_from([[], [""]]))]
    return numbered("\n".join(lines))


def numbered(text: str) -> str:
    """The text with its words filled in."""
    words = count()
    return re.sub("@@?", lambda found: "@" if found[0] == "@@" else f"word{next(words)}", text)


def lost(system: Described, path: str, text: str) -> list[str]:
    """The words of a file that its track does not tell."""
    track = system.in_memory.track({**system.beside, path: text.encode()})
    told = to_json(Project(root="/p", tracks=(track,)))
    return sorted({*re.findall(r"word\d+", text)} - {*re.findall(r"word\d+", told)})


@pytest.mark.parametrize(
    ("system", "path"),
    [pytest.param(system, path, id=f"{system.id}-{path}") for system in DESCRIBED for path in system.sections],
)
def test_no_word_is_lost(system: Described, path: str) -> None:
    @settings(max_examples=30, deadline=None, derandomize=True, database=None)
    @given(text=texts(system, path))
    def holds(text: str) -> None:
        assert lost(system, path, text) == []

    holds()


@pytest.mark.parametrize(
    ("system", "path", "text"), [(system, *each) for system in DESCRIBED for each in system.lost_once]
)
def test_what_was_lost_once(system: Described, path: str, text: str) -> None:
    filled = numbered(f"{text}\n")
    assert lost(system, path, filled) == []
    assert "word0" in filled
