"""What the program is opened with: the command line before the settings, the settings before what was remembered."""

from pathlib import Path

import pytest

from cockpit.app import CockpitApp
from cockpit.cli.opening import _app
from cockpit.cli.parser import parse
from cockpit.project.settings import load_preferences, remember_theme
from cockpit.storage.user_files.places import settings_file
from cockpit.themes import catalog
from tests.cli.conftest import Run, write_project
from tests.support.said import Said


def opened(*line: str) -> CockpitApp:
    return _app(Path(), parse(line))


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.mark.parametrize(
    ("line", "settings", "remembered", "theme"),
    [
        ((), "", None, catalog.DEFAULT),
        ((), "", "cockpit-light", "cockpit-light"),
        ((), 'theme = "cockpit-light"', "cockpit-dark", "cockpit-light"),
        (("--theme", "cockpit-dark"), 'theme = "cockpit-light"', "cockpit-light", "cockpit-dark"),
    ],
)
def test_where_the_theme_comes_from(line: tuple[str, ...], settings: str, remembered: str | None, theme: str) -> None:
    write(settings_file(), settings)
    if remembered:
        remember_theme(remembered)
    assert opened(*line).theme == theme


@pytest.mark.parametrize(
    ("term", "colours", "theme"),
    [
        ("xterm-16color", "", catalog.TERMINAL),
        ("xterm-256color", "", catalog.DEFAULT),
        ("xterm", "truecolor", catalog.DEFAULT),
    ],
)
def test_a_terminal_of_sixteen_colours_keeps_its_own(
    term: str, colours: str, theme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # what the tests write to is no terminal
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("COLORTERM", colours)
    assert opened().theme == theme
    write(settings_file(), 'theme = "cockpit-light"')
    assert opened().theme == "cockpit-light"


def test_a_theme_chosen_in_the_program_is_there_the_next_time() -> None:
    app = opened()
    assert app.remember_theme is not None
    assert app.remember_theme("cockpit-light") is None
    assert opened().theme == "cockpit-light"


def test_a_theme_in_the_settings_is_stronger_and_that_is_reported() -> None:
    write(settings_file(), 'theme = "cockpit-dark"')
    app = opened()
    assert app.remember_theme is not None
    assert app.remember_theme("cockpit-light") == Said("cli.theme-not-remembered", "cockpit-dark")
    assert load_preferences().theme is None


def test_the_track_that_was_asked_for_is_on_screen(run: Run, root: Path, terminal: None) -> None:
    assert opened("--track", "autopilot:api/.autopilot/TRANSPONDER.md").get_default_screen().track_key == (
        "autopilot:api/.autopilot/TRANSPONDER.md"
    )
    done = run("--track", "nothing", root)
    assert (done.code, done.out) == (1, "")
    assert done.err == "cockpit: No track 'nothing'. Tracks: autopilot:.autopilot/TRANSPONDER.md.\n"


def test_a_reset_that_was_refused_opens_nothing(
    run: Run, root: Path, terminal: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cockpit.cli.opening._open", lambda *_: pytest.fail("it was opened"))
    done = run("--reset-alerts", "--read-only", root)
    assert (done.code, done.err) == (1, "cockpit: This project is open read-only. Nothing changed.\n")
    write_project(root / "api")
    done = run("--reset-alerts", root)
    keys = [f"autopilot:{base}.autopilot/TRANSPONDER.md" for base in ("", "api/")]
    assert (done.code, done.err) == (
        2,
        f"cockpit: Several tracks are possible. Name one with --track: {', '.join(keys)}.\n",
    )


@pytest.mark.usefixtures("terminal")
def test_handoff_with_nothing_given_opens_the_wizard(run: Run, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("cockpit.cli.opening._open", lambda _path, _line, screen: opened.append(screen) or 0)
    monkeypatch.setattr("cockpit.cli.handoff._from_input", lambda **_: {})
    for more, code in ((["--json"], 1), (["--dry-run"], 1), (["--existing", "archive"], 1), ([], 0)):
        assert run("handoff", *more, "-C", root).code == code
    assert opened == ["handoff.write"]
