"""The rows of a handoff that a command gives, beside those that are proposed."""

from collections.abc import Sequence
from dataclasses import replace

from cockpit.model.handoff_draft import DraftTask
from cockpit.rules.listing import listed

_NAMED = 5


def completed_from(rows: Sequence[DraftTask], proposed: Sequence[DraftTask]) -> tuple[DraftTask, ...]:
    """Rows as they were given, each with the name and, where it is done, the commit that is proposed for its number."""
    return tuple(_completed_from(row, proposed) for row in rows)


def _completed_from(row: DraftTask, proposed: Sequence[DraftTask]) -> DraftTask:
    known = next((each for each in proposed if row.id and each.id == row.id), None)
    if known is None or row.name.strip():
        return row
    commit, files = (
        (known.commit, known.files) if row.state == "done" and row.commit is None else (row.commit, row.files)
    )
    return replace(row, name=known.name, commit=commit, files=row.files or files)


def rows_left_out(rows: Sequence[DraftTask], proposed: Sequence[DraftTask]) -> str:
    """A sentence about the proposed rows of which none that was given speaks; empty where there are none."""
    told = {row.id for row in rows} | {row.name for row in rows}
    missed = [each for each in proposed if each.id not in told and each.name not in told]
    if not missed:
        return ""
    named = listed([f"task {each.id}" if each.id else f"“{each.name}”" for each in missed[:_NAMED]])
    more = f" and {len(missed) - _NAMED} more" if len(missed) > _NAMED else ""
    return f"Of what was proposed, {named}{more} stand{'s' * (len(missed) == 1)} in no row that was given."
