"""What became otherwise between two looks at a checklist, in a sentence or two."""

from collections import Counter
from collections.abc import Sequence

from cockpit.model.checklist import Check

_LONGEST = 90


def news(before: Sequence[Check], now: Sequence[Check]) -> str:
    """Which lines failed before and are ok now, and which fail since, those about past work apart; else empty."""
    failed, fails = _failed(before), _failed(now)
    unknown = {check.key for check in now if check.result == "unknown"}
    well = [check for key, check in failed.items() if key not in fails and key not in unknown]
    ill = [check for key, check in fails.items() if key not in failed and not check.past]
    return " ".join((*_told("Failed before, ok now", well, before), *_told("Failed now, not before", ill, now)))


def _failed(checks: Sequence[Check]) -> dict[str, Check]:
    return {check.key: check for check in checks if check.result == "failed"}


def _told(what: str, lines: Sequence[Check], among: Sequence[Check]) -> tuple[str, ...]:
    if not lines:
        return ()
    facts = Counter(check.fact for check in among)
    name = lines[0].fact if facts[lines[0].fact] == 1 else lines[0].whole
    name = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
    more = f" and {len(lines) - 1} more" if lines[1:] else ""
    return (f"{what}: “{name}”{more}.",)
