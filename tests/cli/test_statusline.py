"""`cockpit statusline`: what is told is kept and shown, and the agent never fails by it."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from cockpit.model.readings import Reading
from cockpit.project.readings import read_readings
from cockpit.rules.readings import context_of, contexts, cost, last_reading, spent
from cockpit.storage.user_files import readings as kept
from cockpit.storage.user_files.places import repository_state_dir
from tests.cli.conftest import Run
from tests.support import repositories
from tests.support.fake_system import wait_for
from tests.support.patience import PATIENCE
from tests.support.permissions import biting
from tests.support.status_lines import NO_AMOUNTS, NOT_SAID, PROMPT, day, said

ROOT = Path(__file__).resolve().parents[2]
NOW = 1_790_000_000.0
WINDOWS = ("five_hour", "seven_day")
Tell = Callable[..., str]


def clock(at: float) -> SimpleNamespace:
    return SimpleNamespace(time=lambda: at, localtime=time.localtime, strftime=time.strftime)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return repositories.begin(tmp_path / "repository")


@pytest.fixture
def worktree(repository: Path, tmp_path: Path) -> Path:
    repositories.run(repository, "worktree", "add", "-q", str(tmp_path / "worktree"))
    return tmp_path / "worktree"


@pytest.fixture
def tell(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Tell:
    """Run the command with an input at an instant, in a process of an agent; what it prints."""
    from cockpit.cli.main import main

    def told(data: bytes | dict[str, object], *more: str, at: float = NOW, process: int | None = None) -> str:
        whole = data if isinstance(data, bytes) else json.dumps(data).encode()
        with monkeypatch.context() as patch:
            patch.setattr("cockpit.cli.statusline.time", clock(at))
            patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(whole)))
            patch.setenv("CLAUDE_PID", str(process) if process is not None else "")
            assert main(["statusline", *more]) == 0
        out, err = capsysbinary.readouterr()
        assert err == b""
        return out.decode()

    return told


def started(folder: Path, data: object, *more: str, **variables: str) -> subprocess.CompletedProcess[bytes]:
    """The command as the agent starts it."""
    command = [sys.executable, "-m", "cockpit", "statusline", *more]
    return subprocess.run(command, input=json.dumps(data).encode(), cwd=folder, capture_output=True, check=False,
                          env=os.environ | {"PYTHONPATH": str(ROOT)} | variables)  # fmt: skip


def test_it_prints_one_line_and_keeps_what_was_told(tell: Tell, repository: Path) -> None:
    assert tell(said("s", repository)) == "$0.63 · context 50 %\n"
    assert read_readings(repository).entries == (
        Reading(at=NOW, session="s", cost=0.63, context=50, tokens=100_000, window=200_000, model="claude-sonnet-4-5"),
    )


def test_the_page_names_each_field_and_its_example_prints_the_line(tell: Tell, repository: Path) -> None:
    page = (ROOT / "docs/limits.md").read_text("utf-8")
    (example,) = (line for line in page.splitlines() if line.startswith("echo "))
    data = json.loads(example.split("'")[1])
    assert example.endswith("' | cockpit --read-only statusline")
    assert tell(data | {"cwd": str(repository)}) == "$0.63 · context 50 %\n"
    assert read_readings(repository).entries == (Reading(at=NOW, session="trial", cost=0.63, context=50),)
    for field in (
        "session_id", "cost.total_cost_usd", "context_window.used_percentage", "context_window.context_window_size",
        "context_window.current_usage", "model.id", "rate_limits.five_hour", "workspace.project_dir",
    ):  # fmt: skip
        assert f"| `{field}` |" in page


@pytest.mark.parametrize(
    ("cost", "used", "line"),
    [
        (0, None, "$0.00\n"), (9.999, 199_999, "$9.99 · context 100 %\n"), (1234.5, 0, "$1,234.50 · context 0 %\n"),
        ("0.63", 2000, "context 1 %\n"), (None, None, ""),
    ],
)  # fmt: skip
def test_the_line_says_what_is_known(tell: Tell, repository: Path, cost: object, used: object, line: str) -> None:
    assert tell(said("s", repository, cost=cost, used=used)) == line


@pytest.mark.parametrize(
    ("five_hour", "seven_day", "line"),
    [
        ((24.7, 3 * 3600), None, " · 5 h 24 %, resets 17:13"),
        ((24, 3 * 3600), (41, 3 * 86_400), " · 5 h 24 %, resets 17:13 · 7 d 41 %"),
        (None, (41, 86_399), " · 7 d 41 %, resets 14:13"),
        ((24, -1), (41, 86_400), " · 7 d 41 %"),
        ((0, 0), (100, 10**12), ""), ((24, None), ("41", 60), ""), ((None, 60), (True, 60), ""),
        ((float("nan"), 60), (float("inf"), 60), ""), ((-1, 60), (10**30, 60), ""),
        ((24, float("nan")), (24, True), ""),
    ],
)  # fmt: skip
def test_the_line_says_how_much_of_a_limit_is_used_until_it_begins_anew(
    tell: Tell, repository: Path, five_hour: tuple[object, object] | None, seven_day: object, line: str
) -> None:
    stated = zip(WINDOWS, (five_hour, seven_day), strict=True)
    limits = {name: limited(*each) for name, each in stated if isinstance(each, tuple)}
    assert tell(said("s", repository, rate_limits=limits)) == f"$0.63 · context 50 %{line}\n"


def limited(used: object, later: object) -> dict[str, object]:
    """A limit of the provider that begins anew so many seconds later than `NOW`."""
    is_number = isinstance(later, int) and not isinstance(later, bool)
    return {"used_percentage": used, "resets_at": NOW + later if is_number else later}  # type: ignore[operator]


def test_limits_and_model_of_another_shape_are_not_stated(tell: Tell, repository: Path) -> None:
    limits = (None, [], "x", {"five_hour": 3}, {"x" * 5000: limited(1, 60), "seven_day": []})
    for each, model in zip(limits, (None, 3, "a\x1bb", "é", "x" * 101), strict=True):
        assert tell(said("s", repository, rate_limits=each, model={"id": model})) == "$0.63 · context 50 %\n"
        found = read_readings(repository).entries[-1]
        assert (found.model, found.five_hour, found.seven_day) == (None, None, None)


def test_what_a_session_does_not_record_itself_is_told_with_it(repository: Path, run: Run) -> None:
    """The limits of the account by the session that told them last."""
    at, instant = time.time(), f"{datetime.now(UTC):%FT%TZ}"
    one, two = (f"{number}199d7c2-4e8b-4a30-b6d1-93f04c5a7e22" for number in (1, 2))
    for session in (one, two):
        log = Path.home() / ".claude" / "projects" / re.sub("[^a-zA-Z0-9]", "-", str(repository)) / f"{session}.jsonl"
        log.parent.mkdir(parents=True, exist_ok=True)
        usage = {"input_tokens": 60_000, "cache_read_input_tokens": 60_000, "output_tokens": 9}
        message = {"id": "m", "role": "assistant", "model": "claude-opus-5", "stop_reason": "tool_use", "usage": usage,
                   "content": []}  # fmt: skip
        record = {"type": "assistant", "sessionId": session, "cwd": str(repository), "uuid": "u", "timestamp": instant,
                  "version": "2.1.332", "message": message}  # fmt: skip
        log.write_text(json.dumps(record) + "\n")
    limits = [{"five_hour": {"used_percentage": used, "resets_at": at + 7200}} for used in (24, 31)]
    started(repository, said(one, repository, cost=1.25, rate_limits=limits[0]))
    started(repository, said(two, repository, cost=2, rate_limits=limits[1]))
    found = {each["id"]: each for each in json.loads(run("agents", "-C", repository, "--json").out)["agents"]}
    assert {each: (said["cost"], said["model"], said["context"]) for each, said in found.items()} == {
        one: (1.25, "claude-opus-5", {"tokens": 120_000, "window": 200_000, "percent": 60}),
        two: (2, "claude-opus-5", {"tokens": 120_000, "window": 200_000, "percent": 60}),
    }
    resets = datetime.fromtimestamp(int(at + 7200), UTC)
    for each in found.values():
        assert each["rate_limits"] == [{"window": "five_hour", "used": 31, "resets_at": f"{resets:%FT%TZ}"}]
    printed = run("agents", "-C", repository).out.splitlines()
    assert printed[-1] == f"claude: 5 h 31 %, resets {resets:%H:%M}"
    assert [line for line in printed[:-1] if " 60 % " in line] == printed[:-1]


def test_neither_prompt_nor_environment_is_kept(tell: Tell, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CODE_TOKEN", "a secret of the environment")
    tell(said("s", repository, version="2.1.214"))
    text = (repository_state_dir(repository) / kept.NAME).read_text()
    assert len(text.splitlines()) == 1
    for word in (PROMPT, "secret", str(repository), "transcript"):
        assert word not in text


@pytest.fixture(params=[False, True])
def often(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether readings are compacted after every few."""
    if request.param:
        monkeypatch.setattr(kept, "COMPACT_BYTES", 12_000)
    return bool(request.param)


def test_a_day_comes_to_what_was_spent(tell: Tell, repository: Path, worktree: Path, often: bool) -> None:
    made = day(int(often), (repository, worktree), NOW)
    before = 0.0
    for place, (clock, process, data) in enumerate(made.told):
        if place == made.marked:
            before = spent(read_readings(repository))
        tell(data, at=clock, process=process)
    found, now = read_readings(worktree), made.told[-1][0]
    whole, since = cost(found, now=now), cost(found, before=before, now=now)
    assert whole is not None and since is not None
    assert (whole.value, since.value) == (round(made.spent, 6), round(made.spent_since, 6))
    assert not whole.at_least
    assert {each: (context.value if (context := context_of(found, each, now=now)) else None)
            for each in made.contexts} == made.contexts  # fmt: skip
    last = {each.session: each for each in found.entries}
    assert {each: (last[each].model, last[each].five_hour) for each in made.limits} == made.limits
    assert (len(found.entries) < len(made.told) // 2) == often


def test_what_is_no_object_and_no_session_is_nothing(tell: Tell, repository: Path) -> None:
    for data in NOT_SAID:
        assert tell(data.encode("utf-8", "surrogatepass")) == "", data[:40]
    for session in (None, "", 3, "a\x1bb", "é", "x" * 101):
        assert tell(said("s", repository) | {"session_id": session}) == "", session
    assert read_readings(repository).entries == ()


def test_what_is_no_number_is_not_stated(tell: Tell, repository: Path) -> None:
    for number, amount in enumerate(NO_AMOUNTS):
        tell(said(f"s{number}", repository, cost=1.0, used=2000))
        assert tell(said(f"s{number}", repository, cost=amount, used=amount)) == "", amount
        found = read_readings(repository)
        assert cost(found, now=NOW) is not None
        assert context_of(found, f"s{number}", now=NOW) is None, amount


def test_what_is_told_in_another_shape_is_not_stated(tell: Tell, repository: Path, tmp_path: Path) -> None:
    for number, shape in enumerate(
        ({"cost": 1}, {"context_window": {"used_percentage": "3"}}, {"cost": [], "model": 3})
    ):
        tell(said(f"s{number}", repository) | shape)
        reading = last_reading(read_readings(repository), f"s{number}")
        assert reading is not None
        for name, field in (("cost", reading.cost), ("context_window", reading.context)):
            assert (field is None) == (name in shape), shape
    for number, workspace in enumerate((None, {"project_dir": 3})):  # without a project it is the folder
        folder = tmp_path / str(number)
        folder.mkdir()
        tell(said("s", folder) | {"workspace": workspace, "cwd": str(folder)})
        assert last_reading(read_readings(folder), "s") is not None


def test_a_linked_worktree_and_a_folder_below_share_the_repository(
    tell: Tell, repository: Path, worktree: Path
) -> None:
    (worktree / "sub").mkdir()
    for number, folder in enumerate((repository, worktree, worktree / "sub")):
        tell(said(f"s{number}", folder))
    found = [read_readings(folder) for folder in (repository, worktree, worktree / "sub")]
    assert found[0] == found[1] == found[2]
    assert len(found[0].entries) == 3
    assert [each.session for each in contexts(found[0], now=NOW)] == ["s0", "s1", "s2"]


def test_a_folder_that_names_somebody_elses_repository_is_its_own(
    tell: Tell, repository: Path, worktree: Path, tmp_path: Path
) -> None:
    for number, pointer in enumerate((repository / ".git", (worktree / ".git").read_text().removeprefix("gitdir: "))):
        stranger = tmp_path / f"stranger{number}"
        stranger.mkdir()
        (stranger / ".git").write_text(f"gitdir: {pointer}\n")
        tell(said("s", stranger))
        assert last_reading(read_readings(stranger), "s") is not None
    assert read_readings(repository).entries == ()


# The command that was there before


def test_a_wrapped_command_gets_the_same_and_is_shown_first(repository: Path) -> None:
    told = said("s", repository)
    for words in (("--wrap", "cat; printf no-line-end"), ("--wrap=cat; printf no-line-end",)):
        done = started(repository, told, *words)
        above, line = done.stdout.decode().rstrip("\n").rsplit("\n", 1)
        assert above == json.dumps(told) + "no-line-end"
        assert (line, done.stderr, done.returncode) == ("$0.63 · context 50 %", b"", 0)
    assert len(read_readings(repository).entries) == 2


def test_a_wrapped_command_that_fails_fails_nobody(tell: Tell, repository: Path) -> None:
    for command in ("echo words; echo words >&2; exit 3", "no-such-command-anywhere", "kill -9 $$", ")", "true"):
        assert tell(said("s", repository), "--wrap", command) == "$0.63 · context 50 %\n", command


def test_a_wrapped_command_has_a_time_limit(tell: Tell, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cockpit.cli.statusline.WRAP_SECONDS", 0.05)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    assert tell(said("s", repository), "--wrap", "echo early; sleep 600 & wait") == "$0.63 · context 50 %\n"


def test_a_wrapped_command_ends_with_it(repository: Path, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    wrapped = f"echo $$ > {begun}.new; mv {begun}.new {begun}; exec sleep 600"
    command = [sys.executable, "-m", "cockpit", "statusline", "--wrap", wrapped]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert process.stdin is not None
    process.stdin.write(json.dumps(said("s", repository)).encode())
    process.stdin.close()
    wait_for(begun.exists)
    process.terminate()
    assert process.wait(PATIENCE) == 0
    wait_for(lambda: b"sleep" not in _command_of(begun.read_text().strip()))
    assert len(read_readings(repository).entries) == 1


def _command_of(pid: str) -> bytes:
    """Nothing, of one that has ended and that nobody waited for."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


# Whatever happens to cockpit's folder, the agent goes on


def test_a_folder_that_may_not_be_written_fails_nobody(
    tell: Tell, repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COCKPIT_STATE_DIR", str(tmp_path / "state"))
    (tmp_path / "state").mkdir(0o500)
    with biting():
        assert tell(said("s", repository)) == "$0.63 · context 50 %\n"
    assert list((tmp_path / "state").iterdir()) == []


def test_a_folder_that_cannot_be_fails_nobody(
    tell: Tell, repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for state in ("/dev/full/state", "/proc/state", "~nobody-of-this-name/state", "/dev/null", "a\nb"):
        monkeypatch.setenv("COCKPIT_STATE_DIR", state)
        assert tell(said("s", repository)) == "$0.63 · context 50 %\n", state


def test_a_full_disk_fails_nobody_and_leaves_whole_lines(
    tell: Tell, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(said("s", repository))
    write = os.write

    def full(descriptor: int, data: bytes) -> int:
        if len(data) < 100:
            raise OSError(28, "No space left on device")
        return write(descriptor, data[:50])

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        assert tell(said("s", repository, cost=5)) == "$5.00 · context 50 %\n"
    tell(said("s", repository, cost=7))
    found = read_readings(repository).entries
    assert [each.cost for each in found if each.at] == [0.63, 7]  # type: ignore[union-attr]


@pytest.mark.parametrize("stream", ["stdin", "stdout", "stderr"])
def test_a_closed_stream_fails_nobody(repository: Path, stream: str) -> None:
    closed = {"stdin": "<&-", "stdout": ">&-", "stderr": "2>&-"}[stream]
    done = subprocess.run(["sh", "-c", f'"$0" -m cockpit statusline {closed}', sys.executable], capture_output=True,
                          input=json.dumps(said("s", repository)).encode(), cwd=ROOT, check=False)  # fmt: skip
    assert (done.stderr, done.returncode) == (b"", 0)
    assert len(read_readings(repository).entries) == (stream != "stdin")


def test_an_output_that_takes_nothing_fails_nobody(repository: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([sys.executable, "-m", "cockpit", "statusline"], stdout=full, stderr=subprocess.PIPE,
                              input=json.dumps(said("s", repository)).encode(), cwd=ROOT, check=False,
                              env={**os.environ, "PYTHONUNBUFFERED": ""})  # fmt: skip
    assert (done.stderr, done.returncode) == (b"", 0)


def test_read_only_keeps_nothing(tell: Tell, repository: Path) -> None:
    assert tell(said("s", repository), "--read-only") == "$0.63 · context 50 %\n"
    assert read_readings(repository).entries == ()


def test_a_person_is_told_what_it_is_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    assert "statusline --help" in run("statusline").out


MODULES = """
import sys
before = set(sys.modules)
from cockpit.cli.main import main
main(["statusline"])
import re
print(*sorted({name.partition(".")[0] for name in set(sys.modules) - before} - {"cockpit"}))
print(*sorted(name for name in sys.modules if name.startswith("cockpit.")))
"""
STANDARD = {
    "_collections", "_contextvars", "_functools", "_json", "_operator", "_sha2", "_sha256", "_sre", "_struct",
    "__future__", "binascii", "collections", "contextlib", "copyreg", "enum", "errno", "fcntl", "functools", "gc",
    "itertools", "json", "keyword", "operator", "re", "reprlib", "types",
}  # fmt: skip
OURS = {
    "agents", "agents.status_line", "cli", "cli.main", "cli.statusline", "project",
    "project.kept_answers", "project.readings", "storage", "storage.disk", "storage.git_folders", "storage.user_files",
    "storage.user_files.folder_names", "storage.user_files.readings",
}  # fmt: skip


def test_it_imports_next_to_nothing(repository: Path) -> None:
    """It is started after every message of every agent."""
    tell = [sys.executable, "-c", MODULES]
    for _ in range(2):  # the first makes the folder
        done = subprocess.run(tell, input=json.dumps(said("s", repository)).encode(), capture_output=True, check=True,
                              cwd=ROOT)  # fmt: skip
    line, standard, ours = done.stdout.decode().splitlines()
    assert line == "$0.63 · context 50 %"
    assert set(standard.split()) - STANDARD == set()
    assert {each.removeprefix("cockpit.") for each in ours.split()} == OURS


def test_the_longest_line_fits_a_page(tell: Tell, repository: Path) -> None:
    """So that it is there whole, or not at all, whenever the process is killed."""
    longest, number = "x" * 100, 123456789012.123456
    parts = {"input_tokens": number, "cache_read_input_tokens": number, "cache_creation_input_tokens": number}
    context = {"used_percentage": number, "context_window_size": number, "current_usage": parts}
    limit = {"used_percentage": number, "resets_at": number}
    limits = dict.fromkeys((*WINDOWS, *(f"{number}{longest}" for number in range(20))), limit)
    told = said(longest, repository, cost=number, context_window=context, model={"id": longest}, rate_limits=limits)
    tell(told, at=number, process=2**63)
    assert (repository_state_dir(repository) / kept.NAME).stat().st_size < 700
    assert last_reading(read_readings(repository), longest) is not None
