"""What of the work is done and what remains: tasks, plans and phases by what files say of them."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from cockpit.model import Handoff, HandoffTask, Phase, Position, Status
from cockpit.regex import regex
from cockpit.wording.messages import Words
from cockpit.wording.numbers import last_number, numbers_of
from cockpit.wording.phrases import listed

if TYPE_CHECKING:
    from cockpit.model.handoff_draft import DraftTask

# How files say that a task, plan, phase or handoff is done: the one rule for every system

FINISHED = frozenset({"complete", "completed", "done", "finished"})
DONE_SIGNS = ("✅", "✓", "✔", "☑", "🟢")
"""How a line says that what it names is done."""
_OPEN_SIGNS = ("❌", "🔄", "⏳", "🚧")
_CUT = regex(r"(?<!\s)\s+-\s+|[—–(:,;/|.]")
_AROUND = " \t*_`!" + "".join(DONE_SIGNS)
_GAP = r"[\W_]*"
_WORD = r"(?:completed?|done|finished|passed|verified|merged)"
# Each commit, day and number in one way alone, or a long row of them takes for ever.
_SHOWN_BY = r"(?:(?=[a-f]*\d)[0-9a-f]{7,40}|\d{4}-\d\d-\d\d|(?<=#)\d{1,6})(?![^\W_])"
_DONE = regex(
    rf"(?i)(?:(?:all|fully|100\s?%|phase){_GAP})?{_WORD}"
    rf"(?:{_GAP}(?:(?:in|on|at|by|as|via|commit|pr){_GAP})?{_SHOWN_BY})*"
)
"""A word for it, alone or with the commit, day or number that shows it: `Done`, `Completed 2026-01-29`."""
_SHARE = regex(r"(\d{1,9})\s?(?:%|(?:of|/)\s?(\d{1,9}))", re.IGNORECASE)
_OPEN = regex(
    rf"(?i)(?:(?:not|to{_GAP}be|partially|partly|mostly|nearly|almost|half){_GAP}(?:yet{_GAP})?(?:{_WORD}|started|begun)"
    rf"|in{_GAP}progress|incomplete|undone|unfinished|open|pending|to{_GAP}do|blocked|failed|started)"
)
"""A word that speaks against a tick beside it."""

_DENIED = regex(
    r"(?i)[\W_]*(?:(?:no|not|false|never|n|partly|partially|nearly|almost|pending|open)(?=\s*(?:[^\w\s]|\Z))"
    r"|not\s+(?:yet|done|completed?|finished)\b)"
)
"""What denies the word before it: `done: no`, `Completed (not yet)`; `Done, no tests` denies nothing."""


def is_done(text: str | None) -> bool:
    """Whether the status of a task, plan or phase says that it is finished: `Done`, `✅`, `Complete — abc1234`.

    What only contains such a word says something else: `Incomplete`, `to be done`, `80% complete`, `Done?`, `done: no`.
    """
    status = (text or "").replace("\ufe0f", "").strip(" \t*_`")
    first = leading_words(status)
    words, behind = first.strip(_AROUND), status[status.find(first) + len(first) :]
    if any(sign in status for sign in _OPEN_SIGNS) or _DENIED.match(behind) or _DENIED.match(first):
        return False
    if status.startswith((*DONE_SIGNS, "[x]", "[X]")) or status.endswith(DONE_SIGNS):
        return _OPEN.fullmatch(words) is None
    is_part = any(int(share[1]) < int(share[2] or 100) for share in _SHARE.finditer(status))  # `80%`, `3 of 5`
    return _DONE.fullmatch(words) is not None and not is_part


_LEFT_OUT = frozenset({"skipped", "bypassed", "cancelled", "canceled"})
_UNDER_WAY = frozenset({"in progress", "active", "running", "executing", "started"})
_PENDING = frozenset({"pending", "not started"})
_FAILED = regex(r"\W*(?:failed|failure|error|aborted|crashed)\b", re.IGNORECASE)


def is_left_out(text: str | None) -> bool:
    """Whether the status of a phase says that it is over without having been done."""
    return _word(text) in _LEFT_OUT


def is_behind(text: str | None) -> bool:
    """Whether the status of a phase says that it is over: done, or left out."""
    return is_done(text) or is_left_out(text)


def is_going_on(text: str | None) -> bool:
    """Whether the status of a phase or a session says that somebody is at it."""
    return _word(text) in _UNDER_WAY


def is_pending(text: str | None) -> bool:
    """Whether the status of a phase says that nobody began it."""
    return _word(text) in _PENDING


def has_failed(text: str | None) -> bool:
    """Whether the status of a phase says that it failed; more may follow."""
    return _FAILED.match(text or "") is not None


def _word(text: str | None) -> str:
    return leading_words((text or "").replace("_", " ")).strip(_AROUND).replace("-", " ").casefold()


_GRAVE: Mapping[Status, int] = {"failed": 0, "blocked": 1, "unknown": 2, "paused": 3}
_OVER: Mapping[Status, int] = {"phase_complete": 5, "skipped": 5, "completed": 6}


_HOLDING = regex(r"[\W_]*(failed|blocked|paused)(?![a-z])", re.IGNORECASE)


def holding_status(text: str) -> Status:
    """The status of a text that begins with one which holds the work, whatever explains it: `Blocked - no keys`,
    `blocked_by_keys`; `unknown` for any other text.
    """
    found = _HOLDING.match(text)
    return next((each for each in _GRAVE if found is not None and each == found[1].casefold()), "unknown")


def gravity(status: Status) -> int:
    """How much a status holds the work, 0 for the most: where two places disagree, the worse one counts."""
    return _GRAVE.get(status, _OVER.get(status, 4))


def leading_words(text: str) -> str:
    """The words before what explains them, without a sign in front: `Blocked` of `🔴 Blocked — waiting for keys`."""
    start = next((index for index, sign in enumerate(text) if sign.isalnum()), 0)
    return _CUT.split(text[start:], maxsplit=1)[0]


# What is done: the tasks of a handoff by its own words, a track by its status or by what was counted


def finished(handoff: Handoff | None) -> tuple[HandoffTask, ...]:
    """The tasks that are done. In a table that states no status at all, as in the tagged form, each one is."""
    tasks = handoff.completed if handoff is not None else ()
    if not any(task.status for task in tasks):
        return tasks
    return tuple(task for task in tasks if is_done(task.status))


def all_behind(position: Position, phases: Sequence[Phase]) -> bool:
    """Whether every phase there is says that it is over, and there are as many as the position says."""
    total = (position.phase.total if position.phase is not None else None) or 1
    return len(phases) >= total and all(is_behind(phase.status) for phase in phases)


# The table of finished steps in a handoff, by their numbers in its plan, against the step it says it stopped in

_MOST = 3
"""Steps that are named; the others are counted."""


def done_by_table(handoff: Handoff) -> dict[int, HandoffTask]:
    """The finished steps of the handoff's own plan, by their number; one with several rows where each of them is."""
    found = {id(each) for each in finished(handoff)}
    rows = [(number, each) for each in handoff.completed if (number := number_in_plan(handoff, each)) is not None]
    opened = {number for number, each in rows if id(each) not in found}
    return {number: each for number, each in rows if number not in opened}


def number_in_plan(handoff: Handoff, task: HandoffTask) -> int | None:
    """The number of a row in the handoff's plan; None for a row of another plan, and for one without a number. With one
    number before its own, it is of that plan, or of that phase.
    """
    numbers, plan = numbers_of(task.id), numbers_of(handoff.plan)[-1:]
    phase = numbers_of(handoff.phase)[-1:] if len(numbers) == 2 else plan
    elsewhere = plan and numbers[-2:-1] not in ((), plan, phase)
    return numbers[-1] if numbers and not elsewhere else None


def stops_behind(unit: str, step: str | None, done: Collection[int]) -> Words | None:
    """That the step a handoff stopped in, a task or a phase, is done by its table and so is a later one, in one
    sentence; None where that is not so.
    """
    stopped = last_number(step)
    if stopped is None or stopped not in done or stopped == max(done):
        return None
    named = listed(first_few(sorted(number for number in done if number >= stopped)))
    return f"The handoff stops at {unit} {stopped}, but its table marks {unit} {named} as done."


def first_few(names: Sequence[int | str]) -> tuple[str, ...]:
    """The first three of them, and how many more there are."""
    more = len(names) - _MOST
    return (*map(str, names[:_MOST]), *((f"{more} more",) if more > 0 else ()))


# What remains to be done: the stated entries, and the rows of the completed work that are not done

_HOW = r"in progress|not started|reopened; commit [^()]*"
_STANDS = regex(rf"(?i)(?P<what>.*\S) \((?:{_HOW})\)|(?P<label>task [^:]*): (?:{_HOW})")
"""An entry that says in our own words how far its task is."""
_Known = Mapping[str, Sequence["DraftTask"]]
"""The rows of each task."""


def remains(rows: Sequence["DraftTask"], stated: Iterable[str]) -> tuple[str, ...]:
    """What remains by these rows: the entries as they stand by them, and each row that is not done.

    A row that no entry names stands at the place of its number, with how far it is.
    """
    known, entries = _by_task(rows), [*as_they_stand(rows, stated)]
    for row in rows:
        if row.state == "done" or not (row.id or row.name) or any(_names(entry, row) for entry in entries):
            continue
        number = last_number(row.id) or 0
        later = (place for place, each in enumerate(entries) if (_place(each) or 0) > number > 0)
        how = _how(known[_task(row)])
        what = f"Task {row.id}: {row.name}" if row.id else row.name
        entries.insert(next(later, len(entries)), f"{what} ({how})" if row.name else f"{what}{how}")
    return tuple(entries)


def as_they_stand(rows: Sequence["DraftTask"], stated: Iterable[str]) -> tuple[str, ...]:
    """The entries without those that have rows, all of which are done.

    The others keep their words; where those of ours say how far a task is, they say what its rows say.
    """
    known = _by_task(rows)
    return tuple(_as_it_stands(entry, known) for entry in stated if not _is_finished(entry, known))


def with_hidden_entries(
    stated: Sequence[str], visible: Sequence[str], edited: Sequence[str], rows: Sequence["DraftTask"]
) -> tuple[str, ...]:
    """The stated entries after a person edited the `visible` ones: the edited ones, with each entry that the rows hide
    at its place."""
    known = _by_task(rows)
    hidden: list[tuple[int, str]] = []
    at = 0
    for entry in stated:
        here = _as_it_stands(entry, known)
        if here in visible:
            at = visible.index(here) + 1
        elif _is_finished(entry, known):
            hidden.append((at, entry))
    entries = [*edited]
    for at, entry in reversed(hidden):
        entries.insert(_after(at, visible, edited), entry)
    return tuple(entries)


def _after(at: int, visible: Sequence[str], edited: Sequence[str]) -> int:
    """Behind which entries of the edited list something stands that stood behind the first `at` of the shown one."""
    from difflib import SequenceMatcher  # only for a list that is edited

    for _, start, end, now, now_end in SequenceMatcher(None, visible, edited, autojunk=False).get_opcodes():
        if start < at <= end:
            return min(now + at - start, now_end)
    return 0


def _by_task(rows: Iterable["DraftTask"]) -> _Known:
    found: dict[str, list[DraftTask]] = {}
    for row in rows:
        found.setdefault(_task(row), []).append(row)
    return found


def _task(row: "DraftTask") -> str:
    """What all rows of a task have in common: its number, or where it has none its name."""
    return f"task {row.id}".casefold() if row.id else f": {row.name}".casefold()


def _rows_of(entry: str, known: _Known) -> Sequence["DraftTask"]:
    """The rows of the task that an entry is about: of its number, or of its name where the words are ours."""
    stands = _STANDS.fullmatch(entry)
    name = (stands and stands["what"]) or ""
    return known.get(_label(entry)) or known.get(f": {name}".casefold(), ())


def _is_finished(entry: str, known: _Known) -> bool:
    rows = _rows_of(entry, known)
    return bool(rows) and all(row.state == "done" for row in rows)


def _as_it_stands(entry: str, known: _Known) -> str:
    """An entry with how far its task is by the rows, where it says that in our words; any other as it is."""
    stands, rows = _STANDS.fullmatch(entry), _rows_of(entry, known)
    if stands is None or all(row.state == "done" for row in rows):
        return entry
    how = _how(rows)
    now = f"{stands['what']} ({how})" if stands["what"] else f"{stands['label']}: {how}"
    return entry if now.casefold() == entry.casefold() else now


def _how(rows: Sequence["DraftTask"]) -> str:
    """How far a task is that is not done."""
    unfinished = [row for row in rows if row.state != "done"]
    if any(row.state == "in_progress" for row in unfinished):
        return "in progress"
    named = (row.commit for row in unfinished if (row.commit or "").strip("-–— "))  # a dash says that there is none
    return next((f"reopened; commit {commit}" for commit in named), "not started")


def _names(entry: str, row: "DraftTask") -> bool:
    """Whether an entry tells of a row: by its number, or of one without a number by its name."""
    return _label(entry) == _task(row) if row.id else row.name.casefold() in entry.casefold()


def _label(entry: str) -> str:
    """What an entry begins with, as `task 4`."""
    return entry.partition(":")[0].strip().casefold()


def _place(entry: str) -> int | None:
    """The number of the task an entry is about."""
    word, _, number = _label(entry).partition(" ")
    return last_number(number) if word == "task" else None


# Which of a commit's files are work: those of the state are written beside it, by whoever keeps the state


def work_among(paths: Iterable[str], state: str) -> tuple[str, ...]:
    """The paths that lie neither in the folder of the state files (`Track.folder`) nor in a `.cockpit`, where limits
    and handoffs lie that have no other place.
    """
    return tuple(path for path in paths if not path.startswith(state) and "/.cockpit/" not in f"/{path}")


# What phases wait for and which of them run at the same time, as far as their order in the file does not tell it

_NAMED = 6
"""Phases beside one that are named: a file may hold thousands."""


def order_notes(phases: Sequence[Phase]) -> Mapping[int, Words | None]:
    """By the place of a phase what is to be said of its order: `after 2, 4`, `beside 5`, or both; None for nothing.

    That one waits for the phase just before it goes without saying, unless others run beside it.
    """
    groups: dict[frozenset[str], list[int]] = {}
    for place, phase in enumerate(phases):
        if phase.parallel:
            groups.setdefault(frozenset(phase.blocked_by), []).append(place)
    return {place: _order_of(phase, place, phases, groups) for place, phase in enumerate(phases)}


def _order_of(
    phase: Phase, place: int, phases: Sequence[Phase], groups: Mapping[frozenset[str], Sequence[int]]
) -> Words | None:
    group = groups.get(frozenset(phase.blocked_by), ()) if phase.parallel else ()
    others = [phases[other].id or "?" for other in group[: _NAMED + 1] if other != place][:_NAMED]
    more = len(group) - 1 - _NAMED
    beside = (*others, *((f"{more} more",) if more > 0 else ()))
    previous = phases[place - 1].id if place else None
    waits_for = [each.lstrip("0") for each in phase.blocked_by]  # `003` is what `3` means
    waits = bool(waits_for) and (bool(beside) or waits_for != [(previous or "").lstrip("0")])
    parts = [f"after {', '.join(phase.blocked_by)}"] if waits else []
    parts += [f"in parallel with {', '.join(beside)}"] if beside else []
    return ", ".join(parts) or None
