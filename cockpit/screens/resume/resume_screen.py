"""The checklist before work goes on: what the handoff claims, whether it is so, and what the person does about it."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.widgets import Static

from cockpit.actions.resuming import Preflight, came_of, look
from cockpit.model import Threshold, Track
from cockpit.model.checklist import Check
from cockpit.model.errors import Refused
from cockpit.rules.attention import blocker_key
from cockpit.rules.checklist import news
from cockpit.rules.next_step import Onward, onward
from cockpit.rules.printable import printable
from cockpit.rules.wording import AgentRan, where
from cockpit.screens.dialogs import LOW, HelpDialog
from cockpit.screens.editor import edit_file
from cockpit.screens.keys import bindings, spoken
from cockpit.screens.resume.deciding import Deciding
from cockpit.screens.resume.evidence import (
    CORRECTED,
    LAST_HANDOFF,
    OF_PLAN,
    Told,
    handoff_facts,
    line_facts,
    onward_facts,
    ran_facts,
    served_facts,
)
from cockpit.screens.resume.waiving import NOTICING
from widgets.board import SMALLEST
from widgets.checklist import Checklist
from widgets.detail import Detail
from widgets.footer import Footer, MessageLine
from widgets.header import TitleBar
from widgets.pane import Density, Pane, View
from widgets.sheets import GAP, Fact
from widgets.view import Glyphs

BESIDE = 140
"""Columns from which the checklist and the evidence stand side by side."""
CHECKING = "Checking git and disk …"
_WHY = 7
"""Rows that the evidence keeps below the checklist."""
_ROOMY = 30
"""Rows from which the list stays beside evidence that is looked at."""
_FOOTER = ("waive", "move", "acknowledge", "prompt", "finish", "look", "copy", "edit", "resolve")
"""The keys whose use hangs on the selected line."""


class ResumeScreen(Deciding):
    """The checklist, and why the selected line is so: below it, beside it, or in its place, by the room there is."""

    AUTO_FOCUS = "Checklist"
    checklist = getters.query_one(Checklist)
    detail = getters.query_one(Detail)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "waive", "waive", id="resume.waive",
                tooltip="Go on though this line failed, for a reason; the same key changes that or takes it back"),
        Binding("S", "begin", "begin", show=False, id="resume.begin",
                tooltip="Mark the step at which the work goes on as under way, after a look at what changes"),
        *bindings(
            ("acknowledge", "acknowledge_with_note", "resolve", "limit", "withdraw", "reset_alerts", "undo", "redo",
             "review", "move", "block"),
            ("acknowledge", "resolve", "move"),
        ),
        Binding("y", "copy", "copy command", id="resume.copy", tooltip="Copy the selected line, or its command"),
        Binding("e", "edit", "open", id="resume.edit",
                tooltip="Open the handoff in your editor, at the line of the selected row"),
        Binding("p", "prompt", "prompt", id="resume.prompt", tooltip="The prompt for a fresh agent: copy, save, run"),
        Binding("enter", "look", "why", id="resume.look", tooltip="Go to the evidence of the selected line"),
        Binding("d", "finish", "archive", id="resume.done", tooltip="The work has gone on: archive the handoff"),
        Binding("R,f5", "again", "check again", id="resume.again", tooltip="Ask git and disk again"),
        Binding("question_mark,f1", "help", "help", key_display="?", id="resume.help",
                tooltip="What this screen shows and which keys work here"),
        Binding("ctrl+p", "app.command_palette", "everything", key_display="^P", show=False, id="resume.palette",
                tooltip="Find any action by name"),
        Binding("escape,q", "close", "back", show=False, id="resume.close", tooltip="Back to the dashboard"),
    ]  # fmt: skip

    def __init__(self, view: View, track_key: str | None) -> None:
        super().__init__(view)
        self.track_key = track_key
        self.ran: AgentRan | None = None
        """The agent that was run last on the handoff that waits, and what came of it."""
        self._looked_at: Track | None = None
        self._prompt_next = False
        self._can: tuple[bool, ...] = ()
        self._known: tuple[Check, ...] | None = None
        self._answered = False

    def compose(self) -> ComposeResult:
        """Title, checklist, evidence, keys."""
        yield TitleBar(self.view.glyphs.dot)
        yield Container(Checklist(self.view), Detail(self.view, focusable=True), id="resume")
        yield Footer()
        yield MessageLine()
        yield Static(f"Cockpit needs {SMALLEST[0]} columns and {SMALLEST[1]} rows.", id="too-small", markup=False)

    def on_mount(self) -> None:
        """Check, and check again whenever the track changes."""
        self._fit()
        self.watch(self.app, "project", self._follow)
        self.set_interval(NOTICING, self._notice)

    def on_resize(self) -> None:
        """Take the shape for the new size."""
        self._fit()

    # What is checked

    @property
    def track(self) -> Track | None:
        """The track that was checked; until then the one on screen."""
        return self.preflight.track if self.preflight is not None else super().track

    def _follow(self) -> None:
        track = super().track
        if track is not None and track is not self._looked_at:
            self._looked_at, self.track_key = track, track.key
            self._check()
            self.look_back()
        elif self.preflight is None:
            self._show()

    @property
    def is_checking(self) -> bool:
        """Whether git and disk are being asked."""
        return any(each.group == "checking" and not each.is_finished for each in self.workers)

    def after_deed(self) -> None:
        """What was done may have removed what holds the resume."""
        super().after_deed()
        self._answered = True  # what the deed says is enough
        self._check_again()

    def _check_again(self, *, told: bool = False) -> None:
        """Ask once more; what holds the resume is shown as being checked until then."""
        self.checklist.doubt()
        self._check(told=told)

    @work(group="checking", exclusive=True, exit_on_error=False)
    async def _check(self, *, told: bool = False) -> None:
        """Ask git and disk, away from the event loop."""
        self._show()
        try:
            preflight, self.ran = await asyncio.to_thread(self._look_up)
            self.preflight = preflight
        except Refused as refusal:
            self.preflight, self._prompt_next = None, False
            self.checklist.explain(str(refusal))
            self._show(str(refusal))
            return
        before = self.app.resumed_at.get(self._where)
        self.checklist.take(preflight.checks, _onward(preflight), self.ran, before)
        self._fit()
        self._show()
        self._tell_news(preflight, told=told)
        if self._prompt_next:
            self._prompt_next = False
            self.action_prompt()

    def _look_up(self) -> tuple[Preflight, AgentRan | None]:
        """The checklist, and the agent that was run with what came of it until now, unless another handoff waits since.
        Raises Refused; asks git and disk.
        """
        now = look(self.deeds.writer(), self.track_key)
        known = self.app.agents_ran.get(now.track.key)
        if known is None or _is_another(known.before.track, now.track):
            return now, None
        return now, replace(known.ran, came=came_of(self.deeds.writer(), known.before, now))

    def _tell_news(self, preflight: Preflight, *, told: bool) -> None:
        """Say which lines came out otherwise than before, unless a deed from here has said what it did."""
        before, self._known = self._known, preflight.checks
        answered, self._answered = self._answered, False
        changes = news(before, preflight.checks) if before is not None else ""
        if told:
            same = "Every line is as before." if before == preflight.checks else "No line came out otherwise."
            self.notify(f"Checked again. {changes or same}", markup=False)
        elif changes and not answered:
            self.notify(changes, markup=False)

    @property
    def _where(self) -> tuple[str, str | None]:
        """What the selected line is kept by."""
        handoff = self.track.handoff if self.track is not None else None
        return self.track_key or "", handoff.created if handoff is not None else None

    def _show(self, waiting: str = CHECKING) -> None:
        glyphs = self.view.glyphs
        track = self.track
        about = (where(track), track.title or "") if track is not None else ()
        known = None if self.checklist.doubted else self.preflight
        self.query_one(TitleBar).show(("Resume", *filter(None, about)), [_verdict(known, glyphs, waiting)])
        self._describe()

    # What is shown

    def _fit(self) -> None:
        width, height = self.app.size
        frame = self.query_one("#resume")
        self.set_class(width < SMALLEST[0] or height < SMALLEST[1], "-tiny")
        beside, alone = width >= BESIDE, width < BESIDE and height < LOW
        frame.set_class(beside, "-beside")
        frame.set_class(alone, "-alone")
        frame.set_class(not beside and height < _ROOMY, "-low")
        room = height - 2
        wanted = self.checklist.wanted_height(width - 2, Density.WHOLE) + 2
        whole = beside or alone or not self.checklist.rows.all
        self.checklist.styles.height = "1fr" if whole else max(5, min(wanted, room - max(_WHY, room // 3)))

    @on(Pane.Moved)
    def _describe(self) -> None:
        """The evidence of the selected line, and below it the handoff."""
        if self.checklist.row is not None:
            self.app.resumed_at[self._where] = self.checklist.row.key
        check = self.checklist.check
        can = (*map(self.offers, _FOOTER), check is not None and check.waived is not None)
        if can != self._can:  # drawing the footer anew costs more than moving the cursor
            self._can = can
            self.query_one(Footer).reconsider()
        preflight = self.preflight
        self.query_one("#resume").set_class(preflight is None, "-empty")
        if preflight is None:
            self.detail.show("", ())
            return
        told = Told(view=self.view, key=self._key_of, read_only=self.app.settings.read_only, preflight=preflight)
        check, onward, ran = self.checklist.check, self.checklist.onward, self.checklist.ran
        about = line_facts(check, told) if check is not None else ran_facts(ran, told) if ran is not None else []
        if check is not None and check.open and self.checklist.doubted:
            about = [Fact("", CHECKING, "muted")]
        if ran is None:
            about = [*served_facts(told), *about]
        left = _onward(preflight)
        below = handoff_facts(told) if left is None else onward_facts(left, told)
        gap = [GAP] if about and below else []
        self.detail.show("Next" if onward else "Agent" if ran else "Why", [*about, *gap, *below])
        self.detail.scroll_home(animate=False)
        self.call_after_refresh(self._tell_rest)

    @on(Detail.Resized)
    def _tell_rest(self) -> None:
        """Whether there is more than is seen of the evidence, and the key that shows it."""
        if not self.query(Detail):  # it was left meanwhile
            return
        rest, looks = self.detail.hidden, self.query_one("#resume").has_class("-looks")
        more = f"{self._key_of('look')} shows {rest} more line{'s' if rest > 1 else ''}" if rest else ""
        self.detail.border_subtitle = f"{self._key_of('close')} goes back" if looks else more

    def _key_of(self, action: str) -> str:
        """The key of an action, as the person has mapped it."""
        found = (each.binding for each in self.active_bindings.values() if each.binding.action == action)
        binding = next(found, None)
        return spoken(binding.key) if binding is not None else action

    # What the selected line is about

    @property
    def selected(self) -> object:
        """The threshold or the blocker behind the line."""
        check, track = self.checklist.check, self.track
        if check is None or track is None:
            return None
        if check.code in ("stop", "alert", "unread"):
            return track.threshold(check.subject)
        blockers = (each for each in track.blockers if check.code == "blocker" and blocker_key(each) == check.subject)
        return next(blockers, None)

    @property
    def threshold(self) -> Threshold | None:
        """The threshold behind the line; no other one."""
        return self.selected if isinstance(self.selected, Threshold) else None

    def offers(self, action: str) -> bool:
        """Whether the footer names a key now; copying where the line has a command, opening where it names a place."""
        check, onward = self.checklist.check, self.checklist.onward
        needed = check if check is not None and self.matters(check) else None
        if action == "move" and not (self.leaves_a_choice or (needed is not None and needed.code == "position")):
            return False
        if action == "copy" and not (needed.brings_back if needed is not None else onward and onward.command):
            return False
        if action == "edit" and (needed is None or not (needed.line or needed.code in (*CORRECTED, *OF_PLAN))):
            return False
        return super().offers(action)

    def why_not(self, action: str) -> str | None:
        """Why a key cannot act now, as one sentence; None where it can."""
        if action in ("waive", "move", "prompt", "finish", "copy", "edit") and self.preflight is None:
            return "Git and disk are still being checked: press it again then."
        if action in ("waive", "begin", "finish") and self.app.settings.read_only:
            return "Cockpit was opened read-only."
        return super().why_not(action)

    def why_not_acknowledge(self) -> str | None:
        """Why this line is none to acknowledge."""
        return "This line is no alert." if self.threshold is None else super().why_not_acknowledge()

    def why_not_resolve(self) -> str | None:
        """Why this line has nothing that could be resolved."""
        if self.selected is not None:
            return None
        if self.leaves_a_choice:
            return f"{self._key_of('move')} decides about this line."
        run = self.view.keys.get("run")
        there = f" {self._key_of('prompt')} shows the prompt, {spoken(run)} there runs the agent." if run else ""
        return f"This line has no blocker and no limit behind it.{there}"

    def why_not_look(self) -> str | None:
        """Why there is nothing to look at."""
        return None if self.preflight is not None else "There is nothing here yet."

    # Keys

    def action_prompt(self) -> None:
        """Show the prompt for a fresh agent, as soon as the checklist is there."""
        preflight = self.preflight
        if preflight is None and self.is_checking:
            self._prompt_next = True
        elif not self.refuses("prompt") and preflight is not None:
            from cockpit.screens.resume.prompt_screen import PromptScreen

            screen = PromptScreen(self.view, preflight, self.deeds)
            self.app.push_screen(screen, lambda _: self._check_again())  # an agent may have worked meanwhile

    def action_again(self) -> None:
        """Ask git and disk again."""
        if self.app.source is not None:
            self.app.source.refresh()
        self._check_again(told=True)

    def action_copy(self) -> None:
        """Copy the command that goes on, or the selected line with its evidence."""
        check, onward = self.checklist.check, self.checklist.onward
        text = _copied(check, self._place() if self.matters(check) else None) if check is not None else ""
        text = (onward.command or onward.text) if onward is not None else text
        if not self.refuses("copy") and text:
            self.app.copy_to_clipboard(printable(text))
            self.notify(f"Copied: {printable(text)}", markup=False)

    def _place(self) -> Mapping[str, Sequence[str]]:
        """What tells each program which project is meant, wherever the command is pasted."""
        project = self.app.project
        if project is None or self.preflight is None:
            return {}
        track = ("--track", self.preflight.track.key) if len(project.tracks) > 1 else ()
        return {"cockpit": ("-C", project.root, *track), "git": ("-C", project.root)}

    def action_edit(self) -> None:
        """Open the handoff in the person's editor, or the plan that a line is about; where none waits, the archived
        one, else the state file.
        """
        if self.refuses("edit") or self.preflight is None:
            return
        track, handoff = self.preflight.track, self.preflight.track.handoff
        check = self.checklist.check
        if check is not None and check.code in OF_PLAN and check.files:
            edit_file(self.app, check.files[0])
            return
        if handoff is None:
            edit_file(self.app, track.documents.get(LAST_HANDOFF, track.path))
        else:
            edit_file(self.app, handoff.path, self.checklist.check.line if self.checklist.check is not None else None)

    def action_look(self) -> None:
        """Go to the evidence."""
        if not self.refuses("look"):
            self.query_one("#resume").add_class("-looks")
            self.detail.focus()
            self._tell_rest()

    @on(Pane.Opened)
    def _look(self) -> None:
        self.action_look()

    def action_close(self) -> None:
        """Back to the checklist, then to the dashboard."""
        if self.detail.has_focus:
            self.query_one("#resume").remove_class("-looks")
            self.checklist.focus()
            self.call_after_refresh(self._tell_rest)
        else:
            self.dismiss()

    def action_help(self) -> None:
        """What this screen shows and which keys work here."""
        self.app.push_screen(HelpDialog(self.checklist, self.active_bindings, self.view, self.why_not))


def _verdict(preflight: Preflight | None, glyphs: Glyphs, waiting: str) -> tuple[str, str]:
    """What the checklist comes to, and its style; `waiting` where nothing is known yet."""
    if preflight is None:
        return waiting, "muted"
    held = preflight.holding
    if preflight.moved_on and not held:
        return f"{glyphs.done} {'Served; what failed is past' if preflight.past else 'The handoff has served'}", "ok"
    if not held:
        return f"{glyphs.done} Clear", "ok"
    lines = f"{len(held)} lines hold" if len(held) > 1 else "1 line holds"
    if any(check.gate == "refuse" for check in held):
        return f"{glyphs.stop} {'A stop holds' if len(held) == 1 else lines} the resume", "stop"
    return f"{glyphs.failed} {lines} the resume", "alert"


def _is_another(before: Track, now: Track) -> bool:
    """Whether the handoff of a run was put away since, and another one waits."""
    if before.handoff is None or now.handoff is None or before.handoff.created == now.handoff.created:
        return False
    return len(now.archived_handoffs) > len(before.archived_handoffs)


def _onward(preflight: Preflight) -> Onward | None:
    """What goes on where no handoff waits."""
    return onward(preflight.track) if preflight.track.handoff is None else None


def _copied(check: Check, place: Mapping[str, Sequence[str]] | None) -> str:
    """The command that puts a line right, of a project; the line itself where there is none, or no `place` to do it."""
    if check.brings_back and place is not None:
        return check.brings_back[0].typed(place)
    return check.whole if check.evidence else f"{check.told}: {check.result}"
