"""Maestro has no verbs yet: one example of each, and the sentence with which it is refused."""

from cockpit.model import intents as verbs
from cockpit.model.handoff_draft import HandoffDraft
from cockpit.model.intents import Intent

_NO_THRESHOLDS = "Maestro keeps no thresholds, so that there is nothing to acknowledge or to limit."
_NO_LISTS = "Maestro keeps no decisions, todos or blockers; tell the agent, or write it into the session's log by hand."
_ONLY_READ = "Maestro is only read by this version; tell the agent, or change the session file by hand."

ABSENT: tuple[tuple[Intent, str], ...] = (
    (verbs.Acknowledge(metric="cost"), _NO_THRESHOLDS),
    (verbs.Withdraw(metric="cost"), _NO_THRESHOLDS),
    (verbs.ResetAlerts(), _NO_THRESHOLDS),
    (verbs.SetValue(metric="cost", value=1), _NO_THRESHOLDS),
    (verbs.SetLimit(metric="cost", level="stop", value=80), _NO_THRESHOLDS),
    (verbs.FireTrigger(trigger="cost_alert"), _NO_THRESHOLDS),
    (verbs.Decide(text="One queue"), _NO_LISTS),
    (verbs.Block(text="No keys"), _NO_LISTS),
    (verbs.Unblock(blocker="No keys"), _NO_LISTS),
    (verbs.Bypass(blocker="No keys", note="later"), _NO_LISTS),
    (verbs.AddTodo(text="Write the docs"), _NO_LISTS),
    (verbs.TickTodo(text="Write the docs"), _NO_LISTS),
    (verbs.Reword(kind="todo", old="One", new="Two"), _NO_LISTS),
    (verbs.Move(part="phase", value="2"), _ONLY_READ),
    (verbs.Complete(whole="phase"), _ONLY_READ),
    (verbs.StartSession(), _ONLY_READ),
    (verbs.HandOff(draft=HandoffDraft(state="Half done", next_action="Go on")), _ONLY_READ),
    (verbs.FinishHandoff(), _ONLY_READ),
    (verbs.Answer(option="yes"), "Maestro reads no answer from its files; answer where the agent runs."),
    (verbs.ResetRetries(), _ONLY_READ),
    (verbs.Migrate(), "Maestro has one form of its session; there is nothing to bring up to date."),
    (verbs.Archive(), "Maestro archives a session itself; run /maestro:archive where the agent runs."),
)
