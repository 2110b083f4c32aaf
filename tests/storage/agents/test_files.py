"""An agent's folder: regular files inside it alone, nothing that holds credentials, nothing written."""

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from cockpit.storage.agents import files
from cockpit.storage.agents.files import MAX_FIRST_LINE, MAX_WHOLE, AgentFolder, AskedFiles
from cockpit.storage.signatures import Signature
from tests.support.patience import PATIENCE

Put = Callable[[Path], None]


@pytest.fixture
def at(tmp_path: Path) -> Path:
    folder = tmp_path / "home" / ".agent"
    (folder / "logs").mkdir(parents=True)
    (folder / "logs" / "one.jsonl").write_bytes(b"first\nsecond\n")
    return folder


def answers(at: Path, path: str) -> tuple[object, ...]:
    """What each question says of a path, which nothing keeps waiting."""
    found: list[object] = []

    def ask() -> None:
        files = AgentFolder(str(at))
        with files.opened(path) as file:
            found.extend([files.whole(path), files.part(path, "first line"), files.written(path), file])

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(PATIENCE)
    assert len(found) == 4, "it raised, or waits"
    return tuple(found)


def fifo(path: Path) -> None:
    os.mkfifo(path)


def folder(path: Path) -> None:
    path.mkdir()


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def loop(path: Path) -> None:
    path.symlink_to(path)


def nothing(path: Path) -> None:
    path.symlink_to(path.with_name("nothing"))


def outward(path: Path) -> None:
    outside = path.parent.parent.parent / "secret.jsonl"
    outside.write_bytes(b"secret\n")
    path.symlink_to(outside)


def upward(path: Path) -> None:
    outward(path)
    path.unlink()
    path.symlink_to("../../secret.jsonl")


def absent(path: Path) -> None:
    assert not path.exists()


@pytest.mark.parametrize("put", [fifo, folder, device, loop, nothing, outward, upward, absent])
def test_what_is_no_regular_file_inside_is_as_if_not_there(at: Path, put: Put) -> None:
    path = at / "logs" / "two.jsonl"
    put(path)
    assert answers(at, str(path)) == (None, None, None, None)


def test_a_link_of_the_persons_in_place_of_a_folder_is_followed_and_one_in_place_of_a_file_is_not(
    at: Path, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "one.jsonl").write_bytes(b"secret\n")
    (at / "linked").symlink_to(tmp_path / "other")
    (tmp_path / "other" / "out.jsonl").symlink_to("/etc/hostname")
    folder = AgentFolder(str(at))
    assert folder.listing(f"{at}/linked")[0] == ("one.jsonl", "out.jsonl")
    assert [name for name, _ in folder.dated(f"{at}/linked")] == ["one.jsonl"]
    assert folder.whole(f"{at}/linked/one.jsonl") == b"secret\n"
    assert answers(at, f"{at}/linked/out.jsonl") == (None, None, None, None)


@pytest.mark.parametrize(
    "path", ["", "/", "/etc/hosts", "{at}/../x", "{at}x/one.jsonl", "{at}/a\0b", "{at}/\ud800", "one.jsonl",
             "{at}/" + "a" * 5000, "{at}/" + "a/" * 2000, "{at}/logs/one.jsonl/below", "{at}"],
)  # fmt: skip
def test_paths_that_are_none_of_the_folder(at: Path, path: str) -> None:
    path = path.replace("{at}", str(at))
    assert answers(at, path) == (None, None, None, None)
    asked = AskedFiles(AgentFolder(str(at)))
    assert (asked.whole(path), asked.part(path, "first line"), asked.written(path)) == (None, None, None)
    if path != str(at):
        assert asked.names(path) == ()
    asked.stirred()


@pytest.mark.parametrize(
    "name", [".credentials.json", "auth.json", "oauth_creds.json", "mcp-oauth-tokens.json", "google_accounts.json",
             ".env", ".env.local", "id_rsa", "server.pem", "signing.key", "Auth.JSON", ".claude.json"],
)  # fmt: skip
def test_credentials_are_never_opened_and_a_plan_may_sound_like_them(at: Path, name: str) -> None:
    (at / "secret-oauth-garden.md").write_bytes(b"a plan\n")
    assert answers(at, f"{at}/secret-oauth-garden.md")[0] == b"a plan\n"
    (at / name).write_bytes(b"secret\n")
    (at / "harmless.json").symlink_to(name)
    for path in (at / name, at / "harmless.json"):
        assert answers(at, str(path)) == (None, None, None, None)


def test_sizes_are_limited(at: Path) -> None:
    files, path = AgentFolder(str(at)), at / "large"
    path.write_bytes(b"x" * MAX_WHOLE)
    assert len(files.whole(str(path)) or b"") == MAX_WHOLE
    path.write_bytes(b"x" * (MAX_WHOLE + 1))
    assert files.whole(str(path)) is None
    path.write_bytes(b"x" * MAX_FIRST_LINE + b"\nmore\n")
    assert len(files.part(str(path), "first line") or b"") == MAX_FIRST_LINE
    path.write_bytes(b"x" * (MAX_FIRST_LINE + 1) + b"\nmore\n")
    assert files.part(str(path), "first line") is None


def test_a_first_line_without_an_end_waits(at: Path, calm: Callable[[float], None]) -> None:
    path = at / "log"
    path.write_bytes(b"fir")
    asked = AskedFiles(AgentFolder(str(at)), logs=True)
    assert asked.part(str(path), "first line") is None
    path.write_bytes(b"first\n")
    calm(9)
    assert asked.stirred()
    assert asked.part(str(path), "first line") == b"first"


def test_a_first_line_is_read_once(at: Path, calm: Callable[[float], None], monkeypatch: pytest.MonkeyPatch) -> None:
    calm(9)
    files, path = AgentFolder(str(at)), str(at / "logs" / "one.jsonl")
    assert files.part(path, "first line") == b"first"
    with monkeypatch.context() as patch:
        patch.setattr(AgentFolder, "opened", None)
        assert files.part(path, "first line") == b"first"
    Path(path).write_bytes(b"another\n")
    assert files.part(path, "first line") == b"another"


def test_what_comes_while_it_is_asked_for_is_seen(
    at: Path, calm: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    calm(9)
    asked, real = AskedFiles(AgentFolder(str(at))), files.settled_signature_of

    def looks(path: str) -> Signature:
        found = real(path)
        if found.kind == "absent":
            Path(path).mkdir()
            calm(9)
        return found

    monkeypatch.setattr(files, "settled_signature_of", looks)
    asked.names(f"{at}/tasks")
    (at / "tasks" / "1.json").write_bytes(b"1")
    assert asked.stirred()
