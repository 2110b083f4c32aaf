"""What files state twice, or so that nobody can read it: `check` holds, `lint`, `why` and Needs you name the place, and
the way out that is offered ends it."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.proofs.unread import AUTODEV, HARMLESS, HEADER, JSON, MAESTRO, PHASE, TRANSPONDER

STATE = ".autopilot/TRANSPONDER.md"
STORED = ".autopilot/state/thresholds.json"
LIMITS = ".cockpit/limits.toml"
SESSION = "docs/maestro/state/active-session.md"
STEPS = "_docs/_autopilot_state.md"
OK, ALERT, STOP = 0, 20, 30


def table(*rows: str) -> str:
    return HEADER + "".join(f"| Cost | {row} |\n" for row in rows)


def project(*sections: str) -> dict[str, str]:
    text = "".join(f"\n## Thresholds\n\n{each}\n\n---\n\n## Notes {n}\n" for n, each in enumerate(sections))
    return {STATE: TRANSPONDER.format(sections=text)}


def attempts(*numbers: int) -> str:
    head = "\n## Retry Log\n\n| Attempt | Step | Name | SubStep | Failure Reason | Timestamp |\n" + "|---" * 6 + "|\n"
    return head + "".join(f"| {number} | 3 | Plan | 1 | No net | 2026-01-29 |\n" for number in numbers)


def session(status: str, count: object, env: str | None = None) -> dict[str, str]:
    files = {SESSION: MAESTRO.format(phase=PHASE.format(status=status, count=count))}
    return files | ({".env": f"A=1\nMAESTRO_MAX_RETRIES={env}\n"} if env is not None else {})


LOW, HIGH = "$5 | $10 | $25 | $50 | OK", "$60 | $10 | $25 | $50 | Stop"
LOTS = '[limits.cost]\nalert = "lots"\n'
PHASES = '[{"id": 1, "name": "Lights", "status": "failed",\n%s, "errors": []}]'
IN_JSON = (
    '---\n{"session_id": "lights", "task": "Lights", "status": "in_progress", "created": "2026-01-29T14:00:00Z",\n'
    f'"updated": "2026-01-29T14:30:00Z", "current_phase": 1, "total_phases": 1, "phases": {PHASES}}}\n---\n\n# Log\n'
)
FAILED = AUTODEV.format(status="failed", count=0)
CASES: dict[str, tuple[dict[str, str], int, str, tuple[str, int | None], str | None]] = {
    "two sections": (project(table(LOW), table(HIGH)), STOP, "cost", (STATE, 33), "set cost=5"),
    "a limit of ours": (project("None.") | {LIMITS: LOTS}, ALERT, "cost", (LIMITS, 2), "limit cost.alert=30"),
    "a file of limits that is broken": (
        project(HARMLESS) | {LIMITS: "[limits.cost\nalert = 3\n"}, ALERT, "thresholds", (LIMITS, 1), None
    ),
    "a limit below zero": (project(table("$5 | $10 | -25 | $50 | OK")), ALERT, "cost", (STATE, 22),
                           "limit cost.alert=25"),
    "values elsewhere in the JSON": (
        project(table("— | $10 | $25 | $50 | OK")) | {STORED: '{"values": {"cost": 60}}'},
        ALERT, "thresholds", (STORED, 1), None,
    ),
    "a number without an end": (project(HARMLESS) | {STORED: JSON % "1e400"}, ALERT, "cost", (STORED, 2),
                                "set cost=5"),
    "at least": (project(table("> $12 | $10 | $25 | $50 | Warning")), ALERT, "cost", (STATE, 22), "set cost=12"),
    "a level that says stop": (
        project(HARMLESS) | {STORED: (JSON % "5").replace('"cost": null', '"cost": "stop"')},
        STOP, "cost", (STORED, 3), "set cost=5",
    ),
    "a limit of retries": (session("failed", 1, "lots"), ALERT, "retries", (".env", 2), None),
    "a count that stands twice": (session("failed", "2\n    retry_count: 0"), STOP, "retries", (SESSION, 14), None),
    "a count without an end": ({SESSION: IN_JSON % '"retry_count": 1e400'}, ALERT, "retries", (SESSION, 4), None),
    "a log that counts more": ({STEPS: FAILED + attempts(1, 2, 3)}, STOP, "retries", (STEPS, 9), "phase reset"),
}  # fmt: skip
"""Files, what `check` answers, the metric, where a finding is, and the command that ends it where one does."""


def written(root: Path, files: Mapping[str, str]) -> Path:
    for path, text in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return root


@pytest.mark.parametrize("case", CASES)
def test_it_holds_and_is_named_and_the_way_out_ends_it(run: Run, tmp_path: Path, case: str) -> None:
    files, code, metric, place, way = CASES[case]
    root = written(tmp_path / "harbour", files)
    checked = run("check", "-C", root)
    assert checked.code == code
    assert metric in checked.out or Path(place[0]).name in checked.out
    assert place in {(each["path"], each["line"]) for each in json.loads(run("lint", "--json", "-C", root).out)}
    assert any(line.split()[0] in ("stop", "unknown") for line in needs(run, root))
    assert run("status", metric, "-C", root).code == 0
    if way is not None:
        assert run(*way.split(), "-C", root).code == 0
        assert run("check", "-C", root).code == OK


def test_a_resume_names_the_verb_that_ends_a_stated_stop(run: Run, tmp_path: Path) -> None:
    root = written(tmp_path, project(table("$5 | $10 | $25 | $50 | STOP")))
    told = json.loads(run("resume", "--json", "-C", root).out)["checks"]
    (check,) = [each for each in told if each["gate"] == "refuse"]
    assert (check["check"], [way.split()[-2:] for way in check["ways"]]) == ("stated:cost", [["set", "cost=VALUE"]])
    assert run("set", "cost=5", "-C", root).code == 0
    after = json.loads(run("resume", "--json", "-C", root).out)["checks"]
    assert [each for each in after if each["gate"] == "refuse"] == []


def needs(run: Run, root: Path) -> list[str]:
    """The rows of Needs you."""
    told = run("status", "-C", root).out.partition("Needs you\n")[2]
    lines = told.splitlines()
    end = next((number for number, line in enumerate(lines) if not line.startswith("  ")), len(lines))
    return [line.strip() for line in lines[:end]]


def test_a_limit_of_the_persons_own_settings_of_the_agent_holds_too(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in ('{"defaults": {"alertCost": "lots"}}', '{"defaults": 5}'):
        written(tmp_path / "home", {".claude/autopilot/config.json": text})
        monkeypatch.setenv("HOME", str(tmp_path / "home"))
        root = written(tmp_path / "harbour", project("None."))
        assert run("check", "-C", root).code == ALERT
        found = json.loads(run("lint", "--json", "-C", root).out)
        paths = {each["path"] for each in found if each["code"] == "value-unreadable"}
        assert paths == {"~/.claude/autopilot/config.json"}


def test_limits_that_differ_are_named_and_one_verb_writes_all(run: Run, tmp_path: Path) -> None:
    root = written(tmp_path, project(table(LOW, "$5 | $10 | $40 | $90 | OK")))
    found = [each for each in json.loads(run("lint", "--json", "-C", root).out) if each["code"] == "values-disagree"]
    assert [each["line"] for each in found] == [23, 23]
    why = run("status", "cost", "-C", root).out
    assert all(amount in why for amount in ("$25 (", "$40 (", "$50 (", "$90 ("))
    assert [line.split()[0] for line in needs(run, root)][:1] == ["disagree"]
    assert run("check", "-C", root).code == OK
    for level, value in (("stop", "60"), ("alert", "30")):
        assert run("limit", f"cost.{level}={value}", "-C", root).code == 0
    assert "values-disagree" not in run("lint", "-C", root).out


def test_an_unreadable_limit_of_retries_allows_an_agent_no_new_try(run: Run, tmp_path: Path, by_agent: Run) -> None:
    root = written(tmp_path, session("failed", 1, "lots"))
    for way in ("phase retry 1", "phase retry 1 --force", "phase reset"):
        assert by_agent(*way.split(), "-C", root).code == 1, way
    refused = run("phase", "reset", "-C", root)
    assert refused.code == 1
    assert ".env:2" in refused.err
    assert ".env:2" in run("phase", "retry", "1", "-C", root).err
    assert run("phase", "retry", "1", "--force", "-C", root).code == 0
    (root / ".env").write_text("MAESTRO_MAX_RETRIES=3\n")
    assert run("check", "-C", root).code == OK


def test_an_agent_does_not_archive_the_work_that_a_limit_stops(run: Run, tmp_path: Path, by_agent: Run) -> None:
    root = written(tmp_path, project(table("$60 | $10 | $25 | $50 | Stop")))
    assert run("set", "status=completed", "-C", root).code == 0
    assert run("check", "-C", root).code == STOP
    for dry_run in ((), ("--dry-run",)):
        refused = by_agent("track", "archive", *dry_run, "-C", root)
        assert refused.code == 1
        assert refused.err.startswith("cockpit: cost holds the agent, and archiving the work would lift that.")
    assert by_agent("check", "-C", root).code == STOP
    assert run("track", "archive", "-C", root).code == 0


@pytest.mark.parametrize(
    ("key", "nothing"), [("acknowledgments", "null"), ("acknowledged", "[]"), ("acknowledged", '""')]
)
def test_nothing_in_the_place_of_the_acknowledgments_is_reported_and_written(
    run: Run, tmp_path: Path, key: str, nothing: str
) -> None:
    given = ".autopilot/state/acknowledgments.json"
    root = written(tmp_path, project(table("$30 | $10 | $25 | $50 | Alert")) | {given: f'{{"{key}": {nothing}}}\n'})
    assert run("check", "-C", root).code == ALERT
    assert [(each["code"], each["path"]) for each in json.loads(run("lint", "--json", "-C", root).out)] == [
        ("acknowledgments-empty", given)
    ]
    assert run("ack", "cost", "-C", root).code == 0
    assert [*json.loads((root / given).read_text())[key]] == ["cost"]
    assert run("check", "-C", root).code == OK
