"""The words of Project Autopilot: statuses, what follows from them, and activities that say nothing.

The status words conflict within the system itself (docs/systems/autopilot.md): the state skill has seven, the commands
write `planned`, `executing` and `complete`. All are read.
"""

import re
from collections.abc import Mapping

from cockpit.model import RuleAction, Status
from cockpit.regex import regex
from cockpit.rules.work import FINISHED, leading_words
from cockpit.systems.shared.stated_values import fold
from cockpit.wording.messages import Message

_STATUSES: dict[Status, tuple[str, ...]] = {
    "not_started": ("not started", "pending", "new", "todo", "to do", "queued", "upcoming", "idle"),
    "discussing": ("ready to discuss", "discussing", "discuss", "preflight", "in discussion"),
    "planning": ("ready to plan", "planning", "plan", "discussed"),
    "ready": ("ready to execute", "ready", "planned", "ready for execution", "ready for takeoff", "ready to build"),
    "in_progress": (
        "in progress", "executing", "active", "running", "building", "working", "in flight", "resumed", "started",
        "execution active", "continuing", "task complete", "task group complete",
    ),
    "verifying": ("verifying", "validating", "verification", "testing", "in review", "ready to verify", "landing"),
    "paused": (
        "paused", "on hold", "interrupted", "stopped", "halted", "checkpoint", "checkpointed", "waypoint",
        "context threshold", "user interrupt", "cost limit", "threshold stop", "alert stop", "rollback",
    ),
    "blocked": ("blocked", "waiting", "waiting on external", "stuck"),
    "failed": ("failed", "error", "broken", "aborted"),
    "phase_complete": ("phase complete", "phase completed", "phase done", "plans complete", "all plans complete"),
    "completed": (
        "project complete", "project completed", "all phases complete", "project done", "shipped", "archived",
    ),
    "skipped": ("skipped", "cancelled", "canceled"),
}  # fmt: skip
"""The words of each status; the reasons for which a waypoint was saved are among them (docs/systems/autopilot.md)."""

_BY_WORD: dict[str, Status] = {word: status for status, words in _STATUSES.items() for word in words}
_VAGUE = regex(
    r"(?:made|making)\s+(?:some\s+|good\s+|more\s+)?progress|worked\s+on\s+(?:stuff|things|it|the\s+project|code)"
    r"|continu(?:ed|ing)(?:\s+(?:the\s+)?(?:work|working|development|implementation))?"
    r"|(?:various|misc(?:ellaneous)?|several|some|minor|small)\s+(?:fixes|changes|updates|improvements|things|stuff)"
    r"|(?:did|doing)\s+(?:some\s+)?(?:work|stuff|things)|(?:some\s+)?(?:work|working)(?:\s+(?:done|continues))?"
    r"|work\s+in\s+progress|wip|progress|updates?|fixes|bug\s+fixes|general\s+(?:work|cleanup)|cleanup|stuff",
    re.IGNORECASE,
)
_DATE_IN_FRONT = regex(r"[^—–:]{0,20}\b\d{4}\b[^—–]{0,20}?\s*[—–:-]\s+")
_BOOKKEEPING = regex(
    r"(?:(?:resolved|bypassed|recorded)\s+(?:the\s+|a\s+)?blocker|acknowledged|handed\s+off"
    r"|moved\s+to\s+(?:phase|plan|task)|(?:ended|started)\s+the\s+session|session\s+(?:ended|started)"
    r"|[^\n]{0,80}\b(?:reached|hit|crossed)\s+(?:the|its)\s[^\n]{0,40}\b(?:warning|alert|stop|limit|threshold)"
    r"|[^\n]{0,80}\bpaused\s+(?:until|for))\b",
    re.IGNORECASE,
)

_FOLLOWED = (
    "on", "by", "for", "at", "in", "until", "till", "since", "with", "pending", "due", "because", "while", "after",
)  # fmt: skip
_WITH_MORE = (
    "blocked", "waiting", "stuck", "paused", "on hold", "stopped", "halted", "interrupted", "in progress", "executing",
    "working", "failed",
)  # fmt: skip
"""Statuses that agents complete to a sentence: `Blocked on API keys`."""

_PHASE_DONE = regex(r"phase \S+(?: \d+)?(?: of \d+)? (?:is )?(?:complete|completed|done|finished)")
_STEP_BEHIND = regex(r" (?:of |for |on )?(?:phase|plan|task) \d\w*(?: \d+)*(?: of \d+)?$")
"""The step behind a status: `Ready to execute phase 3`."""

_ARGUMENT = r"[^\s`]*[^\s`.,;:!?)\]]"
_COMMAND = regex(
    r"/autopilot:[a-z][\w-]*(?:[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'"
    rf"|--(?:project|task|phase|(?:max|warn|alert)-(?:cost|tokens)|reset-alert)[ \t]+(?!-){_ARGUMENT}"
    rf"|--?[a-z][\w-]*(?:={_ARGUMENT})?|[a-z][\w-]*={_ARGUMENT}|(?:\d|[A-Z]{{1,3}}-?\d)[\w.]*(?<!\.)"
    r"|(?:revisit|md|markdown|json|html|csv|pdf|yaml|txt)\b))*"
)

_BY_RULE: dict[Status, RuleAction] = {
    "not_started": RuleAction(text=Message("autopilot.discuss-phase"), command="/autopilot:preflight"),
    "discussing": RuleAction(text=Message("autopilot.discuss-phase"), command="/autopilot:preflight"),
    "planning": RuleAction(text=Message("autopilot.plan-phase"), command="/autopilot:takeoff --plan-only"),
    "ready": RuleAction(text=Message("autopilot.execute-plan"), command="/autopilot:takeoff"),
    "in_progress": RuleAction(text=Message("autopilot.continue-or-checkpoint"), command="/autopilot:takeoff"),
    "verifying": RuleAction(text=Message("autopilot.validate-phase"), command="/autopilot:landing"),
    "paused": RuleAction(text=Message("autopilot.resume-session"), command="/autopilot:cockpit"),
    "blocked": RuleAction(text=Message("autopilot.resolve-blocker")),
    "failed": RuleAction(text=Message("autopilot.resolve-failure"), command="/autopilot:cockpit"),
    "phase_complete": RuleAction(text=Message("autopilot.go-to-next-phase")),
    "completed": RuleAction(text=Message("autopilot.archive-or-ship")),
}
"""Seed, "Status Values"; the last column where it names a command. The statuses that it does not have follow
the commands (docs/systems/autopilot.md)."""

SEED_WORDS: Mapping[Status, str] = {
    "discussing": "Ready to discuss",
    "planning": "Ready to plan",
    "ready": "Ready to execute",
    "in_progress": "In progress",
    "blocked": "Blocked",
    "phase_complete": "Phase complete",
    "completed": "Project complete",
}
"""Seed, "Status Values": what cockpit writes, where a file uses no other words."""

MEANINGS: Mapping[Status, Message] = {
    "discussing": Message("autopilot.means-discussing"),
    "planning": Message("autopilot.means-planning"),
    "ready": Message("autopilot.means-ready"),
    "in_progress": Message("autopilot.means-in-progress"),
    "verifying": Message("autopilot.means-verifying"),
    "paused": Message("autopilot.means-paused"),
    "blocked": Message("autopilot.means-blocked"),
    "failed": Message("autopilot.means-failed"),
    "phase_complete": Message("autopilot.means-phase-complete"),
    "completed": Message("autopilot.means-completed"),
}
"""Seed, "Status Values"; those the seed does not have follow docs/systems/autopilot.md."""

RESUME_HANDOFF = RuleAction(text=Message("autopilot.resume-from-handoff"), command="/autopilot:cockpit")


def status_of(text: str | None, *, last_phase: bool = True) -> Status:
    """The status a file's own words mean; `unknown` where no vocabulary has them.

    A bare `complete` means the project in its last phase, or where phases are unknown, and the phase before that.
    What follows the words, as in `Blocked — waiting for keys`, does not count.
    """
    if text is None:
        return "unknown"
    for words in (fold(text), fold(leading_words(text))):
        if words in FINISHED:
            return "completed" if last_phase else "phase_complete"
        if words in _BY_WORD:
            return _BY_WORD[words]
        if _PHASE_DONE.fullmatch(words):
            return "phase_complete"
        if (bare := _STEP_BEHIND.sub("", words)) in _BY_WORD:
            return _BY_WORD[bare]
    return _begins_with(fold(text))


def _begins_with(words: str) -> Status:
    """The status of a sentence that begins with one: `blocked on api keys`."""
    for word in _WITH_MORE:
        if words.startswith(f"{word} ") and words[len(word) + 1 :].partition(" ")[0] in _FOLLOWED:
            return _BY_WORD[word]
    return "unknown"


def rule_action(status: Status, *, handoff: bool) -> RuleAction | None:
    """What the seed's status table gives as the next action; a waiting handoff is resumed first."""
    if handoff and status not in ("blocked", "phase_complete", "completed"):
        return RESUME_HANDOFF
    return _BY_RULE.get(status)


def command_in(text: str) -> str | None:
    """The first command of the system that stands in a text, with its options."""
    found = _COMMAND.search(text)
    return found.group().strip() if found else None


def is_bookkeeping(activity: str) -> bool:
    """Whether an activity is about the state files alone, as cockpit's own verbs write it, not about work."""
    return _BOOKKEEPING.match(_DATE_IN_FRONT.sub("", activity.strip())) is not None


def is_vague(activity: str) -> bool:
    """Whether an activity says nothing (seed: "Be specific - 'Completed auth API' not 'Made progress'").

    A date in front does not count, in whichever form.
    """
    return _VAGUE.fullmatch(_DATE_IN_FRONT.sub("", activity.strip().rstrip(".!… "))) is not None
