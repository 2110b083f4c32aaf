"""What is shown of a file's text, of its Markdown rendered, and of a diff."""

from pathlib import Path

from cockpit.screens.dialogs import LONGEST, FileDialog, _shown, diff_facts, rendered
from cockpit.text.line_merge import diff
from cockpit.widgets.detail import Detail
from cockpit.widgets.pane import MOST
from cockpit.widgets.sheets import Fact
from tests.support.keyboard import copy, press, said, seen, slowly
from tests.support.pane_app import lines
from tests.support.static_app import running


def test_of_a_very_long_one_the_beginning_is_shown() -> None:
    shown = list(_shown("x" * (LONGEST + 1) + "\n" + "y\n" * (MOST + 10)))
    assert (shown[0].text, len(shown), shown[-1]) == ("x" * LONGEST + "…", MOST + 2, Fact("", "11 more lines", "muted"))


DOCUMENT = """---
phase: 1
---

# The *plan*

Go **on** with `render()`, see [the docs](https://example.org/x) and \x1b]52;c;Zm9v\x07&#27;[31m &#x202e;txt.
<b>Bold</b> and [@click=app.quit]not a button[/].

| task | done |
|---|---|
| 1 | yes |

## Then

- one
- two

```python
print(1)  # **as it is**
```
"""


def opened_on(folder: Path, document: str, name: str = "TRANSPONDER.md") -> Path:
    """A project whose document is that text."""
    project = copy(folder / "project")
    (project / "notes").mkdir()
    (project / "notes" / name).write_text(document, "utf-8")
    return project


async def test_v_renders_markdown_and_shows_the_text_again(tmp_path: Path) -> None:
    async with running(opened_on(tmp_path, f"{DOCUMENT}\n{'word ' * 60}"), (60, 24)) as (app, pilot):
        app.screen.read_file("Plan", "notes/TRANSPONDER.md")
        await slowly(pilot)
        assert "# The *plan*" in seen(app)
        assert "v rendered" in seen(app)
        await press(pilot, "v")
        detail = app.screen.query_one(Detail)
        text = "\n".join(line.strip() for line in lines(detail))
        assert "phase: 1" in text
        for raw in ("# The", "**on**", "|---|", "```"):
            assert raw not in text
        assert [line.plain.strip() for line in app.screen.drawn if "•" in line.plain] == ["• one", "• two"]
        assert "v text" in seen(app)
        drawn = len(app.screen.drawn)
        await pilot.resize_terminal(120, 40)
        await press(pilot)
        assert len(app.screen.drawn) < drawn  # anew for another width
        assert max(line.width for line in app.screen.drawn if "word" in line.plain) <= app.screen.room.width
        await press(pilot, "v")
        assert "# The *plan*" in seen(app)


async def test_only_markdown_is_rendered(tmp_path: Path) -> None:
    async with running(opened_on(tmp_path, "# no", "x.json"), (120, 40)) as (app, pilot):
        app.screen.read_file("Plan", "notes/x.json")
        await slowly(pilot, "v")
        assert isinstance(app.screen, FileDialog)
        assert "# no" in seen(app)
        assert "v rendered" not in seen(app)
        assert said(app) == "Only Markdown is rendered."


def test_nothing_in_rendered_text_acts() -> None:
    """No link, no escape sequence, not by an entity either; what a tag or markup of Textual says is text."""
    text = "\n".join(fact.text for fact in _shown(DOCUMENT))
    spans = [span for line in rendered(text, 76) for span in line.spans]
    shown = " ".join(span.text for span in spans)
    assert {span.action for span in spans} == {None}
    assert "\x1b" not in shown and "\x07" not in shown
    assert "\\x1b]52" in shown and "\\u202e" in shown
    assert "https://example.org/x" in shown
    assert "[@click=app.quit]not a button[/]" in shown
    assert "print(1)  # **as it is**" in shown


def shown(before: str | None, after: str | None, width: int = 80) -> list[tuple[str, str]]:
    sides = [None if side is None else side.encode() for side in (before, after)]
    return [(fact.text, fact.style) for fact in diff_facts(diff("a/file.md", *sides), width)]


def test_lines_that_look_like_headings_of_a_diff_are_lines() -> None:
    assert shown(None, "x\n")[1] == ("a/file.md (new)", "accent")
    assert ("\\ No newline at end of file", "muted") in shown("x", "y")
    lines = shown("a\n-- old\n@@ x\nb\n", "a\n++ new\n@@ x\nb\n")
    assert lines[2:] == [
        ("line 1", "muted"), (" a", "text"), ("--- old", "stop"), ("+++ new", "ok"), (" @@ x", "text"), (" b", "text"),
    ]  # fmt: skip


def test_long_lines_go_on_below_and_leave_the_column_of_the_marks_free() -> None:
    assert [text for text, style in shown("", "abcdefghij" * 3 + "\n", 22) if style == "ok"] == [
        "+abcdefghijabcdefghi", " jabcdefghij",
    ]  # fmt: skip
