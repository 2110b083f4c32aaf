"""What holds for every verb on every file: line ends, damage, unknown content, and a second time."""

import os
import random
from collections.abc import Iterator
from typing import get_args

import pytest

from cockpit.model.errors import CommandError
from cockpit.model.intents import Intent, Several
from cockpit.systems.interface import Edit
from cockpit.text.keyed import json_problems, read_keyed
from tests.conformance.described import Described
from tests.conformance.mangling import ODD_MEMBERS, ODD_SECTION, mangled, odd
from tests.conformance.memory_system import Bytes, applied, crlf
from tests.conformance.read_back import says
from tests.conformance.registry import DESCRIBED
from tests.support.memory_files import MemoryFiles

CASES = [(system, case) for system in DESCRIBED for case in system.several]
everywhere = pytest.mark.parametrize(("system", "case"), CASES, ids=[f"{system.id}-{case}" for system, case in CASES])
every_system = pytest.mark.parametrize("system", DESCRIBED, ids=lambda system: system.id)
writable = pytest.mark.parametrize("system", [each for each in DESCRIBED if each.intents], ids=lambda system: system.id)
STORIES = int(os.environ.get("COCKPIT_FUZZ", "30"))


def tried(system: Described, files: Bytes, intent: Intent) -> Edit | None:
    """An edit; None where it is refused, with a whole sentence."""
    edit = system.in_memory.edit_or_refusal(files, intent)
    if isinstance(edit, CommandError):
        assert str(edit).endswith((".", ":", '"')), edit
        return None
    return edit


@everywhere
def test_line_ends_change_nothing_else(system: Described, case: str) -> None:
    unix = {path: data.replace(b"\r\n", b"\n") for path, data in system.fixtures[case].items()}
    for intent in system.intents:
        edit, windows = tried(system, unix, intent), tried(system, crlf(unix), intent)
        assert (edit is None) == (windows is None), intent
        if edit is None or windows is None:
            continue
        assert (edit.done, edit.remarks) == (windows.done, windows.remarks)
        assert [change.path for change in edit.changes] == [change.path for change in windows.changes]
        for ours, theirs in zip(edit.changes, windows.changes, strict=True):
            new = ours.before is None and theirs.after is not None and b"\r\n" not in theirs.after
            assert theirs.after == (ours.after if new or ours.after is None else ours.after.replace(b"\n", b"\r\n"))


@everywhere
def test_a_missing_line_end_at_the_end_stays_missing(system: Described, case: str) -> None:
    files = {path: data.rstrip(b"\r\n") for path, data in system.fixtures[case].items()}
    for intent in system.intents:
        edit = tried(system, files, intent)
        for change in edit.changes if edit and not isinstance(intent, system.whole) else ():
            if change.before is not None and change.after is not None:
                assert not change.after.endswith(b"\n"), (intent, change.path)


@everywhere
def test_a_second_time_changes_nothing(system: Described, case: str) -> None:
    files = system.fixtures[case]
    for intent in system.intents:
        edit = tried(system, files, intent)
        if edit is not None and not isinstance(intent, system.once):
            again = tried(system, applied(files, edit), intent)
            assert again is None or again.changes == (), intent


@everywhere
def test_no_finding_comes_that_is_not_true(system: Described, case: str) -> None:
    files = system.fixtures[case]
    known = {finding.code for finding in system.in_memory.track(files).findings}
    for intent in system.intents:
        edit = tried(system, files, intent)
        if edit is not None and edit.changes and not isinstance(intent, system.ending):
            new = {finding.code for finding in system.in_memory.track(applied(files, edit)).findings} - known
            assert new <= system.true_findings, intent


@every_system
def test_what_nobody_knows_stays(system: Described) -> None:
    """Wherever it stands in a file that is changed; what moves to another file takes it along."""
    for name in system.tables.values():
        files = odd(system.projects[name])
        for intent in system.intents:
            edit = tried(system, files, intent)
            for change in edit.changes if edit else ():
                if change.after is None or change.before is None:
                    continue
                told = b"".join(applied(files, edit).values()) if isinstance(intent, system.whole) else change.after
                for kept in (*ODD_MEMBERS, ODD_SECTION.rstrip()):
                    assert kept not in change.before or kept in told, (intent, change.path)


def halved(system: Described) -> Iterator[tuple[str, Bytes, Bytes]]:
    """Projects with one JSON file cut in the middle: its path, the files before and after."""
    for files in (system.projects[name] for name in [*system.tables.values()][:2]):
        for path, data in files.items():
            if path.endswith(".json"):
                yield path, files, {**files, path: data[: len(data) // 2]}


@every_system
def test_a_damaged_json_is_never_edited(system: Described) -> None:
    """What would have changed it is refused and says why, or leaves it alone."""
    refused = meant_to = 0
    for path, whole, files in halved(system):
        for intent in system.intents:
            meant, edit = tried(system, whole, intent), system.in_memory.edit_or_refusal(files, intent)
            meant_to += meant is not None and any(
                each.path == path and each.after is not None for each in meant.changes
            )
            if isinstance(edit, CommandError):
                if meant is not None and path == next((change.path for change in meant.changes), None):
                    refused += 1
                    assert edit.message.code.endswith("-damaged"), (intent, edit)
                    assert path in str(edit.message), edit
                    assert edit.unchanged, (intent, edit)
                continue
            after = applied(files, edit)
            assert files[path] in (after.get(path), *after.values()), (intent, path)
    assert refused or not meant_to


@writable
def test_whatever_the_files_hold_an_edit_is_made_or_refused(system: Described) -> None:
    """Nothing else is raised, and what is written of a JSON file, not only moved, can be read."""
    made = 0
    for story in range(STORIES):
        chance = random.Random(story)
        files = system.fixtures[chance.choice(sorted(system.fixtures))]
        files = files | {path: mangled(chance, data) for path, data in files.items() if chance.random() < 0.5}
        candidates = system.system.detect(MemoryFiles(files))
        edit = tried(system, files, chance.choice(system.intents)) if candidates else None
        for change in edit.changes if edit else ():
            made += 1
            if change.path.endswith(".json") and change.after is not None and change.after not in files.values():
                text = change.after.decode("utf-8-sig", "surrogateescape")
                assert json_problems(read_keyed(text, may_be_bare=True)) == []
    assert made >= STORIES // 4


@every_system
def test_what_is_written_is_read_back(system: Described) -> None:
    for files in system.projects.values():
        before = system.in_memory.track(files)
        for intent in system.intents:
            edit = tried(system, files, intent)
            if edit is not None and not isinstance(intent, system.ending):
                after = system.in_memory.track(applied(files, edit))
                assert says(before, after, intent), intent


def test_what_is_refused_names_the_system_and_a_reason() -> None:
    for system in DESCRIBED:
        for intent, message in system.absent:
            for files in system.projects.values():
                told = system.in_memory.refusal(files, intent)
                assert told == str(message) or "`cockpit track convert`" in told  # an older file is converted first
            assert str(message).startswith(system.system.name)


def test_every_intent_is_carried_out_or_refused_with_a_reason() -> None:
    for system in DESCRIBED:
        has, has_not = {type(intent) for intent in system.intents}, {type(intent) for intent, _ in system.absent}
        assert has | has_not == set(get_args(Intent)) - {Several}  # a system is given its parts
        assert not has & has_not


def test_every_verb_changed_something_somewhere() -> None:
    """What no project lets through would be tested by nothing."""
    for system in DESCRIBED:
        through = [intent for intent, _ in system.examples]
        assert [intent for intent in system.intents if intent not in through] == list(system.never)
