"""`--limit`: looking by other limits than the files', for this once."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("--limit cost.alert", "not a limit: 'cost.alert'; example: cost.alert=22"),
        ("--limit cost.grave=22", "not a limit: 'cost.grave=22'; example: cost.alert=22"),
        ("--limit cost.alert=much", "not a number: 'much'"),
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


def test_check_status_and_lint_judge_by_it_and_nothing_is_written(run: Run, root: Path) -> None:
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
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
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before
