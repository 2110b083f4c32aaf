"""The grammar of the command line."""

import re

import pytest

from cockpit import __version__
from cockpit.cli.parser import parse
from cockpit.cli.verbs import OPEN, VERBS, Verb
from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", {"verb": "open", "path": None, "project": None, "track": None, "json": False}),
        ("here", {"verb": "open", "path": "here"}),
        ("./status", {"verb": "open", "path": "./status"}),
        ("-- status", {"verb": "open", "path": "status"}),
        ("stauts", {"verb": "open", "path": "stauts"}),
        ("here status", None),
        ("--ascii", {"verb": "open", "ascii": True, "path": None}),
        ("--theme mine here", {"verb": "open", "theme": "mine", "path": "here"}),
        ("here --theme mine --ascii", {"verb": "open", "theme": "mine", "path": "here", "ascii": True}),
        ("--theme status", {"verb": "open", "theme": "status", "path": None}),
        ("-C status", {"verb": "open", "project": "status", "path": None}),
        ("-C there", {"verb": "open", "project": "there"}),
        ("status", {"verb": "status", "project": None, "track": None, "json": False}),
        ("status -C there", {"verb": "status", "project": "there"}),
        ("-C there status", {"verb": "status", "project": "there"}),
        ("-Cthere status", {"verb": "status", "project": "there"}),
        ("--project there status", {"verb": "status", "project": "there"}),
        ("--project=there status", {"verb": "status", "project": "there"}),
        ("-C here status -C there", {"verb": "status", "project": "there"}),
        ("--json status", {"verb": "status", "json": True}),
        ("status --json", {"verb": "status", "json": True}),
        ("--track t1 --json status", {"verb": "status", "track": "t1", "json": True}),
        ("--track status status", {"verb": "status", "track": "status"}),
        ("why cost", {"verb": "why", "metric": "cost"}),
        ("-C status why cost", {"verb": "why", "metric": "cost", "project": "status"}),
        ("--track lint -C demo why status", {"verb": "why", "metric": "status", "project": "demo", "track": "lint"}),
        ("--json -C there why --track t1 cost", {"verb": "why", "metric": "cost", "project": "there", "track": "t1",
                                                 "json": True}),
        ("lint", {"verb": "lint"}),
        ("paths", {"verb": "paths"}),
        ("themes", {"verb": "themes"}),
        ("completion zsh", {"verb": "completion", "shell": "zsh"}),
        ("demo", {"verb": "demo", "script": "normal", "system": None, "keep": False, "theme": None, "ascii": False}),
        ("demo --script fast --keep --ascii", {"verb": "demo", "script": "fast", "keep": True, "ascii": True}),
        ("demo --system maestro", {"verb": "demo", "system": "maestro"}),
        ("status --read-only", {"verb": "status", "read_only": True}),
        ("--read-only status", {"verb": "status", "read_only": True}),
        ("themes --read-only", {"verb": "themes", "read_only": True}),
        ("--read-only", {"verb": "open", "read_only": True}),
        ("ack cost --dry-run", {"verb": "ack", "dry_run": True}),
        ("--dry-run ack cost", {"verb": "ack", "dry_run": True}),
        ("--dry-run status", None),
        ("status --dry-run", None),
        ("--dry-run", None),
        ("todo x", {"verb": "todo", "what": "add", "text": "x"}),
        ("todo add x", {"verb": "todo", "what": "add", "text": "x"}),
        ("-C there todo --json x", {"verb": "todo", "what": "add", "text": "x", "json": True, "project": "there"}),
        ("todo add --track t x", {"verb": "todo", "what": "add", "text": "x", "track": "t"}),
        ("todo --track t done x", {"verb": "todo", "what": "done", "text": "x", "track": "t"}),
        ("todo add done", {"verb": "todo", "what": "add", "text": "done"}),
        ("todo -- -x", {"verb": "todo", "what": "add", "text": "-x"}),
        ("todo done", None),
        ("todo x y", None),
        ("todo", None),
        ("why", None),
        ("why cost more", None),
        ("status here", None),
        ("status --unknown", None),
        ("--unknown", None),
        ("--jso status", None),
        ("status --proj there", None),
        ("--theme", None),
        ("-C", None),
        ("completion tcsh", None),
        ("demo --script hurried", None),
        ("status --theme mine", None),
    ],
)  # fmt: skip
def test_command_lines(line: str, expected: dict[str, object] | None) -> None:
    if expected is None:
        with pytest.raises(SystemExit) as leaving:
            parse(line.split())
        assert leaving.value.code == 2
        return
    parsed = vars(parse(line.split()))
    assert {name: parsed[name] for name in expected} == expected


def test_version(run: Run) -> None:
    assert run("--version").out == f"cockpit {__version__}\n"
    assert run("--json", "--version").code == 0


@pytest.mark.parametrize("line", [["-h"], ["--help"], ["--json", "--help"], ["--help", "status"]], ids=" ".join)
def test_help_names_every_verb(run: Run, line: list[str]) -> None:
    done = run(*line)
    assert done.code == 0
    assert done.out.startswith("usage: cockpit [PATH] | cockpit VERB ...\n")
    for verb in VERBS:
        assert verb.name in [shown.split()[0] for shown in done.out.splitlines() if shown.startswith("    ")]
        assert verb.help in " ".join(done.out.split())
    assert OPEN.name not in [shown.split()[0] for shown in done.out.splitlines() if shown.startswith("    ")]


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.name)
def test_each_verb_has_help_of_its_own(run: Run, verb: Verb) -> None:
    done = run(verb.name, "--help")
    assert done.code == 0
    assert done.out.startswith(f"usage: cockpit {verb.name} [-h]")
    assert f"{verb.help[0].upper()}{verb.help[1:]}." in " ".join(done.out.split())


def test_help_after_a_path_is_that_of_opening(run: Run) -> None:
    done = run("here", "--help")
    assert done.code == 0
    assert done.out.startswith("usage: cockpit [-h]")
    assert "--theme" in done.out


def test_a_verb_that_writes_nothing_says_so_of_a_dry_run(run: Run) -> None:
    done = run("--dry-run", "status")
    assert done.err == (
        "cockpit: `cockpit status` writes nothing and does not take --dry-run. See `cockpit status --help`.\n"
    )


@pytest.mark.parametrize(
    ("line", "prog"),
    [("--unknown", "cockpit"), ("status --unknown", "cockpit status"), ("decide x --y", "cockpit decide")],
)
def test_wrong_usage_points_at_the_help_of_its_verb(run: Run, line: str, prog: str) -> None:
    unknown = line.rpartition(" ")[2]
    told = f"cockpit: Unrecognized arguments: {unknown}. See `{prog} --help`.\n"
    assert run(*line.split()).err == told


@pytest.mark.parametrize("line", [["why"], ["status", "--unknown"], ["completion", "tcsh"], ["--unknown"]])
def test_wrong_usage_is_reported_on_standard_error(run: Run, line: list[str]) -> None:
    done = run(*line)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("cockpit: ")
    assert re.search(r"\. See `cockpit[^`]* --help`\.\n$", done.err)
    assert done.err.count("\n") == 1


def test_a_choice_that_is_missing_is_named_by_what_may_be_chosen(run: Run) -> None:
    assert "required: task|plan|phase|session. " in run("done").err
