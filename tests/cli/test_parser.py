"""The grammar of the command line: which action a line is about, and with what."""

import re
from pathlib import Path

import pytest

from cockpit import __version__
from cockpit.actions import ACTIONS, COMMON, DRY_RUN, FORMER, LIMITS, NOUNS, OPEN, Action, after, top_words
from cockpit.cli.parser import flags_of, options_of, parse
from cockpit.wording.messages import command_line
from tests.cli.conftest import Run

Expected = dict[str, object]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", {"action": "project.open", "path": None, "project": None, "track": None, "json": False}),
        ("here", {"action": "project.open", "path": "here"}),
        ("./status", {"action": "project.open", "path": "./status"}),
        ("-- status", {"action": "project.open", "path": "status"}),
        ("--ascii", {"action": "project.open", "ascii": True, "path": None}),
        ("--theme mine here", {"action": "project.open", "theme": "mine", "path": "here"}),
        ("--theme status", {"action": "project.open", "theme": "status", "path": None}),
        ("--limit cost.alert=22 here", {"action": "project.open", "limits": [("cost", "alert", 22)], "path": "here"}),
        ("-C status", {"action": "project.open", "project": "status", "path": None}),
        ("status", {"action": "status", "metric": None, "project": None, "track": None, "json": False}),
        ("status status", {"action": "status", "metric": "status"}),
        ("-C there status", {"action": "status", "project": "there"}),
        ("-C here status -C there", {"action": "status", "project": "there"}),
        ("--track status status", {"action": "status", "track": "status"}),
        ("-C lint --json status --track t1 cost",
         {"action": "status", "metric": "cost", "project": "lint", "track": "t1", "json": True}),
        ("--read-only config", {"action": "config.show", "read_only": True}),
        ("check --blockers", {"action": "check", "blockers": True, "questions": False, "dry_run": False}),
        ("log", {"action": "log", "entry": None, "conflicts": False, "save": None}),
        ("log --conflicts 3 --save x", {"action": "log", "entry": "3", "conflicts": True, "save": "x"}),
        ("ack cost --dry-run", {"action": "alert.acknowledge", "dry_run": True}),
        ("--note=x ack cost", {"action": "alert.acknowledge", "metric": "cost", "note": "x"}),
        ("ack --if-level alert cost", {"action": "alert.acknowledge", "metric": "cost", "if_level": "alert"}),
        ("unack cost context", {"action": "alert.withdraw", "metrics": ["cost", "context"], "all": False}),
        ("unack --all", {"action": "alert.withdraw", "metrics": [], "all": True}),
        ("answer 1", {"action": "question.answer", "option": "1"}),
        ("limit cost.stop=75 Cost.alert=$30",
         {"action": "threshold.limit", "new_limits": [("cost", "stop", 75), ("cost", "alert", 30)], "force": False}),
        ("set cost=26.50 task=4 context=33%",
         {"action": "position.set", "values": [("cost", 26.5), ("task", "4"), ("context", 33)]}),
        ("set next=a=b", {"action": "position.set", "values": [("next", "a=b")]}),
        ("set tokens=500K wave=", {"action": "position.set", "values": [("tokens", 500_000), ("wave", "")]}),
        ("done phase 3", {"action": "step.done", "whole": "phase", "step": "3"}),
        ("done session --completed a --completed b",
         {"action": "step.done", "whole": "session", "completed": ["a", "b"]}),
        ("blocker", {"action": "blocker.list"}),
        ("blocker bypass x --note y", {"action": "blocker.bypass", "blocker": "x", "note": "y"}),
        ("todo", {"action": "todo.list"}),
        ("-C there todo --json add x", {"action": "todo.add", "text": "x", "json": True, "project": "there"}),
        ("todo add --track t x", {"action": "todo.add", "text": "x", "track": "t"}),
        ("todo --track t done x", {"action": "todo.done", "text": "x", "track": "t"}),
        ("todo add done", {"action": "todo.add", "text": "done"}),
        ("todo add -- --json", {"action": "todo.add", "text": "--json", "json": False}),
        ("todo add -", {"action": "todo.add", "text": "-"}),
        ("phase reset", {"action": "phase.reset"}),
        ("phase files --created a --created b --deleted c",
         {"action": "phase.files", "created": ["a", "b"], "modified": [], "deleted": ["c"]}),
        ("session tokens 1,200 3K", {"action": "session.tokens", "input": 1200, "output": 3000}),
        ("handoff", {"action": "handoff.write"}),
        ("handoff propose", {"action": "handoff.propose"}),
        ("resume", {"action": "resume.check", "reset_alerts": False}),
        ("resume --reset-alerts", {"action": "resume.check", "reset_alerts": True}),
        ("resume prompt --save x", {"action": "resume.prompt", "save": "x"}),
        ("resume waive plan --reason x", {"action": "resume.waive", "check": "plan", "reason": "x"}),
        ("undo 3", {"action": "change.undo", "entry": "3"}),
        ("redo 3", {"action": "change.redo", "entry": "3"}),
        ("redo taken-back", {"action": "taken-back.restore", "entry": None}),
        ("redo dismiss 3", {"action": "taken-back.dismiss", "entry": "3"}),
        ("track archive --force", {"action": "track.archive", "force": True}),
        ("config agent -- claude --print", {"action": "config.agent", "words": ["claude", "--print"]}),
        ("completion zsh", {"action": "completion", "shell": "zsh"}),
        ("demo", {"action": "demo.open", "speed": None, "system": None, "keep": False, "theme": None, "ascii": False}),
        ("demo maestro --speed fast --keep --ascii",
         {"action": "demo.open", "system": "maestro", "speed": "fast", "keep": True, "ascii": True}),
    ],
)  # fmt: skip
def test_what_a_line_means(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, expected: Expected) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path)
    parsed = vars(parse(line.split()))
    assert {name: parsed[name] for name in expected} == expected


@pytest.mark.parametrize(
    "line",
    [
        "stauts", "no-such-folder", "here status", "~no-such-user",
        "--dry-run status", "status --dry-run", "--dry-run", "status --unknown", "--unknown",
        "--jso status", "--theme", "status --theme mine", "ack cost --limit cost.alert=2",
        "ack", "ack cost more", "limit cost",
        "limit cost=3", "limit cost.high=3", "limit cost.stop=much", "set", "set cost", "set mood=high", "set =3",
        "done everything", "done phase 3 4", "blocker x", "blocker addd x", "blocker add", "blocker bypass x",
        "todo x", "todo add", "todo add x y", "todo -- add x", "phase start", "phase done", "phase verify",
        "phase verify perhaps", "session tokens 1", "session tokens -1 3", "resume here", "resume waive plan",
        "resume waive --reason x", "handoff proposal", "undo 1 2", "redo taken-back 1 2", "config show", "config agent",
        "track x", "completion tcsh", "completion", "demo --speed hurried", "demo one two",
    ],
)  # fmt: skip
def test_wrong_usage_is_one_sentence_on_standard_error(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path)
    done = run(*line.split())
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith("cockpit: ")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("--unknown", "Unrecognized arguments: --unknown. See `cockpit --help`."),
        ("status --unknown", "Unrecognized arguments: --unknown. See `cockpit status --help`."),
        ("decision add x --y", "Unrecognized arguments: --y. See `cockpit decision add --help`."),
        ("--dry-run status", "Unrecognized arguments: --dry-run. See `cockpit status --help`."),
        ("todo add", "The following arguments are required: TEXT. See `cockpit todo add --help`."),
        ("blocker bypass x", "The following arguments are required: --note. See `cockpit blocker bypass --help`."),
        ("phase verify perhaps", "pass|fail: invalid choice: 'perhaps' (choose from 'pass', 'fail'). "
                                 "See `cockpit phase verify --help`."),
        ("set cost=much", "KEY=VALUE: not a number: 'much'. See `cockpit set --help`."),
        ("set mood=high", "KEY=VALUE: no key 'mood'; keys: cost, context, variance, errors, tokens, phases, phase, "
                          "phase-name, plan, plan-name, task, wave, status, next. See `cockpit set --help`."),
    ],
)  # fmt: skip
def test_wrong_usage_says_what_is_wrong_and_points_at_the_help(run: Run, line: str, sentence: str) -> None:
    assert run(*line.split()).err == f"cockpit: {sentence}\n"


@pytest.mark.parametrize("noun", ["blocker", "session", "track"])
def test_a_verb_that_a_noun_lacks_is_answered_with_those_it_has(run: Run, noun: str) -> None:
    verbs = [action.words[1] for action in after(noun) if len(action.words) > 1]
    assert run(noun, "polish").err == (
        f"cockpit: No command `{noun} polish`. Commands: {', '.join(verbs)}. See {command_line(noun, '--help')}.\n"
    )


def test_a_word_like_a_command_is_answered_with_it(run: Run) -> None:
    done = run("stauts")
    assert (done.code, done.err) == (2, "cockpit: No folder or command 'stauts'. Did you mean status?\n")


@pytest.mark.parametrize("words", FORMER)
def test_a_former_word_is_answered_with_the_new_form(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    sentence = f"cockpit: `cockpit {words}` is now `cockpit {FORMER[words]}`.\n"
    if not FORMER[words]:
        sentence = (
            f"cockpit: {command_line(words)} is gone. To hide an alert, select it on the screen and press m, then s.\n"
        )
    for line in (words.split(), [*words.split(), "x"], ["--json", *words.split()]):
        done = run(*line)
        assert (done.code, done.out, done.err) == (2, "", sentence)


@pytest.mark.parametrize("new", sorted({new for new in FORMER.values() if new}))
def test_the_new_form_of_a_former_word_is_one(new: str) -> None:
    """Its values are placeholders, so that only they may be wrong."""
    values = {"FILE": "a.py", "INPUT": "1", "OUTPUT": "2", "KEY=VALUE": "task=1", "pass|fail": "pass", "?": "?"}
    assert parse([values.get(word, word) for word in new.split()]).action


@pytest.mark.parametrize("word", [words for words in FORMER if " " not in words])
def test_a_folder_with_the_name_of_a_former_word_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    (tmp_path / word).mkdir()
    monkeypatch.chdir(tmp_path)
    assert vars(parse([word]))["path"] == word


def test_no_option_takes_a_value_in_one_action_and_none_in_another() -> None:
    """Else it would not be known which words of a line are values, before it is known what the line is about."""
    takes: dict[str, set[bool]] = {}
    for action in (*ACTIONS, OPEN):
        for field in options_of(action):
            for flag in flags_of(field):
                takes.setdefault(flag, set()).add(field.kind != "flag")
    assert [flag for flag, both in takes.items() if len(both) > 1] == ["--next"]


@pytest.mark.parametrize("words", [("agents", "go", "--next"), ("agents", "go", "--next", "--print")])
def test_a_flag_that_takes_a_value_elsewhere_stands_behind_its_command(words: tuple[str, ...]) -> None:
    """`set --next TEXT` is the next action, `agents go --next` the session that has waited longest."""
    found = parse(words)
    assert (found.action, found.next, found.session) == ("agents.go", True, None)


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


@pytest.mark.parametrize("line", [["-h"], ["--help"], ["--json", "--help"]], ids=" ".join)
def test_the_help_of_all_commands_is_one_page(run: Run, line: list[str]) -> None:
    done = run(*line)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert len(lines) <= 48
    assert max(map(len, lines)) <= 80
    assert all(re.search(rf"(?<![\w-]){word}(?![\w-])", done.out) for word in top_words())
    assert {*shown(done.out), "redo", "completion"} == set(top_words())


def test_the_help_of_all_commands_names_the_verbs_of_each(run: Run) -> None:
    text = " ".join(run("--help").out.split())
    for action in ACTIONS:
        if len(action.words) > 1 and action.words[0] != "redo":
            assert re.search(rf"\b{action.words[0]} [^.]*\b{action.words[1]}\b", text), action.command


@pytest.mark.parametrize("noun", NOUNS)
def test_the_help_of_a_noun_names_its_verbs(run: Run, noun: str) -> None:
    for line in ((noun, "--help"), ("--help", noun), (noun, "-C", "x", "-h")):
        done = run(*line)
        assert (done.code, done.err) == (0, "")
        assert max(map(len, done.out.splitlines())) <= 80
        assert shown(done.out) == [action.words[1] for action in after(noun) if len(action.words) > 1]
        assert NOUNS[noun] in done.out
        for action in after(noun)[1:]:
            assert action.summary in done.out
            assert all(field.flag in done.out for field in action.fields if not field.positional)


@pytest.mark.parametrize(
    "action", [each for each in ACTIONS if each.command not in NOUNS] + [OPEN], ids=lambda action: action.id
)
def test_the_help_of_a_command_names_its_options(run: Run, action: Action) -> None:
    words = action.words or (".",)
    for line in ((*words, "--help"), ("--help", *words)):
        done = run(*line)
        assert (done.code, done.err) == (0, "")
        assert done.out.startswith(f"Usage: cockpit {action.command}".rstrip())
        assert max(map(len, done.out.splitlines())) <= 80
        for field in options_of(action):
            assert not field.help or all(re.search(rf"(?<![\w-]){flag}(?![\w-])", done.out) for flag in flags_of(field))
        for field in action.fields:
            assert field.positional is False or (field.metavar or "|".join(field.choices)) in done.out
        text = " ".join(done.out.split())
        assert f"{action.summary[0].upper()}{action.summary[1:]}." in text
        if len(action.words) == 1:
            assert all(each.summary in text for each in after(words[0]) if len(each.words) > 1)


def test_help_says_that_a_metric_or_all_is_needed(run: Run) -> None:
    assert run("unack", "--help").out.startswith("Usage: cockpit unack METRIC... | --all\n")
