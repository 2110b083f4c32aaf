"""What holds for every text: reading never raises, spans are exact, an edit touches only its own lines."""

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.text.decoding import split_lines
from cockpit.text.keyed import read_keyed
from cockpit.text.markdown import Markdown, parse
from cockpit.text.splice import Splice, apply

PIECES = st.sampled_from(
    [
        "# Title", "## 🚧 Current Position", "### Decisions ##", "Phase: 3 of 6", "**Status:** x", "- **A**: b",
        "Empty:", "| A | B |", "|---|---|",
        "| 1 | a\\|b |", "| `x|y` | 進行中 |", "|  ||", "| - | - |", "a | b", "--- | ---",
        "- item", "  - [x] child", "\t* tab", "12. twelve", "continued", "    deep", "```", "~~~text", "<!-- c", "-->",
        "<!-- one line -->", "<<<<<<< HEAD", "=======", ">>>>>>> x", "---", "key: value", "<next_action>",
        "</next_action>", "<a_b>x</a_b>", "", "   ", "emoji 👩‍💻 📍", "> quote", "ends with blanks  ", "\x0c",
        "\u2028", "…",
    ]
)  # fmt: skip
ENDS = st.sampled_from(["\n", "\n", "\r\n", "\r"])
LINES = st.lists(st.tuples(PIECES, ENDS), max_size=25).map(lambda lines: "".join(a + b for a, b in lines))
TEXTS = st.one_of(LINES, LINES.map(lambda text: text.rstrip("\r\n")), st.text(max_size=120))
VALUES = st.sampled_from(["new", "a: b — c", "進行中", "👩‍💻 done", "x  y", "1.5"])


def spans(document: Markdown) -> Iterator[tuple[int, int, str | None]]:
    for region in (document.preamble, *document.sections, document.body):
        yield region.body_start, region.body_end, region.raw
        for field in region.fields():
            yield field.value_start, field.value_end, field.value
        for table in region.tables():
            yield table.start, table.end, None
            for cell in (*table.header, *(cell for row in table.rows for cell in row.cells)):
                yield cell.start, cell.end, cell.text.replace("|", "\\|") if "`" not in cell.text else None
        for item in region.all_items():
            yield item.start, item.end, None
            yield item.text_start, item.text_end, item.raw
        for paragraph in region.paragraphs():
            yield paragraph.start, paragraph.end, None
        for fence in region.fences():
            yield fence.start, fence.end, fence.inside.raw
    for tag in document.tags:
        yield tag.start, tag.end, None


@settings(max_examples=150)
@given(TEXTS)
def test_spans_are_exact(text: str):
    has_comment = "<!--" in text
    for start, end, raw in spans(parse(text)):
        assert 0 <= start <= end <= len(text)
        assert raw is None or has_comment or text[start:end] == raw


@settings(max_examples=150)
@given(TEXTS)
def test_sections_cover_the_body(text: str):
    document = parse(text)
    headings = "".join(text[s.start : s.body_start] + s.raw for s in document.sections)
    assert text[document.preamble.body_start :] == document.preamble.raw + headings
    for section in document.sections:
        assert section.start < section.body_start <= section.body_end <= section.end


@given(TEXTS)
def test_keys_never_raise(text: str):
    file = read_keyed("---\n" + text)
    assert file.start <= file.end <= file.after <= len(file.text)
    assert all(file.start <= node.start <= node.end <= file.end for _, node in file.root.children())


def assert_only_line_changed(before: str, after: str, splice: Splice, line: int) -> None:
    old, new = split_lines(before), split_lines(after)
    assert len(old) == len(new)
    assert old[: line - 1] == new[: line - 1]
    assert old[line:] == new[line:]
    assert after == before[: splice.start] + splice.text + before[splice.end :]


@settings(max_examples=150)
@given(LINES, VALUES, st.data())
def test_a_field_can_be_rewritten(text: str, value: str, data: st.DataObject):
    fields = parse(text).body.fields()
    if not fields:
        return
    field = data.draw(st.sampled_from(fields))
    after = apply(text, [field.rewrite(value)])
    assert_only_line_changed(text, after, field.rewrite(value), field.line)
    assert [(f.label, f.value) for f in parse(after).body.fields()] == [
        (f.label, value if f is field else f.value) for f in fields
    ]


@settings(max_examples=150)
@given(LINES, VALUES, st.data())
def test_a_cell_can_be_rewritten(text: str, value: str, data: st.DataObject):
    cells = [cell for table in parse(text).body.tables() for row in table.rows for cell in row.cells]
    if not cells or "<!--" in text:
        return
    cell = data.draw(st.sampled_from(cells))
    after = apply(text, [cell.rewrite(value)])
    assert_only_line_changed(text, after, cell.rewrite(value), cell.line)
    new = [cell for table in parse(after).body.tables() for row in table.rows for cell in row.cells]
    assert [c.text for c in new] == [value if c is cell else c.text for c in cells]


@settings(max_examples=150)
@given(LINES, st.sampled_from(["new", "進行中", "👩‍💻 done"]), st.data())
def test_an_entry_can_be_rewritten(text: str, value: str, data: st.DataObject):
    items = [
        item for item in parse(text).body.all_items() if "\n" not in item.raw and "\r" not in item.raw and item.raw
    ]
    if not items or "<!--" in text:
        return
    item = data.draw(st.sampled_from(items))
    after = apply(text, [item.rewrite(value)])
    assert_only_line_changed(text, after, item.rewrite(value), item.line)
    assert value in [found.text for found in parse(after).body.all_items() if found.line == item.line]
