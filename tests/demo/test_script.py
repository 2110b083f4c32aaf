"""What scripts can say: edits that find their place in the newest text, conditions on files, definitions."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cockpit.demo.player import Player
from cockpit.demo.script import Command, read

NOW = datetime(2026, 1, 29, 14, 30, tzinfo=UTC)
STATE = """# State

| Cost | $26.50 | $10 ⚠️ | $25 🔶 | $50 |
| Context | 31% | 30% ⚠️ |

phases:
  - id: 1
    status: "done"
    tries: 0
  - id: 2
    name: Feed
    status: "failed"
    tries: 0

## Blockers
- The map is missing

## Done
"""


class Played:
    """What a script made of a file, and what it said."""

    def __init__(self, folder: Path, script: str) -> None:
        self.said: list[str] = []
        player = Player(folder, read(script), now=lambda: NOW, tell=self.said.append)
        self.pauses = list(zip(range(9), player.play(), strict=False))
        self.text = (folder / "state.md").read_text("utf-8")


@pytest.fixture
def play(tmp_path: Path) -> Callable[[str], Played]:
    (tmp_path / "state.md").write_text(STATE, "utf-8")
    return lambda script: Played(tmp_path, script)


@pytest.mark.parametrize(
    ("edit", "before", "after"),
    [
        ("= | Cost | «$27» | …", "| Cost | $26.50 |", "| Cost | $27 |"),
        ("= | Cost | … | … | «$30» | $50 |", "| $25 🔶 |", "| $30 |"),
        ("= | Cost | «\\1 $0 (.*)» | …", "| $26.50 |", "| \\1 $0 (.*) |"),  # no pattern
        ('    - id: 2\n      …\n      status: «"pending"»', '"failed"', '"pending"'),
        ("    - id: 2\n      …\n      tries: «1»", '"failed"\n    tries: 0', '"failed"\n    tries: 1'),
        ("-     name: …", "    name: Feed\n", ""),
        ("  ## Blockers\n- - None\n+ - New\nor\n  ## Blockers\n+ - New", "## Blockers\n", "## Blockers\n- New\n"),
        ("  ## Blockers\n  …\n+ - New\n\n  ## Done", "missing\n", "missing\n- New\n"),
        ("  ## Blockers\n- …\n+ - None\n\n  ## Done", "- The map is missing\n", "- None\n"),
    ],
)
def test_an_edit_changes_what_it_says(play: Callable[[str], Played], edit: str, before: str, after: str) -> None:
    assert STATE.count(before) == 1
    lines = "\n".join(f"    {line}" if line else "" for line in edit.split("\n"))
    played = play(f"edit state.md\n{lines}\n")
    assert played.text == STATE.replace(before, after)
    assert played.said == []


def test_what_is_not_found_is_reported_and_left_alone(play: Callable[[str], Played]) -> None:
    played = play(
        "edit state.md\n    - gone\n    + new\n    = | Cost | «$1» | …\nedit none.md\n    + x\nappend .\n    x\n"
    )
    assert played.text == STATE.replace("$26.50", "$1")
    assert played.said[0] == "state.md is left as it is where it does not read - gone / + new"
    assert [each.partition(" is ")[0] for each in played.said] == ["state.md", "none.md", "."]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("state.md is there", True),
        ("state.md is gone", False),
        ("../none is gone", True),
        ("feed is failed", True),
        ("feed is not failed", False),
        ("nothing is not failed", True),
        ("limit < cost", True),
        ("cost < limit", False),
        ("cost < feed", False),
        ("nothing < cost", False),
        ("either", True),
    ],
)
def test_conditions(play: Callable[[str], Played], condition: str, holds: bool) -> None:
    played = play(
        f"""\
value feed state.md ^  - id: 2\\n(?:    .*\\n)*?    status: "(\\w+)
value cost state.md ^\\| Cost \\| (\\S+)
value limit state.md ^\\| Cost \\|[^|]*\\|[^|]*\\| (\\S+)
value nothing none.md (.*)
condition either
    feed is pending
    feed is failed
if {condition}
    say yes
unless {condition}
    say no {{cost}} {{nothing}}
"""
    )
    assert played.said == (["yes"] if holds else ["no $26.50 —"])


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ('{"a": {"b": {"at": 1}}}', True),
        ('{"a": {"b": false}}', False),
        ('{"a": [1]}', False),
        ('{"a": {"b"', False),
        ("[" * 100_000, False),
        ("", False),
    ],
)
def test_a_json_value(play: Callable[[str], Played], tmp_path: Path, text: str, holds: bool) -> None:
    (tmp_path / "a.json").write_text(text)
    assert play("if a.json has a.b\n    say yes\n").said == (["yes"] if holds else [])


def test_it_waits_for_a_person_at_any_pace(tmp_path: Path) -> None:
    at = [NOW]
    player = Player(tmp_path, read("when 5 seconds pass\nwait 1\n"), now=lambda: at[0], tell=print)
    pauses = player.play()
    assert [next(pauses), next(pauses)] == ["5 seconds pass"] * 2
    at[0] += timedelta(seconds=5)
    assert list(pauses) == [1.0]


def test_definitions_take_values() -> None:
    script = read("define a\n    say $x $$y $25\n    if b is $x\n        wait $y\n\ndo a\n    x one two\n    y 3\n")
    inner = (Command("wait", "3", ()),)
    assert script.commands == (Command("say", "one two $3 $25", ()), Command("if", "b is one two", (), inner))
    with pytest.raises(KeyError):
        read("do nothing\n")
