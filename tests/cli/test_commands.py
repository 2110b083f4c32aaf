"""The commands over a small project: what they print, and their exit codes."""

import json
import re
from pathlib import Path

import pytest
import time_machine

from cockpit.model.errors import CommandError
from cockpit.storage.user_files.places import settings_file
from cockpit.wording.messages import clause
from cockpit.wording.printable import cells_of
from tests.cli.conftest import THRESHOLDS, TRANSPONDER, Run, reading, snoozed, write_project
from tests.support import contract
from tests.support.said import Said

STATUS = """\
TaskFlow App · autopilot  .autopilot/TRANSPONDER.md
  In progress · phase 3 of 6 · plan 2 of 4
  agent says 42 %
  last      29 Jan Completed dashboard layout plan
  next run  in the agent: /autopilot:cockpit
  stopped   Mid-plan 3.2
Needs you
  alert  cost $26.50, alert at $25: the agent waits until it is acknowledged
  alert  context 42 %, alert at 40 %: the agent waits until it is acknowledged
Thresholds
  cost      $26.50  $10 / $25 / $50     alert, the agent waits
  context   42 %    30 % / 40 % / 50 %  alert, the agent waits
  variance  18 %    20 % / 30 % / 50 %  ok
  errors    1       2 / 3 / 5           ok
Decisions
  Hybrid sidebar layout    working well
  WebSocket for real-time  implemented
  Bottom nav on mobile     approved
Todos
  [ ]  Add error boundary
"""

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


def test_status_says_what_is_known_of_a_metric_without_a_value(run: Run, tmp_path: Path) -> None:
    stated = '{"current_values": {"cost": 1}, "levels_triggered": {"context": "alert", "variance": null}}'
    root = write_project(tmp_path / "p", thresholds=stated)
    rows = run("status", "-C", root).out.partition("Thresholds\n")[2].splitlines()[:4]
    assert [row.rpartition("  ")[2] for row in rows] == [
        "ok",
        "no value, alert recorded, the agent waits",
        "no value",
        "no value",
    ]


def test_status(run: Run, root: Path) -> None:
    done = run("status", "-C", root)
    assert (done.code, done.err) == (0, "")
    assert done.out == STATUS


def test_status_is_the_same_from_anywhere_inside(run: Run, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "src" / "deep").mkdir(parents=True)
    monkeypatch.chdir(root / "src" / "deep")
    assert run("status").out == STATUS


def test_status_says_who_acknowledged_and_what_has_lapsed(run: Run, root: Path) -> None:
    (root / ".autopilot/state/acknowledgments.json").write_text(json.dumps(ACKNOWLEDGED))
    out = run("status", "-C", root).out
    assert "  cost      $26.50  $10 / $25 / $50     alert, acknowledged 2 h ago\n" in out
    lapsed = "acknowledgment lapsed: the level rose above the acknowledged level"
    assert f"alert, {lapsed}, the agent still accepts the acknowledgment\n" in out
    assert "the agent still accepts the acknowledgment that has lapsed (escalated)" in out


def unheard_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, minutes: int) -> None:
    """Set after how many minutes work in progress is silent."""
    monkeypatch.setenv("COCKPIT_CONFIG_DIR", str(tmp_path / "config"))
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.toml").write_text(f"silent_after = {minutes}\n")


def test_status_of_a_quiet_project_says_that_nothing_needs_a_person(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unheard_of(tmp_path, monkeypatch, 0)
    quiet = write_project(tmp_path / "quiet", thresholds=reading(cost=2.5, context=12))
    assert "Needs you: nothing\n" in run("status", "-C", quiet).out


def test_long_lists_are_cut_and_counted(run: Run, tmp_path: Path) -> None:
    todos = "\n".join(f"- [ ] todo {number}" for number in range(20))
    out = run("status", "-C", write_project(tmp_path / "p", TRANSPONDER.replace("- [ ] Add error boundary", todos))).out
    assert "  [ ]  todo 7\n  … and 12 more\n" in out
    assert "todo add 8" not in out


def test_wide_letters_keep_the_columns_straight(run: Run, tmp_path: Path) -> None:
    text = TRANSPONDER.replace("Hybrid sidebar layout", "日本語")
    out = run("status", "-C", write_project(tmp_path / "p", text)).out
    assert "  日本語                   working well\n  WebSocket for real-time  implemented\n" in out


@pytest.mark.parametrize(
    ("text", "cells"),
    [("abc", 3), ("日本", 4), ("✅", 2), ("✅\ufe0f", 2), ("e\u0301", 1), ("ก็", 1), ("Å", 1), ("", 0)],
)
def test_how_many_cells_a_text_takes(text: str, cells: int) -> None:
    assert cells_of(text) == cells


def test_status_as_json_is_the_contract(run: Run, root: Path) -> None:
    done = run("status", "--json", "-C", root)
    project = contract.from_json(done.out)
    assert done.code == 0
    assert project.root == str(root.resolve())
    (track,) = project.tracks
    assert (track.title, track.position.percent, track.position.status) == ("TaskFlow App", 42.0, "in_progress")
    assert [(each.metric, each.level, each.agent_will) for each in track.thresholds] == [
        ("cost", "alert", "pause"),
        ("context", "alert", "pause"),
        ("variance", None, "continue"),
        ("errors", None, "continue"),
    ]


def test_one_of_several_tracks(run: Run, root: Path) -> None:
    write_project(root / "packages" / "api", TRANSPONDER.replace("TaskFlow App", "The API"))
    both = run("status", "-C", root)
    assert both.out.count(" · autopilot  ") == 2
    keys = [f"autopilot:{base}.autopilot/TRANSPONDER.md" for base in ("", "packages/api/")]
    one = run("status", "--track", keys[1], "-C", root)
    assert one.out.startswith("The API · autopilot  packages/api/.autopilot/TRANSPONDER.md\n")
    assert "TaskFlow" not in one.out
    assert [
        track.key for track in contract.from_json(run("--track", keys[1], "status", "--json", "-C", root).out).tracks
    ] == [keys[1]]
    unknown = run("status", "--track", "nothing", "-C", root)
    assert (unknown.code, unknown.out) == (1, "")
    assert unknown.err == f"cockpit: No track 'nothing'. Tracks: {clause(', '.join(keys))}.\n"


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


@pytest.mark.parametrize(
    ("entry", "silent"),
    [
        ("Phase 5: the test account is not open yet", True),
        ("Phase 3: the test account is not open yet", False),
        ("500: the server answers so", False),
        ("The test account is not open yet", False),
    ],
)
def test_only_a_blocker_of_the_present_work_explains_a_silence(
    run: Run, tmp_path: Path, entry: str, silent: bool
) -> None:
    text = TRANSPONDER.replace("- None", f"- {entry}")
    root = write_project(tmp_path / "p", text, thresholds=reading(cost=2.5, context=12))
    told = run("status", "-C", root).out
    assert ("  silent  " in told, "  blocked  " in told) == (silent, True)


def test_a_silence_of_what_is_not_under_way_cannot_be_snoozed(run: Run, tmp_path: Path) -> None:
    root = write_project(tmp_path / "p", TRANSPONDER.replace("| In progress |", "| Ready to plan |"))
    with pytest.raises(CommandError) as refused:
        snoozed(root, "silence", 2)
    assert refused.value.message == Said("project.no-silence")


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


def test_why(run: Run, root: Path) -> None:
    done = run("status", "cost", "-C", root)
    assert done.code == 0
    assert done.out == (
        "cost · TaskFlow App\n"
        "  value         $26.50, checked 2 h ago\n"
        "  level         alert\n"
        "  limits        warning $10, alert $25, stop $50 (from built-in)\n"
        "  read from     thresholds.json\n"
        "  acknowledged  no\n"
        "  the agent     waits until it is acknowledged\n"
    )


@pytest.mark.parametrize("name", ["context", "context_percent", "Context Window", "CONTEXT-USED"])
def test_a_metric_is_known_by_all_its_names(run: Run, root: Path, name: str) -> None:
    assert run("status", name, "-C", root).out.startswith("context · TaskFlow App\n")


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


def test_why_as_json(run: Run, root: Path) -> None:
    (value,) = json.loads(run("status", "cost", "--json", "-C", root).out)
    assert value["track"] == "autopilot:.autopilot/TRANSPONDER.md"
    assert (value["metric"], value["level"], value["acknowledged"]) == ("cost", "alert", "no")
    assert value["the_agent"] == "waits until it is acknowledged"


@pytest.mark.parametrize("name", ["speed", "", "\x1b[31m"])
def test_an_unknown_metric_is_refused_and_the_known_ones_are_named(run: Run, root: Path, name: str) -> None:
    done = run("status", name, "-C", root)
    assert (done.code, done.out) == (1, "")
    known = ("cost", "context", "variance", "errors")
    assert done.err == f"cockpit: No metric {name!r}. Metrics: {', '.join(known)}.\n"


def write_settings(text: str) -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text(text)


def test_an_acknowledgment_may_lapse_half_way_to_the_next_limit(run: Run, tmp_path: Path) -> None:
    root = write_project(tmp_path / "p", thresholds=reading(cost=38.26, context=12))
    given = {"acknowledgments": {"cost": ACKNOWLEDGED["acknowledgments"]["cost"]}, "last_reset": None}
    (root / ".autopilot/state/acknowledgments.json").write_text(json.dumps(given))
    assert run("check", "-C", root).code == 0
    write_settings("lapse_half_way = true\n")
    check = run("check", "-C", root)
    lapsed = "the agent still accepts the acknowledgment that has lapsed (value)"
    assert (check.code, check.out) == (20, f"cost $38.26, alert at $25: {lapsed}.\n")
    why = run("status", "cost", "-C", root).out
    assert "  not effective  the value rose above halfway to the next limit\n" in why
    assert "  lapses above   $38.25, halfway to the next limit\n" in why
    assert "  the agent      still accepts the acknowledgment that has lapsed (value)\n" in why
    assert why.endswith("  the value rises above halfway to the next limit  yes\n")
    status = run("status", "-C", root).out
    assert "the agent still accepts the acknowledgment that has lapsed (value)" in status
    assert run("ack", "cost", "-C", root).out.startswith("Acknowledged cost at $38.26.")
    assert run("check", "-C", root).code == 0


def test_settings_that_cannot_be_used_are_reported_once(run: Run, root: Path) -> None:
    write_settings("lapse_half_way = 1\n")
    sentence = "cockpit: settings.toml sets lapse_half_way to 1; it must be true or false.\n"
    for line in (["status"], ["check"], ["status", "cost"], ["lint"], ["unack", "--all"], ["log"]):
        assert run(*line, "-C", root).err == sentence


def test_lint_of_files_that_agree(run: Run, root: Path) -> None:
    done = run("lint", "-C", root)
    assert (done.code, done.out) == (0, "No findings: the files are consistent.\n")
    assert json.loads(run("lint", "--json", "-C", root).out) == []


def test_lint_of_a_contradiction_is_no_error(run: Run, tmp_path: Path) -> None:
    done = run("lint", "-C", write_project(tmp_path / "p", TRANSPONDER.replace("42%", "92%")))
    assert done.code == 0
    assert done.out.splitlines()[0].startswith(".autopilot/TRANSPONDER.md:13: warning: ")
    assert done.out.splitlines()[0].endswith("]")


def test_lint_of_a_broken_file_is_an_error(run: Run, tmp_path: Path) -> None:
    broken = write_project(tmp_path / "p", thresholds="{ this is no JSON")
    done = run("lint", "-C", broken)
    assert done.code == 1
    assert done.out.splitlines()[0] == (
        ".autopilot/state/thresholds.json:1: error: Not valid JSON (expecting property name enclosed in double "
        "quotes). [json-invalid]"
    )
    assert run("check", "-C", broken).err.startswith("cockpit: thresholds.json:1: Not valid JSON")
    severities = [each["severity"] for each in json.loads(run("lint", "--json", "-C", broken).out)]
    assert severities[0] == "error"
    assert severities == sorted(severities, key=["phase", "error", "warning", "note"].index)
