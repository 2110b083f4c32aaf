"""`--limit`: looking by other limits than the files', for this once."""

import json
from pathlib import Path

import pytest

from cockpit.actions import ACTIONS, LIMITS, OPEN
from cockpit.cli.context import limits_of
from cockpit.cli.opening import _app
from cockpit.cli.parser import options_of, parse
from cockpit.project.first_reading import FirstReading
from tests.cli.conftest import Run

TAKES = ["status", "status cost", "check", "lint", ""]


def test_the_actions_that_judge_values_take_it() -> None:
    taking = {action.id for action in (*ACTIONS, OPEN) if LIMITS in options_of(action)}
    assert taking == {"status", "check", "lint", "project.open"}


@pytest.mark.parametrize("verb", TAKES)
@pytest.mark.parametrize(
    ("before", "after", "limits"),
    [
        ("", "", {}),
        ("--limit cost.alert=22", "", {"cost": {"alert": 22}}),
        ("", "--limit cost.alert=22", {"cost": {"alert": 22}}),
        ("", "--limit=cost.alert=$22.50", {"cost": {"alert": 22.5}}),
        (
            "",
            "--limit tokens.stop=2M --limit context.warning=35%",
            {"tokens": {"stop": 2e6}, "context": {"warning": 35}},
        ),
        ("--limit cost.alert=22", "--limit cost.stop=60", {"cost": {"alert": 22, "stop": 60}}),
        ("--limit cost.alert=22", "--limit cost.alert=23", {"cost": {"alert": 23}}),
        ("", "--limit Cost.alert=22", {"cost": {"alert": 22}}),
    ],
)
def test_it_stands_before_and_behind_the_verb(before: str, after: str, verb: str, limits: dict[str, object]) -> None:
    assert limits_of(parse(f"{before} {verb} {after}".split())) == limits


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("--limit cost.alert", "not a limit: 'cost.alert'; example: cost.alert=22"),
        ("--limit cost=22", "not a limit: 'cost=22'; example: cost.alert=22"),
        ("--limit cost.grave=22", "not a limit: 'cost.grave=22'; example: cost.alert=22"),
        ("--limit cost.alert=much", "not a number: 'much'"),
        ("--limit cost.alert=", "not a limit: 'cost.alert='; example: cost.alert=22"),
        ("--limit mood.alert=1", "no metric 'mood'; metrics: cost, context, variance, errors, tokens"),
        ("--limit", "expected one argument"),
    ],
)
@pytest.mark.parametrize("verb", ["status", "check"])
def test_what_is_no_limit(run: Run, verb: str, line: str, reason: str) -> None:
    for arguments in (f"{line} {verb}", f"{verb} {line}"):
        if not arguments.startswith("--limit " + verb):  # there the verb is taken for the value
            done = run(*arguments.split())
            assert (done.code, done.out) == (2, "")
            assert f"{reason}. See `cockpit" in done.err
            assert done.err.count("\n") == 1


@pytest.mark.parametrize("verb", ["ack cost", "set cost=3", "log", "config", "limit cost.alert=22", "blocker add x"])
def test_other_commands_refuse_it(run: Run, verb: str) -> None:
    name = "blocker add" if verb.startswith("blocker") else verb.split(maxsplit=1)[0]
    said = f"cockpit: Unrecognized arguments: --limit cost.alert=22. See `cockpit {name} --help`.\n"
    for line in (["--limit", "cost.alert=22", *verb.split()], [*verb.split(), "--limit", "cost.alert=22"]):
        done = run(*line)
        assert (done.code, done.out, done.err) == (2, "", said)


@pytest.mark.parametrize(
    ("limits", "code"),
    [
        ([], 20),
        (["cost.alert=30", "context.alert=45"], 20),  # the agent does not read it, and pauses by its own
        (["cost.warning=5"], 20),
        (["cost.stop=26"], 30),
        (["errors.stop=1"], 30),
    ],
)
def test_check_judges_by_it(run: Run, root: Path, limits: list[str], code: int) -> None:
    options = [part for limit in limits for part in ("--limit", limit)]
    assert run("check", *options, "-C", root).code == code


def test_a_warning_at_which_the_agent_waits_by_its_own_limit_is_told_once(run: Run, root: Path) -> None:
    said = run("check", "--limit", "cost.alert=30", "-C", root).out
    assert [line.partition(": ")[2] for line in said.splitlines() if line.startswith("cost ")] == [
        "the agent waits at its own limit until it is acknowledged."
    ]


def test_it_is_named_as_the_source_and_the_agent_does_not_read_it(run: Run, root: Path) -> None:
    found = json.loads(run("status", "--json", "--limit", "cost.alert=30", "-C", root).out)
    cost = next(each for each in found["tracks"][0]["thresholds"] if each["metric"] == "cost")
    assert cost["limits"] == {"warning": 10, "alert": 30, "stop": 50, "source": "built-in, command line"}
    assert (cost["level"], cost["agent_will"]) == ("warning", "pause")
    assert "alert $30" in run("status", "cost", "--limit", "cost.alert=30", "-C", root).out


def test_lint_sees_limits_in_the_wrong_order(run: Run, root: Path) -> None:
    assert "limits-unordered" not in run("lint", "-C", root).out
    assert "[limits-unordered]" in run("lint", "--limit", "cost.alert=5", "-C", root).out


def test_nothing_is_written(run: Run, root: Path) -> None:
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    run("status", "--limit", "cost.alert=30", "-C", root)
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


def test_the_program_opens_with_it(root: Path) -> None:
    arguments = parse(["--limit", "cost.alert=30", str(root)])
    limits = limits_of(arguments)
    assert _app(root, arguments).limits == {"cost": {"alert": 30}}
    project = FirstReading(root, limits).result(30)
    assert project is not None
    cost = next(each for each in project.tracks[0].thresholds if each.metric == "cost")
    assert (cost.level, cost.limits.alert) == ("warning", 30)
