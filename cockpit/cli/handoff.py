"""`cockpit handoff`: from options, or from JSON on standard input, with the rest proposed from files and git; or the
wizard.
"""

import argparse
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cockpit.cli.changing import carry_out
from cockpit.cli.context import workspace_of
from cockpit.cli.output import complain, say_json
from cockpit.model.errors import CommandError
from cockpit.model.handoff_draft import HandoffDraft, draft_with
from cockpit.project.handing_off import hand_off, propose_handoff
from cockpit.rules.commit_ids import is_commit_id
from cockpit.rules.handoff.proposal import completed_from, problems, rows_left_out, wrong_number

_MOMENT = 1.0
"""Seconds."""
_FIELDS = ("reason", "state", "remaining", "decisions", "blockers", "context", "next_action")


def run(arguments: argparse.Namespace) -> int:
    """Write the handoff: what was given, and for the rest what is proposed; in a terminal with nothing given, open the
    wizard. Raises CommandError.
    """
    if arguments.action == "handoff.propose":
        return _propose(arguments)
    options = _options(arguments)
    fields = {**_from_input(beside=bool(options)), **options}
    if not fields:
        from cockpit.cli.opening import in_terminal, open_at_action

        if in_terminal() and not (arguments.json or arguments.dry_run or arguments.existing):
            return open_at_action(arguments)
        raise CommandError(
            "cli.nothing-given-for-handoff",
            'The handoff has no content. Run `cockpit handoff --next "WHAT TO DO FIRST"`, or pass JSON on '
            "standard input; `cockpit handoff propose` prints a proposal.",
        )
    proposal = propose_handoff(workspace_of(arguments), arguments.track)
    draft = draft_with(proposal.draft, fields)
    _check(draft, fields)
    left_out = None
    if "completed" in fields:
        draft = replace(draft, completed=completed_from(draft.completed, proposal.draft.completed))
        left_out = rows_left_out(draft.completed, proposal.draft.completed)
    if not draft.next_action.strip():
        raise CommandError(
            "cli.no-next-action", 'The handoff needs a next action. Run `cockpit handoff --next "WHAT TO DO FIRST"`.'
        )
    wrong = [sentence for found in problems(draft, proposal.position).values() for sentence in found]
    wrong = [left_out, *wrong] if left_out is not None else wrong

    return carry_out(
        lambda workspace: hand_off(workspace, proposal.track, draft, arguments.existing).with_remarks(*wrong), arguments
    )


def _check(draft: HandoffDraft, fields: Mapping[str, Any]) -> None:
    """Raise CommandError for a row, a number or a commit that the wizard would not take, where it is of the fields."""
    rows = draft.completed if "completed" in fields else ()
    if not all(row.id or row.name.strip() for row in rows):
        raise CommandError("cli.task-without-name", "A task needs a name or a number.")
    numbers = [row.id for row in rows]
    numbers += [getattr(draft, name) for name in ("task", "total_tasks") if name in fields]
    for number in numbers:
        if wrong_number(number or "") is not None:
            raise CommandError("cli.no-task-number", f"Not a task number: {number!r}. Examples: 3, 3.2.")
    if "head" in fields and draft.head is not None and not is_commit_id(draft.head):
        raise CommandError("cli.head-is-no-commit", f"head must be a commit id, not {draft.head!r}.")


def _options(arguments: argparse.Namespace) -> dict[str, Any]:
    """The fields that stand on the command line."""
    found = {name: getattr(arguments, name) or None for name in _FIELDS}
    found["completed"] = [_row(text) for text in arguments.task] if arguments.task else None
    return {name: value for name, value in found.items() if value is not None}


def _row(text: str) -> dict[str, Any]:
    """A row as `1|Create model|abc1234|done`; what is left out at the end is empty."""
    parts = [part.strip() for part in text.split("|")]
    names = ("id", "name", "commit", "state")
    if len(parts) > len(names):
        raise CommandError("cli.task-of-too-many-parts", f"--task takes NUMBER|NAME|COMMIT|STATE, not {text!r}.")
    if not any(parts):
        raise CommandError("cli.task-of-no-parts", "--task takes NUMBER|NAME|COMMIT|STATE, but the value is empty.")
    return {name: part for name, part in zip(names, parts, strict=False) if part}


def _from_input(*, beside: bool) -> dict[str, Any]:
    """The fields of the JSON object on standard input; none where that is a terminal, or empty. `beside` options, it is
    waited for only a moment: what runs cockpit may have left it open.
    """
    if sys.stdin is None or sys.stdin.isatty() or (beside and not _is_coming()):
        return {}
    import json

    text = sys.stdin.read()
    if not text.strip():
        return {}
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CommandError("cli.input-is-no-json", f"Standard input is not valid JSON: {error}.") from None
    if not isinstance(fields, dict):
        raise CommandError(
            "cli.input-is-no-object", "Standard input must be a JSON object with the fields of the handoff."
        )
    return fields


def _is_coming() -> bool:
    """Whether something is, or soon will be, on standard input."""
    import select

    try:
        ready, _, _ = select.select([sys.stdin], [], [], _MOMENT)
    except (OSError, ValueError):  # it is no file that can be asked
        return False
    return bool(ready)


def _propose(arguments: argparse.Namespace) -> int:
    """Print what the handoff would say, as JSON that can be edited and handed back."""
    from dataclasses import asdict

    proposal = propose_handoff(workspace_of(arguments), arguments.track)
    fields = asdict(replace(proposal.draft, origins={}))
    del fields["origins"]
    say_json(fields, secrets=arguments.secrets)
    if proposal.git is not None:
        complain(f"No proposals from git: {proposal.git!s}")
    return 0
