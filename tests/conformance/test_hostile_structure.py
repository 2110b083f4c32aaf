"""Hostile structure on a real disk: nothing outside the project is opened or written, and nothing is waited for."""

import os
import socket
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from cockpit.model.errors import CommandError
from cockpit.model.handoff_draft import HandoffDraft
from cockpit.model.intents import Intent
from cockpit.project import handing_off, resuming
from cockpit.project.change import change
from cockpit.project.workspace import Workspace
from cockpit.text.decoding import decode, encode
from tests.conformance.described import Described
from tests.conformance.file_openings import opened
from tests.conformance.memory_system import NOW, Bytes
from tests.conformance.registry import BY_FILES
from tests.conformance.test_reading import check
from tests.proofs.mutation import HOSTILE
from tests.proofs.poison import write
from tests.proofs.text_runs import SUFFIXES, Run, runs

every_system = pytest.mark.parametrize("system", BY_FILES, ids=lambda system: system.id)
PATHS = (
    "../outside/secret.md", "../../etc/passwd", "/etc/passwd", "~/secret.md", "/dev/zero", "a\0b.md",
    f"{'x' * 5_000}.md",
    "link/secret.md", ".git/config", "waits.md", "--output=x.md", "{outside}/secret.md", "a/../../outside/secret.md",
    "file:///etc/passwd", "\\\\host\\share.md", "./.././../outside/secret.md",
)  # fmt: skip
"""Where a file may say that another one lies. `link` leads outside, `waits.md` is a FIFO."""


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder beside the project, the person's home too, with what nobody must read."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "secret.md").write_text("# Secret\n")
    monkeypatch.setenv("HOME", str(folder))
    return folder


def project(folder: Path, files: Mapping[str, bytes], outside: Path) -> Path:
    """The files on disk, with the link and the FIFO that `PATHS` speak of."""
    root = write(folder, files)
    (root / "link").symlink_to(outside)
    os.mkfifo(root / "waits.md")
    return root


def told_elsewhere(files: Bytes, shift: int, outside: Path) -> Bytes:
    """The same files with hostile paths where they name one; which stands where turns with `shift`."""
    told, place = {}, shift
    for path, data in files.items():
        source = decode(data)
        text = source.text
        for run in sorted(_naming(path, text), key=lambda run: run.start, reverse=True):
            value = PATHS[place % len(PATHS)].replace("{outside}", str(outside))
            text = text[: run.start] + value.replace("\\", "\\\\" * (run.kind == "string") or "\\") + text[run.end :]
            place += 1
        told[path] = encode(source.with_text(text))
    return told


def _naming(path: str, text: str) -> Iterator[Run]:
    """The runs of a text that name a file, none inside another."""
    end = 0
    found = runs(path, text) if path.endswith(SUFFIXES) else []
    for run in sorted(found, key=lambda run: (run.start, -run.end)):
        if (
            run.start >= end
            and run.kind != "key"
            and " " not in run.value.strip()
            and ("/" in run.value or ".md" in run.value)
        ):
            yield run
            end = run.end


def use(writer: Workspace, intents: tuple[Intent, ...]) -> int:
    """How many verbs did something; the others are refused. A handoff and a resume are looked at first."""
    done = 0
    try:
        resuming.look(writer, None)
        proposal = handing_off.propose_handoff(writer, None)
        draft = HandoffDraft(state="x", next_action="x")
        handing_off.preview(writer, proposal.track, draft)
    except CommandError as refused:
        assert str(refused)
    for intent in intents:
        try:
            done += change(writer, None, intent).changed
        except CommandError as refused:
            assert str(refused), intent
    return done


def unharmed(outside: Path, paths: list[str]) -> None:
    """Fails where something outside was opened, or is another than before."""
    secret = (str(outside), "/etc/passwd", "/dev/zero", str(outside.resolve()))
    assert [path for path in paths if path.startswith(secret)] == []
    assert [(path.name, path.read_text()) for path in outside.iterdir()] == [("secret.md", "# Secret\n")]


@every_system
@pytest.mark.parametrize(("shift", "half"), [(0, 0), (8, 1)])
def test_no_path_in_a_file_leads_outside(
    system: Described, shift: int, half: int, tmp_path: Path, outside: Path
) -> None:
    """Each half of the verbs with other paths in the same places."""
    files = told_elsewhere(system.fixtures[system.healthy], shift, outside)
    assert files != system.fixtures[system.healthy]
    root = project(tmp_path / "p", files, outside)
    with opened() as paths:
        use(Workspace(root=root, now=NOW), system.intents[half::2])
    unharmed(outside, paths)
    assert any(path.startswith(str(root)) for path in paths)


def fifo(path: Path, _outside: Path) -> None:
    os.mkfifo(path)


def a_socket(path: Path, _outside: Path) -> None:
    with socket.socket(socket.AF_UNIX) as end:
        here = Path.cwd()
        os.chdir(path.parent)  # the name of a socket must be short
        end.bind(path.name)
        os.chdir(here)


def device(path: Path, _outside: Path) -> None:
    path.symlink_to("/dev/zero")


def another(path: Path, outside: Path) -> None:
    path.symlink_to(outside / "secret.md")


def sparse(path: Path, _outside: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 30)


@every_system
@pytest.mark.parametrize(
    ("make", "turn"),
    [
        (fifo, slice(0, None, 6)),
        (a_socket, slice(2, None, 9)),
        (device, slice(4, None, 9)),
        (another, slice(3, None, 6)),
        (sparse, slice(8, None, 30)),
    ],
    ids=["fifo", "socket", "device", "another", "sparse"],
)
def test_what_is_no_file_is_neither_opened_nor_written(
    system: Described, make: Callable[[Path, Path], None], turn: slice, tmp_path: Path, outside: Path
) -> None:
    """Some of the verbs, with each kind of file others."""
    files = system.fixtures[system.healthy]
    for name, main in (("main", True), ("others", False)):
        root = project(tmp_path / name, files, outside)
        for path in [path for path in files if (path == system.main) is main]:
            (root / path).unlink()
            make(root / path, outside)
        kinds = {path: os.lstat(root / path).st_mode for path in files}
        with opened() as paths:
            use(Workspace(root=root, now=NOW), system.intents[turn])
        unharmed(outside, paths)
        for path in files:
            if (path == system.main) is main and os.path.lexists(root / path):
                assert os.lstat(root / path).st_mode == kinds[path], path


@every_system
def test_no_piece_of_another_kind_stops_the_reading(system: Described) -> None:
    """The systems take turns; `python -m tests.proofs.fuzz` puts each into all of them."""
    for piece in HOSTILE[BY_FILES.index(system) % 2 :: 2]:
        files = system.fixtures[system.healthy]
        check(
            system,
            {path: data[: len(data) // 2] + b"\n" + piece + data[len(data) // 2 :] for path, data in files.items()},
        )
