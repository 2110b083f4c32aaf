"""The checklist, the prompt and the agent's run, as a person uses them."""

import re
import shutil
import threading
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.app import SuspendNotSupported
from textual.events import Key

from cockpit.app import CockpitApp
from cockpit.model.checklist import Check
from cockpit.project import resuming as actions
from cockpit.project.history import ledger
from cockpit.project.load import load_project
from cockpit.project.resuming import Preflight
from cockpit.project.settings import agent_command, load_settings, settings_file
from cockpit.screens import project_app, prompt_screen, resume_screen
from cockpit.screens.dashboard import Dashboard
from cockpit.screens.dialogs import FileDialog
from cockpit.screens.prompt_screen import PromptScreen, how_it_ended
from cockpit.screens.resume_screen import ResumeScreen
from cockpit.storage.user_files.store import ProjectStore
from tests.support.handoff_projects import HANDOFF, MOVED_ON, STATE, behind_its_back, rewrite, waiting
from tests.support.keyboard import everything, press, said, seen, settle, slowly, until, write_values
from tests.support.static_app import NOW, app_on, running

SIZE = (120, 40)
ARCHIVED = ".autopilot/archive/holding-pattern-20260129-091900.md"
HELD = "A check blocks resuming: nothing is copied, saved or run. Press Esc, then a to resolve it."


@pytest.fixture(autouse=True)
def without_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine, an agent runs for the least that is told, and the checklist looks again by itself only
    where a test waits for that: what it says then takes the place of what was said of a key.
    """
    monkeypatch.setattr(prompt_screen, "monotonic", lambda: 0.0)
    monkeypatch.setattr(resume_screen, "NOTICING", 3600.0)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Everything the handoff says is so."""
    return waiting(tmp_path / "lighthouse")


@pytest.fixture
def blocked(tmp_path: Path) -> Path:
    """So is everything here, but for a blocker and an alert."""
    folder = waiting(tmp_path / "lighthouse", blocked=True)
    write_values(folder, cost=26)
    return folder


def on(app: CockpitApp) -> ResumeScreen:
    """The checklist that is on screen."""
    assert isinstance(app.screen, ResumeScreen)
    return app.screen


def checks(app: CockpitApp) -> tuple[Check, ...]:
    """The lines as they were checked last."""
    found = on(app).preflight
    return found.checks


def told(app: CockpitApp) -> str:
    """What stands on the screen, without frames and columns."""
    return " ".join(seen(app).replace("│", " ").split())


async def test_r_opens_it_and_enter_on_the_handoff_too(project: Path) -> None:
    async with running(project, SIZE) as (app, pilot):
        assert "A handoff waits at phase 2, plan 1, task 3 of 4: Write render_pdf() in src/invoices/pdf.py" in seen(app)
        for key in ("r", "enter"):
            await slowly(pilot, key)
            first = seen(app).splitlines()[0].split()
            assert " ".join(first) == "Resume · phase 2, plan 1, task 3 of 4 · Lighthouse Billing ✓ Clear"
            assert "Checklist  12 ok" in seen(app)
            left = on(app)
            if key == "enter":
                await slowly(pilot, "f", "=in cents")  # find leads from here to a row of the dashboard
                await app.workers.wait_for_complete()
                await slowly(pilot, "enter")
                assert app.focused.id == "decisions"
            else:
                await slowly(pilot, "escape")
            assert isinstance(app.screen, Dashboard)
            left._tell_rest()  # a drawing that is finished when its parts are gone already does no harm


async def test_waiving_asks_for_a_reason_keeps_it_and_takes_it_back(blocked: Path) -> None:
    async with running(blocked, SIZE) as (app, pilot):
        await slowly(pilot, "r", "a", "w", "enter")
        assert "Reason is missing." in seen(app)
        await press(pilot, "=half a", "escape")
        await slowly(pilot, "w")
        assert "This is what you typed before" in seen(app)
        await press(pilot, "= reason", "enter")
        assert "↷ waived   " + "A blocker is open" in seen(app)
        assert "✓ Clear" in seen(app)
        assert ledger(on(app).runner.changes.workspace())[-1].verb == "waive"
        await slowly(pilot, "p")
        assert "Waived by the person: half a reason" in app.screen.preflight.prompt.text  # type: ignore[attr-defined]
        await slowly(pilot, "escape", "w", "backspace", "enter")
        assert "✗ 1 check blocks resuming" in seen(app)
        assert "Withdrew the waiver of “A blocker is open”." in said(app)
        await slowly(pilot, "w", "=again", "enter")
        assert "a resolve  m more  w change waiver  p prompt" in seen(app)
        await slowly(pilot, "u", "t")  # the newest deed here, though an acknowledgment lies in the journal
        assert "Withdrew the waiver of “A blocker is open”." in said(app)
        assert "✗ 1 check blocks resuming" in seen(app)
        await slowly(pilot, "u")
        assert "Acknowledged cost at $26." in told(app)  # before it


async def test_keys_behind_a_waiver_are_not_about_the_next_line_and_its_words_run_no_command(blocked: Path) -> None:
    async with running(blocked, SIZE) as (app, pilot):
        await slowly(pilot, "r", "w", "=first")
        for name in ("enter", "w", "x"):
            app._driver.send_message(Key(name, name if len(name) == 1 else None))
        await settle(pilot)
        await slowly(pilot)
        assert [check.waived for check in checks(app) if check.waived] == ["first"]
        assert on(app).checklist.check is not None
        assert on(app).checklist.check.open
        await slowly(pilot, "w", "=second", "enter")
        before = everything(blocked)
        await slowly(pilot, "w")
        await press(pilot, *"jq: 2", "enter")
        assert isinstance(app.screen, ResumeScreen)
        assert everything(blocked) == before
        assert [check.waived for check in checks(app) if check.waived] == ["first", "jq: 2"]


async def test_a_waiver_given_elsewhere_is_shown(blocked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resume_screen, "NOTICING", 0.05)
    write_values(blocked, cost=12)
    async with running(blocked, SIZE) as (app, pilot):
        await slowly(pilot, "r")
        assert "✗ 1 check blocks resuming" in seen(app)
        found = on(app).preflight
        check = next(each for each in found.checks if each.open)
        actions.waive(on(app).runner.changes.workspace(), found.track, check, "by the command")
        await until(pilot, lambda: "✓ Clear" in seen(app))
        assert "↷ waived   " + "A blocker is open" in seen(app)


async def test_what_changes_while_git_is_asked_is_shown_too(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resume_screen, "NOTICING", 0.05)
    looks: list[object] = []

    real = actions.look

    def looked(*asked: Any) -> Preflight:
        found = real(*asked)
        if not looks:
            behind_its_back(project)
        looks.append(found)
        return found

    for place in (actions, resume_screen):
        monkeypatch.setattr(place, "look", looked)
    async with running(project, SIZE) as (app, pilot):
        await slowly(pilot, "r")
        await until(pilot, lambda: "src/table.py no longer exists" in seen(app))
        assert "Task 2: commit 2c117c8 is not in HEAD" in seen(app)
        known = len(looks)
        await pilot.pause(0.3)
        assert len(looks) == known  # and nothing is asked again while nothing changes


async def test_a_prompt_that_is_another_now_is_shown_first_and_one_that_became_untrue_not_handed_over(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[object] = []
    monkeypatch.setattr("cockpit.screens.prompt_screen.run_agent", lambda *told: ran.append(told))
    another = "The prompt was not handed over: the project has changed. This is the new prompt."
    async with running(project, SIZE, agent=("claude",)) as (app, pilot):
        await slowly(pilot, "r", "p")
        rewrite(project, HANDOFF, "Locking was measured", "Locking was guessed")
        await slowly(pilot, "y")
        assert another in told(app)
        assert app.clipboard == ""
        await slowly(pilot, "G")
        assert "Locking was guessed" in told(app)
        await slowly(pilot, "x")  # what changes while it is asked, too
        rewrite(project, HANDOFF, "Locking was guessed", "Locking was not measured")
        await slowly(pilot, "r")
        assert said(app).split(" | ")[-1] == another
        behind_its_back(project)
        await slowly(pilot, "y")
        assert "The prompt was not handed over: a check now blocks resuming." in said(app)
        await slowly(pilot, "x")
        assert said(app).split(" | ")[-1] == HELD
        assert (app.clipboard, ran) == ("", [])
        await slowly(pilot, "escape")
        assert "src/table.py no longer exists" in seen(app)


async def test_a_stop_cannot_be_waived_and_its_limit_is_raised(blocked: Path) -> None:
    write_values(blocked, context_percent=10, cost=60)
    async with running(blocked, SIZE) as (app, pilot):
        await slowly(pilot, "r", "w")
        assert said(app) == "A stop cannot be waived. Press l to raise the limit, or fix the cause."
        assert "■ 2 checks block resuming" in seen(app)
        assert "a raises the limit. A stop cannot be waived." in seen(app)
        await slowly(pilot, "a")
        await press(pilot, *"90", "enter")
        assert "cost $60" in seen(app)
        assert "✗ 2 checks block resuming" in seen(app)  # below the stop it is still an alert nobody acknowledged


async def test_a_state_that_stands_elsewhere_says_how_it_is_moved_back(project: Path) -> None:
    rewrite(project, STATE, *MOVED_ON)
    async with running(project, SIZE) as (app, pilot):
        await slowly(pilot, "r")
        assert "a moves the state there, and nothing else of the file." in told(app)
        assert "Move the state  cockpit set task=3" in seen(app)
        await slowly(pilot, "y")
        assert app.clipboard == f"cockpit -C {project} set task=3"  # wherever it is pasted
        await slowly(pilot, "j", "escape", "r")
        assert on(app).checklist.cursor == 1  # where the person was
        await slowly(pilot, "k", "a")
        assert "2 Task … 4 → 3" in told(app)
        await slowly(pilot, "enter")  # the part that differs is selected, and its value is the handoff's
        assert app.focused is not None
        assert getattr(app.focused, "value", None) == "3"


async def test_what_was_answered_is_shown_as_being_checked_at_once(
    blocked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, go = app_on(blocked), threading.Event()

    def look(*arguments: object) -> actions.Preflight:
        go.wait(30)
        return actions.look(*arguments)  # type: ignore[arg-type]

    async with app.run_test(size=SIZE) as pilot:
        await slowly(pilot, "r", "enter")
        alert = "An alert is not acknowledged"
        assert f"▌✗ failed   {alert}" in seen(app)  # the mark stays beside its evidence
        await slowly(pilot, "escape")
        monkeypatch.setattr(resume_screen, "look", look)
        await pilot.press("a")
        while "Acknowledged cost" not in said(app):
            await pilot.pause(0.01)
        assert f"▌○ checking {alert}" in seen(app)
        assert seen(app).count("Checking git and disk …") == 2
        await pilot.press("p")
        await pilot.pause()
        assert not isinstance(app.screen, PromptScreen)  # it would say that the alert still holds it
        go.set()
        await press(pilot)
        assert isinstance(app.screen, PromptScreen)
        assert alert not in seen(app)
        await press(pilot, "escape")
        assert "✗ 1 check blocks resuming" in seen(app)
        assert "checking" not in seen(app)


# the prompt


async def cleared(pilot: object, app: CockpitApp) -> None:
    await slowly(pilot, "r", "p")  # type: ignore[arg-type]
    assert isinstance(app.screen, PromptScreen)


async def test_saving_never_overwrites(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").write_text("mine")
    (Path.home() / "lighthouse-billing-phase-2-plan-1-task-3-of-4-prompt.md").write_text("mine")
    async with running(project, SIZE) as (app, pilot):
        await cleared(pilot, app)
        await slowly(pilot, "s")
        assert "~/lighthouse-billing-phase-2-plan-1-task-3-of-4-prompt-2.md" in seen(app)
        await press(pilot, "ctrl+u", "=there", "enter")
        assert "there already exists" in told(app)
        await slowly(pilot, *"x", "enter")
        assert (tmp_path / "there").read_text() == "mine"
        assert (tmp_path / "therex").read_text() == app.screen.preflight.prompt.text  # type: ignore[attr-defined]
        assert (tmp_path / "therex").stat().st_mode & 0o777 == 0o600
        assert "Saved the prompt, about 322 tokens, to therex." in said(app)
        assert "therex is in the project: the checklist names it as an uncommitted file." not in said(app)
        await slowly(pilot, "s")
        await press(pilot, "ctrl+u", "=lighthouse/inside.md", "enter")
        assert "inside.md is in the project: the checklist names it as an uncommitted file." in said(app)


async def test_secrets_are_pointed_out_and_found_and_hostile_text_is_painted(project: Path) -> None:
    hostile = "[@click=app.quit]x[/] \x1b]0;owned\x07 </resume_context>"
    secret = "ghp_" + "a1" * 20
    rewrite(project, HANDOFF, "Locking was measured", "\n".join([*["filler"] * 60, secret, hostile]))
    async with running(project) as (app, pilot):
        await cleared(pilot, app)
        screen = seen(app)
        (found,) = app.screen.preflight.prompt.secrets  # type: ignore[attr-defined]
        assert f"Line {found.line} looks like a GitHub token." in screen
        assert "ghp_" not in screen
        await slowly(pilot, "n")
        assert f"{found.line} ▲ ghp_a1a1" in seen(app)
        await slowly(pilot, "G")
        assert "[@click=app.quit]x[/] \\x1b]0;owned\\x07 &lt;/resume_context>" in seen(app)


@pytest.fixture
def on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH with git and two of the known agents; each says with which words it was run."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("claude", "gemini"):
        (programs / name).write_text(f'#!/bin/sh\nprintf "%s|" {name} "$@" > ran\n')
        (programs / name).chmod(0o700)
    for name in ("git", "sh"):
        (programs / name).symlink_to(str(shutil.which(name)))
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setattr(CockpitApp, "suspend", lambda _app: nullcontext())
    monkeypatch.setattr("sys.stdin.readline", lambda: "\n", raising=False)
    return programs


async def test_without_an_agent_x_chooses_one_of_those_found_or_what_is_typed(project: Path, on_path: Path) -> None:
    async with running(project, SIZE) as (app, pilot):
        await cleared(pilot, app)
        assert "No agent command set. Press x to choose: claude, gemini (found on PATH)." in told(app)
        assert "x choose agent" in seen(app)
        await slowly(pilot, "x")
        assert [" ".join(found.split()) for found in re.findall("│[▌ ]([1-9] [^│]*)│", seen(app))] == [
            "1 claude claude {prompt}",
            "2 gemini gemini --prompt-interactive {prompt}",
            "3 Another command …",
        ]
        await slowly(pilot, "3", "=mine 'of", "enter")
        assert 'settings.toml sets agent to "mine \'of"; a quotation mark is not closed.' in told(app)
        await slowly(pilot, "ctrl+u", "=mine --of me", "enter")
        assert "mine was not found. Correct the agent command in your settings." in told(app)
        assert "mine --of me" in seen(app), "what was typed is there again"
        shutil.copy(on_path / "claude", on_path / "mine")
        await slowly(pilot, "enter", "escape")
        assert "x run mine" in seen(app)
        assert agent_command(load_settings()) == ("mine", "--of", "me")
        await slowly(pilot, "x", "a", "2")  # another one later
        assert "Run the agent?" in seen(app)
        await slowly(pilot, "enter")
        assert not (project / "ran").exists(), "Enter cancels"
        assert "Agent gemini --prompt-interactive {prompt}" in told(app)
        assert "x run gemini" in seen(app)
        assert agent_command(load_settings()) == ("gemini", "--prompt-interactive", "{prompt}")
        text = app.screen.preflight.prompt.text  # type: ignore[attr-defined]
        await slowly(pilot, "x", "r")
        assert (project / "ran").read_text() == f"gemini|--prompt-interactive|{text}|"
        assert "gemini exited with 0 after 1 s." in seen(app)
        ended, began, *_ = app.seen_changes.newest_first()
        assert (ended.sentence, began.sentence, began.actor) == (
            "gemini exited with 0 after 1 s.", "Started gemini.", "person",
        )  # fmt: skip
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text('agent = "claude"\n')
    assert agent_command(load_settings()) == ("claude",), "the settings outweigh what was chosen"


async def test_why_an_agent_did_not_start_is_said(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CockpitApp, "suspend", lambda _app: nullcontext())
    without_interpreter = tmp_path / "agent"
    without_interpreter.write_text("#!/no/such/interpreter\n")
    without_interpreter.chmod(0o700)

    def refuse(_app: CockpitApp) -> AbstractContextManager[None]:
        raise SuspendNotSupported

    async with running(project, SIZE, agent=(str(without_interpreter),)) as (app, pilot):
        await cleared(pilot, app)
        await slowly(pilot, "x", "r")
        assert said(app).endswith("agent cannot be started: the interpreter in its first line was not found.")
        monkeypatch.setattr(CockpitApp, "suspend", refuse)
        await slowly(pilot, "x", "r")
        assert said(app).endswith("This terminal cannot run an agent.")


# the end


async def test_done_asks_where_nothing_shows_it_and_what_was_archived_is_read_where_it_is_listed(project: Path) -> None:
    async with running(project, SIZE) as (app, pilot):
        await slowly(pilot, "r", "m", "v")
        assert "Nothing shows that the work has moved past the handoff." in seen(app)
        await slowly(pilot, "a")
        assert f"Archived the handoff: {ARCHIVED}." in said(app)
        await slowly(pilot, "r")
        assert f"Last handoff {ARCHIVED} (e opens it)" in told(app)
        assert on(app).why_not("edit") is None
        app.snapshot = replace(app.snapshot, project=load_project(project, clock=lambda: NOW))
        await slowly(pilot, "escape", "8")
        app.screen.board.panes["sessions"].select(f"archived:{ARCHIVED}")  # type: ignore[attr-defined]
        await slowly(pilot, "enter")
        assert isinstance(app.screen, FileDialog)
        assert "Archived handoff" in told(app)
        assert ARCHIVED in told(app)
        await slowly(pilot, "G")
        assert "Write render_pdf() in src/invoices/pdf.py" in told(app)
        await slowly(pilot, "enter")
        (project / ARCHIVED).unlink()
        await slowly(pilot, "enter")
        assert f"{ARCHIVED} no longer exists." in told(app)


@pytest.mark.parametrize(
    ("code", "seconds", "sentence"),
    [(-2, 3600, "sh was interrupted after 1 h."), (-9, 5, "sh exited with 137 after 5 s.")],
)
def test_how_an_agent_ended(code: int, seconds: float, sentence: str) -> None:
    assert how_it_ended("sh", code, seconds) == sentence


async def test_read_only_looks_copies_and_changes_nothing(blocked: Path) -> None:
    async with running(blocked, SIZE, read_only=True) as (app, pilot):
        await slowly(pilot, "r")
        assert "Cockpit was opened read-only: nothing can be answered from here." in seen(app)
        for key in ("w", "a", "m", "l"):
            await slowly(pilot, key)
            assert "Cockpit was opened read-only." in said(app), key
        write_values(blocked, cost=10)
        rewrite(blocked, STATE, "- Phase 3: the payment provider's test account is not open yet", "- None")
        await slowly(pilot, "R", "p", "y")
        assert app.clipboard.startswith("<objective>")
        assert said(app).endswith("tokens.")
    assert not ProjectStore.of(blocked).folder.exists()


async def test_the_checklist_does_not_open_over_what_a_person_went_on_with(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = threading.Event()

    real = actions.look

    def look(*arguments: object) -> actions.Preflight:
        go.wait(30)
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(actions, "look", look)
    monkeypatch.setattr(project_app, "LONGEST", 0.05)
    async with running(project, SIZE) as (app, pilot):
        await settle(pilot)
        await pilot.press("r")
        await until(pilot, lambda: app._under_way is None)
        await pilot.press("question_mark")
        go.set()
        await settle(pilot)
        assert type(app.screen).__name__ == "HelpDialog"


async def test_what_fails_since_is_said_and_a_project_that_vanished_is_one_sentence(project: Path) -> None:
    async with running(project, SIZE) as (app, pilot):
        await slowly(pilot, "r")
        (project / "src" / "sequence.py").unlink()
        await slowly(pilot, "R")
        assert said(app) == "Checked again. Now failing: “src/sequence.py no longer exists”."
        shutil.rmtree(project / ".autopilot")
        await slowly(pilot, "R")
        assert isinstance(app.screen, Dashboard)
        assert said(app) != ""
