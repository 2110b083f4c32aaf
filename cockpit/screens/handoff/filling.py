"""What the person makes of a proposal: every change is a new draft, and the rows remember how they were."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from cockpit.actions.handing_off import Proposal, Typed
from cockpit.model.checklist import Commit
from cockpit.model.handoff_draft import DraftTask, HandoffDraft, TaskState
from cockpit.rules.handoff import followed, is_filled_in, problems, row_of, where_it_stands
from cockpit.rules.handoff_status import decided
from cockpit.rules.printable import printable
from cockpit.rules.work import as_they_stand, remains, retold
from cockpit.values import dataclass

_NEXT: dict[TaskState, TaskState] = {"done": "open", "in_progress": "done", "open": "in_progress"}
"""The state that follows when a task is toggled."""
ADDING = "Add a task"
"""The title of the form for a row that is not there yet."""


def title_of(row: DraftTask) -> str:
    """The title of the form of a row."""
    return f"Task {row.id or row.name}"


@dataclass(frozen=True, slots=True)
class _Step:
    """A change of the rows: how they were and where it was; what was told of the remaining work and what of it stood
    there, before and after; what was typed into forms of rows that went.
    """

    rows: tuple[DraftTask, ...]
    at: int
    before: tuple[tuple[str, ...], tuple[str, ...]]
    after: tuple[tuple[str, ...], tuple[str, ...]]
    typed: Typed


class Filling:
    """A draft on its way, and what it began as: `begun` is what was proposed then. `told` is the remaining work with
    what the rows hide of it, because it is done by them.

    `typed` is what stands in the forms that were left, by their titles. `changed` says that the draft is no longer what
    was proposed, so that it is worth keeping.
    """

    def __init__(self, proposal: Proposal, seen: Iterable[str] = ()) -> None:
        """`seen` are the fields that were looked at before."""
        self.proposal = proposal
        self.seen = set(seen)
        self.draft: HandoffDraft = proposal.kept.draft if proposal.kept is not None else proposal.draft
        self.begun = proposal.draft
        self.told: tuple[str, ...] = _told(proposal)
        self.typed = _about(self.draft.completed, proposal.kept.typed) if proposal.kept is not None else {}
        self._steps: list[_Step] = []

    @property
    def changed(self) -> bool:
        """Whether the person changed anything."""
        return bool(self.typed) or replace(self.draft, origins={}) != replace(self.proposal.draft, origins={})

    @property
    def entry(self) -> int | None:
        """The entry of the journal that wrote the draft as it is; None once it was changed."""
        kept = self.proposal.kept
        return kept.entry if kept is not None and self.draft == kept.draft else None

    @property
    def problems(self) -> Mapping[str, tuple[str, ...]]:
        """What is wrong with what was filled in, by field."""
        return problems(self.draft, self.proposal.known)

    @property
    def unfinished(self) -> tuple[str, ...]:
        """What was typed into a form and does not stand in the draft, one sentence for each form."""
        return tuple(f"{title}: what you typed is kept, but not in the handoff yet." for title in self.typed)

    def is_mine(self, name: str) -> bool:
        """Whether the person has looked at a field, or filled it in: what stands there is then theirs."""
        known = name in HandoffDraft.__dataclass_fields__
        return name in self.seen or (known and is_filled_in(self.draft, self.begun, name))

    def is_proposed(self, name: str) -> bool:
        """Whether a field stands as it was proposed, from somewhere."""
        return name in self.draft.origins

    @property
    def newest_of(self) -> str:
        """How many of the decisions are proposed, with a comma; empty where all are, and for those of before."""
        proposed, known = self.proposal.draft.decisions, len(self.proposal.track.decisions)
        as_proposed = self.draft.decisions == proposed and len(proposed) < known
        return f"the newest {len(proposed)} of {known}, " if as_proposed else ""

    @property
    def other_decisions(self) -> tuple[str, ...]:
        """The decisions of the files that the draft does not name, each with its why."""
        mine = tuple(dict.fromkeys(self.draft.decisions))
        return tuple(map(printable, decided(mine, self.proposal.track.decisions)[len(mine) :]))

    @property
    def others(self) -> tuple[Commit, ...]:
        """The commits that stand in no row."""
        taken = tuple(row.commit for row in self.draft.completed if row.commit)
        return tuple(each for each in self.proposal.others if not each.id.startswith(taken))

    def meet(self, proposal: Proposal) -> None:
        """Go by what the files say now; what was proposed stays."""
        self.proposal = replace(proposal, draft=self.proposal.draft, kept=None)

    def begin_anew(self) -> None:
        """Go back to what was proposed."""
        self.draft = self.begun = self.proposal.draft
        self.told = self.proposal.told
        self.typed.clear()
        self._steps.clear()

    def set(self, name: str, value: object) -> bool:
        """Fill in a field. True where that changes it; it is proposed from somewhere only while it is as it was begun.

        A current state that is as it was proposed follows the other fields.
        """
        if getattr(self.draft, name) == value:
            return False
        before = self.draft
        if name == "remaining":
            self.told = retold(self.told, before.remaining, value, before.completed)  # type: ignore[arg-type]
        self._put(name, value)
        return True

    def _put(self, name: str, value: object, *, follows: bool = False) -> None:
        """Give a field another value; one that only `follows` another field keeps where it came from."""
        before = self.draft
        if getattr(before, name) == value:
            return
        known = before if follows else self.begun if getattr(self.begun, name) == value else None
        origins = {field: origin for field, origin in before.origins.items() if field != name}
        if known is not None and name in known.origins:
            origins[name] = known.origins[name]
        self.draft = replace(before, **{name: value}, origins=origins)  # type: ignore[arg-type]  # as the field has
        position = self.proposal.track.position
        if name != "state" and ("state" in origins or where_it_stands(before, position)):
            text = followed(before.state, before, self.draft, position)
            self.draft = replace(self.draft, state=text)

    def text_of(self, name: str) -> str:
        """A field as a person edits it: entries stand each on a line."""
        value = getattr(self.draft, name)
        return "\n".join(value) if isinstance(value, tuple) else value or ""

    def set_text(self, name: str, text: str) -> bool:
        """Fill in a field from such a text. True where that changes it."""
        return self.set(name, self._meant(name, text))

    def says(self, name: str, text: str) -> bool:
        """Whether a field says what such a text does; empty lines between entries say nothing."""
        return (getattr(self.draft, name) or "") == self._meant(name, text)

    def _meant(self, name: str, text: str) -> str | tuple[str, ...]:
        if isinstance(getattr(self.draft, name), tuple):
            return tuple(line for line in text.split("\n") if line.strip())
        return text

    # The rows

    def toggle(self, place: int) -> None:
        """Give a row its next state."""
        row = self.draft.completed[place]
        self.put(place, replace(row, state=_NEXT[row.state], origin="person"))

    def put(self, place: int | None, row: DraftTask) -> int:
        """Put a row in the place of another, or at the end; where it stands now."""
        rows = list(self.draft.completed)
        if place is None:
            rows.append(row)
        else:
            rows[place] = row
        at = len(rows) - 1 if place is None else place
        self._set_rows(tuple(rows), at)
        return at

    def take(self, place: int) -> int:
        """Make a row of a commit; where that row stands."""
        return self.put(None, row_of(self.others[place]))

    def remove(self, place: int) -> DraftTask:
        """Take a row out. What is told of one that is not done remains."""
        rows = list(self.draft.completed)
        row = rows.pop(place)
        self._set_rows(tuple(rows), place, self.told if row.state == "done" else self._all_told())
        return row

    def undo_rows(self) -> int | None:
        """Take the last change of the rows back; where that was. None where there is none.

        With it goes what it did to the remaining work, unless the person has edited that since.
        """
        if not self._steps:
            return None
        step = self._steps.pop()
        self.typed = _about(step.rows, {**step.typed, **self.typed})
        untouched = (self.told, self.draft.remaining) == step.after
        self._put("completed", step.rows)
        if untouched:
            self.told, remaining = step.before
        else:
            remaining = remains(step.rows, self.told)
        self._put("remaining", remaining, follows=True)
        return step.at

    def _set_rows(self, rows: tuple[DraftTask, ...], at: int, told: tuple[str, ...] | None = None) -> None:
        """Change the rows: what they say of a task is what remains of it."""
        rows_before, before = self.draft.completed, (self.told, self.draft.remaining)
        self.told = self.told if told is None else told
        self._put("completed", rows)
        self._put("remaining", remains(rows, self.told), follows=True)
        typed = self.typed
        self.typed = _about(rows, typed)  # what was typed about a row goes with it
        gone = {title: lines for title, lines in typed.items() if title not in self.typed}
        self._steps.append(_Step(rows_before, at, before, (self.told, self.draft.remaining), gone))

    def _all_told(self) -> tuple[str, ...]:
        """What is told, with what stands there only because the rows say it."""
        rows, told = self.draft.completed, self.told
        return retold(told, as_they_stand(rows, told), self.draft.remaining, rows)


def _about(rows: Iterable[DraftTask], typed: Typed) -> dict[str, Mapping[str, str]]:
    """What was typed into the forms of these rows, and of one that is not there yet."""
    titles = {ADDING, *map(title_of, rows)}
    return {title: lines for title, lines in typed.items() if title in titles}


def _told(proposal: Proposal) -> tuple[str, ...]:
    """The remaining work as it was told; in drafts of earlier versions there is nothing beside what stands there."""
    kept = proposal.kept
    return proposal.told if kept is None else kept.told or kept.draft.remaining
