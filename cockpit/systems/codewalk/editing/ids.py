"""The id of a new entry: the number after the highest one of that kind."""

import re
from collections.abc import Iterable

_NUMBERED = re.compile(r"(?P<stem>.*?)(?P<number>\d+)")


def next_id(known: Iterable[str | None], stem: str) -> str:
    """The id after the highest one of that kind, as many digits wide; the first is `stem-001`."""
    found = [match for each in known if (match := _NUMBERED.fullmatch(each or "")) is not None]
    own = [match for match in found if match["stem"] == f"{stem}-"] or found
    if not own:
        return f"{stem}-001"
    last = max(own, key=lambda match: int(match["number"][-9:]))
    number = str(int(last["number"][-9:]) + 1)
    return f"{last['stem']}{number.zfill(len(last['number']))}"
