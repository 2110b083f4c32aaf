"""Where there is no project to follow the program ends; its folder is named, copied, and the terminal's title."""

from dataclasses import replace

import pytest

from cockpit.app import CockpitApp
from cockpit.model import NextAction, Project
from cockpit.model.errors import CommandError
from cockpit.model.state import Surroundings
from cockpit.wording.messages import plain
from tests.support.keyboard import said, seen, slowly
from tests.support.model_builders import full_track
from tests.support.static_app import NOW, Still, running, still_app


async def test_where_the_project_went_away_the_program_ends_with_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    class Gone(Still):
        def start(self) -> None:
            raise CommandError(plain("There is no folder [bold]here."))

    app = CockpitApp(lambda _: Gone(), now=lambda: NOW)
    app.begin_with(None)
    await app.run_async(headless=True)
    assert (app.return_code, capsys.readouterr().err) == (1, "cockpit: There is no folder [bold]here.\n")


async def test_everything_else_names_the_folder_and_copies_it() -> None:
    track = full_track(next_action=NextAction(text="Go on", command="/autopilot:cockpit"))
    async with running(Project(root="/home/ada/code/app", tracks=(track,)), (100, 30)) as (app, pilot):
        await slowly(pilot, "2", "home", "enter")
        text = " ".join(seen(app).split())
        assert "Folder /home/ada/code/app" in text
        assert "Branch main" in text
        assert "Written 29 Jan, 16:29 (just now)" in text
        await slowly(pilot, "y")
        assert (app.clipboard, said(app)) == ("/home/ada/code/app", "Copied: /home/ada/code/app")
        await slowly(pilot, "escape", "end", "k", "y")
        assert app.clipboard == "/autopilot:cockpit"
        assert said(app) == "Copied for the agent: /autopilot:cockpit. Press r to check the handoff first."


async def test_no_title_is_set_while_another_program_has_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(CockpitApp, "_write", lambda _, text: written.append(text))
    app = still_app(Project(root="/home/ada/a", tracks=(full_track(),)))
    async with app.run_test() as pilot:
        app.app_suspend_signal.publish(app)
        app.snapshot = replace(app.snapshot, surroundings=Surroundings(branch="other"))
        await pilot.pause()
        assert written[1:] == ["\x1b[23;2t"]
        app.app_resume_signal.publish(app)
        assert written[2:] == ["\x1b[22;2t\x1b]2;cockpit ~/a (other)\x07"]
