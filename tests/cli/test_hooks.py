"""`cockpit hooks`: installing into the settings of agents, what is said of it, and taking it out again."""

import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cockpit.agents.hooks import HOOKS
from cockpit.project.hooks import HookStatus, enforcement, hook_status
from cockpit.storage.agents import asking
from cockpit.storage.user_files.places import state_dir
from tests.cli.conftest import Offered, Run

FOLDERS = {"claude": ".claude", "codex": ".codex", "gemini": ".gemini"}
PLACES = {
    ("claude", "user"): "~/.claude/settings.json",
    ("claude", "project"): ".claude/settings.json",
    ("claude", "local"): ".claude/settings.local.json",
    ("codex", "user"): "~/.codex/hooks.json",
    ("codex", "project"): ".codex/hooks.json",
    ("gemini", "user"): "~/.gemini/settings.json",
    ("gemini", "project"): ".gemini/settings.json",
}
ENTRIES: dict[str, tuple[str, dict[str, Any]]] = {
    "claude": (
        "PreToolUse",
        {"matcher": "*", "hooks": [{
            "type": "command", "command": "cockpit check --hook claude --wait 540", "timeout": 600,
            "statusMessage": "Cockpit: checking your limits", "onFailure": "block",
        }]},
    ),
    "codex": (
        "PreToolUse",
        {"hooks": [{
            "type": "command", "command": "cockpit check --hook codex --wait 540", "timeout": 600,
            "statusMessage": "Cockpit: checking your limits",
        }]},
    ),
    "gemini": (
        "BeforeTool",
        {"matcher": "*", "hooks": [{
            "type": "command", "command": "cockpit check --hook gemini --wait 540", "name": "cockpit",
            "timeout": 600_000,
        }]},
    ),
}  # fmt: skip
LINE = {"type": "command", "command": "cockpit statusline", "refreshInterval": 5}
OTHERS = {
    "model": "opus",
    "hooks": {
        "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "x"}]}],
        "Stop": [{"hooks": []}],
    },
}
"""Settings with hooks of others."""


@pytest.fixture(autouse=True)
def bin_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The commands that are found: cockpit, and Claude Code 2.1.332."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    program(folder / "cockpit", "exit 0")
    program(folder / "claude", "echo '2.1.332 (Claude Code)'")
    for each in FOLDERS.values():
        (Path.home() / each).mkdir()
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with nothing in it."""
    (tmp_path / "project" / ".git").mkdir(parents=True)
    return tmp_path / "project"


def program(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def place(root: Path, agent: str, scope: str) -> Path:
    path = PLACES[agent, scope]
    return Path.home() / path.removeprefix("~/") if path.startswith("~") else root / path


def write(file: Path, content: bytes | str | dict[str, Any]) -> bytes:
    data = json.dumps(content, indent=2) if isinstance(content, dict) else content
    data = data.encode() if isinstance(data, str) else data
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    return data


def read(file: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(file.read_bytes().decode("utf-8-sig"))
    return value


def files(*folders: Path) -> dict[Path, bytes]:
    return {each: each.read_bytes() for top in folders for each in top.rglob("*") if each.is_file()
            and not each.is_relative_to(state_dir())}  # fmt: skip


# Each agent in each of its files


@pytest.mark.parametrize(("agent", "scope"), PLACES)
def test_a_file_that_is_made_goes(run: Run, root: Path, agent: str, scope: str) -> None:
    file = place(root, agent, scope)
    done = run("hooks", "install", agent, "--scope", scope, "--yes", "-C", root)
    assert (done.code, done.err) == (0, "")
    assert PLACES[agent, scope] in done.out
    event, entry = ENTRIES[agent]
    assert read(file) == {"hooks": {event: [entry]}} | ({"statusLine": LINE} if agent == "claude" else {})
    assert file.read_bytes().endswith(b"}\n")
    assert ("everybody who works here needs cockpit" in done.out) == (scope == "project")
    assert run("hooks", "remove", agent, "--yes", "-C", root).code == 0
    assert not file.exists()


def test_a_folder_that_is_made_goes_where_nothing_else_is_in_it(run: Run, root: Path) -> None:
    file = place(root, "claude", "local")
    for stays in (False, True):
        run("hooks", "install", "claude", "--yes", "-C", root)
        if stays:
            (file.parent / "notes.md").touch()
        assert run("hooks", "remove", "--yes", "-C", root).code == 0
        assert (file.parent.exists(), file.exists()) == (stays, False)
    assert (run("undo", "-C", root).code, file.exists()) == (0, True)


FORMS = ("indented", "one line", "CRLF", "BOM", "tabs", "no final line end")


@pytest.mark.parametrize(
    ("agent", "form"), [*(("claude", each) for each in FORMS), ("codex", "BOM"), ("gemini", "tabs")]
)
def test_hooks_of_others_stay_and_so_does_every_other_byte(run: Run, root: Path, agent: str, form: str) -> None:
    event, entry = ENTRIES[agent]
    others = json.loads(json.dumps(OTHERS).replace("PreToolUse", event))
    text = json.dumps(others, indent={"one line": None, "tabs": "\t"}.get(form, 2))
    text += "\n" * (form != "no final line end")
    text = text.replace("\n", "\r\n") if form == "CRLF" else text
    file = place(root, agent, "project")
    before = write(file, b"\xef\xbb\xbf" * (form == "BOM") + text.encode())
    done = run("hooks", "install", agent, "--scope", "project", "--yes", "-C", root)
    if form == "BOM" and agent != "claude":  # which would not read it
        assert (done.code, "byte order mark" in done.err, file.read_bytes() == before) == (1, True, True)
        return
    after = file.read_bytes()
    others["hooks"][event].append(entry)
    assert read(file) == others | ({"statusLine": LINE} if agent == "claude" else {})
    assert before.startswith(b"\xef") == after.startswith(b"\xef")
    assert before.endswith(b"\n") == after.endswith(b"\n")
    if form in ("CRLF", "tabs"):
        lines = after.split(b"\n")[:-1]
        assert all(line.endswith(b"\r") == (form == "CRLF") for line in lines)
        assert not any(line.startswith(b" ") for line in lines) or form == "CRLF"
    kept = [line for line in before.splitlines() if line.strip() not in (b"}", b"]", b"]}") and form != "one line"]
    assert set(kept) <= {line.rstrip(b",") for line in after.splitlines()} | set(after.splitlines())
    again = run("hooks", "install", agent, "--scope", "project", "--yes", "-C", root)
    assert (again.out.startswith("Nothing to change: "), file.read_bytes() == after) == (True, True)
    assert run("hooks", "remove", "--yes", "-C", root).code == 0
    assert file.read_bytes() == before


def test_what_an_agent_lacks_is_said(run: Run, root: Path, offered: Offered) -> None:
    shutil.rmtree(Path.home() / ".codex")
    for words, code, told in (
        (("codex", "--scope", "local", "--yes"), 1, "Use --scope user or project."),
        (("gemini", "--scope", "local", "--yes"), 1, "Use --scope user or project."),
        (("codex", "--yes"), 1, "Start it once first."),
        (("cursor",), 2, "Agents: claude, codex, gemini."),
    ):
        done = run("hooks", "install", *words, "-C", root)
        assert (done.code, told in done.err) == (code, True), words
    assert offered("hooks", "install", "c") == {"claude": "Claude Code", "codex": "Codex"}


def test_a_project_that_is_the_home_folder(run: Run) -> None:
    home = Path.home()
    assert run("hooks", "install", "claude", "--scope", "project", "--yes", "-C", home).code == 0
    assert run("hooks", "-C", home).out.count("check --hook claude") == 1
    assert run("hooks", "remove", "--yes", "-C", home).code == 0
    assert not (home / ".claude" / "settings.json").exists()


# The status line of Claude Code


def test_a_status_line_is_kept_and_given_back(run: Run, root: Path) -> None:
    file = place(root, "claude", "local")
    command = """echo "it's" | sed 's/a/b/' """
    before = write(file, {"statusLine": {"type": "command", "command": command, "padding": 0}, "x": 1})
    run("hooks", "install", "claude", "--yes", "-C", root)
    line = read(file)["statusLine"]
    assert line == {"type": "command", "padding": 0,
                    "command": """cockpit statusline --wrap 'echo "it'"'"'s" | sed '"'"'s/a/b/'"'"' '"""}  # fmt: skip
    text = file.read_text()
    write(file, text.replace('"x": 1', '"x": 2'))
    assert run("hooks", "remove", "--yes", "-C", root).code == 0
    assert file.read_bytes() == before.replace(b'"x": 1', b'"x": 2')


def test_the_status_line_of_the_user_runs_on_in_the_project(run: Run, root: Path) -> None:
    write(place(root, "claude", "user"), {"statusLine": {"type": "command", "command": "mine", "padding": 2}})
    file = place(root, "claude", "local")
    write(file, {"x": 1})
    run("hooks", "install", "claude", "--yes", "-C", root)
    assert read(file)["statusLine"] == {"type": "command", "command": "cockpit statusline --wrap mine", "padding": 2}
    write(file, file.read_text().replace('"x": 1', '"x": 2'))
    run("hooks", "remove", "--yes", "-C", root)
    assert read(file) == {"x": 2}


def test_a_status_line_that_outweighs_ours_is_named(run: Run, root: Path) -> None:
    write(place(root, "claude", "project"), {"statusLine": {"type": "command", "command": "theirs"}})
    run("hooks", "install", "claude", "--scope", "user", "--yes", "-C", root)
    assert "the status line in .claude/settings.json is another one" in run("hooks", "-C", root).out


# What the hook's command is, and which version of the agent obeys it


def test_a_cockpit_that_is_not_found_is_named_whole(
    run: Run, root: Path, bin_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (bin_folder / "cockpit").unlink()
    place_with_blank = bin_folder.parent / "my bin"
    place_with_blank.mkdir()
    program(place_with_blank / "cockpit", "exit 0")
    monkeypatch.setattr(sys, "argv", [str(place_with_blank / "cockpit")])
    run("hooks", "install", "claude", "--yes", "-C", root)
    settings_ = read(place(root, "claude", "local"))
    assert settings_["hooks"]["PreToolUse"][0]["hooks"][0]["command"] == (
        f"'{place_with_blank}/cockpit' check --hook claude --wait 540"
    )
    assert settings_["statusLine"]["command"] == f"'{place_with_blank}/cockpit' statusline"
    program(bin_folder / "cockpit", "exit 0")
    again = run("hooks", "install", "claude", "--yes", "-C", root)
    assert "Nothing to change" not in again.out
    settings_ = read(place(root, "claude", "local"))
    assert settings_ == {"hooks": {"PreToolUse": [ENTRIES["claude"][1]]}, "statusLine": LINE}
    run("hooks", "remove", "--yes", "-C", root)
    assert not place(root, "claude", "local").exists()


def test_no_cockpit_at_all(run: Run, root: Path, bin_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (bin_folder / "cockpit").unlink()
    monkeypatch.setattr(sys, "argv", ["pytest"])
    monkeypatch.setattr(sys, "executable", str(bin_folder / "python"))
    done = run("hooks", "install", "claude", "--yes", "-C", root)
    assert (done.code, "No command `cockpit` was found" in done.err) == (1, True)
    assert not place(root, "claude", "local").exists()


@pytest.mark.parametrize(
    ("says", "closed", "why"),
    [
        ("echo '2.1.332 (Claude Code)'", True, "Fails closed"),
        ("echo 2.1.295", True, "Fails closed"),
        ("echo '2.1.294 (Claude Code)'", False, "which Claude Code obeys from 2.1.295 on, is of no use to 2.1.294."),
        ("echo 2.1.332; exit 1", False, "told nothing"),
        ("exec sleep 600", False, "told nothing"),
        ("", False, "told nothing"),
    ],
)
def test_the_version_decides_whether_it_fails_closed(
    run: Run, root: Path, bin_folder: Path, monkeypatch: pytest.MonkeyPatch, *, says: str, closed: bool, why: str
) -> None:
    monkeypatch.setattr(asking, "LONGEST", 0.0 if "sleep" in says else 60.0)
    program(bin_folder / "claude", says)
    done = run("hooks", "install", "claude", "--yes", "-C", root)
    handler = read(place(root, "claude", "local"))["hooks"]["PreToolUse"][0]["hooks"][0]
    assert (done.code, "onFailure" in handler, why in done.out) == (0, closed, True)
    assert enforcement(status(root, "claude")) == ("enforced" if closed else "in part")


# A person agrees


def test_nothing_is_written_unasked(run: Run, root: Path) -> None:
    before = files(root, Path.home())
    for words in (("--dry-run",), (), ("--json",)):
        done = run("hooks", "install", "claude", *words, "-C", root)
        assert done.code == (0 if words == ("--dry-run",) else 1)
        assert files(root, Path.home()) == before
    dry = run("hooks", "install", "claude", "--dry-run", "-C", root).out
    assert "+++ b/.claude/settings.local.json" in dry
    assert "cockpit check --hook claude --wait 540" in dry
    assert run("hooks", "install", "claude", "-C", root).err.count("--yes") == 1


@pytest.mark.parametrize("answer", ["y", "", EOFError])
def test_the_diff_is_shown_and_asked_about(
    run: Run, root: Path, monkeypatch: pytest.MonkeyPatch, answer: str | type
) -> None:
    def say(_: str) -> str:
        if isinstance(answer, type):
            raise answer
        return answer

    monkeypatch.setattr("builtins.input", say)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    done = run("hooks", "install", "claude", "-C", root)
    assert "+++ b/.claude/settings.local.json" in done.out
    assert (done.code == 0) == place(root, "claude", "local").exists() == (answer == "y")


def test_settings_that_change_while_a_person_looks(run: Run, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = place(root, "claude", "local")
    write(file, {"x": 1})

    def say(_: str) -> str:
        write(file, {"x": 2})
        return "y"

    monkeypatch.setattr("builtins.input", say)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    assert run("hooks", "install", "claude", "-C", root).code == 0
    assert read(file) == {"x": 2, "hooks": {"PreToolUse": [ENTRIES["claude"][1]]}, "statusLine": LINE}


# Undo, and removing what was changed since


def test_undo_and_redo_bring_back_the_same_bytes(run: Run, root: Path) -> None:
    file = place(root, "claude", "local")
    before = write(file, OTHERS)
    run("hooks", "install", "claude", "--yes", "-C", root)
    after = file.read_bytes()
    assert "Installed the hook of Claude Code in .claude/settings.local.json." in run("log", "-C", root).out
    for words, then in ((("undo",), before), (("redo",), after), (("hooks", "remove", "--yes"), before),
                        (("undo",), after)):  # fmt: skip
        assert (run(*words, "-C", root).code, file.read_bytes() == then) == (0, True), words


@pytest.mark.parametrize("agent", FOLDERS)
def test_what_was_changed_since_stays(run: Run, root: Path, agent: str) -> None:
    """Also where what stood there before is not known any more."""
    file = place(root, agent, "project")
    event, _ = ENTRIES[agent]
    write(file, {"hooks": {event: [{"hooks": []}]}})
    run("hooks", "install", agent, "--scope", "project", "--yes", "-C", root)
    shutil.rmtree(state_dir())
    changed = read(file)
    changed["hooks"][event].append({"hooks": [{"type": "command", "command": "newer"}]})
    changed["hooks"][event][1]["hooks"].append({"type": "command", "command": "beside"})
    changed["more"] = [1]
    write(file, changed)
    assert run("hooks", "remove", "--yes", "-C", root).code == 0
    matcher = {} if agent == "codex" else {"matcher": "*"}
    beside = {**matcher, "hooks": [{"type": "command", "command": "beside"}]}
    newer = {"hooks": [{"type": "command", "command": "newer"}]}
    assert read(file) == {"hooks": {event: [{"hooks": []}, beside, newer]}, "more": [1]}


def test_one_file_of_several(run: Run, root: Path) -> None:
    for scope in ("user", "local"):
        run("hooks", "install", "claude", "--scope", scope, "--yes", "-C", root)
    run("hooks", "remove", "claude", "--scope", "user", "--yes", "-C", root)
    assert not place(root, "claude", "user").exists()
    assert place(root, "claude", "local").exists()


# Files that are not touched


def link(file: Path) -> None:
    write(file.parent / "elsewhere.json", "{}")
    file.symlink_to("elsewhere.json")


def folder(file: Path) -> None:
    file.mkdir(parents=True)


@pytest.mark.parametrize(
    ("agent", "made", "why"),
    [
        ("claude", "", "not valid JSON"),
        ("codex", "{", "cannot be read"),
        ("gemini", '{"a": 1, "a": 2}', "duplicate key"),
        ("claude", '{"a": 1,}', "not valid JSON"),
        ("codex", '{\n  // mine\n  "a": 1\n}\n', ":2 cannot be read: not valid JSON"),
        ("gemini", '{"a": NaN}', "NaN"),
        ("claude", "[]", "is not an object"),
        ("codex", "null", "is not an object"),
        ("gemini", '{"hooks": []}', "`hooks`"),
        ("claude", '{"hooks": {"PreToolUse": {}}}', "`hooks`"),
        ("codex", b'{"a": "\xff"}', "not valid UTF-8"),
        ("gemini", '{"a": 1}'.encode("utf-16"), "UTF-16"),
        ("claude", b"{}\0\0\0", "NUL"),
        ("claude", '{"statusLine": "words"}', "is no command"),
        ("claude", '{"statusLine": {"type": "static", "command": "x"}}', "is no command"),
        ("codex", link, "symbolic link"),
        ("gemini", folder, "is a directory"),
    ],
)
def test_files_that_are_damaged_or_no_files(
    run: Run, root: Path, agent: str, made: str | bytes | Callable[[Path], None], why: str
) -> None:
    file = place(root, agent, "project")
    file.parent.mkdir(parents=True)
    if isinstance(made, str | bytes):
        write(file, made)
    else:
        made(file)
    before = files(root)
    done = run("hooks", "install", agent, "--scope", "project", "--yes", "-C", root)
    assert (done.code, why in done.err, done.err.count("\n")) == (1, True, 1), done.err
    assert PLACES[agent, "project"] in done.err
    assert files(root) == before
    assert run("hooks", "-C", root).code == 0


def test_a_file_of_another_user(run: Run, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = place(root, "claude", "local")
    write(file, "{}")
    monkeypatch.setattr(os, "geteuid", lambda: file.stat().st_uid + 1)
    done = run("hooks", "install", "claude", "--yes", "-C", root)
    assert (done.code, "belongs to another user" in done.err, file.read_text()) == (1, True, "{}")


def test_a_folder_that_leads_out_of_the_project(run: Run, root: Path) -> None:
    (root.parent / "elsewhere").mkdir()
    (root / ".claude").symlink_to(root.parent / "elsewhere")
    done = run("hooks", "install", "claude", "--yes", "-C", root)
    assert (done.code, "symbolic link" in done.err, files(root.parent / "elsewhere")) == (1, True, {})


def test_an_entry_beside_comments_holds_nobody(run: Run, root: Path) -> None:
    file = place(root, "gemini", "user")
    write(file, "{}")
    run("hooks", "install", "gemini", "--yes", "-C", root)
    before = write(file, "// mine\n" + file.read_text())
    assert enforcement(status(root, "gemini")) == "advisory"
    assert "~/.gemini/settings.json:1 cannot be read: not valid JSON" in run("hooks", "-C", root).out
    done = run("hooks", "remove", "gemini", "--yes", "-C", root)
    assert (done.code, "cannot be read" in done.err, file.read_bytes() == before) == (1, True, True)


# What is said


def status(root: Path, agent: str) -> HookStatus:
    return hook_status(HOOKS[agent], root)


def test_the_hooks_as_json(run: Run, root: Path) -> None:
    run("hooks", "install", "claude", "--yes", "-C", root)
    told = json.loads(run("hooks", "--json", "-C", root).out)
    assert (told["schema"], [each["agent"] for each in told["agents"]]) == ("cockpit.hooks/1", sorted(FOLDERS))
    claude = told["agents"][0]
    assert (claude["enforcement"], claude["version"], claude["closed"]) == ("enforced", "2.1.332", True)
    assert claude["status_line"] == ".claude/settings.local.json"
    assert claude["installed"] == [
        {
            "scope": "local", "file": ".claude/settings.local.json",
            "command": "cockpit check --hook claude --wait 540",
            "exists": True, "closed": True, "trusted": None, "altered": False,
        }
    ]  # fmt: skip


TRUSTED = "sha256:eeb9b815d7db5fcea67a7e944d3e0f03003f9b0618159180d963064a2d87b550"
"""What Codex 0.171 wrote when a person trusted the entry that is installed."""


def review(root: Path, more: str = "") -> None:
    """A person trusts the hook in Codex."""
    key = f"{place(root, 'codex', 'user')}:pre_tool_use:0:0"
    write(Path.home() / ".codex" / "config.toml", f'[hooks.state."{key}"]\ntrusted_hash = "{TRUSTED}"\n{more}')


def test_codex_wants_a_review(run: Run, root: Path) -> None:
    run("hooks", "install", "codex", "--yes", "-C", root)
    assert "Type /hooks in Codex" in run("hooks", "-C", root).out
    assert enforcement(status(root, "codex")) == "advisory"
    review(root)
    assert "Type /hooks in Codex" not in run("hooks", "-C", root).out
    assert enforcement(status(root, "codex")) == "in part"
    review(root, "enabled = false\n")
    assert enforcement(status(root, "codex")) == "advisory"
    review(root)
    file = place(root, "codex", "user")
    write(file, file.read_text().replace("600", "599"))
    assert enforcement(status(root, "codex")) == "advisory"
    write(file, '{"hooks": {"PreToolUse": [{"hooks": []}, ' + file.read_text().partition("[")[2].replace("599", "600"))
    assert [each.altered for each in status(root, "codex").installed] == [False]
    assert enforcement(status(root, "codex")) == "advisory"  # it is another one by its place


@pytest.mark.parametrize(
    ("agent", "path", "text"),
    [
        ("claude", "~/.claude/settings.json", '{"disableAllHooks": true}'),
        ("claude", ".claude/settings.json", '{"disableAllHooks": true}'),
        ("codex", "~/.codex/config.toml", "[features]\nhooks = false\n"),
        ("gemini", ".gemini/settings.json", '{"hooksConfig": {"enabled": false}}'),
    ],
)
def test_hooks_that_are_switched_off(run: Run, root: Path, agent: str, path: str, text: str) -> None:
    run("hooks", "install", agent, "--yes", "-C", root)
    write(Path.home() / path.removeprefix("~/") if path.startswith("~") else root / path, text)
    assert f"switched off in {path}" in run("hooks", "-C", root).out
    assert enforcement(status(root, agent)) == "advisory"


@pytest.mark.parametrize(
    ("old", "new"),
    [('"matcher": "*"', '"matcher": "Bash"'), ('"timeout": 600', '"timeout": 5'), ("--wait 540", "--wait 999")],
)
def test_an_entry_that_somebody_changed(run: Run, root: Path, old: str, new: str) -> None:
    run("hooks", "install", "claude", "--yes", "-C", root)
    file = place(root, "claude", "local")
    write(file, file.read_text().replace(old, new))
    assert "writes it again" in run("hooks", "-C", root).out
    assert enforcement(status(root, "claude")) == "in part"
    run("hooks", "install", "claude", "--yes", "-C", root)
    assert read(file)["hooks"] == {"PreToolUse": [ENTRIES["claude"][1]]}


def test_an_entry_behind_a_link_counts(run: Run, root: Path) -> None:
    run("hooks", "install", "codex", "--yes", "-C", root)
    file = place(root, "codex", "user")
    file.rename(root.parent / "dotfiles.json")
    file.symlink_to(root.parent / "dotfiles.json")
    assert [each.exists for each in status(root, "codex").installed] == [True]
    assert "symbolic link" in run("hooks", "remove", "--yes", "-C", root).err
