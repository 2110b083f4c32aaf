"""The words of the state file: statuses, reasons, commands, and what its template says that is no data."""

import re
from collections.abc import Mapping

from cockpit.model import Status
from cockpit.model.intents import PhaseMove
from cockpit.systems.autodev.step_tables import Generation
from cockpit.systems.reading.words import fold

WORDS: Mapping[Status, str] = {
    "not_started": "not_started",
    "in_progress": "in_progress",
    "phase_complete": "completed",
    "skipped": "skipped",
    "failed": "failed",
}
"""The statuses of a step by what they mean: a completed step is not the end of the flow."""
REASONS = ("user paused", "context limit", "completed step", "session boundary")
"""Why a session ends (seed, "Last Session"); a person who says nothing paused it."""
BOUNDARY = "session boundary"
MOST_RETRIES = 3
"""At which the step has failed (seed, rule 6)."""
DONE = "done"
"""What stands for a step once all are completed."""
BEFORE = "awaiting-invocation"
"""The sub-step of a step that was not begun (docs/systems/autodev.md)."""

_STATUSES: Mapping[str, Status] = {
    "not started": "not_started",
    "pending": "not_started",
    "todo": "not_started",
    "in progress": "in_progress",
    "active": "in_progress",
    "started": "in_progress",
    "completed": "phase_complete",
    "complete": "phase_complete",
    "done": "phase_complete",
    "finished": "phase_complete",
    "skipped": "skipped",
    "failed": "failed",
    "failure": "failed",
    "blocked": "blocked",
    "paused": "paused",
}
_REMARK = re.compile(r"\s*(?:[(\[—–:;,.]|\s-\s|\s(?:after|because|due|since|with|at|in\s+sub)\b).*", re.DOTALL)
_DOUBT = re.compile(
    r"fail|error|\bnot\b|n't\b|except|partial|block|pending|wait|\bbut\b|retr|incomplete|open", re.IGNORECASE
)
"""What a remark says that makes a finished step doubtful."""
_MEANINGS: Mapping[Status, str] = {
    "not_started": "the step waits for its skill to begin",
    "in_progress": "the step was begun; its own skill knows where it was interrupted",
    "phase_complete": "the step is completed; the next one is begun by itself, except at a session boundary",
    "skipped": "the step is left out; the next one follows",
    "failed": "the step failed; the agent may try it again by itself",
    "completed": "all steps of the flow are completed",
}
_FOR_GOOD = "the step failed; it is not tried again before a person decides"
_MOVES: Mapping[Status, tuple[PhaseMove, ...]] = {
    "not_started": ("skip",),
    "in_progress": ("complete", "fail", "skip"),
    "failed": ("retry", "skip"),
}
_EXAMPLES: Mapping[str, frozenset[str]] = {
    "flow": frozenset(("greenfield", "existing-code")),
    "step": frozenset(("N", "2", "3")),
    "name": frozenset(("Plan", "Test Spec")),
    "status": frozenset(("in_progress", "failed")),
    "sub step": frozenset(("M", "4 — Architecture Review & Risk Assessment", "1b — Test Case Generation")),
    "retry count": frozenset(("0", "3")),
}
"""What the seed's hints and examples say, by key."""
_HINTS = (
    re.compile(r"when updating\b.{0,80}\balways write it as:?", re.IGNORECASE),
    re.compile(r"(?:\*\*)?example(?:\s*\(failed after \d retries\))?\s*:?(?:\*\*)?:?", re.IGNORECASE),
    re.compile(
        r"\(?clear this table when the step succeeds or user resets\."
        r"(?:\s+append a row on each failed auto-retry\.)?\)?",
        re.IGNORECASE,
    ),
)
"""The hints that stand inside the format of the seed."""
_ARROW = re.compile(r"(?P<value>.*?)(?:^|\s+)←\s*(?P<hint>.*)")
_ARROW_HINTS = re.compile(
    r"active flow|autopilot step.*|sub-skill's own internal step.*|reset on new step.*", re.IGNORECASE
)
_PLACEHOLDER = re.compile(r"\[[^\[\]\n]{1,200}\]|<[^<>\n]{1,200}>|\{\{?[^{}\n]{1,200}\}?\}")
_BRACKETS = re.compile(r"(?:\[[^\[\]\n]{1,120}\]|Step|SubStep|[\W_])+", re.IGNORECASE)
_LINK_OR_BOX = re.compile(r"\[[ xX]?\](?:\s|$)|\]\(")
_DOTS = frozenset(("...", "…", "[...]", "[…]"))


def status_of(word: str | None) -> Status:
    """What a status means in the words of the model, without the remark behind it: `failed (3 of 3)`. One that says
    otherwise, `completed, but one test failed`, leaves it unknown.
    """
    told = word or ""
    remark = _REMARK.search(told)
    status = _STATUSES.get(fold(told[: remark.start()] if remark is not None else told), "unknown")
    doubted = remark is not None and status in ("phase_complete", "skipped") and _DOUBT.search(remark[0]) is not None
    return "unknown" if doubted else status


def moves_of(word: str | None, retries: int | None) -> tuple[PhaseMove, ...]:
    """What can be done with a step of that status, the usual one first; nothing with one that is behind.

    `retries` are those of the present step, None where they cannot be read, and of each other one, which can only be
    gone to. At three it has failed: nothing is tried again before its retries are reset (seed, rule 7).
    """
    status = status_of(word)
    if retries is None and status == "not_started":
        return ("start",)
    if status in ("in_progress", "failed") and (retries is None or retries >= MOST_RETRIES):
        return ("reset", "skip") if status == "failed" else ("reset", "complete", "skip")
    return _MOVES.get(status, ()) if retries is not None else ()


def meaning_of(status: Status, *, for_good: bool = False) -> str | None:
    """What a status says by the documents; of a step that failed, whether that is `for_good`."""
    return _FOR_GOOD if for_good else _MEANINGS.get(status)


def command_of(generation: Generation) -> str:
    """What invokes the agent (docs/systems/autodev.md)."""
    return "/autodev" if generation == "nested" else "/autopilot"


def is_hint(line: str) -> bool:
    """Whether a line is one of the hints of the template."""
    told = line.strip()
    return bool(told) and len(told) < 200 and any(hint.fullmatch(told) for hint in _HINTS)


def is_template(value: str) -> bool:
    """Whether a value is what the template says where something is to be filled in: `[none]`, `<step name>`, `...`.

    `[decision 1: e.g. "Tech stack"]` is such a text, `[docs](docs/a.md)` and a check box are none.
    """
    told = value.strip().strip("\"'`*_").strip()
    if told in _DOTS:
        return True
    if _LINK_OR_BOX.search(told) or not told.startswith(("[", "<", "{", "Step [", "step [")):
        return False
    return _PLACEHOLDER.fullmatch(told) is not None or ("[" in told and _BRACKETS.fullmatch(told) is not None)


def without_arrow(value: str) -> tuple[str, bool]:
    """A value without the remark of the template behind it (`3   ← autopilot step`), and whether that was all of it."""
    found = _ARROW.fullmatch(value) if "←" in value else None
    if found is None:
        return value, True
    return found["value"].strip(), _ARROW_HINTS.fullmatch(found["hint"].strip()) is not None


def is_template_key(label: str) -> bool:
    """Whether a label is one that the template of the seed has, so that it may stand in its hints and examples."""
    return fold(label) in _EXAMPLES


def is_example(label: str, value: str) -> bool:
    """Whether a line says just what the seed's hints and examples say."""
    told, whole = without_arrow(value)
    return whole and told in _EXAMPLES.get(fold(label), ())
