"""The beginning and the end of a track: creating, migrating, archiving."""

import json

import pytest

from cockpit.model import Step
from cockpit.model.errors import CommandError
from cockpit.model.intents import Archive, Complete, Intent, Migrate, Move, SetValue
from cockpit.systems.autopilot.system import Autopilot
from cockpit.systems.interface import Beginning, Candidate, Edit, FileContent, ReadContext
from cockpit.wording.messages import Message
from tests.support.autopilot_edits import (
    ACKNOWLEDGMENTS,
    NOW,
    STAMP,
    THRESHOLDS,
    TRANSPONDER,
    Bytes,
    applied,
    crlf,
    done,
    make,
    refusal,
    track,
)
from tests.support.memory_files import MemoryFiles, fixture_bytes
from tests.support.messages import words as says

FLIGHTPLAN = b"# Flight plan\n\n| Phase | Name |\n|---|---|\n| 001 | Accounts |\n| 002 | Invoices |\n"


def create(files: Bytes, title: str = "Lighthouse", base: str = "", home: Bytes | None = None) -> Edit:
    return Autopilot().create(MemoryFiles(files, home), base, Beginning(project=title), ReadContext(now=NOW))


# creating


@pytest.mark.parametrize("files", [{}, {".autopilot/flightplan.md": FLIGHTPLAN}, {"README.md": b"# Hello\n"}])
def test_a_new_track_has_no_findings_and_true_values(files: Bytes) -> None:
    edit = create(files)
    after = track(applied(files, edit))
    assert after.findings == ()
    assert (after.title, after.updated) == ("Lighthouse", STAMP)
    assert (after.position.status, after.position.percent, after.position.plan) == ("discussing", None, None)
    is_installed = ".autopilot/flightplan.md" in files
    assert after.next_action is not None
    assert after.next_action.command == ("/autopilot:preflight" if is_installed else None)
    assert [(t.metric, t.value, t.level, t.agent_will) for t in after.thresholds] == [
        ("cost", None, None, "continue"), ("context", None, None, "continue"),
        ("variance", None, None, "continue"), ("errors", None, None, "continue"),
    ]  # fmt: skip
    assert [change.path for change in edit.changes] == [TRANSPONDER, THRESHOLDS, ACKNOWLEDGMENTS]
    assert edit.done == says("Created the state of Lighthouse in .autopilot.")


def test_a_new_track_knows_the_phases_that_are_planned() -> None:
    files = {".autopilot/flightplan.md": FLIGHTPLAN}
    after = track(applied(files, create(files)))
    assert after.position.phase == Step(id="001", name="Accounts", total=2)
    assert after.documents["flightplan"] == ".autopilot/flightplan.md"


def test_the_new_json_files_are_the_seeds() -> None:
    after = applied({}, create({}))
    assert json.loads(after[ACKNOWLEDGMENTS]) == {
        "acknowledgments": {}, "acknowledgment_history": [], "last_reset": None,
    }  # fmt: skip
    assert json.loads(after[THRESHOLDS]) == {"current_values": {}, "levels_triggered": {}, "last_check": None}


def test_a_new_track_takes_the_persons_limits() -> None:
    home = {".claude/autopilot/config.json": b'{"defaults": {"maxCost": 80}}'}
    text = applied({}, create({}, home=home))[TRANSPONDER].decode()
    assert "| Cost | — | $10 | $25 | $80 | — |" in text


def test_a_track_below_the_root_is_made_there() -> None:
    assert create({}, base="packages/web").changes[0].path == "packages/web/.autopilot/TRANSPONDER.md"


@pytest.mark.parametrize(
    ("files", "title", "sentence"),
    [
        (fixture_bytes("healthy"), "X", "A track already exists: .autopilot/TRANSPONDER.md."),
        ({".autopilot/TRANSPONDER.md": b"notes"}, "X", "A track already exists: .autopilot/TRANSPONDER.md."),
        ({}, " ", "The title is empty."),
        ({}, "a\x1bb", "Control character U+001B in the title. Remove it."),
        ({}, "none", 'The title "none" would be read as empty. Choose another with --title.'),
        ({}, "{name}", 'The title "{name}" would be read as empty. Choose another with --title.'),
        ({}, "**x**", 'The title "**x**" would be read as "x". Choose another with --title.'),
    ],
)
def test_creating_is_refused(files: Bytes, title: str, sentence: str) -> None:
    with pytest.raises(CommandError) as refused:
        create(files, title)
    assert str(refused.value) == sentence


# migrating


def test_a_plan_that_a_waypoint_names_comes_along() -> None:
    told = b"- **Phase:** 2 of 6\n- **Plan:** 2 of 4\n- **Status:** executing\n"
    files = {".autopilot/waypoint.md": b"# Flight Waypoint\n\n## Current State\n\n" + told}
    assert track(files).position.plan == Step(id="2", total=4)
    after = done(files, Migrate())
    assert b"| Plan | 2 of 4 |" in after[TRANSPONDER]
    assert track(after).position.plan == Step(id="2", total=4)


def test_a_waypoint_without_headings_comes_along() -> None:
    told = b"# Waypoint\n\n**Phase:** 2 of 6\n**Plan:** 2 of 4\n**Task:** 3\n**Status:** executing\n**Progress:** 25%\n"
    after = track(done({".autopilot/waypoint.md": told}, Migrate())).position
    assert (after.phase, after.plan, after.task) == (Step(id="2", total=6), Step(id="2", total=4), Step(id="3"))
    assert (after.status, after.percent) == ("in_progress", 25)


COMMAND = "/autopilot:takeoff --phase=3"


@pytest.mark.parametrize(
    ("more", "where", "left"),
    [
        (f"- **Next action:** {COMMAND}\n", None, 0),
        (f"- Next: `{COMMAND}`\n", None, 0),
        (f"\n## Next Action\n{COMMAND}\n", None, 0),
        (f"\n## Resume Instructions\n```\n{COMMAND}\n```\n", None, 0),
        (f"\n## Resume Instructions\nRun the tests, then `{COMMAND}`.\n", None, 0),
        (f"\n## Resume Instructions\n1. Run the tests\n2. `{COMMAND}`\n", None, 1),
        (
            "\n## Session Continuity\n\n| Field | Value |\n|---|---|\n| Stopped at | Mid-plan 3.2, task 3 of 5 |\n"
            f"| Next action | {COMMAND} |\n",
            "Mid-plan 3.2, task 3 of 5",
            0,
        ),
        (f"- Next: {COMMAND}\n\n## Notes for the crew\nMind the cat.\n", None, 1),
        (f"- Next: {COMMAND}\n\n## Git State\n- Branch: main\n", None, 1),
    ],
)
def test_the_command_of_a_waypoint_stays_the_next_action(more: str, where: str | None, left: int) -> None:
    """What has no place in the new file is said; so is, each time, that cockpit.md still reads the old one."""
    told = f"# Flight Waypoint\n\n## Current State\n- Phase: 3 of 6\n- Plan: 2 of 4\n- Status: In progress\n{more}"
    files = {".autopilot/waypoint.md": told.encode()}
    edit = make(files, Migrate())
    after = track(applied(files, edit))
    assert after.next_action is not None
    assert after.next_action.command == COMMAND
    assert after.continuity.stopped_at == (where or "Mid-plan 3.2")
    assert len(edit.remarks) == 2 + left
    assert edit.remarks[-1] == says(
        "The agent's command (cockpit.md) and other files may still refer to waypoint.md. Change those "
        "references to TRANSPONDER.md."
    )


def test_a_waypoint_without_a_place_stopped_nowhere() -> None:
    files = {".autopilot/waypoint.md": b"# Flight Waypoint\n\n## Current State\n- Status: In progress\n"}
    assert track(done(files, Migrate())).continuity.stopped_at is None


@pytest.mark.parametrize("case", ["v1", "layout-2"])
@pytest.mark.parametrize("ends", [dict, crlf], ids=["LF", "CRLF"])
def test_an_older_layout_is_migrated_and_its_text_kept(case: str, ends: type) -> None:
    files: Bytes = ends(fixture_bytes(case))
    before, edit = track(files), make(files, Migrate())
    after_files = applied(files, edit)
    after = track(after_files)
    assert (after.path, after.format) == (TRANSPONDER, "transponder")
    assert (after.position.phase, after.position.task) == (before.position.phase, before.position.task)
    assert after.position.status == "in_progress"
    assert after.continuity.next_action == before.next_action.text if before.next_action else None
    kept = {change.after for change in edit.changes if "/archive/" in change.path}
    assert kept == {files[before.path]}


def test_the_new_file_comes_first_and_the_old_one_goes_last() -> None:
    edit = make(fixture_bytes("v1"), Migrate())
    assert [(change.path, change.after is None) for change in edit.changes] == [
        (TRANSPONDER, False),
        (".autopilot/archive/STATE-20260130-090507.md", False), (".autopilot/STATE.md", True),
    ]  # fmt: skip
    assert edit.remarks == (
        says("The old text is in .autopilot/archive/STATE-20260130-090507.md."),
        says('The current layout has no status "rollback". The new status is In progress.'),
        says("TRANSPONDER.md has no place for Rollback Information. See the old text."),
        says("Not converted, line 23: /autopilot:resume # Continue from phase 3"),
        says(
            "The agent's command (cockpit.md) and other files may still refer to STATE.md. Change those "
            "references to TRANSPONDER.md."
        ),
        says(".autopilot/checkpoint.md is no longer read. You can move it to .autopilot/archive."),
    )


@pytest.mark.parametrize(
    ("reason", "instructions", "stated"),
    [
        ("context_threshold", "", "/autopilot:cockpit"),
        ("task_complete", "", "/autopilot:takeoff"),
        ("phase_complete", "", "Transition to next phase"),
        ("error", "", "/autopilot:cockpit"),
        ("error", "Run `/autopilot:takeoff --phase=3` once more", "Run `/autopilot:takeoff --phase=3` once more"),
        ("error", "Ask Ann first", "Ask Ann first"),
    ],
)
def test_the_next_action_is_a_command_where_the_old_file_has_or_means_one(
    reason: str, instructions: str, stated: str
) -> None:
    told = f"# Flight Waypoint\n**Reason:** {reason}\n\n## Current State\n- **Phase:** 2 of 6\n- **Plan:** 3 of 4\n"
    files = {".autopilot/waypoint.md": f"{told}\n## Resume Instructions\n{instructions}\n".encode()}
    before, after = track(files).next_action, track(done(files, Migrate()))
    assert after.continuity.next_action == stated
    assert before is not None
    assert after.next_action is not None
    assert after.next_action.command == before.command
    assert after.continuity.stopped_at == "Mid-plan 2.3"


def test_thresholds_and_their_acknowledgment_come_over() -> None:
    text = done(fixture_bytes("layout-2"), Migrate())[TRANSPONDER].decode()
    assert "| Cost | $26.10 | $12 ⚠️ | $24 🔶 ACK | $60 | Alert (ack) |\n" in text
    assert "| Context | 43% | 30% ⚠️ | 40% 🔶 | 50% | Alert |\n" in text
    assert "| Tokens | 490,958 | 500K | 1M | 2M | OK |\n" in text


WAYPOINT = (
    "# Flight Waypoint\n**Project:** Harbour\n**Saved:** 2026-01-20T10:00:00Z\n**Status:** Blocked\n\n"
    "## Current State\n- **Phase:** 2 of 5 - Data\n- **Progress:** 42%\n- **Last Task Completed:** 002.1\n\n"
    "## Decisions\n- Phase 1: One queue — fast\n\n## Blockers\n- Phase 2: no keys\n- ~~Phase 1: no net~~\n\n"
    "## Next Steps\n- Ask Ann\n\n## Resume Instructions\nAsk Ann first\n"
)


def test_everything_that_can_be_read_comes_over() -> None:
    files = {".autopilot/waypoint.md": WAYPOINT.encode(), ".autopilot/flightplan.md": FLIGHTPLAN}
    text = done(files, Migrate())[TRANSPONDER].decode()
    for line in (
        "**Project:** Harbour", "| Phase | 2 of 5 - Data |", "| Status | Blocked |", "| Progress | ████░░░░░░ 42% |",
        "**Last Activity:** 2026-01-20 — Completed task 002.1", "- Phase 1: One queue — fast", "- [ ] Ask Ann",
        "- Phase 2: no keys", "- ~~Phase 1: no net~~", "| Last session | 2026-01-20 |",
        "| Next action | Ask Ann first |",
        "- flightplan.md: .autopilot/flightplan.md",
    ):  # fmt: skip
        assert f"{line}\n" in text, line


@pytest.mark.parametrize("case", ["healthy", "seed-example", "mixed"])
def test_nothing_to_migrate(case: str) -> None:
    assert (
        refusal(fixture_bytes(case), Migrate()) == "Nothing to convert: the state file already has the current layout."
    )


def test_an_archive_of_the_same_second_is_never_overwritten() -> None:
    files = {**fixture_bytes("v1"), ".autopilot/archive/STATE-20260130-090507.md": b"older"}
    assert refusal(files, Migrate()) == ".autopilot/archive/STATE-20260130-090507.md already exists."


# archiving


COMPLETE = done(fixture_bytes("healthy"), Complete(whole="phase"), Move(part="status", value="in_progress"),
                Complete(whole="phase"))  # fmt: skip
ARCHIVED = says("Archived Lighthouse Billing to .autopilot/archive/2026-01-30.")


def test_a_completed_track_is_put_away_and_its_plans_stay() -> None:
    edit = make(COMPLETE, Archive())
    after = applied(COMPLETE, edit)
    gone = {path for path in COMPLETE if path not in after}
    assert gone == {
        TRANSPONDER, THRESHOLDS, ACKNOWLEDGMENTS, ".autopilot/state/triggers.json", ".autopilot/holding-pattern.md",
    }  # fmt: skip
    for path in gone:
        assert after[path.replace(".autopilot/", ".autopilot/archive/2026-01-30/")] == COMPLETE[path]
    assert edit.done == ARCHIVED
    assert edit.remarks == (
        says("4 open tasks are archived with it."),
        says("1 open todo is archived with it."),
        says("1 active blocker is archived with it."),
    )
    assert Autopilot().detect(MemoryFiles(after)) == ()


def test_a_person_puts_it_away_as_it_is() -> None:
    files = fixture_bytes("healthy")
    edit = make(files, Archive(unfinished=True))
    after = applied(files, edit)
    assert after[".autopilot/archive/2026-01-30/TRANSPONDER.md"] == files[TRANSPONDER]
    assert TRANSPONDER not in after
    assert edit.done == ARCHIVED


def test_a_second_archive_of_a_day_gets_its_own_folder() -> None:
    files = {**COMPLETE, ".autopilot/archive/2026-01-30/TRANSPONDER.md": b"the first"}
    folder = ".autopilot/archive/2026-01-30-090507"
    assert make(files, Archive()).done == says(f"Archived Lighthouse Billing to {folder}.")


@pytest.mark.parametrize(
    ("intents", "status", "moves"),
    [
        ((), "In progress", (says("`cockpit set status=completed`"),)),
        (
            (Move(part="status", value="blocked"),),
            "Blocked",
            (
                says("`cockpit set status=in_progress`"),
                says("then `cockpit set status=completed`"),
            ),
        ),
    ],
)
def test_open_work_is_not_archived(intents: tuple[Intent, ...], status: str, moves: tuple[Message, ...]) -> None:
    standing = says(f"{status}, phase 2 of {3}")
    assert refusal(done(fixture_bytes("healthy"), *intents), Archive()) == (
        f'"Lighthouse Billing" is not complete ({standing}). '
        f"Archive it unfinished: `cockpit track archive --force`. To complete it: {', '.join(map(str, moves))}."
    )


# what a verb has to do with


def test_paths_stay_below_the_base_of_the_track() -> None:
    files = {f"packages/web/{path}": data for path, data in fixture_bytes("healthy").items()}
    memory = MemoryFiles(files)
    (candidate,) = Autopilot().detect(memory, "packages/web")
    for intent in (Complete(whole="task"), Complete(whole="phase"), Complete(whole="session")):
        edit = Autopilot().edit(memory, candidate, intent, ReadContext(now=NOW))
        assert all(change.path.startswith("packages/web/.autopilot/") for change in edit.changes)
        assert b"packages/web" not in b"".join(change.after or b"" for change in edit.changes)


def test_a_file_that_vanished_or_is_being_written_is_not_edited() -> None:
    files = fixture_bytes("healthy")
    candidate = Candidate(system="autopilot", path=TRANSPONDER)
    context = ReadContext(now=NOW)
    half = {**files, THRESHOLDS: FileContent(path=THRESHOLDS, data=files[THRESHOLDS], stale=True)}
    half_written, unreadable = (
        Message("systems.file-half-written", "it is incomplete or still being written; try again, or fix the file"),
        Message("systems.file-unreadable", "it cannot be read"),
    )
    with pytest.raises(CommandError) as refused:
        Autopilot().edit(MemoryFiles(half), candidate, SetValue(metric="cost", value=3), context)
    assert refused.value.message == Message(
        "systems.unsafe-edit", f"{THRESHOLDS} cannot be edited safely: {half_written}."
    )
    closed = {**files, THRESHOLDS: FileContent(path=THRESHOLDS, data=None)}
    with pytest.raises(CommandError) as refused:
        Autopilot().edit(MemoryFiles(closed), candidate, SetValue(metric="cost", value=3), context)
    assert refused.value.message == Message(
        "systems.unsafe-edit", f"{THRESHOLDS} cannot be edited safely: {unreadable}."
    )
    gone = MemoryFiles({path: data for path, data in files.items() if path != TRANSPONDER})
    with pytest.raises(CommandError) as refused:
        Autopilot().edit(gone, candidate, Complete(whole="task"), context)
    assert refused.value.message == says(
        ".autopilot/TRANSPONDER.md does not exist. Create it: `cockpit init autopilot`."
    )


def test_editing_waits_until_it_is_asked_for() -> None:
    import subprocess
    import sys

    code = "import sys, cockpit.systems.autopilot.system; print(*[m for m in sys.modules if 'editing' in m])"
    done_ = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done_.stdout.strip() == ""


def test_a_mended_edit_of_a_whole_file_keeps_its_byte_order_mark() -> None:
    files = fixture_bytes("healthy")
    files[TRANSPONDER] = b"\xef\xbb\xbf" + files[TRANSPONDER]
    assert done(files, Move(part="status", value="blocked"))[TRANSPONDER].startswith(b"\xef\xbb\xbf# Project State")


def test_a_status_that_the_older_file_does_not_name_is_reported() -> None:
    old = {".autopilot/waypoint.md": b"# Flight Waypoint\n\n## Current State\n\n- **Phase:** 2 of 6 - API\n"}
    assert says("The older file has no status. The new status is In progress.") in make(old, Migrate()).remarks
