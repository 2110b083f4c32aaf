"""Writing one YAML scalar in the notation of the one it replaces."""

import json
import re

_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_UNSAFE_START = re.compile(r"[\[\]{}#&*!|>'\"%@`,]|[-?:](?:\s|$)|(?:---|\.\.\.)(?:\s|$)")
_UNSAFE_INSIDE = re.compile(r":(?:\s|$)|\s#|[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff]")
_FLOW_MARKS = re.compile(r"[\[\]{},]|^[-?:]")
_NO_BLOCK = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff]|\A[ \t\n]|[ \t]$|\n\Z", re.MULTILINE
)
"""What a block would lose, or what would need a number in its head."""
_BLOCK = re.compile(
    r"[|>](?P<chomp>[-+]?)(?P<rest>[ \t]*(?:#[^\r\n]*)?)(?P<newline>\r\n|\n|\r)(?P<blanks>[ \t]*)(?=\S)"
)
_CONTROL = re.compile(r"[\x7f-\x9f\u2028\u2029\ufeff]")


def is_null(text: str) -> bool:
    """Whether an untagged plain scalar stands for nothing."""
    return text in _NULLS


def write_scalar(value: str | None, before: str = "", flow: bool = False) -> str:
    """A scalar as YAML text.

    The quoting of `before` (the scalar as written until now) is kept where it can hold the value; a plain value is
    quoted only where it would mean something else. `flow` says that it stands inside `[...]` or `{...}`.
    """
    if value is None:
        return "null"
    if before.startswith("'") and not re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]", value):
        return "'" + value.replace("'", "''") + "'"
    if before.startswith('"') or not _is_safe_plain(value, flow):
        return _double_quoted(value)
    return value


def _is_safe_plain(value: str, flow: bool) -> bool:
    if is_null(value) or value != value.strip() or _UNSAFE_START.match(value) or _UNSAFE_INSIDE.search(value):
        return False
    return not (flow and _FLOW_MARKS.search(value))


def _double_quoted(value: str) -> str:
    """JSON's escapes are YAML's, but for a few characters that JSON leaves bare."""
    return _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", json.dumps(value, ensure_ascii=False))


def can_be_block(value: str) -> bool:
    """Whether a text of several lines can stand as a block as it is."""
    return "\n" in value.strip("\n") and not _NO_BLOCK.search(value.removesuffix("\n"))


def block_lines(value: str, column: int) -> list[str]:
    """A text of several lines as a block: its sign, then its lines, each with the blanks before it."""
    *lines, last = value.split("\n")
    told = lines if not last else [*lines, last]
    return ["|" if not last else "|-", *(f"{' ' * column}{line}" if line else "" for line in told)]


def rewrite_block(value: str, before: str) -> str | None:
    """A text in the place of a block, as one too; None where it is none, or cannot hold it."""
    head = _BLOCK.match(before)
    text = value.removesuffix("\n")
    if head is None or not text or _NO_BLOCK.search(text):
        return None
    ends = value.endswith("\n")
    chomp = "" if ends and head["chomp"] != "+" else "-" if not ends else "+"
    lines = (f"{head['blanks']}{line}" if line else "" for line in text.split("\n"))
    return f"|{chomp}{head['rest']}{head['newline']}{head['newline'].join(lines)}"
