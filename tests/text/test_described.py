"""What a described Markdown file says, and its edits: exact bytes elsewhere, read back as meant, else refused."""

import difflib
import doctest
import re
import sys
from collections.abc import Iterator
from itertools import chain, combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.text.described import Boxes, Entries, Field, Fields, File, Prose, Reading, Table, read
from cockpit.text.described_edits import MOST_LINES, apply
from cockpit.text.edits import Add, Edit, Remove, Set, Unsafe, meant
from cockpit.text.lines import Document

LONG = 100_000
STATE = File(
    titles=("Flight Log",),
    parts=(
        Fields("top", (), (Field("owner"),)),
        Fields("now", ("Now", "Position"), (
            Field("leg"), Field("name", also=("leg name",)), Field("status"),
            Field("gate", keys=("row", "name", "remark"), quoted=("remark",)), Field("retries", also=("tries",)),
        ), examples="Write it as:\n  leg: N   ← the number of the leg\n"),
        Table("done", ("Done", "Legs Done"), {"leg": ("Leg", "#"), "name": ("Name",), "result": ("Result", "Outcome")}),
        Entries("choices", ("Choices",)),
        Entries("blockers", ("Blockers",)),
        Prose("notes", ("Notes",)),
        Boxes("tasks", re.compile("Leg"), re.compile(r"T\d")),
    ),
)  # fmt: skip
EMPTY: dict[str, object] = {"top": {}, "now": {}, "done": [], "choices": [], "blockers": [], "tasks": [], "unread": []}
TEXT = """\
# Flight Log
owner: Ada

## Now
leg: 3   ← the number of the leg
status: **under way**
gate:
  row: 12

## Done

| Leg | Name | Result |
|-----|------|--------|
| 1 | Out | on time |
| 2 | Back \\| forth | — |

## Choices
1. By sea,
   not by air

## Blockers
- None

## Tasks
- [ ] T1 Load
  with care
- [X] T2 Board

## Notes

It rained.

It stopped.
"""


def said(text: str) -> dict[str, object]:
    return {key: value for key, value in read(STATE, text).said.items() if value != EMPTY.get(key)}


def changed(text: str, *edits: Edit) -> str:
    """The lines that edits take away and add."""
    lines = [*difflib.ndiff(text.splitlines(), apply(STATE, text, edits).splitlines())]
    return "\n".join(line for sign in "-+" for line in lines if line[0] == sign)


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("leg: 3", {"leg": "3"}),
        ("- **Leg:** 3", {"leg": "3"}),
        ("**Leg**: `3`", {"leg": "3"}),
        ("Leg Name = out", {"name": "out"}),
        ("leg: '3'", {"leg": "3"}),
        ('"leg": 3', {"leg": "3"}),
        ("'Leg Name': out", {"name": "out"}),
        ("> leg: 3", {"leg": "3"}),
        ("1. leg: 3", {"leg": "3"}),
        ("2) **leg**: 3", {"leg": "3"}),
        ("• leg: 3", {"leg": "3"}),
        ("→ leg: 3", {"leg": "3"}),
        ("> - **leg**: 3", {"leg": "3"}),
        ("- [ ] leg: 3", {"leg": "3"}),
        ("- [x] `leg`: 3", {"leg": "3"}),
        ("| Leg | 3 |", {"leg": "3"}),
        ("**Leg:** 3 | **Status:** late", {"leg": "3", "status": "late"}),
        ("leg: 3; 4", {"leg": "3; 4"}),
        ("gate: {row: 1, name: 'A, B', other: x}", {"gate": {"row": "1", "name": "A, B"}}),
        ("leg: none", {}),
        ("leg: [number]", {}),
        ("leg:", {}),
        ("leg: 3\nleg: 3", {"leg": "3"}),
        ("leg: 3\nleg: 4", {"leg": ["3", "4"]}),
        ("leg: 3\n\n## Position\nleg: 4", {"leg": ["3", "4"]}),
        ("```\nleg: 3\n```", {"leg": "3"}),
        ("<!-- leg: 3 -->", {}),
        ("Write it as:\nleg: 3", {}),
    ],
)
def test_fields(line: str, fields: dict[str, object]) -> None:
    assert said(f"## Now\n{line}\n").get("now", {}) == fields


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("## Now\nleg: 3 of many\nwhy: x", ["why x"]),
        ("## Now\nleg: 3 ← stop here", ["stop here"]),
        ('## Now\n> "leg": 3\n- [x] status: late', []),
        ("## Elsewhere\nleg: 3", ["elsewhere", "leg 3"]),
        ("## Done\n| Leg | Other |\n|--|--|\n| 1 | 2 |", ["other", "2"]),
        ("## Blockers\n| A |\n|--|\n| 1 |", ["a", "1"]),
        ("Stop\n====\nhere", ["stop", "here"]),
        ("## Alone", ["alone"]),
        ("<!-- never ends\nwords", ["never ends", "words"]),
        ("```\nopened", ["opened"]),
    ],
)
def test_what_no_part_took_is_unread(text: str, words: list[str]) -> None:
    assert read(STATE, text).said["unread"] == words


def test_a_second_section_of_a_title_hides_nothing() -> None:
    reading = read(STATE, "## Blockers\n- None\n\n## Choices\n- a\n\n## Blockers\n- the stop\n")
    assert reading.said["blockers"] == ["the stop"]
    assert [(note.code, note.line) for note in reading.notes] == [("twin", 7)]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("a\n````\n```\n# a\n```\n````", ["text", "fence", "code", "code", "code", "fence"]),
        ("```md\n# a\n- b\n```", ["fence", "heading", "item", "text"]),
        ("```\n# a", ["text", "heading"]),
        ("- a\n  b\n\n  c\nd", ["item", "more", "blank", "more", "text"]),
        ("a | b\n--|--\nc | d\n\ne | f", ["head", "bar", "row", "blank", "text"]),
        ("| a |\n|--|\n- [ ] b |\n  c | d\n* e", ["head", "bar", "item", "more", "item"]),
        ("a | b\n- | -\n1 | 2\n1. c | d", ["head", "bar", "row", "item"]),
        ("a\n---\nb\n===", ["text", "rule", "text", "rule"]),
        ("<!-- a\n# b\n--> c", ["blank", "blank", "text"]),
        ("`<!--` a\n# b\n-->", ["text", "heading", "text"]),
        ("<<<<<<< HEAD\na\n=======\n>>>>>>> b", ["conflict", "text", "rule", "conflict"]),
        ("<<<<<<< HEAD\n**a**\n=======\n**b**\n>>>>>>> c", ["conflict", "heading", "rule", "heading", "conflict"]),
        ("a\r\n# b\r# c\n", ["text", "heading", "heading"]),
    ],
)
def test_each_line_is_of_one_kind(text: str, kinds: list[str]) -> None:
    assert [line.kind for line in Document(text).lines] == kinds


@pytest.mark.parametrize(
    ("edits", "lines"),
    [
        ([Set(("now", "leg"), "4")], "- leg: 3   ← the number of the leg\n+ leg: 4   ← the number of the leg"),
        ([Set(("now", "status"), "late")], "- status: **under way**\n+ status: **late**"),
        ([Set(("now", "status"), None)], "- status: **under way**\n+ status:"),
        ([Set(("now", "name"), "Home")], "+ name: Home"),
        ([Set(("now", "retries"), "1")], "+ retries: 1"),
        ([Set(("now", "gate", "remark"), "why: so")], '+   remark: "why: so"'),
        ([Remove(("now", "gate"))], "- gate:\n-   row: 12"),
        ([Set(("done", 1, "result"), "late | lost")],
         "- | 2 | Back \\| forth | — |\n+ | 2 | Back \\| forth | late \\| lost |"),
        ([Add(("done",), {"leg": "3", "name": None})], "+ | 3 | — | — |"),
        ([Remove(("done", 0))], "- | 1 | Out | on time |"),
        ([Add(("choices",), "By land")], "+ 2. By land"),
        ([Set(("choices", 0), "By air")], "- 1. By sea,\n-    not by air\n+ 1. By air"),
        ([Add(("blockers",), "Fog")], "- - None\n+ - Fog"),
        ([Set(("tasks", 0, "items", 0, "mark"), True)], "- - [ ] T1 Load\n+ - [X] T1 Load"),
        ([Set(("tasks", 0, "items", 1, "mark"), False)], "- - [X] T2 Board\n+ - [ ] T2 Board"),
        ([Set(("notes",), "Sun.")], "- It rained.\n- \n- It stopped.\n+ Sun."),
        ([Set(("now", "leg"), "3")], ""),
        ([Set(("now",), {"leg": "4", "status": "under way", "gate": {"row": "13"}})],
         "- leg: 3   ← the number of the leg\n-   row: 12\n+ leg: 4   ← the number of the leg\n+   row: 13"),
    ],
)  # fmt: skip
def test_an_edit_changes_the_lines_it_is_about(edits: list[Edit], lines: str) -> None:
    assert changed(TEXT, *edits).replace("? ", "") == lines


@pytest.mark.parametrize(
    "edit",
    [
        Set(("now", "leg"), "4\nstatus: done"),
        Set(("now", "leg"), "none"),
        Set(("now", "leg"), ["3", "4"]),
        Set(("now", "altitude"), "4"),
        Set(("now", "gate", "seat"), "4"),
        Set(("done", 5, "leg"), "4"),
        Set(("choices", 0), "# By air\n## Now"),
        Set(("choices", 0), ""),
        Add(("choices",), "[place]"),
        Add(("done",), {"leg": "3", "pilot": "Bo"}),
        Add(("done",), {}),
        Add(("tasks", 0, "items"), {"mark": False, "text": "T3"}),
        Add(("now",), "leg"),
        Remove(("now", "name")),
        Remove(("choices", 3)),
        Set(("notes",), "Sun.\n\n## Blockers\n- Fog"),
        Set(("nowhere",), "x"),
    ],
)
def test_what_would_say_something_else_is_refused(edit: Edit) -> None:
    with pytest.raises(Unsafe):
        apply(STATE, TEXT, [edit])


def test_a_file_of_thousands_of_lines_is_not_edited() -> None:
    text = "# Flight Log\n\n## Now\nleg: 3\n" + "x\n" * (MOST_LINES - 4)
    assert apply(STATE, text, [Set(("now", "leg"), "4")]) == text.replace("3", "4")
    with pytest.raises(Unsafe, match="it has more than 10,000 lines; move its older part to another file first"):
        apply(STATE, f"{text}x\n", [Set(("now", "leg"), "4")])


@pytest.mark.parametrize(
    ("row", "name"),
    [("| name | a |", "a"), (r"| name | a \| b \| c \| d |", "a | b | c | d"), ("name | a", "a"),
     ("| name | a | b |", None), ("| name | a ||||||", None), ("| name |", None)],
)  # fmt: skip
def test_a_row_of_two_cells_may_be_a_field(row: str, name: str | None) -> None:
    assert read(STATE, f"## Now\n| Field | Value |\n|--|--|\n{row}\n").said["now"].get("name") == name


def test_the_cells_of_a_row_of_thousands_are_not_made_to_find_no_field() -> None:
    calls: list[str] = []
    sys.setprofile(lambda frame, event, _: calls.append(event) if event == "call" else None)
    try:
        read(STATE, f"## Now\n| Field | Value |\n|--|--|\n{'|' * 10_000}\n")
    finally:
        sys.setprofile(None)
    assert len(calls) < 5_000


def test_nothing_is_edited_in_a_conflict() -> None:
    with pytest.raises(Unsafe, match="conflict, line 1"):
        apply(STATE, f"<<<<<<< HEAD\n{TEXT}", [Set(("now", "leg"), "4")])


def test_a_file_is_written_from_nothing_in_the_order_of_its_description() -> None:
    edits: list[Edit] = [Set(("notes",), "Sun."), Add(("done",), {"leg": "1"}), Set(("now", "gate", "row"), "1"),
             Set(("now", "leg"), "1"), Add(("blockers",), "Fog"), Set(("top", "owner"), "Ada")]  # fmt: skip
    text = apply(STATE, "", edits)
    assert read(STATE, text).said == meant(read(STATE, "").said, edits)
    titles = [line.split()[1] for line in text.splitlines() if line.startswith("#")]
    assert titles == ["Now", "Done", "Blockers", "Notes"]


PIECES = st.sampled_from(
    [
        "# Flight Log", "## Now", "## Position", "## Done", "### 2. Choices (1)", "## Blockers", "**Blockers**",
        "## Notes", "## Other ##", "leg: 3", "**Leg:** 4 | **Status:** late", "- status: x", "  row: 2", "gate:",
        "gate: {row: 1, name: 'a'}", "leg: [N]", "retries: '1'", "| Leg | Name | Result |", "|---|:-:|--|",
        "| 1 | a\\|b | — |", "| — | | |", "| tries | 2 |", "a | b", "- item", "  - nested", "  more of it", "12. one",
        "- [ ] T1 one", "- [x] T2 two", "* [~] T3", "- None", "- [thing]", "words", "```", "~~~~md", "<!--", "-->",
        "<!-- one line -->", "=======", "---", "====", "", "   ", "ä 進行中 👩‍💻", "cafÃ© â\x80\x93", "\x00", "\ufeff",
        "> quote", "Write it as:", "owner: Bo", "\\", "`", "leg: 3 ← here",
    ]
)  # fmt: skip
ENDS = st.sampled_from(["\n", "\n", "\n", "\r\n", "\r"])
LINES = st.lists(st.tuples(PIECES, ENDS), max_size=30).map(lambda lines: "".join(a + b for a, b in lines))
FILES = st.one_of(LINES, LINES.map(lambda text: text.rstrip("\r\n")), LINES.map(lambda text: TEXT + text))
VALUES = st.one_of(
    st.sampled_from(["new", "a | b", "a: b", "{x}", "'", '"', "進行中", "- x", "# x", "[x] y", "| a |", "<!-- x", "3"]),
    st.text(min_size=1, max_size=8),
)


def edits_of(reading: Reading) -> st.SearchStrategy[Edit]:
    places = [at for at in reading.places if len(at) > 1 and not isinstance(at[-1], int)]
    elements = [at for at in reading.places if isinstance(at[-1], int) and at[0] != "tasks"]
    fields = [("now", "leg"), ("now", "name"), ("now", "gate", "row"), ("now", "gate", "remark"), ("top", "owner"),
              ("notes",)]  # fmt: skip
    rows = st.fixed_dictionaries({"leg": VALUES}, optional={"name": VALUES, "result": VALUES})
    return st.one_of(
        st.builds(Set, st.sampled_from([*fields, *places]), VALUES),
        st.builds(Set, st.sampled_from([("now", "leg"), ("now", "status")]), st.none()),
        st.builds(Add, st.sampled_from([("choices",), ("blockers",)]), VALUES),
        st.builds(Add, st.just(("done",)), rows),
        *([st.builds(Remove, st.sampled_from(elements))] if elements else []),
        *(st.builds(Set, st.just(at), st.booleans()) for at in places if at[-1] == "mark"),
    )


@settings(max_examples=100, deadline=None)
@given(FILES, st.data())
def test_an_edit_says_what_was_meant_or_is_refused(text: str, data: st.DataObject) -> None:
    reading = read(STATE, text)
    edit = data.draw(edits_of(reading))
    try:
        after = apply(STATE, text, [edit])
    except Unsafe:
        return
    wanted = meant(reading.said, [edit])
    if isinstance(edit, Set) and edit.value is None:
        wanted["now"].pop(edit.at[1], None)
    if isinstance(edit, Add) and isinstance(edit.value, dict):
        wanted["done"][-1] = {key: value for key, value in edit.value.items() if value is not None}
    assert read(STATE, after).said == wanted
    assert not isinstance(edit, Set) or apply(STATE, after, [edit]) == after
    untouched = [*kept_lines(reading, edit)]
    lines = [*lines_of(after)]
    assert is_in_order(untouched, lines), (untouched, lines)


def kept_lines(reading: Reading, edit: Edit) -> Iterator[str]:
    """The lines of a file, without their ends, that an edit is not about."""
    spans = [(each.begin, each.stop) for each in reading.places.get(edit.at, ())]
    if isinstance(edit, Add):
        spans = [(each.begin, each.stop) for each in reading.fillers[str(edit.at[0])]]
    if len(edit.at) == 3 and not spans:  # what its mapping stands on
        spans = [(each.begin, each.stop) for each in reading.places.get(edit.at[:2], ())]
    for line in reading.document.lines:
        if not any(begin < line.after and line.start < stop for begin, stop in spans):
            raw = reading.document.text[line.start : line.after].rstrip("\r\n")
            yield raw


def lines_of(text: str) -> Iterator[str]:
    return (text[line.start : line.after].rstrip("\r\n") for line in Document(text).lines)


def is_in_order(wanted: list[str], lines: list[str]) -> bool:
    rest = iter(lines)
    return all(line in rest for line in wanted)


@pytest.mark.usefixtures("promptly")
@pytest.mark.parametrize(
    "text",
    [
        f"leg: {' ' * LONG}x\n## Blockers\n{' ' * LONG}\n- {' ' * LONG}x",
        f"leg{' ' * LONG}x: 3",
        f"{'-' * LONG}\n{'- ' * LONG}x",
        "```a\n" * 20_000,
        "<!-- a\n" * 20_000,
        "<!-- a -->" * 20_000,
        f"{'| a ' * 30_000}\n{'|--' * 30_000}\n{'| a ' * 30_000}",
        f"leg: {'[--]' * 20_000}z\nleg: {'[a]' * 99}z\nleg: {'{a' * LONG}",
        f"gate: {{{'a: 1, ' * 20_000}}}\ngate: {{{chr(34) * LONG}}}",
        "## Done\n| Leg | Name |\n|--|--|\n|" + "\\" * LONG,
        f"{'`' * LONG}\n{'`a|' * 30_000}",
        f"{'> ' * 50_000}leg",
        "- a\n  b\n" * 20_000,
        "## Blockers\n- a\n" * 10_000,
    ],
    ids=range(14),
)
def test_no_text_takes_long(text: str) -> None:
    read(STATE, f"## Now\n{text}\n")


@pytest.mark.parametrize(
    ("text", "edit", "after"),
    [
        ("## Now\nleg: 3 | name: a; status: b\n", Remove(("now", "leg")), "## Now\n name: a; status: b\n"),
        ("## Now\nleg: 3 | name: a; status: b\n", Remove(("now", "name")), "## Now\nleg: 3 ; status: b\n"),
        ("## Now\nleg: 3 | name: a; status: b\n", Remove(("now", "status")), "## Now\nleg: 3 | name: a\n"),
        ("## Now\nleg: 3\n", Set(("now", "gate", "row"), "1"), "## Now\nleg: 3\ngate:\n  row: 1\n"),
        ("## Now\nleg: 3", Set(("now", "name"), "a"), "## Now\nleg: 3\nname: a"),
        ("## Now\n**Leg:** 3 | **Name:** a\n", Set(("now", "status"), "b"),
         "## Now\n**Leg:** 3 | **Name:** a\n**Status:** b\n"),
        ("## Now\n- Leg: 3 | Name: a\n", Set(("now", "status"), "b"), "## Now\n- Leg: 3 | Name: a\n- Status: b\n"),
        ("## Now\n> \"leg\": 3\n- [ ] status: b\n", Set(("now", "leg"), "4"),
         "## Now\n> \"leg\": 4\n- [ ] status: b\n"),
        ("## Now\n\"leg\": 3\n", Set(("now", "status"), "b"), "## Now\n\"leg\": 3\nstatus: b\n"),
        ("## Now\ngate:\n  \"row\": 1\n", Set(("now", "gate", "name"), "b"),
         "## Now\ngate:\n  \"row\": 1\n  name: b\n"),
        ("a\r\n## Now", Set(("now", "name"), "a"), "a\r\n## Now\r\nname: a"),
        ("## Now\nleg: 3\n### Old\nx\n\n## Else\ny\n", Add(("blockers",), "Fog"),
         "## Now\nleg: 3\n### Old\nx\n\n## Blockers\n- Fog\n\n## Else\ny\n"),
        ("## Notes\na\n## Blockers\n- b\n", Set(("notes",), "c"), "## Notes\nc\n## Blockers\n- b\n"),
        ("## Notes\n\n## Notes\n", Set(("notes",), "c"), "## Notes\n\nc\n\n## Notes\n"),
        ("## Done\n| Leg | Name |\n|--|--|\n| 1 |\n", Add(("done",), {"leg": "2"}),
         "## Done\n| Leg | Name |\n|--|--|\n| 1 |\n| 2 | — |\n"),
        ("## Done\nLeg | Name\n--|--\n", Add(("done",), {"leg": "2"}), "## Done\nLeg | Name\n--|--\n2 | —\n"),
        ("## Done\n| Leg |\n|--|\n| [N] |\n| — |\n", Add(("done",), {"leg": "2"}), "## Done\n| Leg |\n|--|\n| 2 |\n"),
        ("## Choices\n- a\n", Remove(("choices", 0)), "## Choices\n- None\n"),
        ("    # Now\nleg: 3\n## Now\nleg: 4\n", Set(("now", "leg"), "5"), "    # Now\nleg: 3\n## Now\nleg: 5\n"),
        ("## Now\ngate: {row: 1}\n", Set(("now", "gate", "remark"), "a, b"),
         '## Now\ngate: {row: 1, remark: "a, b"}\n'),
        ("## Now\nname: \"a\"\n", Set(("now", "name"), 'b "c"'), "## Now\nname: 'b \"c\"'\n"),
        ("## Now\nleg: [number]\nstatus: up\n", Remove(("now", "leg")), "## Now\nstatus: up\n"),
        ("## Now\nleg: [number]\n", Set(("now", "leg"), "—"), "## Now\nleg: —\n"),
        ("## Now\ngate:\n  row: 12\n  remark: \"wet\"\n", Set(("now", "gate", "remark"), None),
         "## Now\ngate:\n  row: 12\n  remark: \"\"\n"),
        ("## Blockers\n- [blocker 1]\n- [none]\n", Add(("blockers",), "Fog"), "## Blockers\n- Fog\n"),
        ("## Now\nleg: 3\n\n## Position\n| Leg | 4 |\n", Set(("now", "leg"), "5"),
         "## Now\nleg: 5\n\n## Position\n| Leg | 5 |\n"),
        ("## Choices\n- a", Add(("choices",), "b"), "## Choices\n- a\n- b"),
        ("## Choices\n- a\n- b", Remove(("choices", 1)), "## Choices\n- a"),
        ("## Blockers\n- Bo\n", Add(("blockers",), "Ann\u00a0— Cy"), "## Blockers\n- Bo\n- Ann\u00a0— Cy\n"),
    ],
)  # fmt: skip
def test_at_the_edges(text: str, edit: Edit, after: str) -> None:
    assert apply(STATE, text, [edit]) == after


def test_what_stands_between_the_keys_of_a_field_does_not_end_them() -> None:
    now = read(STATE, "## Now\ngate:\n  row: 12\n- a stray item\n  lane: 2\n  name: North\n   retries: 3\n").said["now"]
    assert now == {"gate": {"row": "12", "name": "North"}, "retries": "3"}


def test_between_bars_a_part_may_be_no_field() -> None:
    reading = read(STATE, "## Now\nleg: 3 | North | status: late | tries: 2\n")
    assert reading.said["now"] == {"leg": "3", "status": "late", "retries": "2"}
    assert reading.said["unread"] == ["north"]


@pytest.mark.parametrize("end", ["", "\n", "\n\n"], ids=["unended", "ended", "blank line"])
@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("choices", "## Choices\n- a\n- b\n- c\n- d"),
        ("choices", "## Choices\n- a\n\n- b\n\n- c\n\n- d"),
        ("done", "## Done\n| Leg | Name |\n|--|--|\n| 1 | a |\n| 2 | b |\n| 3 | c |\n| 4 | d |"),
    ],
    ids=["list", "list with gaps", "table"],
)
def test_several_are_taken_out_at_once_as_one_after_the_other(part: str, text: str, end: str) -> None:
    whole = f"# Flight Log\nowner: Ada\n\n{text}{end}"
    for chosen in chain(*(combinations((3, 2, 1, 0), count) for count in range(5))):
        edits = [Remove((part, at)) for at in chosen]
        one_by_one = whole
        for edit in edits:
            one_by_one = apply(STATE, one_by_one, [edit])
        assert apply(STATE, whole, edits) == one_by_one


@pytest.mark.usefixtures("promptly")
@pytest.mark.parametrize("end", ["", "\n"], ids=["unended", "ended"])
def test_thousands_of_rows_are_taken_out_in_no_time(end: str) -> None:
    head = "# Flight Log\n## Done\n| Leg | Name |\n|--|--|\n| 1 | a |"
    whole = head + "".join(f"\n| {at} | b |" for at in range(2, 3000)) + end
    assert apply(STATE, whole, [Remove(("done", at)) for at in range(2998, 0, -1)]) == head + end


CREW = File(titles=("Crew",), parts=(
    Fields("at", ("At",), (Field("Port"), Field("Last Seen", apart=True))),
    Fields("watch", ("Watch",), open=True),
    Fields("lists", ("Lists",)),
    Entries("chores", ("Chores",), items=True, boxes=True, within="lists"),
    Entries("leave", ("**On Leave:**",)),
))  # fmt: skip


@pytest.mark.parametrize(
    ("text", "edit", "after"),
    [
        ("# Crew\n## Lists\n", Add(("chores",), {"mark": False, "text": "Deck"}),
         "# Crew\n## Lists\n\n### Chores\n- [ ] Deck\n"),
        ("# Crew\n## Chores\n- None\n", Add(("chores",), {"mark": False, "text": "Deck"}),
         "# Crew\n## Chores\n- [ ] Deck\n"),
        ("# Crew\n## Watch\nMate: Ann\n", Add(("leave",), "Bo"),
         "# Crew\n## Watch\nMate: Ann\n\n**On Leave:**\n- Bo\n"),
        ("# Crew\n## At\n| Field | Value |\n|---|---|\n| Port | Oban |\n", Set(("at", "Last Seen"), "May"),
         "# Crew\n## At\n| Field | Value |\n|---|---|\n| Port | Oban |\n\n**Last Seen:** May\n"),
        ("# Crew\n## At\nPort: Oban\n", Set(("at", "Port"), "None"), "# Crew\n## At\nPort: None\n"),
        ("# Crew\n## Chores\n- Deck\n", Set(("chores", 0, "mark"), True), "# Crew\n## Chores\n- [x] Deck\n"),
        ("# Crew\n## Chores\n1. [ ] Deck\n", Add(("chores",), {"mark": False, "text": "Ropes"}),
         "# Crew\n## Chores\n1. [ ] Deck\n2. [ ] Ropes\n"),
        ("# Crew\n## Watch\n| Metric | Value |\n|---|---|\n| Mate | Ann |\n", Set(("watch", "Mate"), "Cy"),
         "# Crew\n## Watch\n| Metric | Value |\n|---|---|\n| Mate | Cy |\n"),
    ],
)  # fmt: skip
def test_what_is_new_has_the_form_of_its_description(text: str, edit: Edit, after: str) -> None:
    assert apply(CREW, text, [edit]) == after


def test_what_introduces_a_list_of_items_is_no_entry() -> None:
    reading = read(CREW, "# Crew\n## Chores\nThese are due:\n\n- Deck\n- Sails\nand ropes\n")
    assert reading.said["chores"] == [{"text": "Deck"}, {"text": "Sails"}]
    assert [each.text for each in reading.unread] == ["These are due:", "and ropes"]
    assert read(CREW, "# Crew\n## Chores\nWash the deck\n").said["chores"] == [{"text": "Wash the deck"}]


def test_the_example_of_the_page_runs() -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "describing-files.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert (failed, tried > 10) == (0, True)
