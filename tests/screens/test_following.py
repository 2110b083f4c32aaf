"""How the files are followed: said in the first line, and the program ends where there is no project to follow."""

import pytest

from cockpit.app import CockpitApp
from cockpit.model import Finding, Project
from cockpit.model.refused import Refused
from cockpit.rules.liveness import HALF_WRITTEN, NOT_FOLLOWED
from tests.builders import full_track
from tests.screens.still import NOW, Still, still_app
from widgets.header import Header


def found(code: str) -> Finding:
    return Finding(code=code, severity="note", path="a.md", message="A sentence.")


def first_line(app: CockpitApp) -> str:
    header = app.screen.query_one(Header)
    return "".join(segment.text for segment in header.render_line(0)).rstrip()


@pytest.mark.parametrize(
    ("findings", "words"),
    [((), "16:30 live"), ((HALF_WRITTEN,), "16:30 being written"), ((NOT_FOLLOWED,), "16:30 stopped looking")],
)
@pytest.mark.parametrize("width", [80, 120])
async def test_the_first_line_says_it(findings: tuple[str, ...], words: str, width: int) -> None:
    project = Project(root="/p", tracks=(full_track(),), findings=tuple(map(found, findings)))
    app = still_app(project)
    async with app.run_test(size=(width, 30)):
        assert first_line(app).endswith(words)


async def test_where_the_project_went_away_the_program_ends_with_a_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Gone(Still):
        def start(self) -> None:
            raise Refused("There is no folder [bold]here.")

    app = CockpitApp(lambda _: Gone(), now=lambda: NOW)
    app.begin_with(None)
    async with app.run_test() as pilot:
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
    assert (app.return_code, capsys.readouterr().err) == (1, "cockpit: There is no folder [bold]here.\n")
