"""Pseudo-XML tag sections of handoffs."""

from cockpit.text.markdown import parse

TEXT = """\
---
phase: 3
---

<objective>Go on</objective>

<completed_work type="list">

- one
- two
</completed_work>

```
<not_this>
```
<details><summary>x</summary></details>
<br/>
text <inline>no</inline>
"""


def test_sections_with_positions():
    objective, work = parse(TEXT).tags
    assert (objective.name, objective.text, objective.line) == ("objective", "Go on", 5)
    assert (work.name, work.text, work.line) == ("completed_work", "- one\n- two", 7)
    assert TEXT[objective.start : objective.end] == "Go on"
    assert TEXT[work.start : work.end] == "\n\n- one\n- two\n"
    assert [(item.text, item.line) for item in work.body.items()] == [("one", 9), ("two", 10)]
    assert work.problems == ()


def test_an_unclosed_one_runs_to_the_next_tag_or_the_end():
    first, second = parse("<a_one>\nfirst\n<b_two>\nsecond\nlast").tags
    assert (first.text, second.text) == ("first", "second\nlast")
    assert [(p.code, p.line) for p in first.problems + second.problems] == [("tag-unclosed", 1), ("tag-unclosed", 3)]
    assert second.body.text == "second\nlast"
    assert first.body.text == "first"


def test_nesting():
    outer, inner = parse("<outer>\na\n<inner>b</inner>\n</outer>\n").tags
    assert (outer.name, outer.text) == ("outer", "a\n<inner>b</inner>")
    assert (inner.name, inner.text) == ("inner", "b")


def test_an_unclosed_one_inside_a_closed_one():
    outer, inner = parse("<outer>\n<inner>\nb\n</outer>\n<next>c</next>\n").tags[:2]
    assert outer.closed
    assert outer.text == "<inner>\nb"
    assert not inner.closed


def test_a_closing_tag_without_an_opening_one_is_text():
    assert parse("</nothing>\n<a_one>x</a_one>\n").tags[0].text == "x"


def test_crlf():
    (section,) = parse("<next_action>\r\none\r\ntwo\r\n</next_action>\r\n").tags
    assert section.text == "one\ntwo"
    assert parse("<next_action>\r\none\r\n</next_action>").tags[0].text == "one"
