"""Half-written files: whether what was read just now is a file caught in the middle of a write."""

from cockpit.documents.frontmatter_blocks import find_blocks
from cockpit.documents.missing_end import ends_in_a_row, lacks_its_end
from cockpit.documents.text import decode, zeros_at_end


def looks_cut(path: str, previous: bytes | None, current: bytes) -> bool:
    """Whether `current` looks like the first part of a file that is still being written.

    `previous` is the last content that was read and complete, or None; also where another file has taken its place,
    which is how a whole one is put there. The caller keeps showing the old state and reads again; a file that stays as
    it is must be accepted after a while, for people do cut files short.
    """
    if _ends_inside_character(current) or zeros_at_end(current) is not None:
        return True
    if not current.strip():
        return previous is None or bool(previous.strip())
    if path.casefold().endswith(".json"):
        return not _is_complete_json(current) and (previous is None or _is_complete_json(previous))
    if path.casefold().endswith(".md") and ends_in_a_row(decode(current).text):
        return previous is None or not ends_in_a_row(decode(previous).text)
    return previous is not None and _is_cut_text(path, previous, current)


def _is_cut_text(path: str, previous: bytes, current: bytes) -> bool:
    if len(current) < len(previous) and previous.startswith(current):
        return True
    if _frontmatter_closed(current) is False and _frontmatter_closed(previous) is True:
        return True
    return path.casefold().endswith(".md") and lacks_its_end(decode(previous).text, decode(current).text)


def _frontmatter_closed(data: bytes) -> bool | None:
    blocks = find_blocks(decode(data).text)
    return blocks[0].closed if blocks else None


def _is_complete_json(data: bytes) -> bool:
    from cockpit.documents.json_text import parse

    return parse(decode(data).text).complete


def _ends_inside_character(data: bytes) -> bool:
    """Whether the last bytes are the beginning of a UTF-8 sequence that does not go on."""
    tail = data[-3:]
    for length in range(1, len(tail) + 1):
        byte = tail[-length]
        if byte >= 0xC0:
            wanted = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            return byte < 0xF5 and length < wanted
        if byte < 0x80:
            return False
    return False
