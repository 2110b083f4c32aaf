"""How a new handoff takes in the one that still waits: each thing once, in the words of the new one."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from cockpit.model import Blocker, Handoff, HandoffTask
from cockpit.model.handoff_draft import DraftTask, HandoffDraft
from cockpit.rules.decided import both_decided, folded
from cockpit.rules.handing_off import row_from
from cockpit.rules.printable import printable
from cockpit.rules.remaining import as_they_stand, same_work
from cockpit.rules.told_blockers import UNNAMED
from cockpit.rules.whole_numbers import last_number
from cockpit.values import dataclass

_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")
_TASK = re.compile(r"task\s*#?\s*", re.IGNORECASE)
_LEADING = re.compile(r"\d+(\.\d+)*", re.ASCII)
_LAST = re.compile(r"\d+\Z", re.ASCII)
_NAMED = 3
_BEFORE = " (next action of the handoff before)"


@dataclass(frozen=True, slots=True)
class Merged:
    """A handoff that has taken in another one, and what of that one is `left_out` because the new one tells it anew."""

    draft: HandoffDraft
    left_out: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """What is left out; empty where nothing is."""
        if not self.left_out:
            return ""
        more = len(self.left_out) - _NAMED
        named = [f'"{printable(each)}"' for each in self.left_out[:_NAMED]] + ([f"{more} more"] if more > 0 else [])
        return f"Left out of the handoff before, for this one tells it anew: {', '.join(named)}."


def merge(old: Handoff, new: HandoffDraft, blockers: Sequence[Blocker] = (), resolved: Collection[str] = ()) -> Merged:
    """A new handoff that takes in the one still waiting: the new one comes first, and what both tell stands once.

    What tells the same: rows and entries of the same task, and entries of the same words. A task both name keeps the
    new row; an old commit fills a gap. What the old one left to do stays unless the new rows say it is done. Of its
    blockers those go that no longer hold by the state file (`blockers`) or that a person has `resolved`; one that the
    state file does not name says so. Its texts say from when they are.
    """
    old = _told_from_elsewhere(old, new)
    rows, rows_left_out = _rows(old, new)
    mine, theirs = (as_they_stand(rows, told) for told in (new.remaining, old.remaining))
    remaining, entries_left_out = _entries(mine, theirs)
    draft = replace(
        new,
        completed=rows,
        remaining=_joined(remaining, _next_before(old, new, remaining)),
        decisions=both_decided(new.decisions, old.decisions),
        blockers=_joined(new.blockers, _still_blocking(old.blockers, new.blockers, blockers, resolved)),
        context=_both(new.context, old.context, old.created),
        state=_both(new.state, old.state, old.created),
        next_action=new.next_action or old.next_action or "",
    )
    return Merged(draft, (*rows_left_out, *entries_left_out))


def _told_from_elsewhere(old: Handoff, new: HandoffDraft) -> Handoff:
    """The old handoff as one of another plan tells it: the numbers of its tasks mean nothing without their plan."""
    then, now = _plan(old), _plan(new)
    if then is None or now is None or then == now:
        return old
    plan = f"Plan {then}"
    rows = (
        replace(row, id=None, name=f"{plan}, task {row.id}: {row.name or ''}".rstrip(": ")) if row.id else row
        for row in old.completed
    )
    remaining = (f"{plan}, {each}" if _task_of(each) else each for each in old.remaining)
    return replace(old, completed=tuple(rows), remaining=tuple(remaining))


def _plan(place: Handoff | HandoffDraft) -> str | None:
    """The plan with its phase, as `3.2`; None where either has no number."""
    phase, plan = _LEADING.match(place.phase or ""), _LAST.search(place.plan or "")
    return f"{_number(phase[0])}.{_number(plan[0])}" if phase and plan else None


def _rows(old: Handoff, new: HandoffDraft) -> tuple[tuple[DraftTask, ...], list[str]]:
    """The rows of both by their numbers, and what the old ones said otherwise than the new ones of the same task."""
    known = {key: row for row in reversed(new.completed) for key in _keys(row)}
    rows, left_out = {id(row): row for row in new.completed}, []
    older = []
    for told in old.completed:
        found = next((known[key] for key in _keys(told) if key in known), None)
        if found is None:
            older.append(row_from(told))
            continue
        row = rows[id(found)]
        if not row.commit:
            rows[id(found)] = row = replace(row, commit=told.commit)
        if folded(told.name or "") != folded(row.name) or (told.commit and told.commit != row.commit):
            left_out.append(_row_in_words(told))
    numbered = [(last_number(row.id), row) for row in (*older, *rows.values())]
    ordered = sorted(numbered, key=lambda each: (each[0] is None, each[0] or 0))
    return tuple(row for _, row in ordered), left_out


def _keys(row: DraftTask | HandoffTask) -> Iterator[tuple[str, str]]:
    """What a row has in common with another one of its task: the number; of one without a number, the name."""
    number, name = _number(row.id), folded(row.name or "")
    if number:
        yield "task", number
    elif name:
        yield "name", name


def _row_in_words(row: HandoffTask) -> str:
    what = f"{f'Task {_number(row.id)}' if row.id else ''}: {row.name or ''}".strip(": ")
    return f"{what} ({row.commit})" if row.commit else what


def _entries(mine: Sequence[str], theirs: Sequence[str]) -> tuple[tuple[str, ...], list[str]]:
    """The entries of both, and those of the old handoff that tell of a task in other words than the new one."""
    tasks = {number for each in mine if (number := _task_of(each))}
    works = {_work(each) for each in mine}
    added, left_out = [], []
    for each in theirs:
        if _work(each) in works:
            continue
        if _task_of(each) in tasks:
            left_out.append(each)
        else:
            added.append(each)
            works.add(_work(each))
    return _joined(mine, added), left_out


def _task_of(entry: str) -> str:
    """The number of the task that an entry begins with; empty where it begins otherwise."""
    label, colon, _ = entry.strip().partition(":")
    found = _TASK.match(label)
    return _number(label[found.end() :]) if colon and found else ""


def _number(text: str | None) -> str:
    """A number as it is compared: `03` is `3`, `Task 3` is `3`."""
    plain = _TASK.sub("", (text or "").casefold(), count=1).strip(" #.:")
    return _ZEROS.sub("", plain)


def _next_before(old: Handoff, new: HandoffDraft, remaining: Sequence[str]) -> Iterator[str]:
    """What the old one had first to do, where the new one begins with something else."""
    told = " ".join((old.next_action or "").split()).removesuffix(_BEFORE)
    if told and new.next_action.strip() and _work(told) not in {*map(_work, (*remaining, new.next_action))}:
        yield f"{told}{_BEFORE}"


def _work(entry: str) -> str:
    return same_work(entry.removesuffix(_BEFORE))


def _still_blocking(
    old: Sequence[str], new: Sequence[str], known: Sequence[Blocker], resolved: Collection[str]
) -> Iterator[str]:
    """The blockers of the handoff before that may still hold the work up."""
    told = {*map(folded, new), *map(folded, resolved)}
    gone = {folded(each.text) for each in known if not each.holds}
    standing = {folded(each.text) for each in known if each.holds}
    for entry in old:
        key = folded(entry.removesuffix(UNNAMED))
        if key not in told | gone:
            yield entry if key in standing or entry.endswith(UNNAMED) else f"{entry}{UNNAMED}"


def _joined(first: Sequence[str], second: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))


def _both(new: str, old: str | None, created: str | None) -> str:
    """Both texts; the old one says from when it is."""
    mine, theirs = new.strip(), (old or "").strip()
    if not theirs or f" {folded(theirs)} " in f" {folded(mine)} ":
        return mine
    begin = f"From the handoff of {created}:" if created else "From the handoff before:"
    return "\n\n".join(filter(None, (mine, f"{begin}\n{theirs}")))
