"""What must not come of a change that others' writes have moved: two entries with one id."""

from collections import Counter

from cockpit.documents.text import decode
from cockpit.systems.codewalk.state_file import NAME, find_keys

_KINDS = ("blockers", "sessions")


def clash(path: str, present: bytes, result: bytes) -> str | None:
    """Why the result must not be written, as the beginning of a sentence; None where nothing is against it."""
    if path.rpartition("/")[2] != NAME:
        return None
    before, after = _ids(present), _ids(result)
    twice = next((each for each, number in after.items() if number > max(1, before[each])), None)
    return f"{path} would have two entries {twice[1]}" if twice is not None else None


def _ids(data: bytes) -> Counter[tuple[str, str]]:
    front = find_keys(decode(data).text)
    stated = front.data if front is not None else {}
    lists = ((kind, entries) for kind in _KINDS if isinstance(entries := stated.get(kind), list))
    return Counter(
        (kind, str(entry["id"]))
        for kind, entries in lists
        for entry in entries
        if isinstance(entry, dict) and entry.get("id")
    )
