"""The grammar of the command line: which action a line is about, and with what."""

import re
from pathlib import Path

import pytest

from cockpit import __version__
from cockpit.actions import ACTIONS, COMMON, DRY_RUN, FORMER, LIMITS, NOUNS, OPEN, after, top_words
from cockpit.cli.parser import flags_of, options_of, parse
from cockpit.wording.messages import command_line
from tests.cli.conftest import Done, Run

Expected = dict[str, object]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", {"action": "project.open", "path": None, "project": None, "track": None, "json": False}),
        ("here", {"action": "project.open", "path": "here"}),
        ("--limit cost.alert=22 here", {"action": "project.open", "limits": [("cost", "alert", 22)], "path": "here"}),
        ("-C here status -C there", {"action": "status", "project": "there"}),
        ("-C lint --json status --track t1 cost",
         {"action": "status", "metric": "cost", "project": "lint", "track": "t1", "json": True}),
        ("unack cost context", {"action": "alert.withdraw", "metrics": ["cost", "context"], "all": False}),
        ("limit cost.stop=75 Cost.alert=$30",
         {"action": "threshold.limit", "new_limits": [("cost", "stop", 75), ("cost", "alert", 30)], "force": False}),
        ("set cost=26.50 tokens=500K next=a=b wave=",
         {"action": "position.set", "values": [("cost", 26.5), ("tokens", 500_000), ("next", "a=b"), ("wave", "")]}),
        ("done session --completed a --completed b",
         {"action": "step.done", "whole": "session", "completed": ["a", "b"]}),
        ("-C there todo --json add x", {"action": "todo.add", "text": "x", "json": True, "project": "there"}),
        ("todo add -- --json", {"action": "todo.add", "text": "--json", "json": False}),
        ("session tokens 1,200 3K", {"action": "session.tokens", "input": 1200, "output": 3000}),
        ("redo dismiss 3", {"action": "taken-back.dismiss", "entry": "3"}),
        ("config agent -- claude --print", {"action": "config.agent", "words": ["claude", "--print"]}),
        ("agents go --next", {"action": "agents.go", "next": True, "session": None}),
    ],
)  # fmt: skip
def test_what_a_line_means(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, expected: Expected) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path)
    parsed = vars(parse(line.split()))
    assert {name: parsed[name] for name in expected} == expected


WRONG = [
    "here status", "--jso status", "--theme", "status --theme mine", "ack cost --limit cost.alert=2", "ack cost more",
    "limit cost.high=3", "set", "set =3", "done everything", "blocker addd x", "todo add x y", "todo -- add x",
    "session tokens -1 3", "resume here", "redo taken-back 1 2", "config show", "completion tcsh",
    "demo --speed hurried",
]  # fmt: skip


def test_wrong_usage_is_one_sentence_on_standard_error(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path)
    for line in WRONG:
        done = run(*line.split())
        assert (done.code, done.out, done.err.count("\n"), done.err[:9]) == (2, "", 1, "cockpit: "), line


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("--unknown", "Unrecognized arguments: --unknown. See `cockpit --help`."),
        ("--dry-run status", "Unrecognized arguments: --dry-run. See `cockpit status --help`."),
        ("todo add", "The following arguments are required: TEXT. See `cockpit todo add --help`."),
        ("phase verify perhaps", "pass|fail: invalid choice: 'perhaps' (choose from 'pass', 'fail'). "
                                 "See `cockpit phase verify --help`."),
        ("set cost=much", "KEY=VALUE: not a number: 'much'. See `cockpit set --help`."),
        ("set mood=high", "KEY=VALUE: no key 'mood'; keys: cost, context, variance, errors, tokens, phases, phase, "
                          "phase-name, plan, plan-name, task, wave, status, next. See `cockpit set --help`."),
        ("track polish", "No command `track polish`. Commands: archive, convert. See `cockpit track --help`."),
    ],
)  # fmt: skip
def test_wrong_usage_says_what_is_wrong_and_points_at_the_help(run: Run, line: str, sentence: str) -> None:
    assert run(*line.split()).err == f"cockpit: {sentence}\n"


def test_a_former_word_is_answered_with_the_new_form(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    hidden = "is gone. To hide an alert, select it on the screen and press m, then s."
    for words, new in FORMER.items():
        told = f"`cockpit {words}` is now `cockpit {new}`." if new else f"{command_line(words)} {hidden}"
        for line in (words.split(), [*words.split(), "x"], ["--json", *words.split()]):
            assert run(*line) == Done(2, "", f"cockpit: {told}\n"), line


def test_no_option_takes_a_value_in_one_action_and_none_in_another() -> None:
    """Else it would not be known which words of a line are values, before it is known what the line is about."""
    takes: dict[str, set[bool]] = {}
    for action in (*ACTIONS, OPEN):
        for field in options_of(action):
            for flag in flags_of(field):
                takes.setdefault(flag, set()).add(field.kind != "flag")
    assert [flag for flag, both in takes.items() if len(both) > 1] == ["--next"]


def test_no_action_takes_two_values_of_one_name() -> None:
    for action in (*ACTIONS, OPEN):
        names = [field.name for field in (*action.fields, *COMMON, DRY_RUN, LIMITS)]
        assert len(names) == len(set(names)), action.id


def test_a_persons_command_and_an_agents_do_not_begin_alike() -> None:
    """An agent's own permissions are by prefix: `Bash(cockpit done:*)`. `resume` only looks, unless a person resets."""
    personal = [action.command for action in ACTIONS if action.person]
    others = [each.command for each in ACTIONS if not each.person and each.writes and each.id != "resume.check"]
    assert [(one, other) for one in personal for other in others if f"{one} ".startswith(f"{other} ")] == []
    assert [(one, other) for one in personal for other in others if f"{other} ".startswith(f"{one} ")] == []


# Help


def test_version(run: Run) -> None:
    assert run("--version").out == f"cockpit {__version__}\n"
    assert run("--json", "--version").code == 0
    assert run("todo", "add", "--", "--version", "-C", "/no/such/folder").code == 2


def shown(help_text: str) -> list[str]:
    """The words at the beginning of the lines that are indented."""
    return [line.split()[0].rstrip(",") for line in help_text.splitlines() if re.match(r"  \S", line)]


@pytest.mark.parametrize("line", [["-h"], ["--json", "--help"]], ids=" ".join)
def test_the_help_of_all_commands_is_one_page_that_names_the_verbs_of_each(run: Run, line: list[str]) -> None:
    done = run(*line)
    assert (done.code, done.err) == (0, "")
    lines, text = done.out.splitlines(), " ".join(done.out.split())
    assert (len(lines) <= 48, max(map(len, lines)) <= 80) == (True, True)
    assert {*shown(done.out), "redo", "completion"} == set(top_words())
    for action in ACTIONS:
        if len(action.words) > 1 and action.words[0] != "redo":
            assert re.search(rf"\b{action.words[0]} [^.]*\b{action.words[1]}\b", text), action.command


def test_the_help_of_a_noun_names_its_verbs(run: Run) -> None:
    for noun in NOUNS:
        for line in ((noun, "--help"), ("--help", noun)):
            done = run(*line)
            assert (done.code, done.err) == (0, "")
            assert max(map(len, done.out.splitlines())) <= 80
            assert shown(done.out) == [action.words[1] for action in after(noun) if len(action.words) > 1]
            assert NOUNS[noun] in done.out
            for action in after(noun)[1:]:
                assert action.summary in done.out
                assert all(field.flag in done.out for field in action.fields if not field.positional)


def test_the_help_of_a_command_names_its_options(run: Run) -> None:
    for action in [*(each for each in ACTIONS if each.command not in NOUNS), OPEN]:
        done = run(*(action.words or (".",)), "--help")
        assert (done.code, done.err) == (0, ""), action.id
        assert done.out.startswith(f"Usage: cockpit {action.command}".rstrip())
        assert max(map(len, done.out.splitlines())) <= 80
        flags = {flag for field in options_of(action) if field.help for flag in flags_of(field)}
        assert [flag for flag in flags if not re.search(rf"(?<![\w-]){flag}(?![\w-])", done.out)] == []
        for field in action.fields:
            assert field.positional is False or (field.metavar or "|".join(field.choices)) in done.out
        text = " ".join(done.out.split())
        assert f"{action.summary[0].upper()}{action.summary[1:]}." in text
        if len(action.words) == 1:
            assert all(each.summary in text for each in after(action.words[0]) if len(each.words) > 1)
    assert run("unack", "--help").out.startswith("Usage: cockpit unack METRIC... | --all\n")
