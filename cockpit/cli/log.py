"""`cockpit log`: what was changed, when and by whom, between commits and what sessions do; with an entry its diff; and
what other programs wrote at the same moment as cockpit."""

import argparse
import re
from dataclasses import asdict
from pathlib import Path

from cockpit.cli.changing import carry_out
from cockpit.cli.context import local_now, observed_project_of, workspace_of
from cockpit.cli.output import columns, runnable, say, say_diff, say_json
from cockpit.model.errors import CommandError, WrongUsage
from cockpit.project.history import Entry, commits_beside, entry_diff, ledger, newest_first
from cockpit.project.kept_versions import difference, kept_versions, save
from cockpit.project.seen_changes import SeenChanges
from cockpit.project.workspace import Workspace
from cockpit.wording.times import age


def run(arguments: argparse.Namespace) -> int:
    """Print the log, or an entry of it. Raises CommandError."""
    entry, workspace = entry_of(arguments.entry), workspace_of(arguments)
    if arguments.save is not None and not (arguments.conflicts and entry is not None):
        raise WrongUsage("cli.no-version-named", "--save needs a version: `cockpit log --conflicts ID --save FILE`.")
    if not arguments.conflicts:
        return _list(arguments, workspace) if entry is None else _show(arguments, *_written(workspace, entry))
    if entry is None:
        return _list_versions(arguments, workspace)
    if arguments.save is not None:
        return carry_out(lambda saving: save(saving, entry, Path(arguments.save)), arguments)
    path, lines = difference(workspace, entry)
    return _show(arguments, {"entry": entry, "path": path}, lines or [f"{path} is identical to the saved version."])


def entry_of(text: str | None) -> int | None:
    """The number of an entry; None where none is named. Raises CommandError."""
    if text is None:
        return None
    if re.fullmatch("[0-9a-f]{7,40}", text) is not None and not text.isdecimal():
        raise CommandError("cli.is-commit", f"{text} is a commit: `git show {text}` shows it.")
    if re.fullmatch("[0-9]{1,9}", text) is None:
        raise CommandError(
            "cli.no-ledger-entry", f"Not an entry of the log: {text!r}. `cockpit log` lists the entries."
        )
    return int(text)


def _list(arguments: argparse.Namespace, workspace: Workspace) -> int:
    done = ledger(workspace, arguments.track)[::-1]
    beside = (
        []
        if arguments.track is not None
        else [commits_beside(workspace, done[-1] if done else None), _sessions(arguments)]
    )
    records = newest_first(done, *beside)
    if arguments.json:
        say_json([_fields(record) for record in records], secrets=arguments.secrets)
        return 0
    columns((_row(record) for record in records), indent="")
    if not done:
        say("No changes have been made with cockpit yet.")
    if count := len(kept_versions(workspace)):
        wrote, saved = "Other programs wrote files", f"{count} of their versions were saved"
        if count == 1:
            wrote, saved = "Another program wrote a file", "its version was saved"
        shown = "shows it" if count == 1 else "lists them"
        say(runnable(f"{wrote} at the same moment as cockpit; {saved}. `cockpit log --conflicts` {shown}."))
    return 0


def _sessions(arguments: argparse.Namespace) -> list[Entry]:
    """What the sessions of agents do, and since when; the newest first."""
    seen = SeenChanges()
    seen.look(observed_project_of(arguments, states_alone=True), local_now())
    return seen.newest_first()


def _fields(record: Entry) -> dict[str, object]:
    """A line of the log as JSON has it."""
    return {
        "at": record.at,
        "actor": record.actor,
        "verb": record.verb,
        "sentence": record.sentence,
        "paths": record.paths,
        "subject": asdict(record.subject),
        "entry": record.number or None,
    }


def _row(record: Entry) -> tuple[str, ...]:
    at = f"{record.at[: len('2026-11-30T10:05:00')]}Z"
    return (str(record.number or ""), at, age(record.at, local_now()) or "", record.actor, record.sentence)


def _written(workspace: Workspace, entry: int) -> tuple[dict[str, object], list[str]]:
    """What an entry is about, and what it wrote. Raises CommandError where there is no such entry."""
    record = next((each for each in ledger(workspace) if each.number == entry != 0), None)
    if record is None:
        raise CommandError(
            "cli.no-ledger-entry", f"Not an entry of the log: {str(entry)!r}. `cockpit log` lists the entries."
        )
    return _fields(record), [record.sentence, *entry_diff(workspace, entry)]


def _list_versions(arguments: argparse.Namespace, workspace: Workspace) -> int:
    found = kept_versions(workspace)
    if arguments.json:
        say_json(found, secrets=arguments.secrets)
    elif found:
        columns(((str(each.entry), each.at, age(each.at, local_now()) or "", each.path) for each in found), indent="")
    else:
        say("No file versions from other programs have been saved.")
    return 0


def _show(arguments: argparse.Namespace, fields: dict[str, object], lines: list[str]) -> int:
    if arguments.json:
        say_json({**fields, "diff": lines}, secrets=arguments.secrets)
    else:
        say_diff(lines)
    return 0
