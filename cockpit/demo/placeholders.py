"""What is filled into the files of a sample project and into an agent's script.

- `{now}`, `{-2h}`, `{-6d4h52m}`: an instant, counted from now, as agents write it: `2026-01-29T14:30:00Z`
- `{now day}`, `{-6d4h52m day}`: the UTC date of such an instant
- `{now git}`, `{-6d4h52m git}`: such an instant as git's streams have it: seconds and zone
- `{commit SUBJECT}`: the short id of the commit with that subject; `—` where there is none
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

_PLACEHOLDER = re.compile(r"\{(?:(?P<offset>now|-(?:\d+[dhm])+)(?: (?P<form>day|git))?|commit (?P<subject>[^{}\n]+))\}")
_UNITS = {"d": "days", "h": "hours", "m": "minutes"}


def filled(text: str, now: datetime, commits: Mapping[str, str]) -> str:
    """The text with its placeholders resolved; `commits` has the short ids by subject."""

    def value(found: re.Match[str]) -> str:
        if found["subject"]:
            return commits.get(found["subject"], "—")
        parts = {_UNITS[unit]: int(number) for number, unit in re.findall(r"(\d+)([dhm])", found["offset"])}
        at = (now - timedelta(**parts)).astimezone(UTC)
        if found["form"] == "git":
            return f"{int(at.timestamp())} +0000"
        return at.strftime("%Y-%m-%d" if found["form"] == "day" else "%Y-%m-%dT%H:%M:%SZ")

    return _PLACEHOLDER.sub(value, text)
