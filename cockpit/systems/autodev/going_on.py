"""Whether an agent went on with the flow since: it writes the present step anew each time, which takes nothing back."""

from cockpit.documents.text import decode
from cockpit.systems.autodev.report import Report
from cockpit.systems.autodev.standing import Standing, read_standing
from cockpit.systems.autodev.state_file import NAMES, StateFile, read_state
from cockpit.systems.autodev.step_tables import order_of
from cockpit.systems.reading.folder import Page, whole


def went_on(path: str, ours: bytes, present: bytes) -> bool:
    """Whether a state file stands further on than what was written there, and still has every decision of it: then its
    lines are those of another step, not an older copy's.
    """
    if not path.endswith(NAMES):
        return False
    before, now = (read_state(Page(path, whole(decode(data).text)), Report()) for data in (ours, present))
    if not (before.usable and now.usable) or _lost(before, now):
        return False
    return len(now.completed) > len(before.completed) or _is_ahead(read_standing(before), read_standing(now))


def _lost(before: StateFile, now: StateFile) -> bool:
    """Whether something is gone that nobody but a person or an older copy takes away."""
    kept = {each.text for each in now.decisions}
    return any(each.text not in kept for each in before.decisions)


def _is_ahead(before: Standing, now: Standing) -> bool:
    if now.done or before.done:
        return now.done and not before.done
    one, other = order_of(before.id), order_of(now.id)
    return one is not None and other is not None and other > one
