"""`cockpit phase`, `error`, `tokens`, `files` and `init --plan`, on a session of Maestro."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, contents, copied
from tests.cli.test_unread import MAESTRO
from tests.support.messages import words

STATE = "docs/maestro/state/active-session.md"
CREW_ROTA = words("phase 2 (Crew rota)")


@pytest.fixture
def session(tmp_path: Path) -> Path:
    return copied("maestro/crlf", tmp_path)


MIB = 1024 * 1024


def grow(path: Path, size: int) -> bytes:
    """A log that an agent wrote on and on."""
    with path.open("ab") as file:
        file.write(b"\r\n## Log\r\n\r\n" + (b"- a line of what was done" * 40 + b"\r\n") * (size // 1000 + 1))
    return path.read_bytes()


def test_a_session_that_is_too_long_to_be_edited_can_be_put_away(run: Run, session: Path) -> None:
    before = grow(session / STATE, MIB)
    assert run("phase", "retry", "-C", session).code == 1
    found = json.loads(run("lint", "--json", "-C", session).out)
    assert "too-long-to-edit" in {each["code"] for each in found}
    assert run("track", "archive", "--force", "-C", session).code == 0
    assert not (session / STATE).exists()
    (archived,) = (session / "docs" / "maestro" / "state" / "archive").iterdir()
    assert len(archived.read_bytes()) >= MIB
    assert run("undo", "-C", session).code == 0
    assert (session / STATE).read_bytes() == before


def test_of_one_that_is_read_in_part_nothing_is_moved(run: Run, session: Path) -> None:
    before = grow(session / STATE, 4 * MIB)
    assert run("track", "archive", "--force", "-C", session).code == 1
    assert (session / STATE).read_bytes() == before


def test_a_session_begins_with_a_plan(run: Run, tmp_path: Path) -> None:
    plan = tmp_path / "plans" / "tides-impl-plan.md"
    plan.parent.mkdir()
    plan.write_text("# Tides\n\n## Phase 1: Read\n\n## Phase 2: Show\n")
    done = run("init", "maestro", "--plan", plan, "-C", tmp_path)
    assert done.bare.out.startswith("Started session 20")
    assert done.bare.out.endswith(f"-tides with 2 phases: {STATE}.\n")
    again = run("init", "maestro", "--plan", plan, "-C", tmp_path)
    assert (again.code, again.bare.err.endswith("continue it with `cockpit resume`.\n")) == (1, True)
    outside = run("init", "maestro", "--plan", "/etc/hosts", "-C", tmp_path)
    assert outside.bare.err == "cockpit: /etc/hosts is outside the project. Name a file inside the project.\n"
    other = run("init", "autopilot", "--plan", plan, "-C", tmp_path)
    assert other.bare.err == "cockpit: Project Autopilot starts without a plan. Omit --plan.\n"


def test_a_session_is_resumed_by_its_own_protocol(run: Run, session: Path) -> None:
    before = (session / STATE).read_bytes()
    held = run("resume", "-C", session)
    assert held.code == 1
    assert f"cockpit -C {session} phase retry 2  # retry\n" in held.out
    assert "No error is unresolved" not in held.out
    checks = json.loads(run("resume", "--json", "-C", session).out)["checks"]
    assert [option["name"] for each in checks for option in each["options"]] == [
        "retry", "skip", "abort", "adjust", "resolve",
    ]  # fmt: skip
    assert run("resume", "start", "-C", session).err.startswith("cockpit: Phase 2 names files that do not exist: ")
    assert run("phase", "resolve", "night shift", "--note", "It has one", "-C", session).code == 0
    for line in ("half-done", "file"):
        run("resume", "waive", line, "--reason", "lies elsewhere", "-C", session)
    clear = run("resume", "-C", session)
    assert (clear.code, "resume start` marks the next step as in progress." in clear.out) == (0, True)
    assert (
        f"After that: {words('Restarted phase 2 (Crew rota), retry 2 of 2.')}"
        in run("resume", "start", "--dry-run", "-C", session).out
    )
    assert run("resume", "start", "-C", session).out == "Restarted phase 2 (Crew rota), retry 2 of 2.\n"
    prompt = run("resume", "prompt", "-C", session).out
    assert f"Begin {CREW_ROTA} again from the start; it was under way when the work stopped." in prompt
    for _ in range(2):
        assert run("undo", "-C", session).code == 0
    assert (session / STATE).read_bytes() == before


def test_what_is_open_is_archived_by_a_person_only_and_one_undo_brings_all_of_it_back(
    run: Run, session: Path, by_agent: Run
) -> None:
    plan = session / "docs" / "maestro" / "plans" / "night-ferries-impl-plan.md"
    plan.parent.mkdir()
    plan.write_text("# Plan\n")
    before = contents(session)
    refused = run("track", "archive", "-C", session)
    assert (refused.code, "`cockpit track archive --force`" in refused.bare.err) == (1, True)
    assert "Only a person may do this" in by_agent("track", "archive", "--force", "-C", session).bare.err
    assert contents(session) == before
    assert run("track", "archive", "--force", "-C", session).bare.out.startswith("Archived session ")
    assert (plan.parent / "archive" / plan.name).exists()
    assert run("track", "archive", "-C", session).code == 1
    assert run("undo", "-C", session).code == 0
    assert contents(session) == before


def write(session: Path, *pairs: tuple[str, str]) -> None:
    text = (session / STATE).read_bytes().decode()
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    (session / STATE).write_bytes(text.encode())


@pytest.mark.parametrize(("stated", "code"), [("two", 30), ("many", 20)])
def test_used_up_and_unreadable_retries_hold_until_a_person_resets_them(
    run: Run, session: Path, by_agent: Run, stated: str, code: int
) -> None:
    write(session, ("retry_count: 1", f"retry_count: {stated}"))
    assert run("check", "-C", session).code == code
    assert stated in run("status", "retries", "-C", session).out or code != 20
    retry = run("phase", "retry", "2", "-C", session)
    assert (retry.code, f"retry_count: {stated}" in (session / STATE).read_bytes().decode()) == (1, True)
    resume = run("resume", "-C", session)
    assert resume.code != 0
    assert "resume start" not in resume.out
    assert f"cockpit -C {session} phase reset" in resume.out
    assert by_agent("phase", "reset", "-C", session).code == 1
    assert run("phase", "reset", "-C", session).code == 0
    assert run("check", "-C", session).bare.out == "Phase 2 (Crew rota) failed; an error is unresolved.\n"
    assert run("phase", "retry", "2", "-C", session).code == 0
    assert run("check", "-C", session).code == 0


def test_a_damaged_session_is_put_away_as_it_is(run: Run, session: Path) -> None:
    write(session, ("current_phase", "...\r\ncurrent_phase"))
    data = (session / STATE).read_bytes()
    assert run("track", "archive", "-C", session).code == 1
    assert (session / STATE).read_bytes() == data
    assert run("track", "archive", "--force", "-C", session).code == 0
    (kept,) = (session / "docs/maestro/state/archive").iterdir()
    assert kept.read_bytes() == data
    assert run("undo", "-C", session).code == 0
    assert (session / STATE).read_bytes() == data


def test_a_state_folder_outside_is_no_track(run: Run, root: Path) -> None:
    (root / ".env").write_text("MAESTRO_STATE_DIR=../x\n")
    assert [each["system"] for each in json.loads(run("status", "--json", "-C", root).out)["tracks"]] == ["autopilot"]
    assert run("ack", "cost", "-C", root).code == 0


def test_a_failed_phase_without_an_error_blocks_resuming_until_it_is_tried_again(run: Run, tmp_path: Path) -> None:
    (tmp_path / STATE).parent.mkdir(parents=True)
    (tmp_path / STATE).write_text(MAESTRO.format(status="in_progress", phase="failed"))
    told = run("resume", "-C", tmp_path)
    assert (told.code, "Phase 1 (Pumps) failed; no reason is recorded" in told.out) == (1, True)
    assert "phase retry 1\n" in told.out
    assert run("phase", "retry", "1", "-C", tmp_path).code == 0
    assert "A phase failed" not in run("resume", "-C", tmp_path).out
