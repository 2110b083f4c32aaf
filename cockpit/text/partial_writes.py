"""Half-written files: whether what was read just now is a file caught in the middle of a write."""

import json

from cockpit.text.decoding import decode
from cockpit.text.keyed import find_blocks


def looks_cut(path: str, previous: bytes | None, current: bytes) -> bool:
    """Whether `current` looks like the first part of a file that is still being written.

    That is an empty file, JSON that is incomplete, what the previous content begins with, and a shorter text that has
    fewer sections than the previous one and not its last. `previous` is the last content that was read and complete, or
    None; also where another file has taken its place, which is how a whole one is put there. The caller keeps showing
    the old state and reads again; a file that stays as it is must be accepted after a while, for people do cut files
    short.
    """
    if not current.strip():
        return previous is None or bool(previous.strip())
    if path.casefold().endswith(".json"):
        return not _is_complete_json(current) and (previous is None or _is_complete_json(previous))
    if previous is None or len(current) >= len(previous):
        return False
    if previous.startswith(current):
        return True
    before, now = _sections(path, previous), _sections(path, current)
    return len(now) < len(before) and before[-1] not in now


def ends_in_a_row(text: str) -> bool:
    """Whether the last line is a table row that was cut: rows above it are closed, it is not, nor is the line."""
    above, _, last = text.rpartition("\n")
    return last.strip().startswith("|") and not _is_closed(last) and _is_closed(above.rpartition("\n")[2])


def _is_closed(line: str) -> bool:
    row = line.strip()
    return len(row) > 1 and row.startswith("|") and row.endswith("|")


def _sections(path: str, data: bytes) -> list[tuple[int, str]]:
    """Level and title of the sections; first, with neither, a frontmatter that is closed."""
    from cockpit.text.lines import Document

    text = decode(data).text
    blocks = find_blocks(text)
    front = [(0, "")] if blocks and blocks[0].closed else []
    sections = Document(text).sections[1:] if path.casefold().endswith(".md") else ()
    return [*front, *((section.level, section.title) for section in sections)]


def _is_complete_json(data: bytes) -> bool:
    try:
        json.loads(decode(data).text)
    except (ValueError, RecursionError):
        return False
    return True
