"""The commands over a small project: what they print, and their exit codes."""

import json
import re
from pathlib import Path

import pytest
import time_machine

from cockpit.storage.user_files.places import settings_file
from tests.cli.conftest import THRESHOLDS, TRANSPONDER, Done, Run, contents, reading, snoozed, write_project

ACKNOWLEDGED = {
    "acknowledgments": {
        "cost": {"acknowledged_at": "2026-01-29T14:30:00Z", "value_at_acknowledgment": 26.5,
                 "threshold_level": "alert", "session_id": "s1", "user_note": "complex feature"},
        "context": {"acknowledged_at": "2026-01-28T14:30:00Z", "value_at_acknowledgment": 31,
                    "threshold_level": "warning", "session_id": "s1", "user_note": None},
    },
    "acknowledgment_history": [],
    "last_reset": None,
}  # fmt: skip


@pytest.fixture(autouse=True)
def now() -> object:
    with time_machine.travel("2026-01-29T16:30:00Z", tick=False) as traveller:
        yield traveller


def test_the_commands_say_of_a_session_that_handed_off_what_the_screen_says(run: Run, tmp_path: Path) -> None:
    root = write_project(tmp_path / "p")
    handoff = (
        "---\nphase: 3\nplan: 2\nstatus: in_progress\ncreated: 2026-01-29T16:00:00Z\n---\n\n## Next Action\n\nGo on\n"
    )
    (root / ".autopilot/holding-pattern.md").write_text(handoff)
    over = "the alert remains until it is acknowledged or a fresh agent records its own value"
    said = "the agent has handed off"
    status = run("status", "-C", root).out
    assert "  In progress, session handed off · phase 3 of 6 · plan 2 of 4\n" in status
    assert f"  alert   context 42 %, alert at 40 %: {said}; {over}\n" in status
    assert f"  context   42 %    30 % / 40 % / 50 %  alert, {said}\n" in status
    why = run("status", "context", "-C", root).out
    assert f"  the agent     has handed off; {over}\n" in why
    check = run("check", "-C", root)
    assert check.code == 20
    assert f"context 42 %, alert at 40 %: {said}; {over}.\n" in check.out
    (track,) = json.loads(run("status", "--json", "-C", root).out)["tracks"]
    assert [each["agent_will"] for each in track["thresholds"] if each["metric"] == "context"] == ["pause"]


def unheard_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, minutes: int) -> None:
    """Set after how many minutes work in progress is silent."""
    monkeypatch.setenv("COCKPIT_CONFIG_DIR", str(tmp_path / "config"))
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.toml").write_text(f"silent_after = {minutes}\n")


def test_wide_letters_keep_the_columns_straight(run: Run, tmp_path: Path) -> None:
    text = TRANSPONDER.replace("Hybrid sidebar layout", "日本語")
    out = run("status", "-C", write_project(tmp_path / "p", text)).out
    assert "  日本語                   working well\n  WebSocket for real-time  implemented\n" in out


def test_work_nobody_is_heard_of_needs_a_person_until_they_snooze_it(run: Run, tmp_path: Path) -> None:
    root = write_project(tmp_path / "p", thresholds=reading(cost=2.5, context=12))

    def needed() -> list[str]:
        told = run("status", "-C", root).out
        silent = r"^  silent  The state file is dated 2 h ago while (phase|plan) . is in progress$"
        return re.findall(silent, told, re.MULTILINE)

    assert len(needed()) == 1
    assert json.loads(run("status", "--json", "-C", root).out)["tracks"][0]["silence"]["stated"] is True
    snoozed(root, "silence", 2)
    assert needed() == []
    assert json.loads(run("status", "--json", "-C", root).out)["tracks"][0]["silence"]["snoozed_until"] is not None
    snoozed(root, "silence", 0)
    assert len(needed()) == 1


def test_many_tracks_are_a_line_each_those_in_need_first(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unheard_of(tmp_path, monkeypatch, 0)
    quiet = reading(cost=2, context=3)
    for name in "abcd":
        text = TRANSPONDER.replace("TaskFlow App", f"App {name.upper()}")
        write_project(tmp_path / name, text, THRESHOLDS if name == "d" else quiet)
    assert run("status", "-C", tmp_path).bare.out.partition("Findings")[0] == (
        f"4 tracks in {tmp_path}; `cockpit status --track ID` shows one\n"
        "  autopilot:d/.autopilot/TRANSPONDER.md  App D  needs you: 2  In progress · phase 3 of 6 · plan 2 of 4\n"
        "  autopilot:a/.autopilot/TRANSPONDER.md  App A                In progress · phase 3 of 6 · plan 2 of 4\n"
        "  autopilot:b/.autopilot/TRANSPONDER.md  App B                In progress · phase 3 of 6 · plan 2 of 4\n"
        "  autopilot:c/.autopilot/TRANSPONDER.md  App C                In progress · phase 3 of 6 · plan 2 of 4\n"
    )


def test_a_folder_of_many_projects_is_read_in_part_and_that_is_reported(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cockpit.storage.reading.discovery.MAX_SUB_PACKAGES", 20)
    monkeypatch.setattr("cockpit.project.load.MOST_KEYS", 2)
    for number in range(21):
        write_project(tmp_path / f"p{number:02}", thresholds='{"current_values": {"cost": 1}}')
    told = "Only the nearest 20 sub-packages with state are read."
    lines = run("status", "-C", tmp_path).out.splitlines()
    assert (lines[0].partition(";")[0], lines[-3], lines[-1]) == (f"20 tracks in {tmp_path}", "  … and 4 more", told)
    may_continue = "The agent may continue. Checked 20 metrics of 20 tracks.\n"
    assert run("check", "-C", tmp_path).out == f"{may_continue}{told}\n"
    said = run("ack", "cost", "-C", tmp_path)
    keys = tuple(f"autopilot:{name}/.autopilot/TRANSPONDER.md" for name in ("p00", "p01"))
    several = f"cockpit: Several tracks are possible. Name one with --track: {', '.join(keys)} and 18 more.\n"
    assert (said.code, said.err) == (2, several)


def test_a_person_in_a_wrong_folder_reads_one_sentence_and_the_way_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cockpit.storage.reading.discovery.MAX_FOLDERS", 2)
    for name in "abc":
        (tmp_path / name).mkdir()
    nothing = (
        f"No agent state was found in {tmp_path} (only the nearest 2 folders were searched for "
        "sub-packages). Name the project with -C PATH, or start tracking with "
        "`cockpit init autopilot`, `cockpit init maestro`, `cockpit init autodev` or `cockpit init codewalk`.\n"
    )
    for line in (["lint"], ["status", "cost"], ["ack", "cost"], ["todo", "add", "x"]):
        done = run(*line, "-C", tmp_path)
        assert (done.code, done.bare.out) == (1, "")
        assert done.bare.err == f"cockpit: {nothing}"
    shown = run("status", "-C", tmp_path)
    assert (shown.code, shown.bare.err) == (0, "")
    assert shown.bare.out.endswith(f"\n{nothing}"), "behind where sessions of agents were looked for"


def test_why_tells_each_condition_of_an_acknowledgment(run: Run, root: Path) -> None:
    (root / ".autopilot/state/acknowledgments.json").write_text(json.dumps(ACKNOWLEDGED))
    out = run("status", "context", "-C", root).out
    assert "  not effective  the level rose above the acknowledged level\n" in out
    assert out.endswith(
        "The acknowledgment holds until one of these happens\n"
        "  the alerts are reset                          not so far\n"
        "  the level rises above the acknowledged level  yes\n"
        "  a limit is lowered                            unknown\n"
        "  its time expires                              not so far\n"
        "  the agent starts a new session                unknown\n"
    )
    (value,) = json.loads(run("status", "context", "--json", "-C", root).out)
    assert value["conditions"] == {
        "reset_since": "no", "level_has_risen": "yes", "limit_lowered": "unknown", "time_is_over": "no",
        "new_session": "unknown",
    }  # fmt: skip
    (value,) = json.loads(run("status", "errors", "--json", "-C", root).out)
    assert "conditions" not in value


def test_an_acknowledgment_may_lapse_half_way_to_the_next_limit(run: Run, tmp_path: Path) -> None:
    root = write_project(tmp_path / "p", thresholds=reading(cost=38.26, context=12))
    given = {"acknowledgments": {"cost": ACKNOWLEDGED["acknowledgments"]["cost"]}, "last_reset": None}
    (root / ".autopilot/state/acknowledgments.json").write_text(json.dumps(given))
    assert run("check", "-C", root).code == 0
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text("lapse_half_way = true\n")
    lapsed = "the agent still accepts the acknowledgment that has lapsed (value)"
    assert run("check", "-C", root) == Done(20, f"cost $38.26, alert at $25: {lapsed}.\n", "")
    assert "  lapses above   $38.25, halfway to the next limit\n" in run("status", "cost", "-C", root).out
    assert run("ack", "cost", "-C", root).out.startswith("Acknowledged cost at $38.26.")
    assert run("check", "-C", root).code == 0


# `--limit`: looking by other limits than the files', for this once


def test_what_is_no_limit(run: Run) -> None:
    for line, reason in (
        ("--limit cost.alert status", "not a limit: 'cost.alert'; example: cost.alert=22"),
        ("check --limit cost.grave=22", "not a limit: 'cost.grave=22'; example: cost.alert=22"),
        ("--limit cost.alert=much check", "not a number: 'much'"),
        ("status --limit mood.alert=1", "no metric 'mood'; metrics: cost, context, variance, errors, tokens"),
        ("status --limit", "expected one argument"),
    ):
        done = run(*line.split())
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert f"{reason}. See `cockpit" in done.err


def test_check_status_and_lint_judge_by_it_and_nothing_is_written(run: Run, root: Path) -> None:
    before = contents(root)
    for limits, code in (
        ([], 20), (["cost.alert=30", "context.alert=45"], 20),  # the agent does not read it, and pauses by its own
        (["cost.warning=5"], 20), (["cost.stop=26"], 30), (["errors.stop=1"], 30),
    ):  # fmt: skip
        options = [part for limit in limits for part in ("--limit", limit)]
        assert run("check", *options, "-C", root).code == run("-C", root, *options, "check").code == code, limits
    found = json.loads(run("status", "--json", "--limit", "cost.alert=30", "-C", root).out)
    cost = next(each for each in found["tracks"][0]["thresholds"] if each["metric"] == "cost")
    assert cost["limits"] == {"warning": 10, "alert": 30, "stop": 50, "source": "built-in, command line"}
    assert (cost["level"], cost["agent_will"]) == ("warning", "pause")
    assert "limits-unordered" not in run("lint", "-C", root).out
    assert "[limits-unordered]" in run("lint", "--limit", "cost.alert=5", "-C", root).out
    assert contents(root) == before
