"""The wizard: from the first key to the written file, and everything that may come between."""

import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from textual.events import Paste
from textual.widgets import Input

from cockpit.model.errors import CommandError
from cockpit.model.intents import Move
from cockpit.project.change import change
from cockpit.project.handing_off import keep_draft, propose_handoff
from cockpit.project.load import load_project
from cockpit.project.workspace import Workspace
from cockpit.screens import handoff_screen, keeper
from cockpit.storage.user_files import drafts
from cockpit.storage.user_files.store import ProjectStore
from cockpit.widgets.task_table import TaskTable
from cockpit.widgets.text_field import TextField
from cockpit.wording.messages import plain
from tests.support.keyboard import everything, firing, said, seen, settle
from tests.support.repositories import run as git
from tests.support.static_app import NOW, app_on, running
from tests.support.wizard import draft, fill, rest, step, wizard, write

HANDOFF = ".autopilot/holding-pattern.md"
TRACK = ".autopilot/TRANSPONDER.md"
PLACE = "Phase 3 (Dashboard), plan 2 (Task cards)"


@pytest.fixture(autouse=True)
def without_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "SOON", 0.01)
    monkeypatch.setattr(handoff_screen, "SOON", 0.01)


@pytest.fixture
def sample(made: Path, tmp_path: Path) -> Path:
    """The demo's project: a plan, two tasks of it committed, no handoff."""
    return Path(shutil.copytree(made, tmp_path / made.name))


@pytest.fixture
def plan(made: Path, tmp_path: Path) -> Path:
    """The same without its history in git, which need not be asked then."""
    ignored = shutil.ignore_patterns(".git", "node_modules", "src")
    return Path(shutil.copytree(made, tmp_path / made.name, ignore=ignored))


@pytest.fixture
def waiting(tmp_path: Path) -> Path:
    """A project with a handoff that waits, a context alert, and no git."""
    return firing(tmp_path / "taskflow-app")


def kept(project: Path) -> drafts.KeptDraft | None:
    return drafts.read(ProjectStore.of(project), TRACK)


async def test_from_the_first_key_to_the_file(sample: Path) -> None:
    before = everything(sample)
    async with running(sample) as (app, pilot):
        await fill(pilot, "h")
        assert wizard(app).place == 0
        await fill(pilot, "down", "enter")  # an error; Enter goes on
        assert (draft(app).reason, wizard(app).place) == ("error", 1)
        assert "from the state file" in seen(app)
        await write(pilot, "\nThe card opens")
        assert "from the state file" not in seen(app)  # it is the person's now
        assert draft(app).state.endswith("\nThe card opens")
        await fill(pilot, "!", "ctrl+underscore")
        assert draft(app).state[-1] != "!"
        await fill(pilot, *["tab"] * 5)  # through the fields of the step
        assert wizard(app).place == 2
        first, second = (
            git(sample, "log", "-1", "--format=%h", "--abbrev=7", f"--grep=(3.2.{number})") for number in (1, 2)
        )
        assert [(row.id, row.commit, row.state, row.origin) for row in draft(app).completed] == [
            ("1", first, "done", "plan"),
            ("2", second, "done", "plan"),
            ("3", None, "in_progress", "plan"),
        ]
        await step(pilot, 4)
        await fill(pilot, "ctrl+end")
        await write(pilot, "\nTask 6: Ask Ada")
        assert draft(app).remaining[-1] == "Task 6: Ask Ada"
        await step(pilot, 7)
        await write(pilot, "fonts first")
        assert "fonts first" in wizard(app).found.text  # the preview follows
        assert "^S preview" in seen(app)
        await fill(pilot, "ctrl+s")
        assert (wizard(app).place, everything(sample)) == (8, before)  # nothing is written that was not shown
        assert "^S write" in seen(app)
        await fill(pilot, "ctrl+s")
        assert len(app.screen_stack) == 1
        assert f"Handed off at plan 3.2, task 3 of 5: {HANDOFF}.  (u undo)" in said(app)
        text = (sample / HANDOFF).read_text()
        assert "\nreason: error\n" in text
        assert "- Task 6: Ask Ada\n" in text
        assert "## Context\nfonts first\n" in text
        assert propose_handoff(Workspace(root=sample, now=NOW), None).unfinished is None
        await fill(pilot, "u", "enter")
        assert everything(sample) == before
        await fill(pilot, "h")
        assert "Your handoff of just now, undone" in seen(app)
        assert (draft(app).context, draft(app).remaining[-1]) == ("fonts first", "Task 6: Ask Ada")


async def test_rows_are_toggled_edited_added_removed_and_brought_back(sample: Path) -> None:
    async with running(sample) as (app, pilot):
        await fill(pilot, "h", "3", "space")
        assert draft(app).completed[0].state == "open"
        assert said(app) == "Render title and owner is not done. It is listed under Remaining work."
        assert draft(app).remaining[0].startswith("Task 1: Render title and owner (reopened; commit ")
        assert "Render title and owner |" not in wizard(app).found.text
        await fill(pilot, "j", "delete")
        assert [row.id for row in draft(app).completed] == ["1", "3"]
        assert said(app) == "Removed Show due dates and overdue state. Press u to undo."
        await fill(pilot, "u")
        assert said(app) == ""  # it is back
        assert app.focused.cursor == 1  # type: ignore[union-attr]  # where it was
        await fill(pilot, "u")
        assert draft(app).completed == propose_handoff(Workspace(root=sample, now=NOW), None).draft.completed
        await fill(pilot, "u")
        assert "Nothing to undo in this table." in said(app)
        await fill(pilot, "home", "enter")
        await write(pilot, " better")
        await fill(pilot, "tab", "tab", "ctrl+u")
        await write(pilot, "abc1234")
        await fill(pilot, "ctrl+s")
        row = draft(app).completed[0]
        assert (row.name, row.commit, row.origin) == ("Render title and owner better", "abc1234", "person")
        await fill(pilot, "n")
        await write(pilot, "Extra")
        await fill(pilot, "enter")
        await write(pilot, "the 9th")
        await fill(pilot, "tab", "ctrl+s")
        assert "Not a task number. Examples: 3, 3.2." in seen(app)
        app.focused.value = "9"  # the line in fault has the focus
        await fill(pilot, "ctrl+s")
        assert "Task 9 is out of range: the last task of the plan is 5." in seen(app)
        assert (draft(app).completed[-1].id, draft(app).completed[-1].name) == ("9", "Extra")


async def test_what_remains_goes_and_comes_back_with_the_rows(sample: Path) -> None:
    third, second = "Task 3: Open a card with the keyboard", "Task 2: Show due dates and overdue state"
    under_way = f"{third} (in progress)"
    async with running(sample) as (app, pilot):
        await fill(pilot, "h", "3", "n")
        whole = draft(app).remaining
        assert under_way in whole
        await write(pilot, "The rest")
        await fill(pilot, "enter", "4", "ctrl+s")
        less = tuple(each for each in whole if not each.startswith("Task 4:"))
        assert (draft(app).remaining, len(less)) == (less, len(whole) - 1)
        await fill(pilot, "escape", "h")
        await fill(pilot, "G", "k", "delete")
        assert draft(app).remaining == whole  # the words were kept with the draft
        await fill(pilot, "u")
        assert draft(app).remaining == less
        await fill(pilot, "home", "j", "space")
        assert draft(app).remaining[0].startswith(f"{second} (reopened; commit ")
        await fill(pilot, "space")
        assert draft(app).remaining == (f"{second} (in progress)", *less)
        await step(pilot, 4)
        await fill(pilot, "f7", "delete")
        await write(pilot, "Task 2: half of it")
        await step(pilot, 3)
        await fill(pilot, "u", "u")
        assert draft(app).completed[1].state == "done"
        assert under_way in draft(app).remaining  # it was edited since: the rows say what remains
        await fill(pilot, "space")
        assert "Task 2: half of it" in draft(app).remaining


async def test_a_commit_of_no_task_becomes_a_row(sample: Path) -> None:
    git(sample, "commit", "-q", "--allow-empty", "-m", "chore: nothing")  # touches no file, so it is no work
    (sample / "lint.toml").write_text("strict\n")
    git(sample, "add", "-A")
    git(sample, "commit", "-q", "-m", "chore: a stricter \x1b linter")
    async with running(sample) as (app, pilot):
        await fill(pilot, "h", "3")
        assert "Other commits since 29 Jan, " in seen(app)
        assert "a stricter \\x1b linter" in seen(app)
        assert "nothing" not in seen(app)
        await fill(pilot, "G", "space")
        row = draft(app).completed[-1]
        assert (row.id, row.name, row.state, row.origin) == (None, "a stricter \\x1b linter", "done", "git")
        assert "Other commits" not in seen(app)
        await fill(pilot, "u")
        assert len(draft(app).completed) == 3
        await fill(pilot, "G", "enter")
        assert draft(app).completed[-1] == row
        await fill(pilot, "j", "space")  # on the row that adds one
        assert "Add a task" in seen(app)


async def test_escape_keeps_the_draft_where_it_can_and_h_goes_on_with_it(
    plan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise CommandError(plain("There is no room on the disk."))

    before = everything(plan)
    async with running(plan) as (app, pilot):
        await fill(pilot, "h", "7")
        assert seen(app).endswith("Esc close")
        await write(pilot, "the fonts")
        assert seen(app).endswith("Esc save draft")
        await fill(pilot, "escape")
        assert "Draft saved. Press h to continue." in said(app)
        assert kept(plan).draft.context == "the fonts"
        await fill(pilot, "h")
        assert wizard(app).place == 6  # where it was left
        assert "Your draft of just now" in seen(app)
        assert seen(app).endswith("Esc save draft")
        assert "the fonts" in seen(app)
        await fill(pilot, "ctrl+p", "o", "enter")
        assert draft(app).context == "the fonts"  # Enter cancels
        await fill(pilot, "ctrl+p", "o", "s")
        assert seen(app).endswith("Esc close")
        assert draft(app).context == ""
        assert kept(plan) is None
        with monkeypatch.context() as broken:
            broken.setattr(drafts, "keep", full)
            await write(pilot, "x")
            assert f"The draft is not saved: {plain('There is no room on the disk.')}" in said(app)
            await fill(pilot, "escape")
            assert len(app.screen_stack) == 2
            assert "The draft could not be saved. Press Esc again to leave without it." in said(app)
        await fill(pilot, "escape")
        assert (len(app.screen_stack), kept(plan).draft.context) == (1, "x")
        assert everything(plan) == before


async def test_where_the_work_goes_on_meanwhile_what_is_untouched_is_proposed_anew(plan: Path) -> None:
    """A row whose form is open takes no other row's place."""
    writer = Workspace(root=plan, now=NOW)
    async with running(plan) as (app, pilot):
        await fill(pilot, "h", "3", "j", "j", "enter", "end", "!")
        change(writer, None, Move(part="task", value="4"))
        app.snapshot = replace(app.snapshot, project=load_project(plan, clock=lambda: NOW))
        await settle(pilot)
        assert [row.id for row in draft(app).completed] == ["1", "2", "4"]
        assert "The work has moved on. What you have not changed is proposed anew." in said(app)
        await fill(pilot, "ctrl+s")
        assert [row.id for row in draft(app).completed] == ["1", "2", "4", "3"]
        await fill(pilot, "escape")
        change(writer, None, Move(part="task", value="5"))
        await fill(pilot, "h")
        assert (draft(app).completed[-1].name, draft(app).task) == ("Open a card with the keyboard!", "5")


async def test_quitting_keeps_what_was_typed_into_the_open_form_of_a_row(plan: Path) -> None:
    async with running(plan) as (app, pilot):
        await fill(pilot, "h", "3", "n", "x", "ctrl+q")
    async with running(plan) as (app, pilot):
        await fill(pilot, "h", "3", "n")
        assert [line.value for line in app.screen.query(Input)] == ["x", "", ""]


async def test_one_that_waits_is_asked_about(waiting: Path) -> None:
    before, archive = everything(waiting), waiting / ".autopilot" / "archive"
    async with running(waiting) as (app, pilot):
        await fill(pilot, "h")
        assert "The handoff of 2 h ago still waits; writing this one archives it." in seen(app)
        await fill(pilot, "3", "space", "4")  # what remains follows the rows: it is the last handoff's all the same
        assert "from the last handoff" in seen(app)
        await fill(pilot, "f7", "delete")
        assert "from the last handoff" not in seen(app)
        await step(pilot, 8)
        assert "Create Dashboard.tsx component using the API" in seen(app), "what that one begins with"
        await fill(pilot, "f7", "delete", "ctrl+s", "ctrl+s")
        assert (wizard(app).place, len(app.screen_stack)) == (7, 2)  # what is missing is named and gone to
        assert "The next action is missing." in said(app)
        assert isinstance(app.focused, TextField)
        await write(pilot, "Go")
        await fill(pilot, "ctrl+s", "ctrl+s")
        assert "Another handoff waits here." in seen(app)
        assert "Archive      .autopilot/archive/holding-pattern-20260129-143000.md" in seen(app)
        # what remained is the person's by now
        assert "Taken over   Current state, Completed work, Decisions and Context." in seen(app)
        for cancel in ("2", "escape"):
            await fill(pilot, cancel)
            assert len(app.screen_stack) == 2
            assert everything(waiting) == before
            await fill(pilot, "ctrl+s")
        await fill(pilot, "1")
        assert len(app.screen_stack) == 1
        text = (waiting / HANDOFF).read_text()
        assert "\n## Next Action\nGo\n" in text
        assert "Task 4: loading and empty states" not in text
        assert "Task 4: loading and empty states" in next(archive.iterdir()).read_text()


async def test_files_that_changed_meanwhile_refuse_and_the_draft_stays(plan: Path) -> None:
    async with running(plan) as (app, pilot):
        await fill(pilot, "h", "7")
        await write(pilot, "mine")
        (plan / HANDOFF).write_text("---\nphase: 3\ncreated: 2026-01-29T16:29:00Z\n---\n\n## Next Action\ntheirs\n")
        await fill(pilot, "ctrl+s", "ctrl+s")
        assert len(app.screen_stack) == 2
        assert (
            "A handoff already exists at phase 3: .autopilot/holding-pattern.md. "
            "Archive it and write a new one: `cockpit handoff --existing archive --next TEXT`. "
            "Draft saved."
        ) in said(app)
        assert "theirs" in (plan / HANDOFF).read_text()
        assert kept(plan).draft.context == "mine"
        assert "still waits" in seen(app)
        await fill(pilot, "ctrl+s", "1")  # now it is asked about
        assert "mine" in (plan / HANDOFF).read_text()
        assert "theirs" in next((plan / ".autopilot/archive").iterdir()).read_text()
        assert len(app.screen_stack) == 1


async def test_one_that_appears_meanwhile_is_shown_and_nothing_typed_is_lost(plan: Path) -> None:
    async with running(plan) as (app, pilot):
        await fill(pilot, "h", "7")
        await write(pilot, "mine")
        assert "still waits" not in seen(app)
        (plan / HANDOFF).write_text("---\nphase: 3\ncreated: 2026-01-29T16:29:00Z\n---\n\n## Next Action\ntheirs\n")
        await write(pilot, "!")  # the next look at the files
        assert "still waits; writing this one archives it." in seen(app)
        assert (draft(app).context, wizard(app).place) == ("mine!", 6)


async def test_digits_arrows_and_clicks_on_the_map_go_to_a_step(plan: Path) -> None:
    async with running(plan, (120, 40)) as (app, pilot):
        await fill(pilot, "h")
        await fill(pilot, "shift+tab")
        assert (wizard(app).place, said(app)) == (0, "This is the first step.")
        signs = ["●", "○", "○", "○", "○", "·", "·", "○", "·"]
        assert [line[2] for line in seen(app).splitlines()[2:11]] == signs
        assert "○ proposed" in seen(app)
        await fill(pilot, "f1")
        assert "Filled in by the proposal; you have not seen it yet" in " ".join(seen(app).split())
        await fill(pilot, "escape", "9", "1")
        assert [line[2] for line in seen(app).splitlines()[2:11]] == ["●", *signs[1:8], "✓"]
        await fill(pilot, "9", "tab", "tab")
        assert said(app) == "This is the last step. Press Ctrl+S to write the handoff."
        await pilot.click("#map", offset=(6, 2))
        await rest(pilot)
        assert wizard(app).place == 1
        await fill(pilot, "9")  # typed, not gone to
        assert (wizard(app).place, draft(app).state[-1]) == (1, "9")
        await step(pilot, 3)
        assert isinstance(app.focused, TaskTable)
        wizard(app).map.focus()
        await fill(pilot, "down", "right")
        assert (wizard(app).place, app.focused) == (4, wizard(app).map)
        await fill(pilot, "enter")
        assert isinstance(app.focused, TextField)
        await pilot.resize_terminal(80, 24)
        await rest(pilot)
        await pilot.click("#map", offset=(80 - 2 * 9, 0))
        await rest(pilot)
        assert wizard(app).place == 0


async def test_what_is_proposed_follows_what_is_filled_in_until_it_is_written_by_hand(plan: Path) -> None:
    async with running(plan) as (app, pilot):
        await fill(pilot, "h", "2")
        state = wizard(app).page.editor  # type: ignore[union-attr]
        place, last = draft(app).state.split("\n", 1)
        assert (place, state.text) == (
            f"{PLACE}, task 3 of 5 (Open a card with the keyboard). Status: In progress.",
            draft(app).state,
        )
        await fill(pilot, "tab", "tab", "tab", "4")
        assert state.text == draft(app).state == f"{PLACE}, task 4 of 5. Status: In progress.\n{last}"
        await fill(pilot, "backspace", *"31")
        assert "Task 31 is out of range: the last task of the plan is 5." in seen(app)
        await fill(pilot, *["shift+tab"] * 3, "f7", "delete")
        await write(pilot, "Mine")
        await fill(pilot, "tab", "tab", "tab", "2")
        assert (state.text, draft(app).state, draft(app).task) == ("Mine", "Mine", "2")
        await step(pilot, 5)
        assert "the newest 5 of 6, from the state file and the decision log" in seen(app)
        newest = draft(app).decisions
        await fill(pilot, "ctrl+p", "d")  # adds the other one
        assert draft(app).decisions[1:] == newest
        assert "the newest" not in seen(app)
        await fill(pilot, "ctrl+underscore")
        assert draft(app).decisions == newest
        await step(pilot, 8)
        proposed = draft(app).next_action
        await fill(pilot, "3")
        assert proposed and draft(app).next_action == proposed
        assert said(app) == "A digit replaces no proposal. Tab goes to the next step, Delete empties the field."
        await fill(pilot, "delete", *"34")
        assert draft(app).next_action == "34"


async def test_no_text_acts_on_the_terminal(plan: Path) -> None:
    text = "\x1b]0;title\x07 \u202egnihtemos a\x9b31mb [@click=app.quit]x[/]"
    path = plan / TRACK
    path.write_text(path.read_text().replace("Cursor paging for task lists", f"Cursor {text} paging"))
    async with running(plan) as (app, pilot):
        await fill(pilot, "h", "5")
        field = wizard(app).page.editor
        field.post_message(Paste(text))
        await rest(pilot)
        field.load_text(field.text + text)
        await rest(pilot)
        drawn = "".join(strip.text for strip in app.screen._compositor.render_strips())
        assert not {"\x1b", "\x07", "\u202e", "\x9b"} & set(drawn + field.text)
        assert not {"\x1b", "\x07", "\u202e", "\x9b"} & set("".join(draft(app).decisions))
        await fill(pilot, "ctrl+s", "ctrl+s")
        assert (plan / HANDOFF).exists()


def mode_seen(folder: Path) -> str:
    return next(folder.glob("*.mode")).read_text()


async def test_the_persons_editor(plan: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "editor.py"
    script.write_text("import sys\nfrom pathlib import Path\np = Path(sys.argv[1])\n"
                      "Path(sys.argv[0] + '.mode').write_text(oct(p.stat().st_mode & 0o777))\n"
                      "p.write_text(p.read_text() + '\\nin the \\x1b editor\\n')\n")  # fmt: skip
    monkeypatch.setenv("VISUAL", f"{sys.executable} {script}")
    app = app_on(plan)
    monkeypatch.setattr("cockpit.screens.handoff_screen.hand_over", lambda _app, command: not os.spawnv(
        os.P_WAIT, command[0], command))  # fmt: skip
    async with app.run_test(size=(80, 24)) as pilot:
        await fill(pilot, "h", "f4")
        assert "This step has no text to edit." in said(app)
        await fill(pilot, "7", "f4")
        assert draft(app).context == "\nin the \\x1b editor"
        assert wizard(app).page.editor.text == "\nin the \\x1b editor"
        await fill(pilot, "f4")
        assert draft(app).context == "\nin the \\x1b editor\n\nin the \\x1b editor"  # a line ended the text
        wizard(app).page.editor.load_text("x\n\n")
        script.write_text("")
        await fill(pilot, "f4")
        assert wizard(app).page.editor.text == "x\n\n"
    assert mode_seen(tmp_path) == "0o600"


async def test_of_two_wizards_the_one_that_kept_last_is_kept(plan: Path) -> None:
    async with running(plan) as (app, pilot):
        await fill(pilot, "h", "7")
        await write(pilot, "ALPHA")
        await fill(pilot, "ctrl+s")
        theirs = drafts.KeptDraft(draft=replace(draft(app), context="BETA"))
        keep_draft(Workspace(root=plan, now=NOW), wizard(app).filling.proposal.track, theirs)
        await fill(pilot, "ctrl+s")
        assert "\n## Context\nALPHA\n" in (plan / HANDOFF).read_text()
        assert kept(plan).draft.context == "BETA"  # what is written takes along no draft but its own
        await fill(pilot, "h")
        assert draft(app).context == "BETA"
