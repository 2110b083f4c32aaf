"""What the files and git say otherwise since a handoff that is still a draft was begun, by the field it is about."""

from collections.abc import Iterator, Mapping

from cockpit.model.handoff_draft import HandoffDraft
from cockpit.rules.listing import ended


def since_begun(draft: HandoffDraft, begun: HandoffDraft, now: HandoffDraft) -> Mapping[str, tuple[str, ...]]:
    """Sentences by field: what was proposed when the draft was `begun`, is proposed otherwise `now`, and the draft
    does not say yet.
    """
    found = {
        "state": _moved(draft, begun, now),
        "completed": _finished(draft, begun, now),
        "decisions": _added("Decided since", draft.decisions, begun.decisions, now.decisions),
        "blockers": _blocked(draft, begun, now),
    }
    told = {field: tuple(sentences) for field, sentences in found.items()}
    return {field: sentences for field, sentences in told.items() if sentences}


def stands_at(draft: HandoffDraft) -> str:
    """Where the work stands, in words."""
    of = f" of {draft.total_tasks}" if draft.total_tasks else ""
    parts = (("phase", draft.phase, ""), ("plan", draft.plan, ""), ("task", draft.task, of))
    return ", ".join(f"{word} {number}{total}" for word, number, total in parts if number)


def _moved(draft: HandoffDraft, begun: HandoffDraft, now: HandoffDraft) -> Iterator[str]:
    if stands_at(now) not in (stands_at(draft), stands_at(begun)):
        yield f"Since then the work has moved on: {stands_at(now) or 'no place is named'}."


def _finished(draft: HandoffDraft, begun: HandoffDraft, now: HandoffDraft) -> Iterator[str]:
    known = {row.id for each in (draft, begun) for row in each.completed if row.state == "done"}
    done = [row.id for row in now.completed if row.state == "done" and row.id and row.id not in known]
    if done:
        yield f"Done since: {'task' if len(done) == 1 else 'tasks'} {', '.join(done)}."


def _blocked(draft: HandoffDraft, begun: HandoffDraft, now: HandoffDraft) -> Iterator[str]:
    held, mine = set(now.blockers), set(draft.blockers)
    gone = [each for each in begun.blockers if each not in held and each in mine]
    yield from (f"No longer a blocker: {ended(each)}" for each in gone)
    yield from _added("Blocks since", draft.blockers, begun.blockers, now.blockers)


def _added(word: str, mine: tuple[str, ...], before: tuple[str, ...], now: tuple[str, ...]) -> Iterator[str]:
    known = {*before, *mine}
    yield from (f"{word}: {ended(each)}" for each in now if each not in known)
