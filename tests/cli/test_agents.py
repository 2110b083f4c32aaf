"""`cockpit agents`: who works and who waits, and the exit codes that scripts ask."""

import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from tests.agents.making import Made, Truth
from tests.agents.making.claude import Writer
from tests.cli.conftest import Done, Run
from tests.storage.agents.test_processes import start_of
from tests.support.permissions import biting

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


@pytest.fixture
def session() -> Iterator[Callable[..., Truth]]:
    """Writes a session of Claude Code that runs in a folder, calls a tool, and tells such a status."""
    with ExitStack() as running:

        def begin() -> tuple[int, str]:
            process = running.enter_context(subprocess.Popen(["sleep", "600"]))
            running.callback(process.kill)
            return process.pid, str(start_of(process.pid))

        def write(folder: Path, status: str | None, waits_for: str | None = None) -> Truth:
            made = Made(Path.home() / ".claude", str(folder), datetime.now(UTC), begin)
            writer = Writer(made, Random(str(status)), "cli")
            writer.begin()
            writer.until_now(2)
            writer.call(command="git push")
            writer.register(status, waits_for)
            writer.done()
            return writer.truth

        yield write


def test_whether_a_session_waits_is_the_exit_code(tmp_path: Path, run: Run, session: Callable[..., Truth]) -> None:
    asked = ("agents", "--all", "--waiting")
    assert run(*asked) == Done(0, "", "")
    session(tmp_path, "busy")
    assert run(*asked) == Done(0, "", "")
    silent = session(tmp_path, None)
    done = run(*asked)
    assert (done.code, done.out.startswith(f"claude  {silent.title}  unfinished, silent 2 min  ")) == (21, True)
    waiting = session(tmp_path, "waiting", "permission prompt")
    done = run(*asked)
    assert (done.code, done.out.startswith(f"claude  {waiting.title}  wants to run: git push  ")) == (20, True)
    assert run("agents", "--all", "--line").out == "1 needs you · 1 works · 1?\n"
    told = json.loads(run(*asked, "--json").out)["agents"]
    assert {each["id"]: each["waits_for"] for each in told} == {waiting.id: "permission", silent.id: None}


def test_a_repository_without_a_framework_is_at_work_while_a_session_is(
    tmp_path: Path, run: Run, session: Callable[..., Truth]
) -> None:
    (tmp_path / ".git").mkdir()
    for status, stands in (("idle", "paused"), ("busy", "in_progress")):
        session(tmp_path, status)
        (track,) = json.loads(run("status", "--json", "-C", tmp_path).out)["tracks"]
        assert track["position"]["status"] == stands


def test_sessions_that_may_not_be_read_are_told_of(run: Run) -> None:
    home = Path.home() / ".claude"
    home.mkdir(mode=0)
    try:
        with biting():
            done = run("agents", "--all", "--waiting")
    finally:
        home.chmod(0o700)
    told = "cockpit: ~/.claude/projects may not be read: sessions there are not known.\n"
    assert (done.code, done.out, done.err) == (1, "", told)


def test_going_to_one_says_which_is_meant_or_why_nobody_gets_there(
    tmp_path: Path, run: Run, session: Callable[..., Truth]
) -> None:
    lists = "`cockpit agents --all` lists them."
    assert run("agents", "go", "--next") == Done(1, "", f"cockpit: No session is known to need you. {lists}\n")
    shop, bank = tmp_path / "shop", tmp_path / "bank"
    working = session(shop, "busy")
    others = session(shop, "idle")
    waiting = session(bank, "waiting", "permission prompt")
    unseen = "runs where nobody can see it; pid"
    for words, told in (
        ((), f"Name a session, or use --next. {lists}"),
        (("nothing",), f"No session is called 'nothing'. {lists}"),
        (("bank",), f"{waiting.title} {unseen} {waiting.pid}."),
        (("--next",), f"{waiting.title} {unseen} {waiting.pid}."),
        (("--next", "--print"), f"No command goes to {waiting.title}."),
        ((working.id,), f"{working.title} {unseen} {working.pid}."),
    ):
        assert run("agents", "go", *words) == Done(1, "", f"cockpit: {told}\n")
    told = run("agents", "go", "shop").err
    assert told.startswith("cockpit: 2 sessions are called 'shop': ")
    assert told.endswith(" Name one by its ID.\n")
    assert all(f"{each.title} ({each.id})" in told for each in (working, others))
