"""The prompt for a fresh agent: the exact text, what in it looks like a secret, and the ways to hand it over."""

import asyncio
import errno
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from functools import partial
from math import inf
from pathlib import Path
from shutil import which
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on, work
from textual.app import ComposeResult, SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen

from cockpit.model.errors import CommandError
from cockpit.project.resuming import (
    Preflight,
    blocking_reason,
    came_since,
    file_for_prompt,
    keep_prompt,
    look,
    save_prompt,
)
from cockpit.project.settings import (
    KNOWN_AGENTS,
    agent_command,
    agent_name,
    agents_found,
    filled_command,
    load_settings,
    parsed_command,
    remember_agent,
    shown_command,
)
from cockpit.screens.acting import ActionRunner, Answers, Form, FormLine, PendingChange, Written
from cockpit.screens.editor import lend_terminal
from cockpit.screens.help import HelpDialog
from cockpit.screens.keys import bindings, key_in
from cockpit.screens.mixin import Faults, OwnScreen
from cockpit.screens.project_app import ProjectApp
from cockpit.widgets.board import SMALLEST, TooSmall
from cockpit.widgets.by_key import by_key
from cockpit.widgets.choice import Choice
from cockpit.widgets.detail import Detail
from cockpit.widgets.footer import Footer, MessageLine
from cockpit.widgets.header import TitleBar
from cockpit.widgets.painting import broken
from cockpit.widgets.sheets import Fact
from cockpit.widgets.view import View
from cockpit.wording.messages import Words
from cockpit.wording.printable import printable
from cockpit.wording.times import span

if TYPE_CHECKING:
    from cockpit.project.outcome import ChangeOutcome
    from cockpit.project.workspace import Workspace


# Handing the terminal over to the person's agent, and taking it back

_BY_SHELLS = 128
"""What a shell adds to the number of the signal that ended a command."""


def run_agent(app: ProjectApp, command: Sequence[str], folder: Path) -> tuple[str, float]:
    """Run a command in a folder with the terminal its own, until the person goes back. A sentence says how it ended;
    and after how many seconds.

    Raises CommandError where it cannot be started.
    """
    name = printable(agent_name(app.settings.agent))

    def run() -> tuple[str, float]:
        _say(f"cockpit: {name} begins in {printable(str(folder))}")
        began = monotonic()
        done = subprocess.run(command, cwd=folder, check=False)
        seconds = monotonic() - began
        ended = how_it_ended(name, done.returncode, seconds)
        _say(f"\ncockpit: {ended} Enter goes back to cockpit.")
        sys.stdin.readline()
        return ended, seconds

    try:
        return lend_terminal(app, run)
    except SuspendNotSupported:
        raise CommandError("screens.no-terminal-for-agent", "This terminal cannot run an agent.") from None
    except OSError as error:
        if isinstance(error, FileNotFoundError) and folder.is_dir():
            if which(command[0]):
                raise CommandError(
                    "screens.interpreter-of-agent-missing",
                    f"{name} cannot be started: the interpreter in its first line was not found.",
                ) from None
            raise CommandError(
                "screens.no-such-agent",
                f"{printable(command[0])} was not found. Correct the agent command in your settings.",
            ) from None
        failed = f"{name} cannot be started: {error.strerror}."
        if error.errno == errno.E2BIG:
            failed = f"{failed} To pass the prompt as a file, use {{file}} in the setting `agent`."
        raise CommandError("screens.agent-not-started", failed) from None


def how_it_ended(name: str, code: int, seconds: float) -> str:
    """`claude was interrupted after 2 min.`: `code` is its exit code, or minus the signal that ended it."""
    code, time = code if code >= 0 else _BY_SHELLS - code, span(max(1, seconds))
    interrupted = code == _BY_SHELLS + signal.SIGINT
    return f"{name} {'was interrupted' if interrupted else f'exited with {code}'} after {time}."


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


_TAKING = ("copy", "save", "run", "answer")
_LOOKING = 2.0
"""Seconds between two looks whether the settings name an agent by now."""
_FRAME = ("<", "```")
_OF_THE_DEMO = " (the demo's own; that of your settings is for your projects)"
_ANOTHER = "another"
_FRESH = "End the old session first, then give this to a fresh agent: it has everything needed to continue."


class PromptScreen(OwnScreen, Faults, Screen[bool]):
    """The prompt whole. It is handed over only while nothing on the checklist holds the resume. It comes to whether an
    agent was run."""

    AUTO_FOCUS = "#text"
    text = getters.query_one("#text", Detail)
    detail = getters.query_one("#detail", Detail)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "copy", "copy", id="prompt.copy", tooltip="Copy the prompt"),
        Binding("s", "save", "save", id="prompt.save", tooltip="Write the prompt into a new file"),
        Binding("x", "run", "run the agent", id="prompt.run", tooltip="Give your agent the terminal and this prompt"),
        *bindings("row.answer", hidden=("row.answer",)),
        Binding("n", "secret(1)", "next secret", show=False, id="prompt.next-secret",
                tooltip="Go to the next line that looks like a secret"),
        Binding("N", "secret(-1)", "previous secret", show=False, id="prompt.previous-secret",
                tooltip="Go to the one before"),
        Binding("question_mark,f1", "help", "help", key_display="?", id="prompt.help", tooltip="Which keys work here"),
        Binding("escape,q", "close", "back", key_display="Esc", id="prompt.close", tooltip="Back to the checklist"),
    ]  # fmt: skip

    app: ProjectApp

    def __init__(self, view: View, preflight: Preflight, runner: ActionRunner) -> None:
        super().__init__()
        self.view = view
        self.preflight = preflight
        self.track_key = preflight.track.key
        self._runner = runner
        self._secret = -1
        self._places: list[int] = []
        """Where each line of the prompt begins in what is shown."""
        self._found: Sequence[str] = ()
        """The known agents that are installed."""

    def compose(self) -> ComposeResult:
        """Title, what is to be known, the text, keys."""
        yield TitleBar(self.view.glyphs.dot)
        yield Container(Detail(self.view), Detail(self.view, focusable=True, called="text"), id="prompt")
        yield Footer()
        yield MessageLine()
        yield TooSmall()

    def on_mount(self) -> None:
        """Show the text, and look whether the settings name another agent by now."""
        self._show()
        self._look_for_agent()
        self.set_interval(_LOOKING, self._look_for_agent)
        self.watch(self.app, "snapshot", self._follow, init=False)

    def _follow(self) -> None:
        self._look_again()

    @work(group="looking", exclusive=True, exit_on_error=False)
    async def _look_again(self) -> None:
        """Check again while the prompt is held: what holds it may have been answered meanwhile."""
        if self.preflight.clear:
            return
        try:
            self.preflight = await asyncio.to_thread(look, self._runner.changes.workspace(), self.track_key)
        except CommandError:  # the next key says so
            return
        self._show()
        self.query_one(Footer).reconsider()

    @work(group="settings", exclusive=True, exit_on_error=False)
    async def _look_for_agent(self) -> None:
        """Show the agent of the settings as they are now."""
        before = self.app.settings.agent, self._found
        if not self.app.settings.agent:
            self._found = await asyncio.to_thread(agents_found)
        await self._read_agent()
        if (self.app.settings.agent, self._found) != before:
            self._show()
            self.query_one(Footer).reconsider()

    async def _read_agent(self) -> None:
        """Take the agent that the settings name now: they may have been written while cockpit was open."""
        if self.app.sample is None:
            now = await asyncio.to_thread(lambda: agent_command(load_settings()))
            self.app.settings = replace(self.app.settings, agent=now or self.app.settings.agent)

    async def _is_still_so(self) -> bool:
        """Check again before the prompt is handed over: what it claims may have become untrue meanwhile.

        False, which is said, where it is another one now; it is shown then, and the key asks for that.
        """
        shown, held = self.preflight.prompt.text, not self.preflight.clear
        await self._read_agent()
        try:
            self.preflight = await asyncio.to_thread(look, self._runner.changes.workspace(), self.track_key)
        except CommandError as refusal:
            self.notify(str(refusal), severity="warning", markup=False)
            return False
        self._show()
        self.query_one(Footer).reconsider()
        if not held and not self.preflight.clear:
            self.app.notify("The prompt was not handed over: a check now blocks resuming.", severity="warning")
        elif self.preflight.prompt.text != shown:
            self.app.notify(
                "The prompt was not handed over: the project has changed. This is the new prompt.", severity="warning"
            )
        else:
            return True
        return False

    def _show(self) -> None:
        prompt = self.preflight.prompt
        self._show_text()
        size = f"about {prompt.tokens:,} tokens (estimate)"
        about = ("Prompt for a fresh agent", self.preflight.prompt.place)
        self.query_one(TitleBar).show(list(filter(None, about)), [(size, "muted")])
        self.detail.framed = False
        self.detail.show("", list(self._to_know()))
        self._fit()

    @on(Detail.Resized)
    def _show_text(self) -> None:
        """The prompt in numbered lines, with a sign at those that look like a secret."""
        lines, secrets = self.preflight.prompt.text.removesuffix("\n").split("\n"), self.preflight.prompt.secrets
        marked, gutter = {each.line for each in secrets}, len(str(len(lines)))
        room = max(8, self.text.size.width - self.text.styles.scrollbar_size_vertical - gutter - 4)
        facts: list[Fact] = []
        self._places = []
        for number, line in enumerate(lines, 1):
            self._places.append(len(facts))
            sign, usual = (self.view.glyphs.alert, "alert") if number in marked else (" ", "muted")
            style = "alert" if number in marked else "accent" if line.startswith(_FRAME) else "text"
            label = f"{number:>{gutter}} {sign} "
            for piece in broken(printable(line), room):
                facts.append(Fact(label, piece, style, usual, as_is=True))
                label = " " * len(label)
        self.text.show("The prompt", facts)

    def on_resize(self) -> None:
        """Take the shape for the new size."""
        self._fit()

    def _fit(self) -> None:
        width, height = self.app.size
        self.set_class(width < SMALLEST[0] or height < SMALLEST[1], "-tiny")
        self.detail.styles.height = max(1, min(self.detail.wanted_height(width), (height - 2) // 3))

    def _to_know(self) -> Iterator[Fact]:
        """What holds it, what in it looks like a secret, which agent it can be given to: the gravest first."""
        held = blocking_reason(self.preflight, self.view.now())
        if held is not None:
            yield Fact("Held", f"{held} {by_key(self._way_back(), self.view.keys)}", "alert", "alert")
        for each in self.preflight.prompt.secrets:
            yield Fact("Secret?", f"Line {each.line} looks like {each.kind}. Look before you hand it over.", "alert")
        if self.preflight.served is not None:
            yield Fact("From", f"The state file. {self.preflight.served}")
        yield Fact("Use", _FRESH)
        if self.app.settings.agent:
            whose = _OF_THE_DEMO if self.app.sample is not None else ""
            yield Fact("Agent", f"{shown_command(self.app.settings.agent)}{whose}", "accent")
        else:
            yield Fact("Agent", by_key(self._no_agent(), self.view.keys), "muted")

    def _no_agent(self) -> Words:
        """That no agent is set, and how one is."""
        run = self.view.keys.get("prompt.run")
        if run is None:
            return "No agent command set. Set it: `cockpit config agent COMMAND`."
        found = tuple(self._found)
        return (
            f"No agent command set. Press {run} to choose: {', '.join(found)} (found on PATH)."
            if found
            else f"No agent command set, no known agent found on PATH. Press {run} to type a command."
        )

    def _way_back(self) -> Words:
        """That nothing is handed over while a check blocks resuming, and the keys that lead to its answer."""
        return (
            "A check blocks resuming: nothing is copied, saved or run. Press "
            f"{key_in(self.active_bindings, 'prompt.close')}, then <row.answer> to resolve it."
        )

    # Why a key cannot act now

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The answering key is one only while something is to be answered."""
        return not (action == "answer" and self.preflight.clear) and super().check_action(action, parameters)

    def why_not(self, action: str) -> Words | None:
        """Why a key cannot act now: the checklist holds it, or nothing may be written."""
        if action in _TAKING and not self.preflight.clear:
            return self._way_back()
        if action in ("save", "run") and self.app.settings.read_only:
            return "Cockpit was opened read-only."
        return super().why_not(action)

    def named(self, action: str, word: str) -> str:
        """What the footer calls an action here: running by the agent's name."""
        if action != "run":
            return word
        return f"run {printable(agent_name(self.app.settings.agent))}" if self.app.settings.agent else "choose agent"

    # Keys

    @work(group="copying", exit_on_error=False)
    async def action_copy(self) -> None:
        """Copy it; a terminal does not say whether it took it, so it is also put where it can be found."""
        if not await self._is_still_so() or self.refuses("copy"):
            return
        prompt = self.preflight.prompt
        self.app.copy_to_clipboard(prompt.text)
        file = await self._keep()
        done = f"Copied the prompt, about {prompt.tokens:,} tokens."
        if file is not None:
            done = (
                f"Copied the prompt, about {prompt.tokens:,} tokens. In case the clipboard is empty, it is "
                f"also saved in\n{file}"
            )
        self.app.notify(done, timeout=10)

    async def _keep(self) -> Path | None:
        """The file of the prompt in cockpit's own folder; None where it cannot be written, which is said."""
        if self.app.settings.read_only:
            return None
        try:
            return await asyncio.to_thread(keep_prompt, self._runner.changes.workspace(), self.preflight)
        except CommandError as refusal:
            self.notify(str(refusal), severity="warning", markup=False)
            return None

    @work(group="writing", exit_on_error=False)
    async def action_save(self) -> None:
        """Ask for a file and write the prompt there."""
        if not await self._is_still_so() or self.refuses("save"):
            return
        proposed = await asyncio.to_thread(file_for_prompt, self.preflight)
        entry = FormLine("file", "File", f"~/{proposed.name}", "a new file; ~ is your home", required=True)
        about = (
            "In your home folder, for in the project it would be one more uncommitted file. Only you may read it; a "
            "file that is there already is left as it is."
        )
        form = Form(title="Save the prompt", entries=[entry], about=about, item=self.preflight.prompt.place)

        def write(answers: Answers, written: Written) -> None:
            do = partial(_saving, self.preflight, answers["file"])
            self._runner.changes.run(PendingChange(do=do, plain=True, done=written.done, refused=written.refused))

        self._runner.fill_in(self.preflight.track, form, write)

    @work(group="entering", exit_on_error=False)
    async def action_run(self) -> None:
        """Ask whether the person's agent shall run; first which one that is, where none is set."""
        if not await self._is_still_so() or self.refuses("run"):
            return
        if self.app.settings.agent:
            self._ask_to_run()
        else:
            self._found = await asyncio.to_thread(agents_found)
            self._choose_agent()

    def _ask_to_run(self) -> None:
        agent = self.app.settings.agent
        about = [
            Fact("Command", shown_command(agent), "strong"),
            Fact("Folder", self.app.project.root if self.app.project is not None else ""),
            Fact("", "It gets this terminal and the prompt." + ("" if self.app.sample else " Running it costs money.")),
        ]
        choices = [
            Choice("cancel", "Cancel", letter="c"),
            Choice("run", f"Run {printable(agent_name(agent))}", letter="r"),
        ]
        if self.app.sample is None:
            choices.append(Choice(_ANOTHER, "Choose another agent …", letter="a"))

        def chosen(way: str) -> None:
            if way == "run":
                self._run()
            elif way == _ANOTHER:
                self._choose_agent()

        self._runner.choose("Run the agent?", about, choices, chosen)

    def _choose_agent(self) -> None:
        choices = [Choice(each, each, shown_command(parsed_command(KNOWN_AGENTS[each]))) for each in self._found]
        choices.append(Choice(_ANOTHER, "Another command …"))

        def chosen(program: str) -> None:
            if program == _ANOTHER:
                self._type_agent()
            else:
                self._take(KNOWN_AGENTS[program])

        self._runner.choose("Which agent?", [], choices, chosen)

    def _type_agent(self) -> None:
        hint = "my-agent {prompt} or my-agent {file}; the prompt is the last word where neither stands"
        entry = FormLine("command", "Command", hint=hint, required=True, check=_wrong_command)
        form = Form(title="Agent command", entries=[entry])

        def write(answers: Answers, written: Written) -> None:
            self._take(answers["command"], written)

        self._runner.fill_in(None, form, write)

    @work(group="entering", exit_on_error=False)
    async def _take(self, command: str, written: Written | None = None) -> None:
        """Remember the chosen command, name it on the screen, and ask whether it shall run."""
        try:
            agent = await asyncio.to_thread(_remembered, command)
        except CommandError as refusal:
            if written is not None:
                written.refused(refusal)
            else:
                self.notify(str(refusal), severity="warning", markup=False)
            return
        if written is not None:
            written.done()
        self.app.settings = replace(self.app.settings, agent=agent)
        await self._read_agent()
        self._show()
        self.query_one(Footer).reconsider()
        self.app.notify(f"Agent command saved: {shown_command(agent)}")
        self._ask_to_run()

    @work(group="running", exit_on_error=False)
    async def _run(self) -> None:
        """Hand the terminal to the person's agent, and take it back when it has ended."""
        if not await self._is_still_so() or self.refuses("run") or self.app.project is None:
            return
        file = await self._keep()
        if file is None:
            return
        before = self.preflight
        command = filled_command(self.app.settings.agent, before.prompt.text, file)
        name, began = printable(agent_name(self.app.settings.agent)), self.view.now()
        try:
            ended, seconds = run_agent(self.app, command, Path(self.app.project.root))
        except CommandError as refusal:
            self.notify(str(refusal), severity="warning", markup=False)
            return
        self.app.seen_changes.ran(name, began, began + timedelta(seconds=seconds), ended)
        self.dismiss(True)
        self.app.run_worker(self._tell_outcome(ended, before), exit_on_error=False)

    async def _tell_outcome(self, ended: str, before: Preflight) -> None:
        """Say how the agent ended and, where the track is still there, what came of it."""
        came = ""
        with suppress(CommandError):
            came = await asyncio.to_thread(came_since, self._runner.changes.workspace(), before)
        self.app.notify(f"{ended} {came}", timeout=inf)

    def action_answer(self) -> None:
        """Say where what blocks resuming is answered."""
        self.refuses("answer")

    def action_secret(self, step: int) -> None:
        """Go to a line that looks like a secret."""
        secrets = self.preflight.prompt.secrets
        if not secrets:
            self.app.notify("No line looks like a secret.")
            return
        self._secret = (self._secret + step) % len(secrets)
        place = self._places[secrets[self._secret].line - 1]
        self.text.scroll_to(y=max(0, place - self.text.size.height // 3), animate=False)

    def action_close(self) -> None:
        """Back to the checklist."""
        self.dismiss()

    def action_help(self) -> None:
        """Which keys work here."""
        self.app.push_screen(HelpDialog(None, self.active_bindings, self.view, self.why_not))


def _saving(preflight: Preflight, named: str, workspace: "Workspace") -> "ChangeOutcome":
    return save_prompt(workspace, preflight, Path(named).expanduser())


def _remembered(command: str) -> tuple[str, ...]:
    """The words of a command that a person chose, kept for the next time. Raises CommandError."""
    program = parsed_command(command)[0]
    if "/" not in program and which(program) is None:
        raise CommandError(
            "screens.no-such-agent", f"{printable(program)} was not found. Correct the agent command in your settings."
        )
    return remember_agent(command)


def _wrong_command(typed: str) -> Words | None:
    try:
        parsed_command(typed)
    except CommandError as refusal:
        return refusal.whole
    return None
