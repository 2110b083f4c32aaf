"""What no rule reads, of all systems: a row with its line, the agent held, until a person mends or dismisses it."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.cli.conftest import TRANSPONDER, Run

AUTODEV = (
    "# Autopilot State\n\n## Current Step\nflow: {flow}\nstep: 3\nname: Plan\nstatus: {status}\nretry_count: {count}\n"
)
MAESTRO = """\
---
session_id: dry-dock
task: Dock
status: {status}
updated: 2026-01-29T14:30:00Z
current_phase: 1
phases:
  - id: 1
    name: Pumps
    status: {phase}
---

# Dry dock Orchestration Log
"""
CODEWALK = """\
# STATE.md
initiative: init-4b90c7
title: Dock

# Current Position
position:
  phase: 2
  plan: 1
  status: {status}

# Decisions Made
decisions: []
blockers: []
"""
TICKED = "# Tasks: Dock\n\n## Phase 1: Pumps\n\n- [x] T001 Dig\n- [{mark}] T002 Drain\n- [ ] T003 Prop\n"
QUESTIONS = "resume_context:\n  open_questions:\n    which: {}\n"
STOP = '[limits.cost]\nstop = "{stop}"\n'
LIMITED = "\n## {title}\n\n| {head} |\n|---|---|---|---|---|\n| Cost | {cost} | $10 | $25 | $50 |\n"


def transponder(old: str, new: str) -> dict[str, str]:
    return {".autopilot/TRANSPONDER.md": TRANSPONDER.replace(old, new)}


def table(
    cost: str, title: str = "Purse", head: str = "Art | Jetzt | Gelb | Orange | Rot", *, finished: bool = False
) -> dict[str, str]:
    state = TRANSPONDER.replace("In progress", "Complete").replace("3 of 6", "6 of 6") if finished else TRANSPONDER
    return {".autopilot/TRANSPONDER.md": state + LIMITED.format(title=title, head=head, cost=cost)}


def autodev(status: str = "in_progress", count: str = "1", flow: str = "greenfield") -> dict[str, str]:
    return {"_docs/_autopilot_state.md": AUTODEV.format(status=status, count=count, flow=flow)}


def maestro(phase: str, status: str = "in_progress") -> dict[str, str]:
    return {"docs/maestro/state/active-session.md": MAESTRO.format(phase=phase, status=status)}


def codewalk(status: str, more: str = "") -> dict[str, str]:
    return {".planning/STATE.md": CODEWALK.format(status=status) + more}


def speckit(mark: str = " ", **limits: str) -> dict[str, str]:
    files = {".specify/memory/constitution.md": "# Rules\n", "specs/001-dock/tasks.md": TICKED.format(mark=mark)}
    return files | ({".cockpit/limits.toml": STOP.format(**limits)} if limits else {})


CASES = {
    "a status of Project Autopilot": (transponder("In progress", "Awaiting lunch"), transponder("In progress", "Odd")),
    "an amount": (table("about a lot", "Thresholds", "Type | Current | Warning | Alert | Stop"),
                  table("about too much", "Thresholds", "Type | Current | Warning | Alert | Stop")),
    "limits under another heading, in another language": (table("$60"), table("$61")),
    "blockers under another heading": (transponder("### Blockers\n\n- None", "### Blockers of phase 3\n\n- No key"),
                                       transponder("### Blockers\n\n- None", "### Blockers of phase 3\n\n- No map")),
    "questions": (transponder("### Blockers", "### Open Questions\n\nWhich?\n\n### Blockers"),
                  transponder("### Blockers", "### Open Questions\n\nWhere?\n\n### Blockers")),
    "a status of autodev": (autodev("awaiting the mayor"), autodev("awaiting the cat")),
    "retries": (autodev("failed", "many"), autodev("failed", "lots")),
    "a flow": (autodev(flow="brownish"), autodev(flow="reddish")),
    "a status of a phase of Maestro": (maestro("needs_approval"), maestro("awaiting_review")),
    "a status of Codewalkers": (codewalk("awaiting the mayor"), codewalk("awaiting the cat")),
    "questions of Codewalkers in another shape": (codewalk("in_progress", QUESTIONS.format("lamp")),
                                                  codewalk("in_progress", QUESTIONS.format("mast"))),
    "a key of Codewalkers that it has not": (codewalk("in_progress", "open_blockers: the bank is closed\n"),
                                             codewalk("in_progress", "open_blockers: the bank is burnt\n")),
    "a box of Spec Kit": (speckit("~"), speckit("-")),
    "a limit beside Spec Kit": (speckit(stop="ten"), speckit(stop="eleven")),
    "a limit of a plain repository": ({".cockpit/limits.toml": STOP.format(stop="ten")},
                                      {".cockpit/limits.toml": STOP.format(stop="eleven")}),
}  # fmt: skip
"""What cannot be read, and other words in the same place."""


def write(root: Path, files: Mapping[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "dock/.git").mkdir(parents=True)
    return tmp_path / "dock"


def checked(run: Run, root: Path) -> int:
    return run("check", "-C", root).code


def needs(run: Run, root: Path) -> str:
    return run("status", "--no-agents", "-C", root).out.partition("Needs you")[2]


@pytest.mark.parametrize("name", CASES)
def test_it_holds_until_it_is_dismissed_and_holds_again_where_the_words_change(run: Run, root: Path, name: str) -> None:
    first, other = CASES[name]
    write(root, first)
    told = run("check", "-C", root)
    place, = {word.strip("():,") for word in told.out.split() if (word.strip("():,")[-1:].isdigit()
              and ".md:" in word) or ".toml:" in word}  # fmt: skip
    assert (told.code, place in needs(run, root)) == (20, True)
    assert run("dismiss", place, "-C", root).code == 0
    assert checked(run, root) == 0
    write(root, other)
    assert checked(run, root) == 20


def test_only_a_person_dismisses_undoes_and_redoes_it(run: Run, root: Path, by_agent: Run) -> None:
    write(root, speckit("~"))
    assert run("dismiss", "tasks.md:6", "--dry-run", "-C", root).code == 0
    for words, then in ((("dismiss", "tasks.md:6"), 0), (("undo",), 20), (("redo",), 0)):
        before = checked(run, root)
        assert (by_agent(*words, "-C", root).code, checked(run, root)) == (1, before)
        assert (run(*words, "-C", root).code, checked(run, root)) == (0, then)


LIFTING: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {
    "another status of Project Autopilot": (transponder("In progress", "Held for the auditor"),
                                            ("set", "status=in_progress")),
    "another status of autodev": (autodev("held for auditor"), ("set", "status=in_progress")),
    "a failure in autodev": (autodev("held for auditor"), ("phase", "fail")),
    "another status of Maestro": (maestro("in_progress", "held_for_auditor"), ("set", "status=in_progress")),
    "another status of Codewalkers": (codewalk("held for auditor"), ("set", "status=in_progress")),
    "a tick in a box of Spec Kit": (speckit("~"), ("done", "task", "T002")),
    "an archive of finished work": (table("$60", finished=True), ("track", "archive")),
}  # fmt: skip
"""Files in which something cannot be read, and what would leave it out."""


@pytest.mark.parametrize("name", LIFTING)
def test_no_agent_lifts_it_by_a_change(run: Run, root: Path, by_agent: Run, name: str) -> None:
    files, words = LIFTING[name]
    write(root, files)
    assert run("check", "-C", root).code == 20
    refused = by_agent(*words, *(("--dry-run",) if "phase" in words else ()), "-C", root)
    assert refused.code == 1
    assert "cannot be read, and this would lift it. Only a person may do this" in refused.err
    assert run("check", "-C", root).code == 20
    assert run(*words, "-C", root).code == 0
    assert run("check", "-C", root).code != 20


def test_an_agent_does_what_leaves_it_there(root: Path, by_agent: Run) -> None:
    write(root, table("$60"))
    for words in (("set", "cost=3"), ("todo", "add", "Call Ada"), ("decision", "add", "Use ink")):
        assert by_agent(*words, "-C", root).code == 0
    assert by_agent("check", "-C", root).code == 20


def test_no_agent_lifts_it_by_doing_again_what_was_undone(root: Path, by_agent: Run) -> None:
    write(root, autodev("not_started"))
    for words in (("set", "status=in_progress"), ("undo",)):
        assert by_agent(*words, "-C", root).code == 0
    write(root, autodev("held for auditor"))
    refused = by_agent("redo", "-C", root)
    assert (refused.code, "and this would lift it. Only a person may do this" in refused.err) == (1, True), refused
    assert by_agent("check", "-C", root).code == 20


def test_all_in_a_file_is_dismissed_by_its_name_and_another_place_is_refused(run: Run, root: Path) -> None:
    write(root, {"specs/001-dock/tasks.md": "- [~] T001 Dig\n- [-] T002 Drain\n", ".specify/a.md": ""})
    refused = run("dismiss", "tasks.md:7", "-C", root).bare.err
    assert refused == (
        "cockpit: Nothing at tasks.md:7 is unread. What cannot be read stands at tasks.md:1 and tasks.md:2.\n"
    )
    assert run("dismiss", "tasks.md", "-C", root).code == 0
    assert run("check", "-C", root).code == 0
    (root / "specs/001-dock/tasks.md").write_text("Moved.\n\n- [ ] T000 Look\n- [-] T002 Drain\n- [~] T001 Dig\n")
    assert run("check", "-C", root).code == 0
    assert run("dismiss", "tasks.md", "-C", root).bare.err == (
        "cockpit: Nothing at tasks.md is unread. Everything that holds the agent can be read.\n"
    )


def test_the_place_is_known_with_any_of_its_folders(run: Run, root: Path) -> None:
    write(root, {"specs/001-dock/tasks.md": "- [~] T001 Dig\n", ".specify/a.md": ""})
    places = ("001-dock/", "specs//001-dock/../001-dock/", f"{root}/specs/001-dock/")
    assert run("dismiss", "other/tasks.md:1", "-C", root).code == 1
    for place in places:
        assert run("dismiss", f"{place}tasks.md:1", "-C", root).code == 0, place
        assert run("check", "-C", root).code == 0
        assert run("undo", "-C", root).code == 0


def test_a_table_of_other_things_states_no_limits(run: Run, root: Path) -> None:
    for row in ("Motor A | 60 A | 48 V | 3", "4 | $60 | 2.4M | 3", "Plans | 3 | 5 | 8", "Stop | Pier 3 | North | bus"):
        section = f"\n## Ledger\n\n| What | One | Two | Three |\n|---|---|---|---|\n| {row} |\n"
        write(root, {".autopilot/TRANSPONDER.md": TRANSPONDER + section})
        assert run("check", "-C", root).code == 0, row


def test_a_table_with_several_amounts_may_state_limits(run: Run, root: Path) -> None:
    for rows in (
        "| Art | Jetzt | Gelb | Rot |\n|---|---|---|---|\n| Kosten | 84 € | 40 € | 80 € |",
        "| What | Now | Alert | Stop |\n|---|---|---|---|\n| Errors | 6 | 3 | 5 |",
        "| Level | Amount |\n|---|---|\n| Stop | $50 |",
        "| 项目 | 当前 | 警告 | 停止 |\n|---|---|---|---|\n| 上下文 | 61% | 40% | 50% |",
    ):
        write(root, {".autopilot/TRANSPONDER.md": f"{TRANSPONDER}\n## Ledger\n\n{rows}\n"})
        assert run("check", "-C", root).code == 20, rows


def test_lines_that_break_the_keys_are_told(run: Run, root: Path) -> None:
    broken = "    status: failed\n  the pumps [ are late\n"
    write(root, {path: text.replace("    status: failed\n", broken) for path, text in maestro("failed").items()})
    (track,) = json.loads(run("status", "--json", "-C", root).out)["tracks"]
    assert [(each["line"], each["text"]) for each in track["extra"]["unread"]] == [(11, "the pumps [ are late")]


@pytest.mark.parametrize("data", ["[limits.cost]\nstop = 5\n".encode("utf-32"), b"\xff\xfe[\0l\0i"])
def test_limits_in_an_encoding_that_is_not_read_hold(run: Run, root: Path, data: bytes) -> None:
    write(root, {".cockpit/limits.toml": ""})
    (root / ".cockpit/limits.toml").write_bytes(data)
    done = run("check", "-C", root)
    assert (done.code, done.err.startswith("cockpit: limits.toml: The file is UTF-")) == (1, True)
