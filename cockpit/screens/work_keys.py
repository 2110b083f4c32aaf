"""The keys about the work: decisions, blockers, todos, the position."""

from collections.abc import Callable, Mapping

from cockpit.model import Blocker, Decision, Phase, PhaseError, Position, Todo, Track
from cockpit.model.intents import (
    AddQuestion,
    AddTodo,
    AddTokens,
    Block,
    Bypass,
    CloseQuestion,
    Complete,
    Decide,
    Fail,
    Identify,
    Intent,
    Move,
    NoteImplementation,
    PhaseMove,
    RecordCrash,
    RecordError,
    RecordVerification,
    ReportFiles,
    ResetRetries,
    ResolveError,
    Retry,
    Reword,
    Skip,
    StartSession,
    TickTodo,
    Unblock,
)
from cockpit.project.systems import (
    is_stuck,
    known_error_types,
    known_moves,
    known_phase_moves,
    known_records,
    known_session_parts,
    known_session_reasons,
)
from cockpit.rules.attention import blocker_key
from cockpit.rules.preconditions import part_of
from cockpit.rules.thresholds.metrics import RETRIES
from cockpit.screens.acting import Acting
from cockpit.screens.dialogs import Answers, Entry, Form, QuestionDialog
from cockpit.widgets.choice import Choice
from cockpit.widgets.sheets import Fact
from cockpit.wording.messages import Message
from cockpit.wording.numbers import whole_number
from cockpit.wording.phrases import either

# The keys about blockers: resolving one, going on around it, and saying that a reported one is real


class BlockerKeys(Acting):
    """Acting on the blocker under the cursor."""

    def resolve_blocker(self, track: Track, blocker: Blocker) -> None:
        """Ask how a blocker was resolved, then resolve it; one that was only reported is identified first."""
        key = blocker_key(blocker)
        if blocker.status == "new":
            self.change(track, Identify(blocker=key))
            return
        entry = Entry("note", "Note", hint="how it was resolved")
        form = Form(title="Resolve the blocker", entries=[entry], about=blocker.text, item=key)
        self.ask(track, form, lambda answers: Unblock(blocker=key, note=answers["note"] or None))

    def blocker_choices(self) -> list[Choice]:
        """What can be done with the selected blocker."""
        match self.selected:
            case Blocker(of_failure=True):
                return []
            case Blocker(status="new"):
                return [Choice("blocker:resolve", "It is real: it holds the work up")]
            case Blocker(status="active"):
                return [
                    Choice("blocker:resolve", "Resolve the blocker …"),
                    Choice("blocker:bypass", "Bypass the blocker …"),
                ]
            case Blocker(status="bypassed"):
                return [Choice("blocker:resolve", "Resolve the blocker …")]
        return []

    def move_blocker(self, track: Track, move: str) -> None:
        """Do with the selected blocker what was chosen."""
        blocker = self.selected
        if not isinstance(blocker, Blocker):
            return
        if move == "resolve":
            self.resolve_blocker(track, blocker)
            return
        key = blocker_key(blocker)
        entry = Entry("note", "How", hint="how the work continues", required=True)
        form = Form(title="Bypass the blocker", entries=[entry], about=blocker.text, item=key)
        self.ask(track, form, lambda answers: Bypass(blocker=key, note=answers["note"]))


# What the move key offers about phases, and how their errors are resolved

_CALLED: Mapping[PhaseMove, str] = {
    "start": "Start phase {}",
    "complete": "Phase {} is complete …",
    "fail": "Phase {} failed …",
    "retry": "Try phase {} again …",
    "reset": "Reset the retries of phase {}",
    "skip": "Skip phase {} …",
}


class PhaseKeys(Acting):
    """Moving phases as their statuses allow, and resolving what went wrong in them."""

    def phase_choices(self, track: Track) -> list[Choice]:
        """The moves of the selected phase; where it has none, of those at which the work may go on."""
        selected = self.selected
        acting = isinstance(selected, Phase) and selected in track.phases and known_phase_moves(track, selected)
        return [
            Choice(f"phase:{track.phases.index(phase)}:{move}", _CALLED[move].format(phase.id), phase.name or "")
            for phase in ([selected] if acting and isinstance(selected, Phase) else _present(track))
            for move in known_phase_moves(track, phase)
        ]

    @property
    def moves_selected(self) -> bool:
        """Whether the row under the cursor is about a phase that can be moved: the phase itself, or what failed."""
        track, selected = self.track, self.selected
        if track is None:
            return False
        if isinstance(selected, Position):
            return selected.status == "failed" and bool(self.phase_choices(track))
        if isinstance(selected, PhaseError):
            selected = next((each for each in track.phases if each.id == selected.phase), None)
        return isinstance(selected, Phase) and selected in track.phases and bool(known_phase_moves(track, selected))

    def move_phase(self, track: Track, chosen: str) -> None:
        """Make the move that was chosen; what it should be told is asked for first."""
        number, _, move = chosen.partition(":")
        phase = track.phases[int(number)]
        if move == "start":
            self.change(track, Move(part="phase", value=phase.id or ""))
            return
        if move == "reset":
            self.change(track, ResetRetries())
            return
        title = f"{_CALLED[move].format(phase.id).removesuffix(' …')}"  # type: ignore[index]  # a key of the table
        entries, intent = _asked(track, phase)[move]
        self.ask(track, Form(title=title, entries=entries, about=phase.name or "", item=phase.id or ""), intent)

    def unresolvable(self, error: PhaseError) -> Message | None:
        """Why an error cannot be resolved here."""
        if error.resolved:
            return Message("screens.error-is-resolved")
        known = self.track is not None and known_error_types(self.track)
        return None if known else Message("screens.errors-not-resolved-singly")

    def resolve_error(self, track: Track, error: PhaseError) -> None:
        """Ask how an error was resolved, then say so."""
        entry = Entry("note", "Resolution", hint="what was done")
        form = Form(title="Resolve the error", entries=[entry], about=error.message, item=error.message)
        self.ask(
            track,
            form,
            lambda answers: ResolveError(error=error.message, phase=error.phase, note=answers["note"] or None),
        )


_Asked = tuple[list[Entry], Callable[[Answers], Intent]]


def _present(track: Track) -> list[Phase]:
    """The phases that are under way or failed, and the first that can be begun."""
    open_ones = [phase for phase in track.phases if known_phase_moves(track, phase)]
    begun = [phase for phase in open_ones if "start" not in known_phase_moves(track, phase)]
    return [*begun, *[phase for phase in open_ones if phase not in begun][:1]]


def _asked(track: Track, phase: Phase) -> Mapping[str, _Asked]:
    """By move what is asked, and the intent that the answers make."""
    name, retries = phase.id, track.retries
    retried = track.threshold(RETRIES.name)
    unread = retried is not None and any(each.what == "stop limit" for each in retried.unreadable)
    beyond = retries is not None and (unread or (phase.retry_count or 0) >= retries.max)
    again = "how it is tried once more, a person's decision" if beyond else "how it is tried again"
    kinds = ", ".join(known_error_types(track))
    return {
        "complete": (
            [Entry("note", "What was done"), Entry("result", "Validation", hint="what a check of it said")],
            lambda answers: Complete(
                whole="phase", step=name, note=answers["note"] or None, result=answers["result"] or None
            ),
        ),
        "fail": (
            [Entry("note", "Error", hint="what failed"), Entry("type", "Type", hint=kinds)],
            lambda answers: Fail(phase=name, note=answers["note"] or None, type=answers["type"] or None),
        ),
        "retry": (
            [Entry("note", "How", hint=again)],
            lambda answers: Retry(phase=name, note=answers["note"] or None, beyond=beyond),
        ),
        "skip": (
            [Entry("note", "Why")],
            lambda answers: Skip(phase=name or "", note=answers["note"] or None),
        ),
    }


# What the move key offers to record of the work: errors, tokens, files, sessions, what a fresh agent is to know

_RECORDS = {
    "error": "Record an error …",
    "tokens": "Add tokens …",
    "files": "Report files …",
    "implementation": "Record what was implemented …",
    "question": "Record an open question …",
    "close": "Close an open question …",
    "verification": "Record a verification …",
    "session": "A session begins …",
    "crash": "The session's agent crashed …",
}
_FILES = ("created", "modified", "deleted")
_RecordAsked = tuple[list[Entry], Callable[[Answers], Intent]]


class RecordKeys(Acting):
    """Recording what agents report."""

    def record_choices(self, track: Track) -> list[Choice]:
        """What can be recorded of an agent's work now."""
        active = any(each.status == "active" for each in track.sessions)
        fits = {"session": not active, "crash": active}
        names: list[str] = [name for name in known_records(track) if fits.get(name, True)]
        if "question" in names and track.open_questions:
            names.insert(names.index("question") + 1, "close")
        return [Choice(f"record:{name}", _RECORDS[name]) for name in names]

    def record(self, track: Track, what: str) -> None:
        """Ask for what is to be recorded, then record it."""
        if what == "close":
            self._close(track)
            return
        entries, intent = _reported(track)[what]
        form = Form(title=_RECORDS[what].removesuffix(" …"), entries=entries)
        self.ask(track, form, intent)

    def _close(self, track: Track) -> None:
        """Ask which question is open no longer."""
        choices = [Choice(each, each) for each in track.open_questions]

        def chosen(question: str | None) -> None:
            if question is not None:
                self.change(track, CloseQuestion(text=question))

        self.app.push_screen(QuestionDialog("Which question is closed?", [], choices, self.view), chosen)


def _reported(track: Track) -> Mapping[str, _RecordAsked]:
    """By what is recorded what is asked, and the intent that the answers make."""
    here = track.position.phase.id or "" if track.position.phase else ""
    phase = Entry("phase", "Phase", here if track.phases else "", hint="none")
    return {
        "error": (
            [
                Entry("text", "Error", required=True),
                Entry("type", "Type", hint=", ".join(known_error_types(track))),
                Entry("agent", "Agent"),
                phase,
            ],
            lambda answers: RecordError(
                text=answers["text"], type=answers["type"] or None, agent=answers["agent"] or None,
                phase=answers["phase"] or None,
            ),
        ),
        "tokens": (
            [
                Entry("input", "Input", required=True, check=_no_count),
                Entry("output", "Output", required=True, check=_no_count),
                Entry("cached", "Cached", "0", check=_no_count),
                Entry("agent", "Agent"),
            ],
            lambda answers: AddTokens(
                input=whole_number(answers["input"]) or 0, output=whole_number(answers["output"]) or 0,
                cached=whole_number(answers["cached"]) or 0, agent=answers["agent"] or None,
            ),
        ),
        "files": (
            [
                Entry("kind", "Kind", "created", hint=", ".join(_FILES), required=True, check=_no_kind),
                Entry("paths", "Files", hint="separated by commas", required=True),
                phase,
            ],
            _reporting,
        ),
        "implementation": (
            [Entry("text", "What was implemented", hint="a fresh agent looks for it", required=True)],
            lambda answers: NoteImplementation(text=answers["text"]),
        ),
        "question": ([Entry("text", "Question", required=True)], lambda answers: AddQuestion(text=answers["text"])),
        "verification": (
            [
                Entry("result", "Result", "pass", hint="pass or fail", required=True, check=_no_result),
                Entry("note", "Note"),
                Entry("blocker", "A blocker it flags"),
                Entry("question", "A question it flags"),
            ],
            _verifying,
        ),
        "session": (
            [Entry("agent", "Agent"), Entry("working_on", "Works at")],
            lambda answers: StartSession(agent=answers["agent"] or None, working_on=answers["working_on"] or None),
        ),
        "crash": ([Entry("note", "What is known")], lambda answers: RecordCrash(note=answers["note"] or None)),
    }  # fmt: skip


def _verifying(answers: Answers) -> Intent:
    blocker, question = answers["blocker"], answers["question"]
    return RecordVerification(
        passed=answers["result"].strip().casefold() == "pass", note=answers["note"] or None,
        blockers=(blocker,) if blocker else (), questions=(question,) if question else (),
    )  # fmt: skip


def _no_result(typed: str) -> Message | None:
    return None if typed.strip().casefold() in ("pass", "fail") else Message("screens.no-result")


def _reporting(answers: Answers) -> Intent:
    paths = tuple(path.strip() for path in answers["paths"].split(",") if path.strip())
    kind = answers["kind"].strip().casefold()
    return ReportFiles(kind=kind, paths=paths, phase=answers["phase"] or None)  # type: ignore[arg-type]  # checked before


def _no_count(typed: str) -> Message | None:
    return None if not typed or whole_number(typed) is not None else Message("screens.no-count")


def _no_kind(typed: str) -> Message | None:
    return None if typed.casefold() in _FILES else Message("screens.no-kind-of-file", kinds=_FILES)


COMPLETES = ("task", "plan", "phase", "session")
"""What can be said to be complete."""

PARTS = {"next": "Next action", "task": "Task", "plan": "Plan", "phase": "Phase"}
"""The parts of the position beside the status, what changes most often first, and what they are called."""


class WorkKeys(PhaseKeys, BlockerKeys, RecordKeys):
    """Acting on the decision, blocker or todo under the cursor, adding to them, and moving the position."""

    def why_not_reword(self) -> Message | None:
        """Why nothing here can be reworded."""
        known = isinstance(self.selected, Blocker | Todo | Decision)
        return None if known else Message("screens.nothing-to-reword-selected")

    def why_not_decide(self) -> Message | None:
        """Why no decision can be recorded."""
        return self.lacks("decisions")

    def why_not_block(self) -> Message | None:
        """Why no blocker can be recorded."""
        return self.lacks("blockers")

    def why_not_todo(self) -> Message | None:
        """Why no todo can be added."""
        return self.lacks("todos")

    def action_decide(self) -> None:
        """Record a decision."""
        track = self.track
        if self.refuses("decide") or track is None:
            return
        entries = [
            Entry("text", "Decision", hint="what was decided", required=True),
            Entry("outcome", "Outcome", hint="in a few words"),
            Entry("reason", "Why"),
            Entry("context", "Where it was needed"),
        ]
        self.ask(track, Form(title="Decision", entries=entries), _deciding)

    def action_block(self) -> None:
        """Record a blocker."""
        track = self.track
        if self.refuses("block") or track is None:
            return
        entries = [Entry("text", "Blocker", hint="what holds the work up", required=True), Entry("affects", "Affects")]
        self.ask(track, Form(title="Blocker", entries=entries), _blocking)

    def action_todo(self) -> None:
        """Add a todo."""
        track = self.track
        if self.refuses("todo") or track is None:
            return
        entry = Entry("text", "Todo", hint="what is to be done", required=True)
        self.ask(track, Form(title="Todo", entries=[entry]), lambda answers: AddTodo(text=answers["text"]))

    def tick(self, track: Track, todo: Todo) -> None:
        """Tick a todo, or take the tick back."""
        self.change(track, TickTodo(text=todo.text, done=not todo.done))

    def action_reword(self) -> None:
        """Change the text of what is selected."""
        track, selected = self.track, self.selected
        if self.refuses("reword") or track is None or not isinstance(selected, Blocker | Todo | Decision):
            return
        kind, old = type(selected).__name__.lower(), selected.text
        form = Form(
            title=f"Reword the {kind}", entries=[Entry("text", kind.capitalize(), old, required=True)], item=old
        )
        self.ask(track, form, lambda answers: _rewording(kind, old, answers))

    def proposed_moves(self) -> Mapping[str, str]:
        """By part of the position where it is to be moved, as far as that is known here."""
        return {}

    def action_move(self) -> None:
        """Change a part of the position; of the statuses only the legal ones are offered."""
        track = self.track
        if self.refuses("move") or track is None:
            return
        at = track.position
        phases = self.phase_choices(track)
        choices = [*self.blocker_choices(), *phases]
        left = () if is_stuck(track) else PARTS
        parts = [part for part in left if part not in track.lacks and not (phases and part == "phase")]
        proposed = self.proposed_moves()
        choices += [Choice(part, f"{PARTS[part]} …", _onward(track, part, proposed.get(part))) for part in parts]
        choices += [Choice(f"status:{to}", f"Status: {word}") for to, word in known_moves(track)]
        choices += self.record_choices(track)
        now = at.status_text or at.status.replace("_", " ")
        about = [Fact("", f"The status is {now}.")]

        def chosen(choice: str | None) -> None:
            if choice is not None:
                self._move(track, choice)

        begin = next(iter(proposed), None)
        self.app.push_screen(QuestionDialog("Move", about, choices, self.view, begin), chosen)

    def _move(self, track: Track, chosen: str) -> None:
        part, _, rest = chosen.partition(":")
        if part == "phase" and rest:
            self.move_phase(track, rest)
            return
        if part == "blocker":
            self.move_blocker(track, rest)
            return
        if part == "record":
            self.record(track, rest)
            return
        if part == "status":
            self.change(track, Move(part="status", value=rest, seen=track.position.status))
            return
        value = self.proposed_moves().get(part) or part_of(track, part) or ""
        entry = Entry("value", PARTS[part], value, required=True)
        self.ask(track, Form(title="Move", entries=[entry], item=part), lambda answers: _moving(track, part, answers))

    def action_complete(self) -> None:
        """Say that a task, plan, phase or session is complete."""
        track = self.track
        if self.refuses("complete") or track is None:
            return
        known = COMPLETES[-1:] if is_stuck(track) else COMPLETES
        choices = [Choice(whole, f"The {whole} is complete", _which(track, whole))
                   for whole in known if whole not in track.lacks]  # fmt: skip

        def chosen(whole: str | None) -> None:
            if whole is not None:
                self._ask_complete(track, whole)

        self.app.push_screen(QuestionDialog("Complete", [], choices, self.view), chosen)

    def _ask_complete(self, track: Track, whole: str) -> None:
        entries = [Entry("note", "What was done", hint="specific: “Completed auth API”, not “Made progress”")]
        reasons = known_session_reasons(track) if whole == "session" else ()
        if reasons:
            entries.append(Entry("reason", "Why it ends", reasons[0]))
        if whole == "session":
            entries += [_session_entry(part) for part in known_session_parts(track)]
        about = f"It ends by one of these: {either(reasons)}." if reasons else ""
        form = Form(title=f"The {whole} is complete", entries=entries, about=about, item=_which(track, whole))
        self.ask(track, form, lambda answers: _completing(track, whole, answers))


def _onward(track: Track, part: str, proposed: str | None) -> str:
    """A part of the position as it is, and where it is proposed to go."""
    now = part_of(track, part) or ""
    return f"{now} → {proposed}" if proposed is not None else now


def _which(track: Track, whole: str) -> str:
    """Which task, plan or phase is meant by the present one; a session has no number."""
    step = {"phase": track.position.phase, "plan": track.position.plan, "task": track.position.task}.get(whole)
    named = " ".join(filter(None, (step.id, step.name))) if step is not None else ""
    return named or ("none is named" if whole != "session" else "")


def _deciding(answers: Answers) -> Intent:
    return Decide(text=answers["text"], outcome=answers["outcome"] or None, reason=answers["reason"] or None,
                  context=answers["context"] or None)  # fmt: skip


def _blocking(answers: Answers) -> Intent:
    return Block(text=answers["text"], affects=(answers["affects"],) if answers["affects"] else ())


def _rewording(kind: str, old: str, answers: Answers) -> Intent:
    return Reword(kind=kind, old=old, new=answers["text"])  # type: ignore[arg-type]  # the three kinds it is called for


def _completing(track: Track, whole: str, answers: Answers) -> Intent:
    seen = part_of(track, whole)
    note, reason = answers["note"] or None, answers.get("reason") or None
    done, issue = answers.get("completed"), answers.get("issues")
    used = _share(answers.get("context") or "")
    return Complete(whole=whole, note=note, seen=seen, reason=reason, completed=(done,) if done else (),  # type: ignore[arg-type]  # one of COMPLETES
                    issues=(issue,) if issue else (), context=used)  # fmt: skip


def _session_entry(part: str) -> Entry:
    """What is asked about a session that ends."""
    if part == "context":
        return Entry(part, "Context used", hint="in percent", check=_no_share)
    return Entry(part, {"completed": "What it completed", "issues": "What it met"}[part])


def _share(typed: str) -> float | None:
    """A part of the context in percent; None for what is no number."""
    try:
        return float(typed.strip().removesuffix("%"))
    except ValueError:
        return None


def _no_share(typed: str) -> Message | None:
    used = _share(typed)
    return None if not typed or (used is not None and 0 <= used <= 100) else Message("screens.no-share-of-context")


def _moving(track: Track, part: str, answers: Answers) -> Intent:
    return Move(part=part, value=answers["value"], seen=part_of(track, part))  # type: ignore[arg-type]  # one of PARTS
