"""`cockpit undo`, `redo`, `ledger` and `purge`."""

import argparse
import re
import sys
from dataclasses import asdict, replace

from cockpit.cli.changing import carry_out
from cockpit.cli.context import local_now, writer_of
from cockpit.cli.main import WrongUsage
from cockpit.cli.output import columns, say, say_json
from cockpit.model.errors import CommandError
from cockpit.project.change import Outcome, Writer
from cockpit.project.history import Record, ledger, purge, redo_change, undo_change
from cockpit.project.kept_versions import kept_versions
from cockpit.project.taken_back import dismiss, write_again
from cockpit.wording.messages import Message
from cockpit.wording.phrases import as_sentence
from cockpit.wording.times import age


def run(arguments: argparse.Namespace) -> int:
    """Carry the verb out."""
    return {"undo": _undo, "redo": _redo, "ledger": _ledger, "purge": _purge}[arguments.verb](arguments)


def _undo(arguments: argparse.Namespace) -> int:
    entry = entry_of(arguments.id)

    def make(writer: Writer) -> Outcome:
        return _with_waiver(writer, undo_change(writer, entry, track=arguments.track), arguments)

    return carry_out(make, arguments)


def _with_waiver(writer: Writer, outcome: Outcome, arguments: argparse.Namespace) -> Outcome:
    """A waiver is no change of files: where one was the last change, what takes it back is said."""
    last = next((record for record in reversed(ledger(writer, arguments.track)) if record.verb != "undo"), None)
    if arguments.id is not None or last is None or last.verb != "waive" or last.subject.note is None:
        return outcome
    remark = Message("cli.waiver-came-later", waived=as_sentence(last.sentence))
    return replace(outcome, remarks=(*outcome.remarks, remark))


def _redo(arguments: argparse.Namespace) -> int:
    entry = entry_of(arguments.id)
    named = () if entry is None else (entry,)
    if arguments.dismiss and arguments.taken_back:
        raise WrongUsage(Message("cli.taken-back-and-dismiss"))
    if arguments.dismiss:
        return carry_out(lambda writer: dismiss(writer, named), arguments)
    if arguments.taken_back:
        return carry_out(lambda writer: write_again(writer, named), arguments)
    return carry_out(lambda writer: redo_change(writer, entry, track=arguments.track), arguments)


def entry_of(text: str | None) -> int | None:
    """The number of an entry; None where none is named. Raises CommandError."""
    if text is None:
        return None
    if re.fullmatch("[0-9]{1,9}", text) is None:
        raise CommandError(Message("cli.no-ledger-entry", entry=text))
    return int(text)


def _ledger(arguments: argparse.Namespace) -> int:
    writer = writer_of(arguments)
    records = ledger(writer, arguments.track)[::-1]
    if arguments.json:
        say_json([_fields(record) for record in records], secrets=arguments.secrets)
    elif records:
        columns((_row(record) for record in records), indent="")
    else:
        say(str(Message("cli.ledger-is-empty")))
    if not arguments.json and (count := len(kept_versions(writer))):
        say(str(Message("cli.version-kept") if count == 1 else Message("cli.versions-kept", count=count)))
    return 0


def _fields(record: Record) -> dict[str, object]:
    """A line of the ledger as JSON has it: its message is a sentence there."""
    return {"sentence" if name == "message" else name: value for name, value in asdict(record).items()}


def _row(record: Record) -> tuple[str, ...]:
    number = "" if record.entry is None else str(record.entry)
    return (number, record.at, age(record.at, local_now()) or "", record.actor, record.sentence)


def _purge(arguments: argparse.Namespace) -> int:
    def make(writer: Writer) -> Outcome:
        if not (arguments.yes or writer.dry_run or _agrees()):
            raise CommandError(Message("cli.purge-not-agreed"))
        return purge(writer)

    return carry_out(make, arguments)


def _agrees() -> bool:
    if sys.stdin is None or not sys.stdin.isatty():
        return False
    say(str(Message("cli.what-purge-deletes")))
    try:
        return input("Delete them? [y/N] ").strip().casefold() in ("y", "yes")
    except EOFError:  # Ctrl-D
        say()
        return False
