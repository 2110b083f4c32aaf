"""`cockpit undo`, `redo`, `dismiss` and `config purge`."""

import argparse
from dataclasses import replace
from functools import partial

from cockpit.cli.changing import carry_out
from cockpit.cli.log import entry_of
from cockpit.cli.output import agrees, say
from cockpit.model.errors import CommandError
from cockpit.project import notes
from cockpit.project.history import ledger, purge
from cockpit.project.outcome import ChangeOutcome
from cockpit.project.taken_back import dismiss
from cockpit.project.turning import redo_change, undo_change, write_again
from cockpit.project.workspace import Workspace
from cockpit.wording.phrases import as_sentence, listed


def run(arguments: argparse.Namespace) -> int:
    """Carry the action out."""
    if arguments.action == "config.purge":
        return _purge(arguments)
    if arguments.action == "unread.dismiss":
        return carry_out(lambda workspace: notes.dismiss(workspace, arguments.track, arguments.place), arguments)
    entry = entry_of(arguments.entry)
    named = () if entry is None else (entry,)
    match arguments.action:
        case "change.undo":
            return _undo(arguments, entry)
        case "taken-back.restore":
            return carry_out(lambda workspace: write_again(workspace, named), arguments)
        case "taken-back.dismiss":
            return carry_out(lambda workspace: dismiss(workspace, named), arguments)
    return carry_out(lambda workspace: redo_change(workspace, entry, track=arguments.track), arguments)


def _undo(arguments: argparse.Namespace, entry: int | None) -> int:
    def make(workspace: Workspace) -> ChangeOutcome:
        return _with_waiver(workspace, undo_change(workspace, entry, track=arguments.track), arguments)

    return carry_out(make, arguments)


def _with_waiver(workspace: Workspace, outcome: ChangeOutcome, arguments: argparse.Namespace) -> ChangeOutcome:
    """A waiver is no change of files: where one was the last change, what takes it back is said."""
    last = next((record for record in reversed(ledger(workspace, arguments.track)) if record.verb != "undo"), None)
    if arguments.entry is not None or last is None or last.verb != "waive" or last.subject.note is None:
        return outcome
    remark = (
        f"{as_sentence(last.sentence)} This waiver was made after the change that was undone, and is still in "
        "effect; `cockpit resume unwaive CHECK` withdraws it."
    )
    return outcome.with_remarks(remark)


def _purge(arguments: argparse.Namespace) -> int:
    def make(workspace: Workspace) -> ChangeOutcome:
        kept = () if arguments.yes or workspace.dry_run else purge(replace(workspace, dry_run=True)).remarks
        warning = f"This deletes {listed(map(str, kept))}. Undo is no longer possible afterwards."
        if kept and not agrees("Delete them?", partial(say, warning)):
            raise CommandError(
                "cli.purge-not-agreed", "Nothing was deleted. `cockpit config purge --yes` deletes without asking."
            )
        return purge(workspace)

    return carry_out(make, arguments)
