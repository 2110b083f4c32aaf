"""A handoff that is being filled in: what a person makes of a proposal. Every change is a new draft."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from cockpit.model.checklist import Commit
from cockpit.model.handoff_draft import DraftTask, HandoffDraft, TaskState
from cockpit.project.handing_off import KeptDraft, Proposal
from cockpit.rules.handoff.handoff_status import all_decisions
from cockpit.rules.handoff.proposal import (
    is_filled_in,
    problems,
    resumed_draft,
    row_of,
    updated_place,
    where_it_stands,
)
from cockpit.rules.work import as_they_stand, remains, with_hidden_entries
from cockpit.values import dataclass
from cockpit.wording.printable import printable

_NEXT: Mapping[TaskState, TaskState] = {"done": "open", "in_progress": "done", "open": "in_progress"}
"""The state that follows when a task is toggled."""


@dataclass(frozen=True, slots=True)
class _RowsEdit:
    """A change of the rows: how they were and where it was; what was told of the remaining work and what of it stood
    there, before and after.
    """

    rows: tuple[DraftTask, ...]
    at: int
    before: tuple[tuple[str, ...], tuple[str, ...]]
    after: tuple[tuple[str, ...], tuple[str, ...]]


class Filling:
    """A draft on its way, and what it began as: `begun` is what was proposed then. `told` is the remaining work with
    what the rows hide of it, because it is done by them. `seen` are the fields that were looked at.
    """

    def __init__(self, proposal: Proposal, seen: Iterable[str] = ()) -> None:
        kept = proposal.unfinished
        self.proposal, self.seen = proposal, {*seen}
        self.draft: HandoffDraft = kept.draft if kept is not None else proposal.draft
        self.begun = proposal.draft
        self.told = proposal.remaining_in_files
        if kept is not None:  # in drafts of earlier versions there is nothing beside what stands there
            self.told = kept.remaining_in_files or kept.draft.remaining
        self._steps: list[_RowsEdit] = []

    @property
    def changed(self) -> bool:
        """Whether the person changed anything, so that the draft is worth keeping."""
        return replace(self.draft, origins={}) != replace(self.proposal.draft, origins={})

    @property
    def left(self) -> KeptDraft | None:
        """The draft that was left, as long as nothing of it was changed."""
        kept = self.proposal.unfinished
        return kept if kept is not None and self.draft == kept.draft else None

    def kept(self, step: str) -> KeptDraft:
        """What is kept of it, at a step of the wizard."""
        return KeptDraft(draft=self.draft, step=step, begun=self.begun, remaining_in_files=self.told,
                         entry=self.left.entry if self.left is not None else None)  # fmt: skip

    @property
    def problems(self) -> Mapping[str, tuple[str, ...]]:
        """What is wrong with what was filled in, by field."""
        found = problems(self.draft, self.proposal.position)
        return {field: tuple(map(str, sentences)) for field, sentences in found.items()}

    def is_mine(self, name: str) -> bool:
        """Whether the person has looked at a field, or filled it in: what stands there is then theirs."""
        known = name in HandoffDraft.__dataclass_fields__
        return name in self.seen or (known and is_filled_in(self.draft, self.begun, name))

    @property
    def other_decisions(self) -> tuple[str, ...]:
        """The decisions of the files that the draft does not name, each with its why."""
        mine = tuple(dict.fromkeys(self.draft.decisions))
        return tuple(map(printable, all_decisions(mine, self.proposal.track.decisions)[len(mine) :]))

    @property
    def other_commits(self) -> tuple[Commit, ...]:
        """The commits that stand in no row."""
        taken = tuple(row.commit for row in self.draft.completed if row.commit)
        return tuple(each for each in self.proposal.other_commits if not each.id.startswith(taken))

    def meet(self, proposal: Proposal) -> None:
        """Go by what the files say now; what was proposed stays."""
        self.proposal = replace(proposal, draft=self.proposal.draft, unfinished=None)

    def renew(self, proposal: Proposal) -> None:
        """Propose what the files say now wherever the person has changed nothing."""
        self.draft = resumed_draft(self.draft, self.begun, proposal.draft, proposal.track)
        if (self.draft.completed, self.draft.remaining) == (proposal.draft.completed, proposal.draft.remaining):
            self.told = proposal.remaining_in_files
        self.begun = proposal.draft
        self.proposal = replace(proposal, unfinished=None)

    def begin_anew(self) -> None:
        """Go back to what was proposed."""
        self.draft = self.begun = self.proposal.draft
        self.told = self.proposal.remaining_in_files
        self._steps.clear()

    # Fields

    def set(self, name: str, value: object) -> bool:
        """Fill in a field. True where that changes it; it is proposed from somewhere only while it is as it was begun.

        A current state that is as it was proposed follows the other fields.
        """
        before = self.draft
        if getattr(before, name) == value:
            return False
        if name == "remaining":
            self.told = with_hidden_entries(self.told, before.remaining, value, before.completed)  # type: ignore[arg-type]
        as_begun = getattr(self.begun, name) == value
        self._put(name, value, self.begun.origins.get(name) if as_begun else None)
        return True

    def _put(self, name: str, value: object, origin: object) -> None:
        """Give a field another value, which comes from somewhere or is the person's (None)."""
        before, track = self.draft, self.proposal.track
        origins = {field: known for field, known in before.origins.items() if field != name}
        if origin is not None:
            origins[name] = origin  # type: ignore[assignment]  # as the drafts have it
        self.draft = replace(before, **{name: value}, origins=origins)  # type: ignore[arg-type]  # as the field has
        if name != "state" and ("state" in origins or where_it_stands(before, track)):
            self.draft = replace(self.draft, state=updated_place(before.state, before, self.draft, track))

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

    # The rows of the completed work

    def toggle(self, place: int) -> DraftTask:
        """Give a row its next state."""
        row = self.draft.completed[place]
        row = replace(row, state=_NEXT[row.state], origin="person")
        self.put(place, row)
        return row

    def put(self, place: int | None, row: DraftTask) -> None:
        """Put a row in the place of another, or at the end."""
        rows = [*self.draft.completed, row]
        if place is not None:
            rows[place] = rows.pop()
        self._set_rows(rows, len(rows) - 1 if place is None else place, self.told)

    def take(self, commit: Commit) -> None:
        """Make a row of a commit."""
        self.put(None, row_of(commit))

    def remove(self, place: int) -> DraftTask:
        """Take a row out. What is told of one that is not done remains: also what stands there only because the rows
        say it."""
        rows, told = [*self.draft.completed], self.told
        row = rows.pop(place)
        if row.state != "done":
            known = self.draft.completed
            told = with_hidden_entries(told, as_they_stand(known, told), self.draft.remaining, known)
        self._set_rows(rows, place, told)
        return row

    def _set_rows(self, rows: Iterable[DraftTask], at: int, told: tuple[str, ...]) -> None:
        """Change the rows: what they say of a task is what remains of it."""
        rows_before, before = self.draft.completed, (self.told, self.draft.remaining)
        self.told = told
        self.set("completed", (*rows,))
        self._follow(remains(self.draft.completed, told))
        self._steps.append(_RowsEdit(rows_before, at, before, (told, self.draft.remaining)))

    def _follow(self, remaining: tuple[str, ...]) -> None:
        """Let the remaining work follow the rows; it keeps where it came from."""
        if remaining != self.draft.remaining:
            self._put("remaining", remaining, self.draft.origins.get("remaining"))

    def undo_rows(self) -> int | None:
        """Take the last change of the rows back; where that was. None where there is none.

        With it goes what it did to the remaining work, unless the person has edited that since.
        """
        if not self._steps:
            return None
        step = self._steps.pop()
        untouched = (self.told, self.draft.remaining) == step.after
        self.set("completed", step.rows)
        if untouched:
            self.told, remaining = step.before
        else:
            remaining = remains(step.rows, self.told)
        self._follow(remaining)
        return step.at
