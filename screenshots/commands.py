"""All commands as one page: `python -m screenshots.commands` writes docs/commands.md from `cockpit.actions`."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from cockpit.actions import ACTIONS, COMMON, DRY_RUN, GROUPS, LIMITS, OPEN, Action, Field
from cockpit.model.handoff_draft import HandoffDraft

PAGE = Path(__file__).resolve().parent.parent / "docs" / "commands.md"
HEAD = """# Commands

`cockpit [PATH]` opens the program. Everything else works without a screen, for scripts and hooks. `cockpit --help`
lists the commands, `cockpit COMMAND --help` explains one. This page is made from `cockpit/actions.py` by
`python -m screenshots.commands`.

Options may stand before and after the command. What was done goes to standard output, what was refused to standard
error, in one sentence. The commands that a sentence or a finding names can be typed from where you are: `-C`, `--track`
and `--db` are repeated, and of several tracks each is named; what is left to you stands in capitals (`TEXT`, `VALUE`,
`ID`). A blocker, todo or error is named by its text, or by a part that only it has; a phase by its id or its name.
"""
EXIT_CODES = """
| exit code | means |
|---|---|
| 0 | done |
| 1 | refused or failed, with one sentence; `lint` found errors, a check of `resume` blocks |
| 2 | wrong usage: no such command (a former one is told the present one), a missing word, no track named of several |
| 20, 30 | only of `check`: an alert waits, a stop |
"""
NOTES = """
## Notes

**The project.** Without `-C` it is the nearest folder upward with recognised state, then downward: four levels, at most
5,000 folders and 50 sub-packages, and where that was not all it is said. `--db FILE` names the database that keeps the
state where it is not the usual `.codewalk/state.db`; the variable `COCKPIT_DATABASE` (of the environment or of the
project's `.env`) and the [setting](settings.md) `database` say the same. In a linked worktree that keeps no state of
its own, as where git ignores it, `check`, `status`, `lint`, `resume` and the hooks go by the main worktree's, and say
where it is; limits that you set, a handoff and the state of another system do not replace it. The state of another
linked one is named, and `check` exits 1.

**People and agents.** `ack`, `unack`, `limit`, `answer`, `dismiss`, `phase reset`, `set status=` of work
that failed, `phase skip`, `session crash`, `resume waive`, `resume unwaive`, `config agent`, `config purge` and every
`--force` are a person's: they refuse where an agent's environment is found, unless `allow_agents = true` stands in your
settings. So do `resume done` before the work has moved past the handoff, `redo dismiss` of a person's change, and any
other command that would remove a question that the agent asks, lift what cannot be read, or go on past retries that are
used up (autodev). An agent cannot undo what a person did. It is a guard against mistakes, not a lock: an agent that
edits the files itself cannot be stopped by this.

**`--json`.** `status` prints the [contract](status.schema.json), a command that writes what it did and its diff. What
looks like a secret (a token, a password, a private key) is masked in all JSON and in the prompt that `resume prompt`
prints or saves, and standard error says so; `--secrets` prints it.

**`check`** says why, or what it looked at: thresholds, retries and failures alone. A [hook](hooks.md) runs it.

| exits | where there is |
|---|---|
| 0 | nothing of what follows, or no project |
| 1 | state that cannot be read |
| 20 | an alert without an effective acknowledgment, also where a damaged file hides whether there is one |
| 20 | a value, a limit or a number of retries that is stated and cannot be read |
| 20 | words that no rule reads, where a status, limits, blockers or questions stand; as a hook only with `--blockers` |
| 20 | where errors are recorded: a failure of the work, or of a phase with an unresolved error |
| 20 | with `--questions` an open question; with `--blockers` an open blocker, or a status blocked without one |
| 30 | a stop, or a phase that failed with its retries used up |

**`ack`** is about an alert; at a warning it only marks it as seen, at a stop it names the ways out.

**`set`** also fires the triggers that are due. Only legal changes of the position are made; several keys are one
change.

**`handoff`** without options opens the [wizard](handing-off.md) in a terminal. What is given is written, the rest
proposed from the state file, the plan and git. On standard input it takes the JSON of `handoff propose`, as many fields
as are meant: {fields}, each row of `completed` with `id`, `name`, `commit`, `state` and `files`;
beside options, each option wins over the same field.

**`resume`** opens the [checklist](resuming.md) in a terminal; else, and with `--json`, it prints it: what the handoff
claims, against git and disk.

**`undo` and `redo`** are about the last change, or one of the log; with `--track` the last one of that track. `redo`
makes it anew where others wrote in the same place: a decision takes the next free number. `undo` refuses where the very
lines were changed since. `redo taken-back` writes again what another program took back, `redo dismiss` leaves it; until
then `status`, `lint`, `resume` and Needs you tell it. Exit codes do not change.

**Completion.** `eval "$(cockpit completion bash)"` in `~/.bashrc`, `eval "$(cockpit completion zsh)"` in `~/.zshrc`
after compinit, or `cockpit completion fish > ~/.config/fish/completions/cockpit.fish`. It offers commands and options,
and what the project holds: metrics, statuses that may follow and phases that can make a move as far as they would be
carried out, blockers, todos, triggers, tracks, entries of the log.
"""


def page() -> str:
    """The whole page."""
    notes = NOTES.replace("{fields}", _handoff_fields())
    return "".join([HEAD, EXIT_CODES, *_opening(), *_shared(), *_groups(), notes])


def _handoff_fields() -> str:
    """The fields of the JSON that `handoff` takes."""
    return ", ".join(f"`{each.name}`" for each in fields(HandoffDraft) if each.name != "origins")


def _opening() -> Iterator[str]:
    yield "\n## The program\n\n"
    yield from _described(OPEN)


def _shared() -> Iterator[str]:
    """What every command takes, then what means the same in each of several."""
    yield "\n## For every command\n\n"
    for field in (*COMMON, DRY_RUN, LIMITS):
        where = {DRY_RUN: "of commands that write: ", LIMITS: "of `status`, `check` and when opening: "}.get(field, "")
        yield _row(field, where)
    yield "\n## For several commands\n\n"
    yield from EXPLAINED_ONCE


def _groups() -> Iterator[str]:
    for group, title in GROUPS.items():
        yield f"\n## {title}\n\n"
        for action in ACTIONS:
            if action.group == group:
                yield from _described(action)


def _described(action: Action) -> Iterator[str]:
    """The command with all it takes, what it does, and below it each of its words and options."""
    command = " ".join([f"cockpit {action.command}".rstrip(), *map(_usage, action.in_usage)])
    yield f"- `{command}`: {action.summary}\n"
    for row in (_row(field) for field in action.fields if field.help):
        if row not in EXPLAINED_ONCE:
            yield f"  {row}"


def _usage(field: Field) -> str:
    shown = f"{_shown(field)}{'...' if field.repeat and field.positional else ''}"
    if field.unless:
        return f"{shown} | {field.unless}"
    return shown if field.required else f"[{shown}]"


def _shown(field: Field) -> str:
    """A word or an option as it is typed."""
    value = field.metavar or "|".join(field.choices) or "TEXT"
    if field.positional:
        return value
    return field.flag if field.kind == "flag" else f"{field.flag} {value}"


def _row(field: Field, where: str = "") -> str:
    again = "; may be repeated" if field.repeat and not field.positional else ""
    return f"- `{_shown(field)}`: {where}{field.help or 'the database that keeps the state'}{again}\n"


def _in_several_commands() -> list[str]:
    """The rows of words and options that stand in several commands and mean the same in all of them."""
    meanings: dict[str, Counter[str]] = {}
    for field in (field for action in (OPEN, *ACTIONS) for field in action.fields if field.help):
        meanings.setdefault(_shown(field), Counter())[_row(field)] += 1
    return [row for counts in meanings.values() if len(counts) == 1 for row, times in counts.items() if times > 1]


EXPLAINED_ONCE = _in_several_commands()


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
