"""Recording a decision: in the state file's Recent Decisions, and in DECISIONS.md where there is one."""

from cockpit.model import Decision, Track
from cockpit.model.errors import Refused
from cockpit.model.intents import Decide
from cockpit.systems.autopilot.decisions_log import NAME, fold_decision
from cockpit.systems.autopilot.editing.arguments import checked_entry, checked_field
from cockpit.systems.autopilot.editing.decision_log import add_to_log
from cockpit.systems.autopilot.editing.desk import Desk, state_sheet
from cockpit.systems.autopilot.editing.pruning import is_newest_first, make_room
from cockpit.systems.editing.draft import unsafe
from cockpit.systems.editing.list_sections import add_entry
from cockpit.systems.editing.outcome import Outcome
from cockpit.systems.editing.texts import checked_text
from cockpit.systems.reading.decision_entries import decision_entry, read_decision
from cockpit.systems.reading.titles import DECISIONS
from cockpit.systems.reading.values import is_nothing, plain

TOUCHES = frozenset({"decisions", "findings"})


def decide(desk: Desk, intent: Decide) -> Outcome:
    """Record a decision. Older ones beyond five move to the archive."""
    decision = _checked(desk, intent)
    sheet = state_sheet(desk)
    has_log = desk.draft.read(desk.path(NAME)) is not None
    entry = entry_text(decision, whole=not has_log)
    written = read_decision(entry)
    if written.text != decision.text or is_nothing(plain(entry)):
        raise unsafe(sheet.path, "the decision would be read as another, or as none")
    standing = next((other for other in desk.before.decisions if _same(written, other)), None)
    if standing is not None:
        if has_log and (unsaid := _unsaid(decision, standing)):
            raise Refused(f"The decision stands there already, without this {unsaid}; add it in {desk.path(NAME)}.")
        return Outcome(sentence=f"The decision stands there already: {decision.text}")
    first = is_newest_first(sheet.markdown.section(*DECISIONS), desk.sources.logged)
    add_entry(sheet, DECISIONS, entry, first=first)
    if has_log:
        add_to_log(desk, decision, desk.context.actor)
    outcome = Outcome(
        sentence=f"Recorded the decision: {decision.text}",
        touches=TOUCHES,
        holds=lambda track: _is_recorded(desk, track, written),
    )
    return make_room(desk, outcome, decision)


def entry_text(decision: Decision, *, whole: bool) -> str:
    """`text — outcome`. Where no decision log takes them, `whole` puts reason and the like behind the outcome."""
    details = _details(decision) if whole else []
    outcome = decision.outcome or (details.pop(0) if details else None)
    tail = f" ({'; '.join(details)})" if details else ""
    return decision_entry(decision.text, f"{outcome}{tail}" if outcome else None)


def _details(decision: Decision) -> list[str]:
    told = [
        decision.reason,
        f"context: {decision.context}" if decision.context else None,
        f"instead of: {', '.join(decision.alternatives)}" if decision.alternatives else None,
        None if decision.reversible is None else "reversible" if decision.reversible else "irreversible",
    ]
    return [text for text in told if text]


def _checked(desk: Desk, intent: Decide) -> Decision:
    phase = desk.before.position.phase
    return Decision(
        text=plain(checked_entry(intent.text, "decision")),
        outcome=_stated(intent.outcome),
        reason=checked_field(intent.reason, "reason"),
        context=checked_field(intent.context, "context"),
        alternatives=tuple(checked_text(text, "alternative") for text in intent.alternatives),
        reversible=intent.reversible,
        date=desk.today,
        phase=phase.id if phase else None,
    )


def _stated(outcome: str | None) -> str | None:
    """An outcome that says something: `None` and its like say none."""
    shown = plain(checked_field(outcome, "outcome") or "")
    return None if is_nothing(shown) else shown


def _unsaid(given: Decision, standing: Decision) -> str | None:
    """The first of the details given that the decision log does not tell of the decision that stands there."""
    missing = (
        ("reason", given.reason and given.reason not in (standing.reason or "")),
        ("context", given.context and given.context not in (standing.context or "")),
        ("alternative", set(given.alternatives) - set(standing.alternatives)),
        ("word on whether it can be taken back", given.reversible not in (None, standing.reversible)),
    )
    return next((name for name, lacks in missing if lacks), None)


def _same(one: Decision, other: Decision) -> bool:
    return fold_decision(one.text) == fold_decision(other.text) and one.outcome in (None, other.outcome)


def _is_recorded(desk: Desk, track: Track, written: Decision) -> bool:
    """Whether it is read back as it was meant, and once: state file and log are seen to speak of the same."""
    meant = (written.text, written.outcome)
    return (
        sum((other.text, other.outcome) == meant for other in track.decisions) == 1
        and len(track.decisions) <= len(desk.before.decisions) + 1
    )
