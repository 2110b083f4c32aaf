"""What holds for every verb on every file: line ends, damage, unknown content, and a second time."""

import json
import os
import random
from typing import get_args

import pytest

from cockpit.documents.json_text import parse
from cockpit.model.intents import (
    Acknowledge,
    Answer,
    Archive,
    Complete,
    FinishHandoff,
    FireTrigger,
    HandOff,
    Intent,
    Migrate,
    ResetAlerts,
    ResetRetries,
    SetValue,
    Withdraw,
)
from cockpit.model.refused import Refused
from cockpit.systems.autopilot.editing.editor import ABSENT, EDITORS
from cockpit.systems.autopilot.system import Autopilot
from cockpit.systems.interface import Edit
from tests.systems.editing.bench import (
    ACKNOWLEDGMENTS,
    THRESHOLDS,
    TRANSPONDER,
    Bytes,
    applied,
    crlf,
    make,
    refusal,
    track,
)
from tests.systems.editing.every_verb import INTENTS, text
from tests.systems.memory_files import MemoryFiles, fixture_bytes

FIXTURES = (
    "both-shapes", "crlf", "damaged", "healthy", "layout-2", "mixed", "mojibake", "phases-namings", "seed-example",
    "seed-thresholds", "template", "v1",
)  # fmt: skip
SEVERAL = ("both-shapes", "damaged", "mixed", "v1")
"""What differs most; test_told_changes has the others line by line."""
ONCE = (FireTrigger, Complete, HandOff, FinishHandoff, Migrate, Archive)
REPEATABLE = tuple(intent for intent in INTENTS if not isinstance(intent, ONCE))


def tried(files: Bytes, intent: Intent) -> Edit | None:
    try:
        return make(files, intent)
    except Refused as refused:
        assert str(refused).endswith((".", ":", '"')), refused
        return None


@pytest.mark.parametrize("case", SEVERAL)
@pytest.mark.parametrize("intent", INTENTS, ids=text)
def test_line_ends_change_nothing_else(case: str, intent: Intent) -> None:
    unix = {path: data.replace(b"\r\n", b"\n") for path, data in fixture_bytes(case).items()}
    edit, windows = tried(unix, intent), tried(crlf(unix), intent)
    assert (edit is None) == (windows is None)
    if edit is None or windows is None:
        return
    assert (edit.done, edit.remarks) == (windows.done, windows.remarks)
    assert [change.path for change in edit.changes] == [change.path for change in windows.changes]
    for ours, theirs in zip(edit.changes, windows.changes, strict=True):
        new = ours.before is None and theirs.after is not None and b"\r\n" not in theirs.after
        assert theirs.after == (ours.after if new or ours.after is None else ours.after.replace(b"\n", b"\r\n"))


@pytest.mark.parametrize("case", SEVERAL)
@pytest.mark.parametrize("intent", INTENTS, ids=text)
def test_a_missing_line_end_at_the_end_stays_missing(case: str, intent: Intent) -> None:
    files = {path: data.rstrip(b"\r\n") for path, data in fixture_bytes(case).items()}
    edit = tried(files, intent)
    for change in edit.changes if edit else ():
        if change.before is not None and change.after is not None and not isinstance(intent, Migrate | HandOff):
            assert not change.after.endswith(b"\n"), change.path


@pytest.mark.parametrize("case", SEVERAL)
@pytest.mark.parametrize("intent", REPEATABLE, ids=text)
def test_a_second_time_changes_nothing(case: str, intent: Intent) -> None:
    files = fixture_bytes(case)
    edit = tried(files, intent)
    if edit is not None:
        again = tried(applied(files, edit), intent)
        assert again is None or again.changes == ()


@pytest.mark.parametrize("case", ["layout-2", "mixed", "phases-namings", "seed-thresholds", "v1"])
@pytest.mark.parametrize("intent", INTENTS, ids=text)
def test_no_finding_comes_that_is_not_true(case: str, intent: Intent) -> None:
    """New are only: what a person may do against a rule, and a handoff that the position has left behind."""
    files = fixture_bytes(case)
    edit = tried(files, intent)
    if edit is None or isinstance(intent, Archive):
        return
    known = {finding.code for finding in track(files).findings}
    new = {finding.code for finding in track(applied(files, edit)).findings} - known
    assert new <= {"handoff-position", "handoff-older", "decision-count", "acknowledgment-above-value"}, new


@pytest.mark.parametrize("intent", INTENTS, ids=text)
def test_what_nobody_knows_stays(intent: Intent) -> None:
    files = fixture_bytes("seed-thresholds")
    for path in (THRESHOLDS, ACKNOWLEDGMENTS):
        files[path] = files[path].replace(b"{", b'{\n  "_by": "someone\'s tool",\n    "x":[1,2 ,3],', 1)
    files[TRANSPONDER] += b"\n## Flight log\n\n| A|B |\n|--|:-:|\n|1 | `x|y` |\n\n<!-- keep -->\n\t* odd\n"
    edit = tried(files, intent)
    for change in edit.changes if edit else ():
        if change.after is None or change.before is None:
            continue
        log = b"\n## Flight log\n\n| A|B |\n|--|:-:|\n|1 | `x|y` |"
        for kept in (b'"_by": "someone\'s tool",', b'"x":[1,2 ,3],', log):
            assert (kept in change.before) == (kept in change.after)
        if change.path.endswith(".json"):
            json.loads(change.after)


@pytest.mark.parametrize("path", [THRESHOLDS, ACKNOWLEDGMENTS])
@pytest.mark.parametrize(
    "intent",
    [Acknowledge(metric="cost"), Withdraw(metric="cost"), ResetAlerts(), SetValue(metric="cost", value=40)],
    ids=text,
)
def test_a_damaged_json_is_never_edited(path: str, intent: Intent) -> None:
    files = fixture_bytes("seed-thresholds")
    files[path] = files[path][: len(files[path]) // 2]
    if isinstance(intent, SetValue) and path == ACKNOWLEDGMENTS:  # the value is no business of that file
        assert path not in {change.path for change in make(files, intent).changes}
        return
    with pytest.raises(Refused) as refused:
        make(files, intent)
    assert str(refused.value).startswith(f"{path} is damaged (line ")
    assert str(refused.value).endswith("mend it first, nothing was changed.")


PIECES = (
    b"None", b"- ", b"- [ ]", b"```", b"<!--", b"---", b"| |", b"{}", b"null", b'"cost": null,', b"**Updated:**",
    b"| Status | |", b"Phase: 3", b"\xff\xfe", b"\xef\xbb\xbf", b"|||||", b"<<<<<<< HEAD",
)  # fmt: skip
STORIES = int(os.environ.get("COCKPIT_FUZZ", "150"))


def mangled(chance: random.Random, data: bytes) -> bytes:
    """A file after some of what happens to files: lines lost, doubled, cut, swapped, and foreign ones."""
    lines = data.split(b"\n")
    for _ in range(chance.randint(1, 4)):
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        match chance.randint(0, 5):
            case 0:
                lines[at : at + 2] = [b""]
            case 1:
                lines.insert(at, lines[other])
            case 2:
                lines[at] = lines[at][: chance.randint(0, len(lines[at]))]
            case 3:
                lines[at], lines[other] = lines[other], lines[at]
            case 4:
                lines[at] = lines[at].replace(b"|", b"", 1)
            case _:
                lines[at] = chance.choice(PIECES)
    return b"\n".join(lines)


def test_whatever_the_files_hold_an_edit_is_made_or_refused() -> None:
    """Nothing else is raised, and no JSON that could be read is left unreadable."""
    made = 0
    for story in range(STORIES):
        chance = random.Random(story)
        files = fixture_bytes(chance.choice(FIXTURES))
        files |= {path: mangled(chance, data) for path, data in files.items() if chance.random() < 0.5}
        candidates = Autopilot().detect(MemoryFiles(files))
        edit = tried(files, chance.choice(INTENTS)) if candidates else None
        for change in edit.changes if edit else ():
            made += 1
            if change.path.endswith(".json") and change.after is not None:
                assert parse(change.after.decode("utf-8-sig", "surrogateescape")).complete
    assert made > STORIES // 4


def test_every_intent_is_carried_out_or_refused_with_a_reason() -> None:
    assert {*EDITORS, *ABSENT} == set(get_args(Intent))
    assert EDITORS.keys().isdisjoint(ABSENT)
    assert {type(intent) for intent in INTENTS} == set(EDITORS), "every verb stands in the table of the tests"


@pytest.mark.parametrize(
    ("intent", "sentence"),
    [
        (
            Answer(option="approved"),
            'Project Autopilot reads no answer from its files; type "approved" where the agent runs.',
        ),
        (ResetRetries(), "Project Autopilot counts no retries."),
    ],
)
def test_what_the_system_does_not_have_is_refused(intent: Intent, sentence: str) -> None:
    assert refusal(fixture_bytes("healthy"), intent) == sentence
