"""Limits in a repository without a framework: set by a person, held by what sessions of agents say, on the command
line."""

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import time_machine

from cockpit.model.errors import CommandError
from cockpit.storage.transactions import commit as committing
from cockpit.storage.user_files.confirmed import confirmed_file
from cockpit.storage.user_files.places import state_dir
from tests.cli.conftest import Done, Run, copied
from tests.support import repositories
from tests.support.limited_repository import LIMITS, STATE, files, make, tell

USUAL = ("cost.warning=5", "cost.alert=10", "cost.stop=20")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make(tmp_path / "shop-api")


@pytest.fixture
def at(run: Run, root: Path) -> Run:
    """Carry out a command in the repository."""
    return lambda *words: run(words[0], "-C", root, *words[1:])


def threshold(at: Run, metric: str = "cost") -> dict[str, Any]:
    (track,) = json.loads(at("status", "--json").out)["tracks"]
    found: dict[str, Any] = next(each for each in track["thresholds"] if each["metric"] == metric)
    return found


def checked(at: Run) -> tuple[int, str]:
    found = at("check")
    return found.code, found.out.strip()


def findings(at: Run) -> str:
    return at("lint").out


def test_the_first_limit_makes_what_is_kept_and_git_shows_nothing_of_it(at: Run, root: Path) -> None:
    tell(root, cost=99)
    for verb in ("status", "check", "lint"):
        at(verb)
    assert files(root) == {}, "nothing is made by looking"
    assert checked(at) == (0, f"Nothing was checked: no limits are set in {root}.")
    assert at("limit", *USUAL).code == 0
    assert [*files(root)] == [".cockpit/.gitignore", LIMITS, STATE]
    assert files(root)[LIMITS] == b"[limits.cost]\nwarning = 5\nalert = 10\nstop = 20\n"
    assert repositories.run(root, "status", "--porcelain") == ""


def test_what_was_made_is_undone_byte_for_byte_and_done_again(at: Run, root: Path) -> None:
    (root / ".cockpit").mkdir()
    (root / LIMITS).write_bytes(b"# mine\r\n[limits.context]\r\nstop = 99\r\n")
    states = [files(root)]
    changes = (("limit", *USUAL), ("limit", "cost.stop=30"), ("limit", "context.alert=70"), ("ack", "cost"))
    for cost, words in enumerate(changes):
        tell(root, cost=4 * cost, context=40)
        assert at(*words).code == 0, words
        states.append(files(root))
    for state in reversed(states[:-1]):
        assert at("undo").code == 0
        assert files(root) == state
    for state in states[1:]:
        assert at("redo").code == 0
        assert files(root) == state


def test_what_counts_since_a_limit_is_told_by_no_clock(at: Run, root: Path) -> None:
    """All of it within one instant: a second limit counts with the first, one after the last was removed anew."""
    with time_machine.travel(datetime(2026, 11, 29, 12, 0, 0, 500_000, tzinfo=UTC), tick=False):
        tell(root, cost=3)
        at("limit", "cost.alert=10")
        tell(root, cost=5)
        at("limit", "cost.stop=20")
        assert threshold(at)["value"] == 2
        at("limit", "cost.alert=", "cost.stop=")
        at("limit", "cost.alert=10")
        assert threshold(at)["value"] == 0
        tell(root, cost=6)
        assert threshold(at)["value"] == 1


def test_without_a_repository_the_first_way_out_is_to_make_one(run: Run, tmp_path: Path) -> None:
    for words in (("limit", "cost.alert=3"), ("handoff", "propose")):
        refused = run(*words, "-C", tmp_path).bare
        way = "Without it, limits and handoffs need a git repository: `git init` makes one. Or name the project with -C"
        assert (refused.code, way in refused.err) == (1, True), words
    assert "git init" not in run("ack", "cost", "-C", tmp_path).err
    repositories.run(tmp_path, "init", "-q")
    assert run("limit", "cost.alert=3", "-C", tmp_path).code == 0


def test_the_limits_are_listed_with_their_source_and_state(at: Run, root: Path) -> None:
    none = f"No limits are set in {root}. `cockpit limit cost.alert=10` sets one.\n"
    assert at("limit") == Done(0, none, "")
    at("limit", "cost.alert=10", "tokens.stop=2M")
    tell(root, cost=3, context=40)
    assert at("limit").out.replace("at least ", "").splitlines() == [
        f"  cost    $3         alert $10  limits.toml  {at('status').out.split('alert $10  ')[1].splitlines()[0]}",
        "  tokens  not known  stop 2 M   limits.toml",
    ]
    listed = json.loads(at("limit", "--json").out)
    assert [(each["threshold"]["metric"], each["threshold"]["limits"]["stop"]) for each in listed] == [
        ("cost", None),
        ("tokens", 2e6),
    ]


def test_a_limit_is_removed_and_with_the_last_one_what_was_counted(at: Run, root: Path) -> None:
    at("limit", *USUAL)
    tell(root, cost=15)
    at("ack", "cost")
    assert at("limit", "cost.alert=").out == "Removed the alert limit of cost.\n"
    assert files(root)[LIMITS] == b"[limits.cost]\nwarning = 5\nstop = 20\n"
    assert (checked(at)[0], threshold(at)["level"]) == (0, "warning")
    assert at("limit", "cost.alert=") == Done(0, "Nothing to change: cost has no alert limit.\n", "")
    at("limit", "cost.warning=", "cost.stop=")
    assert (files(root)[LIMITS], json.loads(files(root)[STATE])) == (
        b"[limits.cost]\n",
        {"since": {}, "acknowledgments": {}},
    )
    assert checked(at) == (0, f"Nothing was checked: no limits are set in {root}.")
    at("undo")
    assert (threshold(at)["value"], threshold(at)["limits"]["stop"]) == (15, 20)


def test_the_heading_goes_with_the_last_limit_and_what_else_stands_there_stays(at: Run, root: Path) -> None:
    (root / ".cockpit").mkdir()
    (root / LIMITS).write_text("[limits.cost]\nalert = 10\n\n[limits.context] # mine\nstop = 90\n")
    at("limit", "cost.alert=")
    assert files(root)[LIMITS] == b"[limits.context] # mine\nstop = 90\n"
    at("limit", "context.stop=")
    assert files(root)[LIMITS] == b"[limits.context] # mine\n"


def test_what_has_another_form_is_removed_by_hand(at: Run, root: Path) -> None:
    (root / ".cockpit").mkdir()
    (root / LIMITS).write_text("limits.cost = { alert = 10, stop = 20 }\n")
    refused = at("limit", "cost.alert=")
    assert (refused.code, "remove `alert` from [limits.cost] by hand" in refused.err) == (1, True)


def test_a_file_whose_limits_are_no_table_is_told_as_one_that_cannot_be_read(at: Run, root: Path) -> None:
    (root / ".cockpit").mkdir()
    (root / LIMITS).write_text("# mine\nlimits = 'no'\n")
    said = 'limits.toml:2 (limits = "no"): the agent waits; the limits cannot be read, so any may be reached.'
    code, told = checked(at)
    assert (code, told.splitlines()[0]) == (20, said)
    assert "`cockpit dismiss FILE:LINE`" in told
    assert f'{LIMITS}:2: warning: `limits` holds no limits: "no".' in at("lint").out
    assert said.removesuffix(".") in at("status").out
    refused = at("limit", "cost.alert=5").bare
    assert (refused.code, (root / LIMITS).read_text()) == (1, "# mine\nlimits = 'no'\n")
    (root / LIMITS).write_text("[limits]\ncost = 3\n")
    code, told = checked(at)
    assert (code, told.splitlines()[0]) == (
        20, "cost limits “3” (limits.toml:2): the agent waits; the metric cannot be read and may be at its limit."
    )  # fmt: skip


def test_an_alert_is_acknowledged_lapses_and_is_withdrawn(at: Run, root: Path) -> None:
    at("limit", *USUAL)
    assert at("ack", "cost").err == "cockpit: cost has no alert. Nothing to acknowledge.\n"
    tell(root, cost=12)
    assert checked(at) == (20, "cost $12, alert at $10: the agent waits until it is acknowledged.")
    refused = at("ack", "cost", "--if-level", "warning")
    told = "cost has changed since you looked: warning → alert (cost $12, alert at $10)."
    assert (refused.code, told in refused.err, at("check").code) == (1, True, 20)
    assert at("ack", "cost", "--if-level", "alert", "--note", "The import is worth it").code == 0
    assert checked(at)[0] == 0
    assert threshold(at)["acknowledgment"]["note"] == "The import is worth it"
    before = files(root)
    assert at("ack", "cost").code == 0
    assert files(root) == before, "a second time changes nothing"
    at("limit", "cost.alert=8")
    assert checked(at) == (20, "cost $12, alert at $8: the agent waits; the acknowledgment has lapsed (limits).")
    for words in (("cost",), ("--all",)):
        at("ack", "cost")
        assert checked(at)[0] == 0
        at("unack", *words)
        assert checked(at)[0] == 20
    at("ack", "cost")
    tell(root, cost=20)
    assert checked(at) == (30, "cost $20, stop at $20: the agent ends; raise the limit or fix the cause.")
    assert at("ack", "cost").bare.err == (
        "cockpit: cost is at stop. A stop cannot be acknowledged. Raise the limit: `cockpit limit cost.stop=30`.\n"
    )


WRONG = {
    "cost.stop=0": "The stop limit of cost cannot be 0: it must be an amount above 0 and below 10^15.",
    "cost.stop=7": "The stop limit of cost ($7) would be below its alert limit ($10). Change the alert limit first.",
    "context.stop=101": "The stop limit of context cannot be 101 %: the maximum is 100 %.",
    "tokens.stop=1.5": "The stop limit of tokens cannot be 1.5: it must be a whole number above 0 and below 10^15.",
    "errors.stop=3": "Sessions of agents state cost, context and tokens only.",
}


def test_what_is_no_limit_is_refused(at: Run, root: Path) -> None:
    at("limit", *USUAL)
    before = files(root)
    for words, why in WRONG.items():
        assert at("limit", words) == Done(1, "", f"cockpit: {why}\n")
    assert files(root) == before


def raised(root: Path) -> None:
    (root / LIMITS).write_text("[limits.cost]\nwarning = 5\nalert = 10\nstop = 1000\n")


def lowered(root: Path) -> None:
    (root / LIMITS).write_text("[limits.cost]\nwarning = 1\nalert = 2\nstop = 3\n")


def removed(root: Path) -> None:
    shutil.rmtree(root / ".cockpit")


def damaged(root: Path) -> None:
    (root / LIMITS).write_bytes(b"[limits.cost\nstop = \xff")


def folded(root: Path) -> None:
    """A link in place of the folder."""
    (root / ".cockpit").rename(root.parent / "elsewhere")
    (root / ".cockpit").symlink_to(root.parent / "elsewhere")


def framed(root: Path) -> None:
    """A framework's state, with higher limits."""
    (root / ".autopilot").mkdir()
    (root / ".autopilot/TRANSPONDER.md").write_text("# Project State\n\n**Project:** X\n\n## Current Position\n")
    raised(root)


OUTSIDE = ((raised, 0), (lowered, 0), (removed, 0), (damaged, 0), (folded, 1), (framed, 0))
"""What an agent may do, and what is answered where nothing fires."""


@pytest.mark.parametrize(("change", "free"), OUTSIDE)
def test_whatever_is_done_to_the_files_what_a_person_set_holds(at: Run, root: Path, change: Any, free: int) -> None:
    at("limit", *USUAL)
    change(root)
    for cost, code in ((4, free), (15, 20), (25, 30)):
        tell(root, cost=cost)
        assert checked(at)[0] == code, cost


def test_an_acknowledgment_that_an_agent_writes_counts_for_nothing(at: Run, root: Path) -> None:
    at("limit", *USUAL)
    tell(root, cost=15)
    stated = json.loads(files(root)[STATE])
    stated["acknowledgments"] = {"cost": {"at": "2099-01-01T00:00:00Z", "value": 15, "level": "alert"}}
    (root / STATE).write_text(json.dumps(stated))
    assert checked(at)[0] == 20
    assert "The file acknowledges cost; you did not, so it counts for nothing." in findings(at)


def test_a_person_who_edits_comments_keeps_them(at: Run, root: Path) -> None:
    at("limit", *USUAL)
    (root / LIMITS).write_bytes(b"# a week's money\r\n" + files(root)[LIMITS].replace(b"\n", b"\r\n"))
    assert findings(at) == "No findings: the files are consistent.\n"
    at("limit", "cost.stop=25")
    assert files(root)[LIMITS] == b"# a week's money\r\n[limits.cost]\r\nwarning = 5\r\nalert = 10\r\nstop = 25\r\n"


def test_limits_hold_in_all_worktrees_and_count_over_them(at: Run, run: Run, root: Path, tmp_path: Path) -> None:
    at("limit", *USUAL)
    other = tmp_path / "other"
    repositories.run(root, "worktree", "add", "-q", str(other))
    (root / "src").mkdir()
    tell(root, cost=6)
    tell(other, cost=6, session="s2")
    for place in (root, other, root / "src"):
        assert run("check", "-C", place) == Done(
            20, "cost $12, alert at $10: the agent waits until it is acknowledged.\n", ""
        )
    assert files(other) == {}
    run("limit", "-C", other, "cost.alert=15")
    assert (checked(at)[0], run("check", "-C", other).code) == (0, 0)
    run("undo", "-C", other)
    assert (checked(at)[0], run("check", "-C", other).code, files(other)) == (20, 20, {})


def test_a_folder_below_cannot_have_limits_of_its_own(run: Run, at: Run, root: Path) -> None:
    at("limit", *USUAL)
    tell(root, cost=25)
    (root / "sub/.cockpit/state").mkdir(parents=True)
    (root / "sub" / LIMITS).write_text("[limits.cost]\nstop = 999\n")
    (root / "sub" / STATE).write_text("{}\n")
    assert run("check", "-C", root / "sub").code == 30


def test_the_confirmation_is_not_forgotten_with_the_journal_and_the_log(at: Run, root: Path) -> None:
    at("limit", "context.stop=95", "cost.alert=149")
    confirmed = confirmed_file(root) or root
    for each in [*state_dir().rglob("*")]:
        if each.is_file() and each != confirmed and each.name != "readings.jsonl":
            each.unlink()
    raised(root)
    tell(root, cost=149, context=96)
    assert (checked(at)[0], threshold(at)["limits"]["alert"]) == (30, 149)


def test_a_limit_that_cannot_be_confirmed_is_not_written(at: Run, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise CommandError("storage.test", "No room")

    monkeypatch.setattr(committing, "confirm", fails)
    assert at("limit", *USUAL).code == 1
    assert files(root) == {}
    assert checked(at)[0] == 0


def test_an_agent_hands_off_at_a_stop_and_is_held_all_the_same(at: Run, root: Path, by_agent: Run) -> None:
    at("limit", *USUAL)
    tell(root, cost=25)
    assert by_agent("handoff", "--next", "Raise the limit", "--state", "Half done", "-C", root).code == 0
    assert by_agent("check", "-C", root).code == 30
    assert by_agent("undo", "-C", root).code == 0
    assert by_agent("check", "-C", root).code == 30


def test_no_undo_confirms_what_somebody_else_wrote(at: Run, root: Path) -> None:
    by_an_agent = "[limits.cost\n"
    at("limit", "cost.stop=20")
    tell(root, cost=21)
    (root / LIMITS).write_text(by_an_agent)
    at("limit", "cost.alert=12")
    for turn in ("undo", "redo", "undo", "redo"):
        said = at(turn)
        assert (turn, said.err, said.code, checked(at)[0]) == (turn, "", 0, 30)
    (root / LIMITS).write_text(by_an_agent)
    refused = at("undo")
    changed = ".cockpit/limits.toml was changed in another worktree of this repository, or outside of cockpit: "
    assert (refused.code, changed in refused.err) == (1, True)
    assert (root / LIMITS).read_text() == by_an_agent
    assert at("limit", "cost.alert=12", "cost.stop=45").code == 0
    assert checked(at)[0] == 20


def test_what_was_set_over_limits_that_nobody_confirmed_is_undone_and_redone(at: Run, root: Path) -> None:
    (root / LIMITS).parent.mkdir()
    (root / LIMITS).write_text("[limits.cost]\nstop = 1000\n")
    before = files(root)
    at("limit", "cost.alert=12")
    after = files(root)
    held = threshold(at)["limits"]
    for _ in range(2):
        assert (at("undo").code, files(root)) == (0, before)
        assert (at("redo").code, files(root), threshold(at)["limits"]) == (0, after, held)


@pytest.mark.parametrize("turns", ["undo 2,undo 3", "undo,redo,undo,undo"])
def test_no_way_back_confirms_what_somebody_else_wrote(at: Run, root: Path, turns: str) -> None:
    """Nor is a change undone beneath a later one that stands on it."""
    at("limit", "cost.stop=20")
    tell(root, cost=21)
    (root / LIMITS).write_text("[limits.cost]\nstop = 1000\n")
    at("limit", "cost.alert=12")
    at("limit", "context.alert=70")
    for turn in turns.split(","):
        before, said = files(root), at(*turn.split())
        assert checked(at)[0] == 30, turn
        beneath = turn == "undo 2"
        assert ("other limits were set since. Undo those first" in said.err) is beneath
        assert (said.code, files(root) == before) == ((1, True) if beneath else (0, False)), turn


def test_limits_hold_where_what_was_confirmed_is_gone(at: Run, root: Path) -> None:
    at("limit", *USUAL)
    tell(root, cost=15)
    (confirmed_file(root) or root).unlink()
    assert (at("ack", "cost").code, checked(at)[0]) == (0, 0)
    tell(root, cost=25)
    (confirmed_file(root) or root).unlink()
    assert checked(at)[0] == 30
    assert "These limits were not set on this machine; they hold as stated." in at("lint").out
    assert at("limit", "cost.stop=40").code == 0  # from here on it is counted
    tell(root, cost=37)
    assert checked(at)[0] == 20
    assert "not set on this machine" not in at("lint").out


def test_a_framework_without_such_limits_gets_those_of_the_repository(run: Run, tmp_path: Path) -> None:
    root = make(copied("maestro/healthy", tmp_path))
    before = run("check", "-C", root).code
    assert run("limit", "cost.alert=20", "-C", root).code == 0
    assert run("check", "-C", root).code == before
    tell(root, cost=31)
    checked = run("check", "-C", root)
    assert (checked.code, "cost $31, alert at $20" in checked.out) == (20, True)
    assert run("limit", "cost.alert=25", "-C", root).code == 0
    assert ".cockpit" not in run("handoff", "--next", "Go on", "--dry-run", "-C", root).out, "the framework keeps it"
    assert run("ack", "cost", "-C", root).code == 0
    assert run("check", "-C", root).code == before


def test_what_sessions_used_counts_where_the_files_of_project_autopilot_say_less(run: Run, tmp_path: Path) -> None:
    root = make(tmp_path / "work")

    def at(*words: str) -> Done:
        return run(words[0], "-C", root, *words[1:])

    for words in (("init", "autopilot"), ("set", "cost=3", "context=20"), ("limit", "cost.alert=10")):
        assert at(*words).code == 0
    tell(root, cost=12.4, context=12, session="s1")
    found = threshold(at)
    assert (found["value"], found["stated"], found["level"], found["at_least"]) == (12.4, 3, "alert", True)
    assert (found["source"], threshold(at, "context")["value"]) == ("status line", 20), "of two the worse counts"
    assert checked(at)[0] == 20
    need = "alert  cost at least $12.40, alert at $10: the agent waits until it is acknowledged; the files say $3\n"
    assert need in at("status").out
    assert at("ack", "cost").code == 0
    assert (checked(at)[0], findings(at)) == (0, "No findings: the files are consistent.\n")
    assert "| Cost | $3 |" in (root / ".autopilot/TRANSPONDER.md").read_text()
    assert at("set", "cost=4").out == "Set cost to $4.\nBy the status line cost is $12.40: that counts.\n"
    tell(root, cost=51, session="s2")
    assert checked(at)[0] == 30, "two live sessions: $63.40 of $50"
    assert at("undo").code == 0
    assert checked(at)[0] == 30
    assert at("set", "cost=70").out.splitlines()[0] == "Set cost to $70, at stop."
    assert (threshold(at)["value"], threshold(at)["stated"]) == (70, None)


def test_beside_a_framework_the_handoff_is_the_frameworks(run: Run, tmp_path: Path) -> None:
    """Codewalkers with a state file at the root keep theirs in `.cockpit`, as a repository without a framework does."""
    root = make(copied("codewalk/bare", tmp_path))
    assert run("limit", "-C", root, "cost.warning=45").code == 0
    refused = run("handoff", "-C", root, "--track", "plain-repository:.cockpit/limits.toml", "--next", "Why")
    assert (refused.code, refused.err) == (1, "cockpit: The handoff is that of Tide Tables.\n")
    assert run("handoff", "-C", root, "--next", "Go on").code == 0
    assert run("status", "-C", root).out.count("A handoff waits") == 1
