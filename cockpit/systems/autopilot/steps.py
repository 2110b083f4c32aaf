"""Phases, plans and tasks as files number them: `3 of 6`, `03 (dashboard)`, `3/6 - Dashboard`, `task 3 of 5`."""

import re

from cockpit.model import Step
from cockpit.regex import regex
from cockpit.wording.numbers import whole_number

ID = r"(?:[A-Za-z]{1,4}-|[-−])?\d+(?:[.-]\d+)*[A-Za-z]?"
"""The pattern of an id: `3`, `03`, `2.1`, `-1`, `ENG-4`, `3A`."""
_OF = regex(
    rf"(?:(?:phase|plan|task|leg|chunk)\s+)?(?P<id>{ID})\s*(?:\s+of\s+|/|\(of\s+)\s*(?:~\s*)?(?P<total>\d+|tbd|\?+|unknown|[-–—]+)"
    r"(?![\w.]*\d)\)?\s*(?P<rest>.*)",
    re.IGNORECASE,
)
_ALONE = regex(rf"(?:(?:phase|plan|task)\s+)?(?P<id>{ID})(?![\w.])\s*(?P<rest>.*)", re.IGNORECASE)
_TASK_OF = regex(rf"\btask\s+(?P<id>{ID})\s*(?:\s+of\s+|/)\s*(?P<total>\d+)", re.IGNORECASE)
_TASK = regex(rf"\btask\s+(?P<id>{ID})", re.IGNORECASE)
_NUMBER = regex(r"(?:phase\s*)?0*(\d{1,9}(?:\.\d{1,6})?)", re.IGNORECASE)
_WORD = regex(r"\w+")
_STEP_WORDS = frozenset({"phase", "plan", "task", "leg", "chunk", "of", "tbd", "unknown"})
_NAME = regex(r"[\s:(\[—–-]+(?P<name>[^\s)\]].*?)[)\]]?\s*", re.DOTALL)
_SHARE = regex(r"~?\d+(?:[.,]\d+)?\s?%.*", re.DOTALL)
"""What stands behind a step and is no name of it."""
_TAIL = regex(r"(?<!\s)\s+[—–-]+\s+.*", re.DOTALL)


def parse_step(text: str) -> tuple[Step, bool]:
    """A phase or plan cell, and whether it had the form `N of T`; any other text becomes the id as it stands."""
    if found := _OF.fullmatch(text.strip()):
        total = whole_number(found["total"])
        return Step(id=found["id"], name=_name(found["rest"]), total=total), True
    if found := _ALONE.fullmatch(text.strip()):
        return Step(id=found["id"], name=_name(found["rest"])), False
    return Step(id=text.strip()), False


def reads_whole(text: str) -> bool:
    """Whether the step that a cell is read as holds every word of it."""
    step, _ = parse_step(text)
    words = f"{step.id} {step.name} {step.total if step.total is not None else ''}"
    return {*_WORD.findall(text.casefold())} <= {*_WORD.findall(words.casefold()), *_STEP_WORDS}


def find_task(text: str) -> Step | None:
    """The task a sentence names: `Mid-plan 3.2, task 3 of 5` gives 3 of 5."""
    if found := _TASK_OF.search(text):
        return Step(id=found["id"], total=int(found["total"][:9]))
    found = _TASK.search(text)
    return Step(id=found["id"]) if found else None


def number_of(identifier: str | None) -> float | None:
    """The number an id stands for where it is one (`03`, `3`, `phase 3`, `02.1`), to compare it; else None."""
    found = _NUMBER.fullmatch(identifier.strip()) if identifier else None
    return float(found[1]) if found else None


def phase_key(identifier: str | None) -> str:
    """The same for all ids of one phase: `3`, `03` and `003`."""
    number = number_of(identifier)
    return f"{number:g}" if number is not None else (identifier or "").casefold()


def same_step(one: str | None, other: str | None) -> bool:
    """Whether two ids mean the same step: `03` and `3` do; what is not stated agrees with everything."""
    if one is None or other is None:
        return True
    first, second = number_of(_lead(one)), number_of(_lead(other))
    if first is not None and second is not None:
        return first == second
    return one.strip().casefold() == other.strip().casefold()


def plan_in(plan: str | None, phase: str | None) -> str | None:
    """A plan's own number: `3.2` in phase 3 is plan 2."""
    prefixed = re.fullmatch(r"0*(\d+)[.-](\d+)", plan) if plan else None
    return prefixed[2] if prefixed and float(prefixed[1][:9]) == number_of(_lead(phase or "")) else plan


def task_in(task: str | None, plan: str | None, phase: str | None) -> str | None:
    """A task's own number: `003.3` is task 3 of plan 3, or of phase 3, and `3.2.1` task 1 of plan 3.2."""
    lead, _, own = (task or "").replace("-", ".").rpartition(".")
    before = tuple(map(phase_key, lead.split("."))) if own.isdecimal() else ()
    here = [phase_key(_lead(each)) for each in (phase, plan_in(plan, phase)) if each]
    return own if before and before in (tuple(here), *((each,) for each in here)) else task


def _lead(identifier: str) -> str:
    """The number in front of a slug: `03-user-dashboard` is 03."""
    found = re.match(r"(?:phase[-_ ]?)?(\d+(?:\.\d+)?)(?:[-_ ].*)?$", identifier.strip(), re.IGNORECASE)
    return found[1] if found else identifier


def _name(rest: str) -> str | None:
    found = _NAME.fullmatch(rest)
    if found is None or _SHARE.fullmatch(found["name"]):
        return None
    name = _TAIL.sub("", found["name"]).strip(" )]")
    closed = f"{name})"
    return closed if name.count("(") > name.count(")") and closed in rest else name or None
