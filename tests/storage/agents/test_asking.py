"""An agent's own command is asked without waiting for it; what fails, lasts or says too much tells nothing."""

import sys
from pathlib import Path

import pytest

from cockpit.storage.agents import asking
from cockpit.storage.agents.asking import AskedCommand
from tests.support.fake_system import wait_for


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which `lister` is a program; `says` says what it does."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def says(folder: Path, code: str) -> None:
    program = folder / "lister"
    program.write_text(f"#!{sys.executable}\nimport os, sys, time\n{code}\n")
    program.chmod(0o755)


def asked(folder: Path) -> bytes | None:
    command = AskedCommand(("lister", "one"), folder)
    command.wait()
    return command.answer


@pytest.mark.parametrize(
    ("code", "answer"),
    [
        ("print(sys.argv[1:], os.getcwd() == os.path.dirname(__file__), sys.stdin.read())", b"['one'] True \n"),
        ("print('a'); sys.stderr.write('b')", b"a\n"),
        ("print('half'); sys.exit(1)", None),
        ("sys.stdout.write('x' * (1024 * 1024))", b"x" * 1024 * 1024),
        ("sys.stdout.write('x' * (1024 * 1024 + 1))", None),
    ],
    ids=["answers", "errors aside", "fails", "just short enough", "too long"],
)
def test_what_it_prints_is_the_answer(folder: Path, code: str, answer: bytes | None) -> None:
    says(folder, code)
    found = asked(folder)
    assert (found or b"")[:100] == (answer or b"")[:100]
    assert (found is None, len(found or b"")) == (answer is None, len(answer or b""))


def test_without_the_program_there_is_no_answer(folder: Path) -> None:
    assert asked(folder) is None
    (folder / "lister").write_text("no program")
    (folder / "lister").chmod(0o755)
    assert asked(folder) is None


def test_one_that_does_not_end_is_ended(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    says(folder, "print(os.getpid(), flush=True); open('new', 'w').write(str(os.getpid())); os.rename('new', 'pid')\n"
                 "time.sleep(3600)")  # fmt: skip
    command = AskedCommand(("lister",), folder)
    assert not command.answered()
    wait_for((folder / "pid").exists)
    monkeypatch.setattr(asking, "LONGEST", 0.0)
    command.wait()
    assert command.answer is None
    assert not Path("/proc", (folder / "pid").read_text()).exists()


def test_it_is_not_waited_for_and_asked_again(folder: Path) -> None:
    says(folder, "while not os.path.exists('go'): time.sleep(0.01)\nprint(len(os.listdir()))")
    command = AskedCommand(("lister",), folder, every=0.0)
    assert not command.answered()  # whoever waited for it would wait for ever: it goes on when the file is there
    (folder / "go").touch()
    assert until_answered(command) == b"2\n"
    (folder / "another").touch()
    assert until_answered(command) == b"3\n"
    assert not command.answered()
    command.close()
    assert command.answer == b"3\n"


def until_answered(command: AskedCommand) -> bytes | None:
    wait_for(command.answered)
    return command.answer
