"""`python -m tests.agents.real`: what a person does with a real agent, once a release, and what to compare.

It only prints: the steps, and with an agent's id (`python -m tests.agents.real claude`) those of this agent alone. The
result is written down with the version and the date.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from cockpit.agents.registry import AGENTS


@dataclass(frozen=True)
class Step:
    """What a person does with the agent, and what `cockpit` has to show then."""

    do: str
    see: str


@dataclass(frozen=True)
class Check:
    """A check of docs/agents.md, such as R1, with one agent, its program, and what else is to be looked up."""

    number: str
    agent: str
    program: str
    about: str
    steps: tuple[Step, ...]
    look_up: tuple[str, ...] = ()


CHECKS = (
    Check(
        "R1", "claude", "claude", "each state, and after how long it is on screen",
        (
            Step("Ask for `git push` where pushing is not allowed, and leave the prompt open.",
                 "wants to run: git push; a row in Needs you, with its terminal"),
            Step("Ask it to ask you a question with choices, and leave it open.",
                 "asks: the question, with its answers"),
            Step("Go to plan mode, let it make a plan, leave the approval open.",
                 "shows its plan; the plan file in the details"),
            Step("Open a dialog, such as /model, and leave it open.", "waits: a dialog, or your turn"),
            Step("Let it answer.", "works, then ended its turn; tokens, context and model as /context tells"),
            Step("Let it start a server in a background shell.", "ended its turn (a shell runs), its prompt free"),
            Step("Type /clear, then a prompt.", "a session of its own; the one before has ended or is your turn"),
            Step("Type /compact.", "no context until the next answer, then a smaller one"),
            Step("Type /rename and a name.", "the name as title"),
            Step("Type /cd and a folder of another repository.", "the session is in the other project, once"),
            Step("Kill its process with `kill -9`.", "lost, within a second"),
            Step("Leave another one with /exit.", "ended, within ten seconds"),
        ),
        ("Is an open question in the log? `grep -c AskUserQuestion` on the file that the details name.",
         "Does `procStart` in sessions/PID.json equal field 22 of /proc/PID/stat (Linux)? On macOS: what is it?",
         "Which words stand in `waitingFor`, for each thing it waited for?",
         "Is there an entry in tasks/ID? With which model?"),
    ),
    Check(
        "R2", "claude", "claude", "sessions that a program runs",
        (
            Step("Run a session through the SDK, or `claude -p` with a task of a minute.",
                 "not known, with log as evidence; never waits"),
            Step("Send a session to the background, if this version can.", "its state; `y` copies the way back"),
        ),
    ),
    Check(
        "R3", "codex", "codex", "turns, lists and a pending permission",
        (
            Step("Ask for a task of several steps.", "works; its list, `2 of 5 done in its own list`"),
            Step("Ask for a command that needs approval, and leave the prompt open for three minutes.",
                 "works, then unfinished, silent 2 min; never waits, since nothing of it is recorded"),
            Step("Let it ask you a question (request_user_input), if this version can.", "waits: a question, with it"),
            Step("Let the turn end.", "your turn; share of context and tokens as /status tells"),
            Step("Fork the session.", "two sessions; the tokens of the fork are not those of both"),
            Step("Interrupt a turn with Esc.", "your turn"),
            Step("Archive the session.", "once, not twice"),
        ),
        ("Are logs compressed (`.jsonl.zst`), and after how many days?",),
    ),
    Check(
        "R4", "gemini", "gemini", "an open question, and where the project is named",
        (
            Step("Let it ask you (ask_user), and leave it open.", "waits: a question, with it"),
            Step("Ask for a tool that needs leave, and leave it open for three minutes.", "unfinished; never waits"),
            Step("Let it write a list (write_todos).", "`1 of 3 done in its own list`"),
            Step("Type /compress.", "no context until the next answer"),
            Step("Go back to an earlier message (/rewind).", "the last state is that of the message"),
            Step("Leave it.", "ended after an hour"),
        ),
        ("Which folder below ~/.gemini/tmp is the project's: its name, a hash? Is it in projects.json, .project_root?",
         "Does the copied command go back to the session?"),
    ),
    *(
        Check("R5", agent.id, program, "lists and tokens as the agent itself shows them",
              (Step("Compare the tokens, the context and the list of a session of an hour with the agent's own.",
                    "the same; where the agent counts otherwise: by how much"),
               Step("Work in a linked worktree, and in a folder below the project.", "each once, with its worktree"),
               Step("`cockpit lint` afterwards.", "no agent-format-unknown; else how many records, of which type")))
        for agent, program in zip(AGENTS, ("claude", "codex", "gemini"), strict=True)
    ),
)  # fmt: skip


def lines(agent: str | None = None) -> Iterator[str]:
    """The page for a person; of one agent alone, if one is named."""
    yield f"Observing real agents, {datetime.now(UTC):%Y-%m-%d}"
    yield ""
    yield "Before: make a git repository with a file in it, open `cockpit` there in one terminal, the agent in another."
    yield "After each step look at pane 8 and at Needs you, and count the seconds. Write down: yes, no, or what else."
    yield "Nothing may be created in the repository: `git status` at the end. Nothing in the agent's folder may change"
    yield "but by the agent: `cockpit` only reads there."
    for check in CHECKS:
        if agent not in (None, check.agent):
            continue
        yield ""
        yield f"{check.number}  {check.agent}: {check.about}"
        yield f"    date {datetime.now(UTC):%Y-%m-%d}, system {sys.platform}"
        yield f"    version (`{check.program} --version`) ________"
        for number, step in enumerate(check.steps, 1):
            yield f"  {number:2}. {step.do}"
            yield f"      cockpit shows: {step.see}"
            yield "      [ ] yes   [ ] no: ______________________   after ____ s"
        for question in check.look_up:
            yield f"   ?  {question}"
            yield "      ______________________"
    yield ""
    yield "The table goes into docs/agents.md, with the versions and the date."


def main() -> int:
    """Print the page."""
    chosen = sys.argv[1] if len(sys.argv) > 1 else None
    if chosen not in (None, *(agent.id for agent in AGENTS)):
        sys.stderr.write(f"no such agent: {chosen}; known are {', '.join(agent.id for agent in AGENTS)}\n")
        return 2
    sys.stdout.write("".join(f"{line}\n" for line in lines(chosen)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
