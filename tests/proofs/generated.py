"""Documents as nobody planned them: every kind of line end and quoting, tabs, comments, unknown keys, CJK, emoji."""

import random

from tests.conformance.memory_system import Bytes

MARKDOWN = (
    "# Title", "## 🚧 Current Position", "### Decisions ##", "Phase: 3 of 6", "**Status:** x", "- **A**: b", "Empty:",
    "| A | B |", "|---|---|", "| 1 | a\\|b |", "| `x|y` | 進行中 |", "|  ||", "| - | - |", "a | b", "--- | ---",
    "- item", "  - [x] child", "\t* tab", "12. twelve", "continued", "    deep", "```", "~~~text", "<!-- one line -->",
    "<<<<<<< HEAD", "=======", "key: value", "<next_action>", "</next_action>", "<a_b>x</a_b>", "", "   ",
    "emoji 👩‍💻 📍", "> quote", "ends with blanks  ", "…", "| 状態 | 👩‍💻 done |", "- [ ] 書く", "**所有者：** 誰か",
)  # fmt: skip
SCALARS = (
    "plain", "'it''s'", '"double \\"q\\""', "03", "2.10", "~", "PR #642", "x # comment", "進行中", "👩‍💻",
    "[a, 'b', \"c\"]", "{k: v, 'l': w}", "|\n  one\n  two", "2026-01-29", "a: b", "", "null", "!tag x", "&anchor y",
)  # fmt: skip
JSON = (
    "1", "26.50", "-3e2", "true", "null", '"plain"', '"\\u00e9 \\n \\"q\\""', '"進行中"', '"👩‍💻"', "[]", "{}",
    "[1, 2 ,3]", '{"unknown":\t"x"}', '[ {"a" :1} , "b" ]', '""',
)  # fmt: skip
BLANKS = ("", " ", "  ", "\t", "\n", "\n  ", "\n\t")
ENDS = ("\n", "\n", "\r\n", "\r\n", "\r")


def documents(chance: random.Random) -> Bytes:
    """One document of each kind, with line ends of one kind, and sometimes none at the end."""
    texts = {"doc.md": _markdown(chance), "doc.json": _json(chance), "doc.yaml": _yaml(chance)}
    return {name: _finished(chance, text) for name, text in texts.items()}


def _finished(chance: random.Random, text: str) -> bytes:
    text = text.rstrip("\n") if chance.random() < 0.3 else text
    return (b"\xef\xbb\xbf" if chance.random() < 0.05 else b"") + text.replace("\n", chance.choice(ENDS)).encode()


def _markdown(chance: random.Random) -> str:
    front = f"---\n{_yaml(chance)}---\n\n" if chance.random() < 0.4 else ""
    return front + "".join(f"{chance.choice(MARKDOWN)}\n" for _ in range(chance.randrange(25)))


def _yaml(chance: random.Random) -> str:
    lines = [f"key_{number}: {chance.choice(SCALARS)}\n" for number in range(chance.randrange(1, 8))]
    lines += ["# a comment\n"] * chance.randrange(2)
    chance.shuffle(lines)
    return "".join(lines) + "nested:\n  - id: 1\n    note: 'x'\n" * chance.randrange(2)


def _json(chance: random.Random) -> str:
    comma, colon = (f"{chance.choice(BLANKS[:4])}{sign}{chance.choice(BLANKS)}" for sign in ",:")
    members = comma.join(f'"m{number}"{colon}{chance.choice(JSON)}' for number in range(chance.randrange(1, 9)))
    before = "// why\n" if chance.random() < 0.2 else ""
    return f"{before}{{{chance.choice(BLANKS)}{members}{chance.choice(BLANKS)}}}\n"
