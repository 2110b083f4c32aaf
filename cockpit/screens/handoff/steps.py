"""The steps of the wizard as plain data: what each asks, which field it fills, how far it is."""

from collections.abc import Mapping
from typing import Literal

from cockpit.model.handoff_draft import REASON_WORDS, Reason
from cockpit.rules.handoff import missing
from cockpit.screens.handoff.filling import Filling
from cockpit.values import dataclass
from widgets.step_map import Stage

Kind = Literal["reason", "text", "list", "rows", "look"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step. `field` is the field of the draft it fills, `section` what stands over it in the file.

    `asks` is a sentence over the field, `hint` stands in it while it is empty. `{block}` is the key that records a
    blocker.
    """

    name: str
    title: str
    kind: Kind
    asks: str
    hint: str = ""
    section: str = ""

    @property
    def field(self) -> str:
        """The field of the draft."""
        return self.name


STEPS = (
    Step(name="reason", title="Reason", kind="reason", asks="Why does the work stop here?"),
    Step(
        name="state",
        title="Current state",
        kind="text",
        asks="Where exactly does the work stand?",
        hint="What runs, what is half done, which files are touched",
        section="Current State",
    ),
    Step(
        name="completed",
        title="Completed work",
        kind="rows",
        asks="Which tasks are done, by which commit?",
        section="Completed Work",
    ),
    Step(
        name="remaining",
        title="Remaining work",
        kind="list",
        asks="What is left to do? One entry a line.",
        hint="Nothing, as far as the files know",
        section="Remaining Work",
    ),
    Step(
        name="decisions",
        title="Decisions",
        kind="list",
        asks="What was decided, and why? One entry a line.",
        hint="None yet. As in: what was chosen — and why",
        section="Decisions Made",
    ),
    Step(
        name="blockers",
        title="Blockers",
        kind="list",
        asks="What holds the work up? One entry a line, for the handoff alone; {block} on the dashboard records it.",
        hint="None. As in: what is stuck, and what it waits for",
        section="Blockers",
    ),
    Step(
        name="context",
        title="Context",
        kind="text",
        asks="What were you thinking that no file says?",
        hint="The plan in your head, what you tried, what you suspect",
        section="Context",
    ),
    Step(
        name="next_action",
        title="Next action",
        kind="text",
        asks="The first thing to do when the work goes on.",
        hint="One thing, with the file it is about: a fresh agent begins here",
        section="Next Action",
    ),
    Step(name="look", title="Preview", kind="look", asks="What will be written."),
)
"""The steps in their order."""

NAMES = tuple(step.name for step in STEPS)
NEXT_ACTION, LOOK = NAMES.index("next_action"), NAMES.index("look")

_MEANS: Mapping[Reason, str] = {
    "context": "A fresh agent works better than one that forgets.",
    "user_interrupt": "You stop, or do something else first.",
    "error": "Something failed; say under Blockers what.",
    "session_end": "Enough for today; the next session goes on.",
}
REASONS = tuple((reason, REASON_WORDS[reason].capitalize(), told) for reason, told in _MEANS.items())
"""Each reason with its name and what it means."""

ORIGINS = {
    "state": "from the state file",
    "log": "from the decision log",
    "state_and_log": "from the state file and the decision log",
    "handoff": "from the last handoff",
    "plan": "from the plan",
    "git": "from git",
}
"""Where a proposal comes from, in words."""


def stage(step: Step, filling: Filling) -> Stage:
    """How far a step is."""
    lacking, mine = missing(filling.draft), filling.is_mine(step.name)
    if step.kind == "look":
        return "filled" if mine and not lacking else "empty"
    if step.name == "next_action" and lacking:
        return "missing"
    return "empty" if not getattr(filling.draft, step.field) else "filled" if mine else "proposed"
