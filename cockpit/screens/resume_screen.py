"""The resume checklist on screen: its rows and evidence, waivers, decisions, and the end of the handoff."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container

from cockpit.model import RuleAction, Track
from cockpit.model.checklist import Check, Option
from cockpit.model.errors import CommandError
from cockpit.model.intents import together
from cockpit.model.location import where
from cockpit.project.resuming import (
    Preflight,
    Waiver,
    begin,
    blocking_reason,
    finish,
    look,
    signs,
    unfinished_reason,
    waive,
)
from cockpit.rules.attention import blocker_key
from cockpit.rules.checklist.all_checks import news
from cockpit.rules.checklist.check_kinds import kind_of
from cockpit.rules.checklist.remedies import to_move
from cockpit.rules.handoff.handoff_status import waits, why_used
from cockpit.rules.next_step import next_step
from cockpit.screens.acting import (
    ActionRunner,
    ActionTable,
    ActionTarget,
    Answers,
    Form,
    FormLine,
    PendingChange,
    ScreenAction,
    Written,
    cancel_or,
)
from cockpit.screens.action_screen import ActionScreen
from cockpit.screens.dialogs import LOW
from cockpit.screens.editor import edit_file
from cockpit.screens.keys import action_of, bindings, spoken
from cockpit.screens.row_actions import TABLE, answer_of, menu_of
from cockpit.screens.work_actions import set_position
from cockpit.widgets.board import SMALLEST, TooSmall
from cockpit.widgets.checklist import Checklist, result_style
from cockpit.widgets.choice import Choice
from cockpit.widgets.detail import Detail
from cockpit.widgets.footer import Footer, MessageLine
from cockpit.widgets.header import TitleBar
from cockpit.widgets.pane import Density, Pane
from cockpit.widgets.sheets import GAP, Fact, Sheet, facts
from cockpit.widgets.view import Glyphs, View
from cockpit.wording.messages import Message, Words
from cockpit.wording.phrases import as_sentence
from cockpit.wording.times import with_moments

if TYPE_CHECKING:
    from cockpit.project.outcome import ChangeOutcome
    from cockpit.project.workspace import Workspace


_FIRST = {"phase reset": "resets the retries", "blocker confirm": "says that the blocker is a real one"}
"""What the key of an answer does first, by its command."""
LAST_HANDOFF = "last handoff"
"""The document of a track that was its handoff and lies in the archive."""
NOTICING = 1.0
"""Seconds between two looks at whether the checklist still holds."""
BESIDE = 140
"""Columns from which the checklist and the evidence stand side by side."""
CHECKING = "Checking git and disk …"
_WHY = 7
"""Rows that the evidence keeps below the checklist."""
_ROOMY = 30
"""Rows from which the list stays beside evidence that is looked at."""


class ResumeScreen(ActionScreen):
    """The checklist, and why the selected line is so: below it, beside it, or in its place, by the room there is."""

    AUTO_FOCUS = "Checklist"
    checklist = getters.query_one(Checklist)
    detail = getters.query_one(Detail)
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings("row.answer", "row.more"),
        *bindings("resume.waive", "resume.prompt"),
        *bindings("threshold.limit", "change.undo", "change.redo", hidden=("threshold.limit",)),
        Binding("y", "copy", "copy command", id="check.copy", tooltip="Copy the selected line, or its command"),
        Binding("e", "edit", "editor", id="check.edit",
                tooltip="Open the handoff in your editor, at the line of the selected row"),
        Binding("enter", "look", "evidence", id="check.evidence", tooltip="Go to the evidence of the selected line"),
        Binding("R,f5", "again", "refresh", id="check.refresh", tooltip="Ask git and disk again"),
        Binding("question_mark,f1", "help", "help", key_display="?", id="check.help",
                tooltip="What this screen shows and which keys work here"),
        Binding("f,ctrl+p", "app.command_palette", "find", key_display="f", show=False, id="check.find",
                tooltip="Find any action, row or document by name"),
        Binding("escape,q", "close", "back", key_display="Esc", id="check.back", tooltip="Back to the dashboard"),
    ]  # fmt: skip

    def __init__(self, view: View, preflight: Preflight) -> None:
        super().__init__(view)
        self.preflight = preflight
        self.track_key = preflight.track.key
        self._looked_at: Track | None = None
        self._prompt_next = False
        self._told_by_change = False
        self._noted = preflight.signs

    def compose(self) -> ComposeResult:
        """Title, checklist, evidence, keys."""
        yield TitleBar(self.view.glyphs.dot)
        yield Container(Checklist(self.view), Detail(self.view, focusable=True), id="resume")
        yield Footer()
        yield MessageLine()
        yield TooSmall()

    def on_mount(self) -> None:
        """Show what came of the checks, and check again whenever the track changes."""
        self.checklist.when_moved = self._describe
        self._looked_at = super().track
        self._take()
        self.watch(self.app, "snapshot", self._follow, init=False)
        self.watch(self.app, "undo_status", self.undo_status_changed, init=False)
        self.set_interval(NOTICING, self._notice)

    def on_resize(self) -> None:
        """Take the shape for the new size."""
        self._fit()

    # What is checked

    @property
    def track(self) -> Track:
        """The track that was checked."""
        return self.preflight.track

    def _follow(self) -> None:
        track = super().track
        if track is not None and track is not self._looked_at:
            self._looked_at, self.track_key = track, track.key
            self._check()

    @property
    def is_checking(self) -> bool:
        """Whether git and disk are being asked."""
        return any(each.group == "checking" and not each.is_finished for each in self.workers)

    def after_action(self) -> None:
        """What was done may have removed what holds the resume."""
        super().after_action()
        self._told_by_change = True
        self._check_again()

    def _check_again(self, *, asked: bool = False) -> None:
        """Ask once more; what holds the resume is shown as being checked until then."""
        self.checklist.doubt()
        self._check(asked=asked)

    @work(group="checking", exclusive=True, exit_on_error=False)
    async def _check(self, *, asked: bool = False) -> None:
        """Ask git and disk, away from the event loop."""
        self._show()
        before = self.preflight.checks
        try:
            self.preflight = await asyncio.to_thread(look, self.runner.changes.workspace(), self.track_key)
        except CommandError as refusal:
            self.app.notify(refusal.whole, severity="warning")
            if self.is_current:
                self.dismiss()
            return
        self._take()
        self._tell_news(before, asked=asked)
        if self._prompt_next:
            self._prompt_next = False
            self._prompt()

    def _take(self) -> None:
        first = [self._next_step] if self._next_step is not None else []
        self.checklist.take([*first, *self.preflight.checks], self.app.resumed_at.get(self._where))
        self._fit()
        self._show()

    def _tell_news(self, before: Sequence[Check], *, asked: bool) -> None:
        """Say which lines came out otherwise than before, unless a change from here has said what it did."""
        told, self._told_by_change = self._told_by_change, False
        changes = " ".join(map(str, news(before, self.preflight.checks)))
        if asked:
            same = "Nothing changed." if before == self.preflight.checks else "Only details changed."
            self.app.notify(f"Checked again. {changes or same}")
        elif changes and not told:
            self.app.notify(changes)

    @property
    def _next_step(self) -> RuleAction | None:
        """What goes on where no handoff waits."""
        return next_step(self.track) if self.track.handoff is None else None

    @property
    def _where(self) -> tuple[str, str | None]:
        """What the selected line is kept by."""
        return self.track_key or "", self.track.handoff.created if self.track.handoff is not None else None

    def _show(self) -> None:
        """Show where it is, and what the checklist comes to."""
        verdict = (CHECKING, "muted") if self.checklist.doubted else _verdict(self.preflight, self.view.glyphs)
        about = ("Resume", where(self.track), self.track.title or "")
        self.query_one(TitleBar).show([*filter(None, about)], [verdict])
        self._describe()

    # What is shown

    def _fit(self) -> None:
        width, height = self.app.size
        frame = self.query_one("#resume")
        self.set_class(width < SMALLEST[0] or height < SMALLEST[1], "-tiny")
        beside, alone = width >= BESIDE, width < BESIDE and height < LOW
        frame.update_classes({"-beside": beside, "-alone": alone, "-low": not beside and height < _ROOMY})
        room = height - 2
        wanted = self.checklist.wanted_height(width - 2, Density.WHOLE) + 2
        self.checklist.styles.height = "1fr" if beside or alone else max(5, min(wanted, room - max(_WHY, room // 3)))

    def _describe(self) -> None:
        """The evidence of the selected line, and below it the handoff."""
        if self.checklist.row is not None:
            self.app.resumed_at[self._where] = self.checklist.row.key
        self.query_one(Footer).reconsider()
        value = self.checklist.row.value if self.checklist.row is not None else None
        about = self._past_facts()
        if isinstance(value, Check):
            held = value.open and self.checklist.doubted
            about = [Fact("", CHECKING, "muted")] if held else [*about, *self._check_facts(value)]
        handoff, step = self.track.handoff, self._next_step
        below = self._next_step_facts(step) if step is not None else []
        if handoff is not None:
            below = [Fact("", "The handoff", "accent"), *facts(handoff, self.view.now())]
        gap = [GAP] if about and below else []
        self.detail.show("Next" if isinstance(value, RuleAction) else "Why", [*about, *gap, *below])
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
        """The key of an action, as the person has mapped it: of what answers the line that one, of another without its
        own the menu's.
        """
        if action == self.answer() and "row.answer" in self.view.keys:
            return self.view.keys["row.answer"]
        bound = (each.binding for each in self.active_bindings.values())
        key = next((each.key for each in bound if action in (each.id, each.action)), None)
        return spoken(key) if key is not None else self.view.keys.get("row.more", action)

    # What is said about a row, and below it the handoff, or what goes on without one

    def _check_facts(self, check: Check) -> list[Fact]:
        """A line whole: its claim and what to do about it, which a small terminal shows too; then the evidence."""
        came_out, now, handoff = result_style(check, self.view.glyphs), self.view.now(), self.track.handoff
        sheet = Sheet(now)
        sheet.say("", f"{came_out.sign} {came_out.word}: {check.statement}", came_out.style)
        sheet.say("Waived", check.waived)
        sheet.say("To continue", " ".join(self._ways(check)))
        for way in check.brings_back:
            sheet.say(way.does, way.typed(), "accent")
        for option in check.choices:
            sheet.say(option.name.capitalize(), f"{option.does} {option.way.typed()}")
        sheet.listed("Evidence", [with_moments(str(each), now) for each in check.evidence])
        if check.line is not None and handoff is not None:
            sheet.say("Named in", f"line {check.line} of {handoff.path}")
        return sheet.facts()

    def _ways(self, check: Check) -> Iterator[str]:
        """The ways out of a line that holds the resume, or that none is needed."""
        key, read_only = self._key_of, self.app.settings.read_only
        if check.past:
            yield "Nothing is needed: the work has gone on since."
            return
        if check.open:
            if read_only:
                yield "Cockpit was opened read-only: nothing can be answered from here."
            else:
                yield from self._answers(check)
            if not read_only and kind_of(check).holds_agent and waits(self.track):
                yield f"{key('row.answer')} lets the session that handed off go on too: end that session first."
        elif check.waived is not None and not read_only:
            yield f"{key('resume.waive')} changes the waiver or takes it back."
        elif check.code == "told-blockers":
            yield (
                f"Unknown, so it does not block resuming. {key('blocker.add')} (`cockpit blocker add TEXT`) records a "
                "blocker, which can be resolved or waived here."
            )
        elif check.choices and not read_only:
            yield f"{key('row.answer')} decides otherwise: {', '.join(option.name for option in check.choices)}."
        elif check.result == "unknown":
            yield "Unknown checks do not block."
        if self.preflight.clear:
            yield f"No check blocks resuming. {key('resume.prompt')} shows the prompt for a fresh agent."

    def _answers(self, check: Check) -> Iterator[str]:
        kind, key = kind_of(check), self._key_of
        first = kind.about is not None and check.brings_back
        if does := _FIRST[check.brings_back[0].command] if first else kind.answer:
            yield f"{key('row.answer')} {does}."
        if check.options:
            yield f"{key('row.answer')} decides: {', '.join(option.name for option in check.options)}."
        elif kind.way:
            yield kind.way.format(check.subject, finish=key("resume.done"), edit=key("edit"))
        if check.gate == "refuse":
            yield "A stop cannot be waived."
            return
        if check.brings_back:
            yield f"{key('copy')} copies the command."
        if check.line is not None and kind.edits != "handoff":
            yield f"{key('edit')} opens the handoff there."
        yield f"{key('resume.waive')} waives the line with a reason."

    def _next_step_facts(self, step: RuleAction) -> list[Fact]:
        """Where the work goes on though no handoff waits."""
        key, last = self._key_of, self.track.documents.get(LAST_HANDOFF)
        completed = self.track.position.status == "completed"
        where_to = "the work is completed" if completed else "the state file says where to continue"
        ways = [f"{key('copy')} on the first line copies the command."] if step.command else []
        ways += [f"{key('resume.prompt')} shows the prompt for a fresh agent, made from the state file."]
        if self.preflight.begins and not self.app.settings.read_only:
            ways += [f"{key('resume.start')} marks that step as under way."]
        sheet = Sheet(self.view.now())
        sheet.say("", f"No handoff waits; {where_to}.", "strong")
        sheet.say("Status", self.track.position.status_label)
        sheet.say("Next", step.text)
        sheet.say("Command", step.command, "accent")
        sheet.say("Last handoff", f"{last} ({key('edit')} opens it)" if last else None)
        nothing = f"Nothing is left to resume. {key('close')} goes back to the dashboard."
        sheet.say("To continue", nothing if completed else " ".join(ways))
        return sheet.facts()

    def _past_facts(self) -> list[Fact]:
        """That the work is past the handoff, and the key that archives it, on the lines where it does."""
        past, answers = why_used(self.track), self.answer() == "resume.done" and not self.app.settings.read_only
        archives = f" {self._key_of('resume.done')} archives the handoff." if answers else ""
        return [Fact("", f"{past}{archives}", "ok")] if past is not None else []

    # What the selected line is about

    @property
    def selected(self) -> object:
        """The threshold or the blocker behind the line."""
        check, track = self.checklist.check, self.track
        about = kind_of(check).about if check is not None else None
        if check is None or about is None:
            return None
        if about == "threshold":
            return track.threshold(check.subject)
        return next((each for each in track.blockers if blocker_key(each) == check.subject), None)

    @property
    def target(self) -> ActionTarget:
        """What actions are about: the threshold or the blocker behind the line."""
        return ActionTarget(self.app, self.track, self.selected, shown=self.track)

    @cached_property
    def table(self) -> ActionTable:
        """The actions of this screen beside those of every row; a waiver is undone before a change of files."""
        undo = TABLE["change.undo"]
        return {
            **TABLE,
            "resume.waive": ScreenAction(self._waive, self._why_not_waive),
            "resume.done": ScreenAction(self._finish_after_asking, self._no_handoff),
            "resume.start": ScreenAction(self._begin, self._why_not_begin),
            "resume.prompt": ScreenAction(self._prompt, looks=True),
            "check.decide": ScreenAction(self._choose, self._leaves_no_choice),
            "position.set": TABLE["position.set"]._replace(do=self._move, why_not=lambda _: None),
            "change.undo": undo._replace(
                do=self._undo,
                why_not=lambda target: None if self._waiver_first() else undo.why_not(target),
                in_footer=lambda target: self._waiver_first() is not None or undo.in_footer(target),
            ),
        }

    def answer(self) -> str | None:
        """The remedy of the line, else its waiver; where the work is past the handoff, its archiving."""
        check = self.checklist.check
        if check is not None and check.choices and self.reason("check.decide") is None:
            return "check.decide"
        if check is None or not self.matters(check):
            return "resume.done" if self.preflight.moved_on else None
        found = answer_of(self.target) if self.selected is not None else None
        found = "alert.acknowledge" if found == "resume.check" else found  # of a session that ended: this is resuming
        if found is not None and self.reason(found) is None:
            return found
        if check.code == "position" and self.reason("position.set") is None:
            return "position.set"
        return "resume.waive" if self.reason("resume.waive") is None else None

    def why_not_answer(self) -> Words | None:
        """Why the line cannot be answered."""
        return self.reason(self.answer() or "resume.waive")

    def menu(self, target: ActionTarget) -> Iterator[tuple[str, Words | None]]:
        """What can be done about the line, and with the handoff."""
        shown = [action for action, _ in menu_of(target)] if target.row is not None else []
        first = filter(None, (self.answer(),))
        last = ("check.decide", "resume.waive", "position.set", "resume.start", "resume.done", "blocker.add")
        for action in dict.fromkeys((*first, *shown, *last)):
            if action not in ("resume.check", "handoff.write", "track.archive") and self.reason(action) is None:
                yield action, None

    def offers(self, action: str) -> bool:
        """Whether the footer names a key now; copying where the line has a command, opening where it names a place."""
        check, next_step = self.checklist.check, self.checklist.next_step
        needed = check if check is not None and self.matters(check) else None
        if action == "copy" and not (needed.brings_back if needed is not None else next_step and next_step.command):
            return False
        if action == "edit" and (needed is None or not (needed.line or kind_of(needed).edits)):
            return False
        return super().offers(action)

    def named(self, action: str, word: str) -> str:
        """What the footer calls a key: on a waived line, the one that waives changes that or takes it back."""
        waived = self.checklist.check is not None and self.checklist.check.waived is not None
        waives = action_of(action) == "resume.waive" or (action == "answer" and self.answer() == "resume.waive")
        return "change waiver" if waives and waived else super().named(action, word)

    # Keys

    def _prompt(self, *_: object) -> None:
        """Show the prompt for a fresh agent, as soon as the checklist is no longer in doubt."""
        if self.is_checking and self.checklist.doubted:
            self._prompt_next = True
            return
        from cockpit.screens.prompt_screen import PromptScreen

        self.app.push_screen(PromptScreen(self.view, self.preflight, self.runner), self._back_from_prompt)

    def _back_from_prompt(self, ran: bool | None) -> None:
        """An agent may have worked meanwhile; of one that `ran` from there it is said what came of it."""
        self._told_by_change = bool(ran)
        self._check_again()

    def action_again(self) -> None:
        """Ask git and disk again."""
        if self.app.source is not None:
            self.app.source.refresh()
        self._check_again(asked=True)

    def action_copy(self) -> None:
        """Copy the command that goes on or puts the line right; where there is none, the line with its evidence."""
        check, next_step = self.checklist.check, self.checklist.next_step
        if next_step is not None:
            self._copy(next_step.command or str(next_step.text))
        elif check is not None and check.brings_back and self.matters(check):
            self._copy(check.brings_back[0].typed(self._place()))
        elif check is not None:
            self._copy(check.whole if check.evidence else f"{check.statement}: {check.result}")

    def _place(self) -> Mapping[str, Sequence[str]]:
        """What tells each program which project is meant, wherever the command is pasted."""
        project = self.app.project
        if project is None:
            return {}
        track = ("--track", self.track.key) if len(project.tracks) > 1 else ()
        return {"cockpit": ("-C", project.root, *track), "git": ("-C", project.root)}

    def action_edit(self) -> None:
        """Open the handoff in the person's editor, or the plan that a line is about; where none waits, the archived
        one, else the state file.
        """
        track, check = self.track, self.checklist.check
        if check is not None and kind_of(check).edits == "plan" and check.files:
            edit_file(self.app, check.files[0])
        elif track.handoff is None:
            edit_file(self.app, track.documents.get(LAST_HANDOFF, track.path))
        else:
            edit_file(self.app, track.handoff.path, check.line if check is not None else None)

    @on(Pane.Opened)
    def action_look(self) -> None:
        """Go to the evidence."""
        self.query_one("#resume").add_class("-looks")
        self.detail.focus()
        self._tell_rest()

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
        self.show_help(self.checklist)

    # Archiving the handoff that was checked

    def _no_handoff(self, _target: ActionTarget) -> Words | None:
        """Why there is nothing to archive."""
        return None if self.track.handoff is not None else Message("project.no-handoff-waits", "No handoff waits.")

    def _finish_after_asking(self, runner: ActionRunner, _target: ActionTarget) -> None:
        """Archive the handoff, after a question that says what shows that the work is past it."""
        preflight, handoff = self.preflight, self.track.handoff
        if handoff is None:
            return
        back = self.view.keys.get("change.undo", "u")
        unseen = Message("project.work-not-past-handoff", "Nothing shows that the work has moved past the handoff.")
        sheet = Sheet(self.view.now())
        sheet.say("", as_sentence(str(preflight.served or preflight.contradicted or unseen)))
        sheet.say("", unfinished_reason(preflight), "alert")
        sheet.gap()
        lies = f"{handoff.path} goes into the archive; the next agent begins with the state file."
        sheet.say("", f"{lies} {back} brings it back.")

        def chosen(way: str) -> None:
            if way == "no":
                self.app.notify("The handoff was not archived.")
            else:
                runner.changes.run(PendingChange(do=do, done=done))

        def do(workspace: "Workspace") -> "ChangeOutcome":
            return finish(workspace, preflight, unfinished=True)

        def done() -> None:
            self.dismiss()

        begin = "yes" if preflight.moved_on else None
        runner.choose("Archive the handoff", sheet.facts(), cancel_or("Archive it"), chosen, begin)

    # Waivers: they lie in cockpit's own folder, where no change of the project tells of them

    @work(group="noticing", exclusive=True, exit_on_error=False)
    async def _notice(self) -> None:
        """Check again where HEAD moved, a named file came or went, or something was waived elsewhere."""
        looked_at = self.preflight
        noted = await asyncio.to_thread(signs, self.runner.changes.workspace(), looked_at)
        if noted not in (looked_at.signs, self._noted) and looked_at is self.preflight and not self.is_checking:
            self._check_again()
        self._noted = noted

    def _why_not_waive(self, _target: ActionTarget) -> Words | None:
        """Why the line cannot be waived."""
        check = self.checklist.check
        if check is None:
            return "Select a check first."
        if check.waived is None and check.gate == "refuse":
            return (
                f"A stop cannot be waived. Press {self.view.keys.get('threshold.limit', 'l')} to raise the "
                "limit, or fix the cause."
            )
        return None if self.matters(check) else "This check does not block resuming."

    def matters(self, check: Check) -> bool:
        """Whether something may be done about a line: it holds the resume, or would but for its waiver."""
        return not check.past and (check.open or check.waived is not None)

    def _waive(self, runner: ActionRunner, _target: ActionTarget) -> None:
        """Go on though the line failed; on a waived line for another reason, or, without a reason, no longer.

        That is a form too: whoever types a reason, not seeing that the line is waived, gives a reason.
        """
        check, preflight = self.checklist.check, self.preflight
        if check is None:
            return
        waived = check.waived
        about = as_sentence(replace(check, evidence=check.evidence[:3]).whole)
        title, hint = "Waive this line", "why the work may continue anyway"
        if waived is not None:
            about = f"{about} Empty the reason to take the waiver back."
            title, hint = "Change the waiver, or take it back", "empty: the check blocks resuming again"
        entry = FormLine("reason", "Reason", waived or "", hint=hint, required=waived is None)
        form = Form(title=title, entries=[entry], about=about, item=check.key)

        def write(answers: Answers, written: Written) -> None:
            if answers["reason"] == waived:
                written.done()
                return
            do = _waiving(preflight, check, answers["reason"] or None)
            runner.changes.run(PendingChange(do=do, plain=True, done=written.done, refused=written.refused))

        runner.fill_in(preflight.track, form, write)

    def _undo(self, runner: ActionRunner, target: ActionTarget) -> None:
        """Take back what was done last: a waiver, after a question, or a change of files."""
        waiver = self._waiver_first()
        if waiver is None:
            TABLE["change.undo"].do(runner, target)
            return
        sheet = Sheet(self.view.now())
        sheet.say("", waiver.check.statement, "strong")
        sheet.say("Waived", waiver.check.waived)
        sheet.say("", "Without the waiver the check blocks resuming again.")
        withdrawal = PendingChange(do=_waiving(self.preflight, waiver.check, None), plain=True)
        runner.confirm("Take the waiver back?", sheet.facts(), "Take it back", lambda: runner.changes.run(withdrawal))

    def _waiver_first(self) -> Waiver | None:
        """The newest waiver, where no file was changed after it."""
        newest = self.preflight.newest_waiver
        change = self.app.undo_status.undo if self.app.undo_status is not None else None
        return newest if newest is not None and (change is None or change.at <= newest.at) else None

    # What else puts a line right, and the mark of the step at which the work goes on

    def _move(self, runner: ActionRunner, target: ActionTarget) -> None:
        """Move the state, to where the handoff stands unless the person says otherwise."""
        handoff = self.track.handoff
        set_position(runner, target, dict(to_move(handoff, self.track.position)) if handoff is not None else {})

    def _leaves_no_choice(self, _target: ActionTarget) -> Words | None:
        """Why there is nothing to choose from for the selected line."""
        check = self.checklist.check
        return None if check is not None and check.choices else "This check has no options to choose from."

    def _choose(self, runner: ActionRunner, _target: ActionTarget) -> None:
        """Choose what becomes of the selected line, and do it."""
        check, track, now = self.checklist.check, self.track, self.view.now()
        if check is None:
            return
        options = {option.name: option for option in check.choices}
        choices = [Choice(name, name.capitalize(), str(option.does)) for name, option in options.items()]
        about = [Fact("", str(check.statement), "strong")]
        about += [Fact("", with_moments(str(each), now)) for each in check.evidence[:3]]
        runner.choose("Decide", about, choices, lambda name: self._decide(track, options[name], check.key))

    def _decide(self, track: Track, option: Option, item: str) -> None:
        if not option.intents:
            self._copy(option.way.typed(self._place()))
        elif option.asks:
            entry = FormLine("note", "Note", hint=str(option.asks), required=True)
            form = Form(title=option.name.capitalize(), entries=[entry], about=str(option.does), item=item)

            def write(answers: Answers, written: Written) -> None:
                noted: Any = option.intents[-1]  # it has a note, for it asks for one
                answered = replace(noted, note=answers["note"])
                self.runner.change(track, together(*option.intents[:-1], answered), done=written.done)

            self.runner.fill_in(track, form, write)
        else:
            self.runner.change(track, together(*option.intents))

    def _why_not_begin(self, _target: ActionTarget) -> Words | None:
        """Why no step can be marked as under way."""
        if self.preflight.begins is None:
            return self.preflight.waits
        return blocking_reason(self.preflight, self.view.now())

    def _begin(self, runner: ActionRunner, _target: ActionTarget) -> None:
        """Mark the next step as in progress, after showing what changes."""
        preflight = self.preflight
        runner.changes.run(PendingChange(do=lambda workspace: begin(workspace, preflight), shown=True))


def _waiving(preflight: Preflight, check: Check, reason: str | None) -> "partial[ChangeOutcome]":
    return partial(waive, track=preflight.track, check=check, reason=reason)


def _verdict(preflight: Preflight, glyphs: Glyphs) -> tuple[str, str]:
    """What the checklist comes to, and its style."""
    held = preflight.blocking
    if preflight.moved_on and not held:
        return f"{glyphs.done} The work is past this handoff", "ok"
    if not held:
        return f"{glyphs.done} Clear", "ok"
    checks = f"{len(held)} checks block" if len(held) > 1 else "1 check blocks"
    if any(check.gate == "refuse" for check in held):
        return f"{glyphs.stop} {'A stop blocks' if len(held) == 1 else checks} resuming", "stop"
    return f"{glyphs.failed} {checks} resuming", "alert"
