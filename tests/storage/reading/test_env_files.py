"""What the environment, a `.env` and the paths in them say about where state lies."""

import os
from pathlib import Path

import pytest

from cockpit.storage.reading.disk_files import DiskFiles
from cockpit.storage.reading.loader import Loader
from cockpit.storage.reading.safe_reading import place_of
from cockpit.systems.interface import Variable
from tests.support.maestro_sessions import session

NAME = "MAESTRO_STATE_DIR"


@pytest.mark.parametrize(
    ("text", "value", "line"),
    [
        ("MAESTRO_STATE_DIR=a/b\n", "a/b", 1),
        ("\n# x\nexport MAESTRO_STATE_DIR = a\r\n", "a", 3),
        ('MAESTRO_STATE_DIR="a b" # why\n', "a b", 1),
        ("MAESTRO_STATE_DIR='a#b'", "a#b", 1),
        ("MAESTRO_STATE_DIR=a # why", "a", 1),
        ("MAESTRO_STATE_DIR=a\nMAESTRO_STATE_DIR=b\n", "b", 2),
    ],
)
def test_a_variable_in_a_file(tmp_path: Path, text: str, value: str, line: int) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / ".env").write_bytes(text.encode())
    files = DiskFiles(tmp_path, None)
    assert files.variable(NAME, "app") == Variable(value, "app/.env", line)
    assert files.variable(NAME) is None


@pytest.mark.parametrize(
    "text", ["", "MAESTRO_STATE_DIR=\n", "XMAESTRO_STATE_DIR=a\n", "#MAESTRO_STATE_DIR=a\n", "\0\xff"]
)
def test_a_file_that_does_not_have_it(tmp_path: Path, text: str) -> None:
    (tmp_path / ".env").write_text(text, "latin-1")
    assert DiskFiles(tmp_path, None).variable(NAME) is None


def test_the_environment_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("MAESTRO_STATE_DIR=a\n")
    monkeypatch.setenv(NAME, "b")
    assert DiskFiles(tmp_path, None).variable(NAME) == Variable("b")


def test_a_file_of_variables_that_cannot_be_read_is_nobodys_concern(tmp_path: Path) -> None:
    makers = (lambda path: path.mkdir(), os.mkfifo, lambda path: path.symlink_to("/etc/passwd"))
    for number, make in enumerate(makers):
        root = tmp_path / str(number)
        root.mkdir()
        make(root / ".env")
        project = Loader(root, home=None).load()
        assert (project.tracks, project.findings) == ((), ())


@pytest.mark.parametrize(
    ("path", "base", "place"),
    [
        ("a/b", "", "a/b"),
        ("./a//b/", "", "a/b"),
        (".", "", ""),
        ("a", "app", "app/a"),
        ("{root}/a", "app", "a"),
        ("{real}/a", "", "a"),
        ("../a", "app", None),
        ("/elsewhere/a", "", None),
        ("{root}x/a", "", None),
        ("~/a", "", None),
        ("C:\\a", "", None),
        ("file:///a", "", None),
        ("a\0b", "", None),
        ("link/a", "", None),
        ("real/link", "", None),
        ("a" * 500, "", "a" * 500),
        ("a/" * 5000, "", None),
    ],
)
def test_where_a_path_leads(tmp_path: Path, path: str, base: str, place: str | None) -> None:
    real = tmp_path / "real"
    (real / "real").mkdir(parents=True)
    (real / "link").symlink_to("real")
    (real / "real" / "link").symlink_to("/etc")
    root = tmp_path / "root"
    root.symlink_to(real)
    assert place_of(root, path.format(root=root, real=real), base) == place


def test_the_folder_that_a_variable_names_is_read_and_watched(tmp_path: Path) -> None:
    (tmp_path / "agents" / "state").mkdir(parents=True)
    (tmp_path / "agents" / "state" / "active-session.md").write_bytes(session())
    loader = Loader(tmp_path, home=None)
    assert loader.load().tracks == ()
    (tmp_path / ".env").write_text("MAESTRO_STATE_DIR=agents\n")
    assert [track.path for track in loader.load().tracks] == ["agents/state/active-session.md"]
    assert loader.watched_folders() == (tmp_path / "agents" / "state",)
    (tmp_path / ".env").write_text("MAESTRO_STATE_DIR=others\n")
    assert loader.load().tracks == ()


def test_sub_packages_have_tracks_of_their_own(tmp_path: Path) -> None:
    for base in ("", "packages/api/", "node_modules/dep/"):
        state = tmp_path / f"{base}docs/maestro/state"
        state.mkdir(parents=True)
        (state / "active-session.md").write_bytes(session())
    loader = Loader(tmp_path, home=None)
    loader.discover()
    assert [track.path for track in loader.load().tracks] == [
        "docs/maestro/state/active-session.md",
        "packages/api/docs/maestro/state/active-session.md",
    ]


def test_fifty_archived_sessions_are_read_and_only_what_changed_is_read_again(tmp_path: Path) -> None:
    archive = tmp_path / "docs" / "maestro" / "state" / "archive"
    archive.mkdir(parents=True)
    for number in range(50):
        (archive / f"s-{number}.md").write_bytes(session().replace(b"s-1", f"s-{number}".encode()))
    (archive.parent / "active-session.md").write_bytes(session())
    loader = Loader(tmp_path, home=None)
    before = loader.load().tracks[0]
    assert len(before.sessions) == 51
    (archive.parent / "active-session.md").write_bytes(session() + b"\n## Phase 1: One\n")
    after = loader.load().tracks[0]
    assert all(one is other for one, other in zip(before.sessions[1:], after.sessions[1:], strict=True))
