"""Which lines an edit touched."""

from difflib import SequenceMatcher

from cockpit.text.decoding import split_lines


def touched_lines(before: str, after: str) -> tuple[int, ...]:
    """The 1-based lines of `before` that `after` no longer holds as they were. A pure insertion touches none."""
    old, new = split_lines(before), split_lines(after)
    kept = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    unchanged = {block.a + i for block in kept for i in range(block.size)}
    return tuple(number + 1 for number in range(len(old)) if number not in unchanged)
