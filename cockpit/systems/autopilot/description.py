"""What is in the files of Project Autopilot (seed, "TRANSPONDER.md Template"), and the words they are written in."""

import re
from collections.abc import Mapping
from typing import Literal

from cockpit.model import LEVELS, Level, RuleAction, Status, Unit
from cockpit.regex import regex
from cockpit.rules.thresholds.metrics import dollars
from cockpit.rules.work import FINISHED, leading_words
from cockpit.systems.shared.stated_values import BLOCKERS, CONTEXT, DECISIONS, TODOS
from cockpit.text.described import Entries, Field, Fields, File, Prose, Table
from cockpit.text.words import fold, is_stated
from cockpit.wording.messages import Message

STATE_FOLDER = ".autopilot"
STATE_FILE = "TRANSPONDER.md"
ARCHIVE = "archive"
STATE_NAMES: Mapping[str, str] = {
    "TRANSPONDER.md": "transponder",
    "STATE.md": "state-v1",
    "waypoint.md": "waypoint",
    "checkpoint.md": "checkpoint",
}
"""The state files in the order of preference, with the names of their formats (docs/systems/autopilot.md)."""
THRESHOLDS_NAME = "state/thresholds.json"
ACKNOWLEDGMENTS_NAME = "state/acknowledgments.json"
TRIGGERS_NAME = "state/triggers.json"
STORE_NAMES = (THRESHOLDS_NAME, ACKNOWLEDGMENTS_NAME, TRIGGERS_NAME)
LONGEST = 100
"""Lines a state file may not reach (seed: "Size Limit: < 100 lines (enforced)")."""

# The files

Layout = Literal["state", "waypoint"]

_PHASE, _PLAN = Field("Phase", also=("current phase",)), Field("Plan", also=("current plan",))
_TASK, _STATUS, _PROGRESS = Field("Task", also=("current task",)), Field("Status"), Field("Progress")
_NEXT = Field("Next action", also=("next step", "next", "next command"))
_UPDATED, _SAVED = Field("Updated", also=("last updated", "saved")), Field("Saved", also=("updated", "last updated"))
_PROJECT = Field("Project", also=("project name", "name"))
_POSITION = (_PHASE, _PLAN, _TASK, _STATUS, _PROGRESS, Field("Last Activity", apart=True))
_CONTINUITY = (Field("Last session", also=("last session date",)), Field("Stopped at"), Field("Resume file"), _NEXT)
_ERRORS = ("Errors", "Recent Errors", "Known Errors")
NEXT_TITLES = ("Next action", "Next actions", "Next step", "Next steps", "Next")

STATE = File(
    titles=("Project State", "Transponder", "Project Transponder", "TRANSPONDER.md", "Flight State"),
    parts=(
        Fields("head", (), (_PROJECT, _UPDATED, *_POSITION, *_CONTINUITY)),
        Fields("position", ("Current Position", "Position", "Current State"), _POSITION),
        Fields("metrics", ("Performance Metrics", "Metrics"), open=True),
        Fields("context", CONTEXT),
        Entries("decisions", DECISIONS, items=True, within="context"),
        Entries("todos", TODOS, items=True, boxes=True, within="context"),
        Entries("blockers", BLOCKERS, boxes=True, within="context"),
        Entries("errors", _ERRORS),
        Table("thresholds", ("Thresholds", "Threshold Status"), {
            "type": ("Type", "Metric"),
            "value": ("Current", "Value", "Used", "Now"),
            "warning": ("Warning", "Warn"),
            "alert": ("Alert",),
            "stop": ("Stop", "Limit"),
            "status": ("Status", "Level", "State"),
        }),
        Entries("acknowledged", ("**Acknowledged Alerts:**",)),
        Fields("continuity", ("Session Continuity", "Continuity"), _CONTINUITY),
        Prose("next", NEXT_TITLES),
        Fields("reference", ("Quick Reference",), open=True),
    ),
)  # fmt: skip
"""TRANSPONDER.md in the layout of the state skill."""
WAYPOINT = File(
    titles=("Flight Waypoint", "Context Checkpoint", "Waypoint", "Project Checkpoint", "Checkpoint"),
    parts=(
        Fields("head", (), (_PROJECT, _SAVED, Field("Reason"), Field("Leg", also=("chunk",)), *_POSITION, _NEXT,
                            Field("Next Task")), open=True),
        Fields("position", ("Current State", "Current Position"), (
            *_POSITION, Field("Last Task Completed", also=("last task",)), Field("Next Task"),
            Field("Context Used", also=("context",)), _NEXT), open=True),
        Fields("fuel", ("Fuel State", "Token State", "Fuel", "Cost State"), (
            Field("Input Tokens"), Field("Output Tokens"), Field("Total Cost", also=("cost", "estimated cost"))),
            open=True),
        Table("limits", ("Thresholds",), {
            "level": ("Type", "Level"),
            "limit": ("Limit",),
            "used": ("Used", "Current"),
            "remaining": ("Remaining",),
            "status": ("Status",),
        }),
        Fields("alerts", ("Alert Acknowledgments",), (Field("Warning shown"), Field("Alert acknowledged"))),
        Fields("validation_state", ("Validation State",), open=True),
        Fields("git_state", ("Git State",), open=True),
        Fields("rollback", ("Rollback Information",), open=True),
        Fields("metrics", ("Performance Metrics", "Metrics"), open=True),
        Entries("decisions", DECISIONS, items=True),
        Entries("completed", ("Completed",)),
        Entries("doing", ("In Progress",)),
        Entries("todos", ("Next Steps",), boxes=True),
        Entries("blockers", BLOCKERS, boxes=True),
        Entries("errors", _ERRORS),
        Fields("continuity", ("Session Continuity", "Continuity"), _CONTINUITY),
        Prose("next", ("Resume Instructions", "Resume Command", "Next action", "Next actions", "Next step", "Next")),
    ),
)  # fmt: skip
"""The layout of the cockpit command, and its older forms in STATE.md and checkpoint.md (read only)."""
FILES: Mapping[Layout, File] = {"state": STATE, "waypoint": WAYPOINT}
THIRD_TITLE = regex(r"checkpoint\s*[:—–-]\s*(?P<phase>phase\s+\S+?)(?:\s*,\s*(?P<task>task\s+.+))?\s*", re.IGNORECASE)
"""The title of the third layout: `Checkpoint: Phase 5, Task 3`."""

# Statuses. The words conflict within the system itself (docs/systems/autopilot.md): the state skill has seven, the
# commands write `planned`, `executing` and `complete`, and a waypoint the reason for which it was saved

_READ: Mapping[Status, str] = {
    "not_started": "not started, pending",
    "discussing": "ready to discuss, discussing",
    "planning": "ready to plan, planning",
    "ready": "ready to execute, ready, planned",
    "in_progress": "in progress, executing, active, running, started, task complete, task group complete",
    "verifying": "verifying, validating",
    "paused": "paused, on hold, interrupted, stopped, context threshold, user interrupt, cost limit, threshold stop, "
    "alert stop, rollback",
    "blocked": "blocked, waiting, waiting on external",
    "failed": "failed, error",
    "phase_complete": "phase complete, phase completed",
    "completed": "project complete, project completed",
    "skipped": "skipped",
}
_STATUSES: Mapping[str, Status] = {word: status for status, words in _READ.items() for word in words.split(", ")}
_BEHIND = regex(
    r"\s+(?:(?:of |for |on )?(?:phase|plan|task)\s+\d|(?:on|by|for|at|in|until|since|with|because|due|after)\s).*",
    re.IGNORECASE | re.DOTALL,
)
"""What stands behind a status: `Ready to execute phase 3`, `Blocked on API keys`."""
_PHASE_DONE = regex(r"phase \S+(?: \d+)?(?: of \d+)? (?:is )?(?:complete|completed|done|finished)")
WRITTEN: Mapping[Status, str] = {
    "discussing": "Ready to discuss",
    "planning": "Ready to plan",
    "ready": "Ready to execute",
    "in_progress": "In progress",
    "blocked": "Blocked",
    "phase_complete": "Phase complete",
    "completed": "Project complete",
}
"""Seed, "Status Values": what cockpit writes, where a file uses no other words."""
_MEANINGS: Mapping[Status, str] = {
    "discussing": "the phase exists, without BRIEFING.md",
    "planning": "BRIEFING.md exists, ROUTE.md does not",
    "ready": "ROUTE.md exists",
    "in_progress": "the plan is being executed",
    "verifying": "the work is done and being validated",
    "paused": "work is paused; where it stopped is saved",
    "blocked": "work waits for something external",
    "failed": "a check or a step failed",
    "phase_complete": "all plans of the phase are done and verified",
    "completed": "all phases are done",
}
_NEXT_BY_STATUS: Mapping[Status, tuple[str, str | None]] = {
    "not_started": ("Discuss the phase", "/autopilot:preflight"),
    "discussing": ("Discuss the phase", "/autopilot:preflight"),
    "planning": ("Plan the phase", "/autopilot:takeoff --plan-only"),
    "ready": ("Execute the plan (or /autopilot:cockpit)", "/autopilot:takeoff"),
    "in_progress": ("Continue or checkpoint", "/autopilot:takeoff"),
    "verifying": ("Validate the phase", "/autopilot:landing"),
    "paused": ("Resume the session", "/autopilot:cockpit"),
    "blocked": ("Resolve blocker", None),
    "failed": ("Resolve the failure, then resume", "/autopilot:cockpit"),
    "phase_complete": ("Transition to next phase", None),
    "completed": ("Archive or ship", None),
}
"""Seed, "Status Values"; the last column where it names a command. Those it does not have follow the commands."""


def status_of(text: str | None, *, last_phase: bool = True) -> Status:
    """The status a file's own words mean, without a remark behind them; `unknown` for other words. A bare `complete`
    means the project in its last phase, and the phase before that."""
    for words in (text or "", leading_words(text or "")):
        for folded in (fold(words), fold(_BEHIND.sub("", words))):
            if folded in FINISHED and folded == fold(words):  # `Completed phase 2` says nothing of the project
                return "completed" if last_phase else "phase_complete"
            if folded in _STATUSES:
                return _STATUSES[folded]
            if _PHASE_DONE.fullmatch(folded):
                return "phase_complete"
    return "unknown"


def meaning_of(status: Status) -> Message | None:
    """What a status means by the documents."""
    return Message(f"autopilot.means-{status.replace('_', '-')}", _MEANINGS[status]) if status in _MEANINGS else None


def next_by_rule(status: Status, *, handoff: bool) -> RuleAction | None:
    """What the seed's table of statuses gives as the next action; a waiting handoff is resumed first."""
    text, command = _NEXT_BY_STATUS.get(status, (None, None))
    if handoff and status not in ("blocked", "phase_complete", "completed"):
        text, command = "Resume from the holding pattern", "/autopilot:cockpit"
    return RuleAction(text=Message("autopilot.next", text), command=command) if text is not None else None


# Amounts and levels

_MARKS = r"(?P<marks>(?:\s*(?:⚠️?|🔶|🛑|🟠|✅|ACK\b))*)"
_AMOUNT = regex(
    r"[~≈]?\s?(?P<sign>[-−+]?)(?:(?:US)?\$\s?|USD\s)?(?P<digits>\d{1,3}(?:,\d{3})+|\d{1,15})(?P<part>\.\d{1,6}|,\d{1,2})?"
    rf"(?:(?P<scale>[kKmM])\b)?(?P<unit>\s?(?:%|\$|USD\b))?{_MARKS}"
)
"""`$26.50`, `35%`, `1`, `500K`, `$25 🔶 ACK`: as the seed's agents and cockpit write it; and `26,50 $`, `USD 10`."""
_OK_WORDS = frozenset((
    "ok", "o k", "okay", "none", "fine", "good", "normal", "healthy", "stable", "low", "green", "under", "on track",
    "within limits", "all within limits", "within budget", "under estimate", "below warning", "no alert",
    "never alerted", "not triggered", "none triggered", "not blocked", "not started",
))  # fmt: skip
"""What is in the place of a level where none is reached."""
_NOT_KNOWN = frozenset((
    "unknown", "not known", "not available", "not applicable", "nbsp", "no thresholds recorded yet",
))  # fmt: skip
"""What is in the place of an amount that nobody knows."""
_MARK = regex("⚠\ufe0f?|🔶|🛑|🟠|✅")
_GRAVITY: tuple[Level | Literal["ok"], ...] = ("ok", *LEVELS)
_OF_SIGN: Mapping[str, Level | Literal["ok"]] = {
    "✅": "ok",
    "🟢": "ok",
    "⚠": "warning",
    "🔶": "alert",
    "🟠": "alert",
    "🛑": "stop",
}
_SCALES = {"": 1, "K": 1_000, "M": 1_000_000}
_LEVEL = regex(rf"[^\w(]*(?P<level>ok|none|warn|warning|alert|stop){_MARKS}(?P<ack>\s*\(ack\))?", re.IGNORECASE)


def read_amount(text: str) -> float | None:
    """The amount that a text is; None for any other text."""
    found = _AMOUNT.fullmatch(text.strip())
    if found is None:
        return None
    part = (found["part"] or "").replace(",", ".")
    amount = float(found["digits"].replace(",", "") + part) * _SCALES[(found["scale"] or "").upper()]
    return -amount if found["sign"] in ("-", "−") else amount


def step_of(text: str) -> float:
    """How much the last digit of an amount is worth: 0.01 for `$26.50`, 1 for `35%`."""
    found = _AMOUNT.fullmatch(text.strip())
    step = 10.0 ** -(len(found["part"] or ".") - 1) if found is not None else 1
    return step * _SCALES[(found["scale"] or "").upper()] if found is not None else step


def is_marked(text: str) -> bool:
    """Whether an amount or a status has the mark of an acknowledgment: `$25 🔶 ACK`, `Alert (ack)`."""
    found = _AMOUNT.fullmatch(text.strip()) or _LEVEL.fullmatch(text.strip())
    return found is not None and ("ACK" in found["marks"].upper() or found.groupdict().get("ack") is not None)


def read_level(text: str) -> Level | Literal["ok"] | None:
    """The level that a status names, `ok` for none; None for any other text, and where a sign in it is graver."""
    found, bare = _LEVEL.fullmatch(text.strip()), text.strip().removesuffix("\ufe0f")
    word = found["level"].casefold() if found is not None else _OF_SIGN.get(bare, "")
    word = "ok" if word == "none" or fold(text) in _OK_WORDS else "warning" if word == "warn" else word
    at = _GRAVITY.index(word) if word in _GRAVITY else -1
    is_graver = any(_GRAVITY.index(_OF_SIGN[sign]) > at for sign in text if sign in _OF_SIGN)
    return None if at < 0 or is_graver else _GRAVITY[at]


def states_nothing(text: str | None) -> bool:
    """Whether what stands in the place of a value says nothing: empty, a dash, `N/A`, `unknown`, a placeholder."""
    return text is None or not is_stated(text) or fold(text) in _NOT_KNOWN


def write_amount(value: float, unit: Unit) -> str:
    """An amount as the files of Project Autopilot write it, without loss: `$10`, `35%`, `1`, `500K`, `1.2M`."""
    if unit == "usd":
        return dollars(value)
    if unit == "percent":
        return f"{value:g}%"
    if unit == "tokens" and value and value % 100_000 == 0 and abs(value) >= 1_000_000:
        return f"{value / 1_000_000:g}M"
    if unit == "tokens" and value and value % 1_000 == 0 and abs(value) < 1_000_000:
        return f"{value / 1_000:g}K"
    return f"{value:,.0f}" if value == int(value) else repr(value)


MARKS: Mapping[Level, str] = {"warning": "⚠️", "alert": "🔶", "stop": "🛑"}
"""The mark of a level that is reached. The seed shows the first two."""


def with_amount(text: str, value: float, unit: Unit) -> str:
    """An amount in the form of the one that stands there, its marks behind it; as it stands where it is the same."""
    found = _AMOUNT.fullmatch(text.strip())
    if found is None or read_amount(text) == value:
        return text if found is not None else write_amount(value, unit)
    written = write_amount(value, unit)
    if unit == "usd" and len(found["part"] or "") == 3 and "." not in written:
        written += ".00"
    if unit == "percent":
        written = f"{value:g}{found['unit'] or ''}"
    return f"{written}{found['marks']}"


def with_marks(text: str, level: Level, *, reached: bool, acknowledged: bool) -> str:
    """A limit with the mark of its level where that is reached, and of an acknowledgment."""
    found = _AMOUNT.fullmatch(text.strip())
    if found is None:
        return text
    own = _MARK.findall(found["marks"])
    if bool(own) == reached and is_marked(text) == acknowledged:
        return text
    bare = text.strip()[: found.start("marks")].rstrip()
    return f"{bare}{f' {own[0] if own else MARKS[level]}' if reached else ''}{' ACK' if acknowledged else ''}"


# Commands of the agent

_ARGUMENT = r"[^\s`]*[^\s`.,;:!?)\]]"
_COMMAND = regex(
    r"/autopilot:[a-z][\w-]*(?:[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'"
    rf"|--(?:project|task|phase|(?:max|warn|alert)-(?:cost|tokens)|reset-alert)[ \t]+(?!-){_ARGUMENT}"
    rf"|--?[a-z][\w-]*(?:={_ARGUMENT})?|[a-z][\w-]*={_ARGUMENT}|(?:\d|[A-Z]{{1,3}}-?\d)[\w.]*(?<!\.)"
    r"|(?:revisit|md|markdown|json|html|csv|pdf|yaml|txt)\b))*"
)


def command_in(text: str) -> str | None:
    """The first command of the system that stands in a text, with its options."""
    found = _COMMAND.search(text)
    return found.group().strip() if found else None


# Activities that say nothing (seed: "Be specific - 'Completed auth API' not 'Made progress'")

_DATE_IN_FRONT = regex(r"[^—–:]{0,20}\b\d{4}\b[^—–]{0,20}?\s*[—–:-]\s+")
_VAGUE = regex(
    r"(?:made|making)\s+(?:some\s+|good\s+|more\s+)?progress|worked\s+on\s+(?:stuff|things|it|the\s+project|code)"
    r"|continu(?:ed|ing)(?:\s+(?:the\s+)?(?:work|working|development|implementation))?"
    r"|(?:various|some|minor|small)\s+(?:fixes|changes|updates|improvements)|wip|progress|updates?|fixes",
    re.IGNORECASE,
)


def is_vague(activity: str) -> bool:
    """Whether an activity says nothing. A date in front does not count, in whichever form."""
    return _VAGUE.fullmatch(_DATE_IN_FRONT.sub("", activity.strip().rstrip(".!… "))) is not None
