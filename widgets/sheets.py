"""What the detail view says about each kind of value a row can stand for."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, fields, is_dataclass
from datetime import datetime
from typing import Any

from cockpit.model import (
    ArchivedHandoff,
    Blocker,
    Continuity,
    Decision,
    Finding,
    Handoff,
    HandoffTask,
    LastActivity,
    NextAction,
    Phase,
    PhaseError,
    Position,
    Retries,
    Session,
    Silence,
    Step,
    Threshold,
    Todo,
    Tokens,
    Track,
    Trigger,
    Waiting,
)
from cockpit.model.agents import AgentContext, AgentSession, Evidence
from cockpit.model.handoff_draft import REASON_WORDS
from cockpit.model.location import track_name, where_left
from cockpit.rules.agent_words import (
    Usage,
    amount_of_tokens,
    list_words,
    rate_limit_words,
    request_whole,
    state_words,
    way_back,
    where_words,
)
from cockpit.rules.attention import Need, OpenQuestion, Unhooked, needs, sentence
from cockpit.rules.progress import counted_label
from cockpit.rules.thresholds.alert_state import beside_status, value_and_limit
from cockpit.rules.thresholds.explain import UNTIL, explain, explain_conditions, label_of
from cockpit.rules.thresholds.metrics import format_amount
from cockpit.values import dataclass
from cockpit.widgets.by_key import by_key
from cockpit.wording.messages import Words
from cockpit.wording.numbers import whole_number
from cockpit.wording.phrases import counted
from cockpit.wording.secrets import masked_command
from cockpit.wording.times import lasting_age, moment

# Labels and texts for the detail view: the form in which all that is known about a value is shown


@dataclass(frozen=True, slots=True)
class Fact:
    """A label and what it says. A text that stands `as_is` keeps its blanks and is cut instead of wrapped. Those of the
    `side` left and the following ones of the right stand beside each other, where there is room for both.
    """

    label: str
    text: str
    style: str = "text"
    label_style: str = "muted"
    as_is: bool = False
    side: str = ""


DOT = "· "
"""What stands before each of several texts."""
GAP = Fact("", "")
"""A blank line."""


Source = str | Callable[[Any], object]
"""Where a text is from: a field of the value by name, or what is made of the value."""
Fields = Mapping[str, Source]
"""The sources by label."""


@dataclass(slots=True)
class Sheet:
    """A heading, and facts below it; what is empty is left out. `now` is in the person's own zone.

    `track` is the one that what is told belongs to, where that is known; `keys` gives the key of an action.
    """

    now: datetime
    heading: str = ""
    rows: list[Fact] = field(default_factory=list)
    track: Track | None = None
    keys: Mapping[str, str] = field(default_factory=dict)

    def say(self, label: str, text: object, style: str = "text") -> None:
        """A text, a number, yes or no."""
        words = ("yes" if text else "no") if isinstance(text, bool) else "" if text is None else str(text).strip()
        if words:
            self.rows.append(Fact(label, words, style))

    def when(self, label: str, text: str | None) -> None:
        """An instant or a day: when it was, and how long ago."""
        self.say(label, moment(text, self.now))

    def tell(self, value: object, fields: Fields) -> None:
        """Fields of a value, each under its label: several texts below each other, an instant with how long ago."""
        for label, source in fields.items():
            told = getattr(value, source) if isinstance(source, str) else source(value)
            if isinstance(told, tuple):
                self.listed(label, (_text_of(each, self.now) for each in told))
            else:
                self.say(label, _text_of(told, self.now))

    def listed(self, label: str, items: Iterable[str | None]) -> None:
        """Several texts below each other, each with a dot; one alone without."""
        texts = [item.strip() for item in items if item and item.strip()]
        if len(texts) == 1:
            self.say(label, texts[0])
            return
        self.rows += [Fact(label if place == 0 else " ", f"{DOT}{text}") for place, text in enumerate(texts)]

    def part(self, title: str, texts: Iterable[str]) -> None:
        """A title of its own, and texts below it."""
        facts = [Fact("", text) for text in texts if text]
        if facts:
            self.gap()
            self.rows += [Fact("", title, "strong"), *facts, GAP]

    def gap(self) -> None:
        """A blank line before what follows."""
        if self.rows and self.rows[-1] is not GAP:
            self.rows.append(GAP)

    def facts(self) -> list[Fact]:
        """The heading, set apart, and the rows."""
        rows = self.rows[:-1] if self.rows and self.rows[-1] is GAP else self.rows
        if not self.heading.strip():
            return rows
        return [Fact("", self.heading.strip(), "strong"), *([GAP] if rows else []), *rows]


def named(value: object) -> Iterator[tuple[str, object]]:
    """The parts of a dataclass or mapping by name."""
    if isinstance(value, Mapping):
        yield from ((str(name), each) for name, each in value.items())
    elif is_dataclass(value) and not isinstance(value, type):
        yield from ((each.name, getattr(value, each.name)) for each in fields(value))


def in_words(value: object) -> str:
    """A value in one line, as a person would write it; empty where it says nothing."""
    if value is None or value in ((), {}):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ", ".join(filter(None, map(in_words, value)))
    if isinstance(value, float) and value.is_integer():
        return f"{int(value)}"
    pairs = [(name, in_words(each)) for name, each in named(value)]
    if pairs:
        return ", ".join(f"{name.replace('_', ' ')} {words}" for name, words in pairs if words)
    return str(value)


_ALONE = Track(system="", path="", format="")
"""What a metric stands in of which no track is known."""


def facts(
    value: object, now: datetime, *, track: Track | None = None, keys: Mapping[str, str] | None = None
) -> list[Fact]:
    """Everything the model knows about a value; what is empty is left out.

    `track` is the one that holds it, which tells what the agent does about a metric; `keys` gives the key of an
    action, where what is to be done has one.
    """
    return _sheet(value, Sheet(now, track=track, keys=keys or {})).facts()


def _sheet(value: object, sheet: Sheet) -> Sheet:
    write = _SHEETS.get(type(value))
    if write is not None:
        write(sheet, value)
    elif isinstance(value, tuple):
        for pair in value:
            if isinstance(pair, tuple) and len(pair) == 2:  # a metric of the file: its name and its value
                sheet.say(str(pair[0]), pair[1])
    elif isinstance(value, str):
        sheet.heading = value
    return sheet


def _need(sheet: Sheet, need: Need) -> None:
    if not isinstance(need.value, Track):
        _sheet(need.value, sheet)
        sheet.heading = str(sentence(need, sheet.now))
    else:
        sheet.heading = track_name(need.value, ())
        for each in needs(need.value):
            sheet.say(each.word.capitalize(), sentence(each, sheet.now))
        sheet.say("File", need.value.path)


def _threshold(sheet: Sheet, threshold: Threshold) -> None:
    sheet.heading = str(value_and_limit(threshold))
    for key, text in explain(threshold, sheet.track or _ALONE, sheet.now):
        sheet.say(label_of(key).capitalize(), text, "strong" if key == "the_agent" else "text")
    sheet.part(str(UNTIL), (f"{DOT}{condition}: {answer}" for condition, answer in explain_conditions(threshold)))


def _finding(sheet: Sheet, finding: Finding) -> None:
    sheet.heading = str(finding.message)
    sheet.say("What to do", by_key(finding.hint, sheet.keys) if finding.hint else "")
    sheet.say("Where", finding.path + (f", line {finding.line}" if finding.line else ""))
    sheet.say("Rule", f"{finding.code} ({finding.severity})")


def _position(sheet: Sheet, at: Position) -> None:
    sheet.tell(at, {
        "Milestone": "milestone", "Phase": "phase", "Plan": "plan", "Task": "task", "Wave": "wave", "Flow": "flow",
    })  # fmt: skip
    means = at.status.replace("_", " ")
    written = at.status_label
    sheet.say("Status", written if written.casefold() == means else f"{written} ({means})")
    sheet.say("Beside it", beside_status(sheet.track) if sheet.track is not None else None, "warning")
    sheet.say("Means", at.status_means)
    sheet.say("Agent says", at.claimed or None)
    count = at.counted
    sheet.say(counted_label(at), f"{count.done} of {count.total} {count.unit}" if count else None)
    if at.last_activity is not None:
        sheet.say("Last activity", at.last_activity.text)
        sheet.when(" " if at.last_activity.text else "Last activity", at.last_activity.date)


def _next(sheet: Sheet, action: NextAction) -> None:
    sheet.heading = str(action.text)
    sheet.say("In the agent", action.command, "key")
    sheet.say("When", "the agent runs next; one that is at work needs no order" if action.command else None)
    by_rule = "the rule for this status; the file names no next action"
    sheet.say("From", "the state file" if action.source == "file" else by_rule)


def affected(blocker: Blocker) -> tuple[str, ...]:
    """What it affects; a bare number is that of a phase."""
    return tuple(f"phase {each}" if whole_number(each) is not None else each for each in blocker.affects)


def _phase(sheet: Sheet, phase: Phase) -> None:
    sheet.heading = " ".join(filter(None, (phase.id, phase.name)))
    sheet.say("Status", phase.status_label)
    sheet.listed("Errors", _failures(phase, sheet.track))
    sheet.say("Tasks", f"{phase.counted_done or 0} of {phase.counted_total} done" if phase.counted_total else None)
    sheet.say("Not done", ", ".join(phase.open_tasks))
    sheet.tell(phase, {
        "Outcome": "outcome", "Agents": "agents", "In parallel": "parallel", "Comes after": "blocked_by",
        "Started": "started", "Completed": "completed", "Retries": "retry_count", "File": "path",
    })  # fmt: skip
    for name, value in more_of(phase, sheet.track).items():
        _extra(sheet, name.replace("_", " ").capitalize(), value)


def _failures(phase: Phase, track: Track | None) -> Iterator[str]:
    """What failed in a phase and is not over: its errors, and the failed attempts where it is the present one."""
    for error in track.errors if track is not None else ():
        if error.phase == phase.id and not error.resolved:
            yield ": ".join(filter(None, (error.type, error.message)))
    here = track.position.phase.id if track is not None and track.position.phase is not None else None
    if track is not None and track.retries is not None and here == phase.id:
        yield from (each.reason for each in track.retries.log if each.reason)


def more_of(phase: Phase, track: Track | None) -> Mapping[str, Any]:
    """What only one system knows of a phase: what it handed on, its files."""
    more = track.extra.get("phases", {}).get(phase.id, {}) if track is not None else {}
    return more if isinstance(more, Mapping) else {}


def _error_state(error: PhaseError) -> str:
    tried = "open; its phase was tried again" if error.tried_again else "open"
    return "resolved" if error.resolved else tried


def _reason(handoff: Handoff) -> str | None:
    """Why work stopped, in words; any other reason stands as it is written."""
    known = {str(each): words for each, words in REASON_WORDS.items()}
    return known.get(handoff.reason or "", handoff.reason)


def _archived(sheet: Sheet, handoff: ArchivedHandoff) -> None:
    sheet.heading = "Archived handoff"
    sheet.say("File", handoff.path)
    ways = (("row.details", "shows it"), ("row.edit", "opens it in your editor"))
    sheet.say("On its row", ", ".join(f"{key} {does}" for name, does in ways if (key := sheet.keys.get(name))))


def _retries(sheet: Sheet, retries: Retries) -> None:
    sheet.heading = f"{retries.used} retries"
    for each in retries.log:
        step = " ".join(filter(None, (each.step, each.name)))
        parts = (step, each.task, each.reason, moment(each.at, sheet.now))
        sheet.say(f"Attempt {each.attempt}" if each.attempt else "Attempt", ", ".join(filter(None, parts)))


def _tokens(sheet: Sheet, tokens: Tokens) -> None:
    for label, count in (("Input", tokens.input), ("Output", tokens.output), ("Cached", tokens.cached)):
        sheet.say(label, f"{count:,}" if count is not None else None)
    sheet.listed("By agent", (f"{name}: {in_words(counts)}" for name, counts in tokens.by_agent.items()))


def _session(sheet: Sheet, session: Session) -> None:
    sheet.heading = session.working_on or session.id or ""
    used = f"{session.context_used:g} % used" if session.context_used is not None else None
    sheet.tell(session, {
        "Status": "status_label", "Started": "started", "Ended": "ended", "Handed off": "handoff_reason",
        "Context": lambda _: used, "Completed": "completed", "Issues": "issues", "Notes": "notes", "Agent": "agent",
        "Id": lambda _: session.id if session.working_on else None,
    })  # fmt: skip
    if sheet.track is not None and session.path is not None:
        if session.path == sheet.track.path:
            sheet.gap()
            _other_facts(sheet, sheet.track)
        else:
            sheet.say("File", session.path)


def _usage(sheet: Sheet, usage: Usage) -> None:
    sheet.heading = f"{usage.metric}: {usage.value}" if usage.value else usage.metric
    sheet.say("Note", usage.note)
    sheet.gap()
    for title, amount in usage.by_session:
        sheet.say(amount, title)


_SAYS = {"waits": "Waits since", "failed": "Failed", "your-turn": "Since", "ended": "Ended", "lost": "Lost",
         "limited": "Limited"}  # fmt: skip
"""What stands before the time at which a state began."""


def session_facts(session: AgentSession, now: datetime, *, way: str = "", others: int = 0) -> list[Fact]:
    """All that is known of a session, what a person decides by first: what it wants, whole; since when; where it runs.

    `way` says where a person lands who goes there; `others` counts the other sessions that work in its folder.
    """
    sheet = Sheet(now)
    _tell_session(sheet, session, way, others)
    return sheet.facts()


def _agent_session(sheet: Sheet, session: AgentSession) -> None:
    sheet.heading = session.title or session.id
    _tell_session(sheet, session)


def _tell_session(sheet: Sheet, session: AgentSession, way: str = "", others: int = 0) -> None:
    request, question = session.request, session.question
    if request is not None and question is None and session.state != "your-turn":
        lead = "$ " if request.kind in ("run", "outside") else ""
        sheet.rows += [Fact("", line, "strong") for line in f"{lead}{request_whole(request)}".splitlines()]
        sheet.say("Reason", request.reason)
        sheet.listed("With", map(masked_command, request.more))
    elif question is not None:
        sheet.say("", question.text, "strong")
        sheet.listed("Answers", question.options)
        more = question.others
        sheet.say("Also", f"{more} other question{'s' if more > 1 else ''}" if more else "")
    else:
        sheet.say("", state_words(session, sheet.now))
    sheet.when(_SAYS.get(session.state, "Heard"), session.since or session.updated)
    sheet.say("Said", masked_command(session.said) if session.said else None)
    sheet.listed("Subagents", session.subagent_names[: session.subagents])
    if session.failure is not None:
        sheet.say("Failure", session.failure.text or session.failure.kind)
    sheet.say("Terminal", way or session.terminal or (session.place.name if session.place is not None else "not known"))
    sheet.say("Process", _process_words(session))
    plural = "s live" if others > 1 else " lives"
    sheet.say("Beside it", f"{others} more session{plural} in this folder" if others > 0 else "", "warning")
    sheet.say("Copy", way_back(session))
    sheet.say("Fork of", session.fork_of)
    sheet.say("Context", _context_words(session.context))
    sheet.say("Tokens", amount_of_tokens(session))
    sheet.say("Cost", format_amount(session.cost, "usd") if session.cost is not None else "not stated")
    sheet.say("Account", rate_limit_words(session, sheet.now))
    sheet.tell(session, {
        "Model": "model", "Branch": "branch", "Worktree": "worktree", "Folder": "cwd", "Started": "started",
        "Heard of": "updated",
    })  # fmt: skip
    sheet.gap()
    sheet.say("Progress", list_words(session) or "no list known")
    steps = (f"{(each.status or 'not known').replace('_', ' ')}: {each.text}" for each in session.todos or ())
    sheet.listed("Its list", steps)
    sheet.say("Plan file", session.plan_path)
    sheet.listed("Evidence", (_evidence(each, sheet.now) for each in session.evidence))
    sheet.say("Agent", " ".join(filter(None, (session.agent, session.version, session.kind))))
    sheet.say("Id", session.id)
    sheet.say("File", session.path)


def _process_words(session: AgentSession) -> str:
    """Its number while it runs."""
    if session.alive is False:
        return "ended"
    if session.alive is None:
        return "not known"
    others = ", ".join(str(each) for each in session.processes if each != session.pid)
    also = f", also open in {others}" if others else ""
    return f"{session.pid}{also}" if session.pid is not None else "runs"


def _context_words(context: AgentContext | None) -> str | None:
    if context is None:
        return None
    tokens = format_amount(context.tokens, "tokens")
    if context.window is None or context.percent is None:
        return f"{tokens}, the window is not stated"
    return f"{context.percent:.0f} % by its own count ({tokens} of {format_amount(context.window, 'tokens')})"


def _evidence(evidence: Evidence, now: datetime) -> str:
    """`registry: waiting, 4 min ago`."""
    return ", ".join(filter(None, (f"{evidence.kind}: {evidence.said}", lasting_age(evidence.at, now))))


def _track(sheet: Sheet, track: Track) -> None:
    sheet.heading = track_name(track, ())
    sheet.tell(track, {"System": "system", "File": "path", "Session": "id", "Updated": "updated"})
    sheet.gap()
    sheet.listed("To verify", (*track.verify.claims, *track.verify.files))
    sheet.listed("Open questions", track.open_questions)
    _other_facts(sheet, track)


def _other_facts(sheet: Sheet, track: Track) -> None:
    """What is known of a track beside its panes: files, documents, what only its system has, its log."""
    for label, paths in (("Created", track.files.created), ("Modified", track.files.modified),
                         ("Deleted", track.files.deleted)):  # fmt: skip
        sheet.listed(label, paths)
    sheet.listed("Triggers", (_trigger_words(name, trigger, sheet.now) for name, trigger in track.triggers.items()))
    sheet.gap()
    for name, path in track.documents.items():
        sheet.say(name.capitalize(), path)
    sheet.gap()
    for name, value in track.extra.items():
        rest = _of_no_phase(track, value) if name == "phases" and isinstance(value, Mapping) else value
        if isinstance(rest, Mapping):  # a reference to a document that stands above says nothing more
            shown = [f"{path}{end}" for path in track.documents.values() for end in ("", "/")]
            rest = {name: each for name, each in rest.items() if each not in shown}
        if name not in ("sections", "unread") and rest != {}:
            _extra(sheet, name.replace("_", " ").capitalize(), rest)
    for title, text in track.extra.get("sections", {}).items():
        sheet.part(title, [text or "no text"])
    places: dict[str, dict[str, list[str]]] = {}  # one that a file repeats for each of its entries is said once
    for passage in track.extra.get("unread", ()):
        lines = [each for each in passage["text"].splitlines() if not each.lstrip().startswith("|")]  # rows of a table
        if lines:
            places.setdefault("\n".join(lines), {}).setdefault(passage["path"], []).append(str(passage["line"]))
    for text, files in places.items():
        where = (f"{path}, line{'s' * (len(at) > 1)} {', '.join(at)}" for path, at in files.items())
        sheet.part(f"Also in {'; '.join(where)}", [text])


def _of_no_phase(track: Track, more: Mapping[str, Any]) -> dict[str, Any]:
    """What is known of phases beside the model, without that which stands in the details of one."""
    known = {phase.id for phase in track.phases}
    return {name: value for name, value in more.items() if name not in known}


def _extra(sheet: Sheet, label: str, value: object) -> None:
    """What only one system knows, under its own names."""
    if isinstance(value, Mapping):
        texts = ((_words(name), _text_of(each, sheet.now)) for name, each in value.items())
        sheet.part(label, [f"{DOT}{name}: {text}" for name, text in texts if text])
    elif isinstance(value, list | tuple):
        sheet.part(label, [f"{DOT}{_text_of(each, sheet.now)}" for each in value])
    else:
        sheet.say(label, _text_of(value, sheet.now))


def _words(name: object) -> str:
    """A name from a file as words."""
    return str(name).replace("_", " ")


def _text_of(value: object, now: datetime) -> str:
    """A value in one line; instants as a person says them."""
    if isinstance(value, str):
        return moment(value, now) or value
    if isinstance(value, Step):
        return _step_words(value)
    if isinstance(value, HandoffTask):
        return _task_words(value)
    if isinstance(value, Mapping):
        texts = ((_words(name), _text_of(each, now)) for name, each in value.items())
        return ", ".join(f"{name} {text}" for name, text in texts if text)
    return in_words(value)


def _open_question(sheet: Sheet, question: OpenQuestion) -> None:
    sheet.heading = question.text
    sheet.say(
        "To continue",
        "The agent does not wait for the answer. Close it when it is settled; record the outcome as a decision.",
    )


def _unhooked(sheet: Sheet, _: Unhooked) -> None:
    sheet.say("The agent", "decides by itself whether it waits at a limit: nothing asks before it runs a tool.")
    sheet.say(
        "To continue", "Install the hook: what it adds to the settings of the agent is shown first. Or dismiss it."
    )


def _silence(sheet: Sheet, silence: Silence) -> None:
    sheet.when("Last update" if silence.stated else "Last written", silence.since)
    sheet.say("To continue", "Check whether the agent still runs. If not, check where it stopped and start another.")


def _step_words(step: Step) -> str:
    number = f"{step.id or '?'} of {step.total}" if step.total is not None else step.id
    return "  ".join(filter(None, (number, step.name)))


def _trigger_words(name: str, trigger: Trigger, now: datetime) -> str:
    last = moment(trigger.last_triggered, now) or ("never" if not trigger.count else "")
    times = counted(trigger.count, "time") if trigger.count else ""
    suggestion = "suggests a checkpoint" if trigger.suggested_checkpoint else ""
    return ", ".join(filter(None, (name.replace("_", " "), times, last, suggestion)))


def _task_words(task: HandoffTask) -> str:
    name = "  ".join(filter(None, (task.id, task.name)))
    return ", ".join(filter(None, (name, task.status, task.commit, *task.files)))


def _told(heading: Source, *parts: Fields) -> Callable[[Sheet, Any], None]:
    """A sheet that says what stands in the fields of a value, with a blank line between its parts."""

    def tell(sheet: Sheet, value: object) -> None:
        sheet.heading = str((getattr(value, heading) if isinstance(heading, str) else heading(value)) or "")
        for part in parts:
            sheet.gap()
            sheet.tell(value, part)

    return tell


_SHEETS: dict[type, Callable[[Sheet, Any], None]] = {
    Need: _need,
    Threshold: _threshold,
    Finding: _finding,
    Position: _position,
    LastActivity: _told("text", {"When": "date"}),
    NextAction: _next,
    Waiting: _told("question", {"Options": "options", "Recommended": "recommendation", "Asked": "since"}),
    Blocker: _told("text", {
        "State": "status", "Since": "since", "Affects": affected, "Tasks": "tasks", "Blocks": "stops",
        "Resolving it frees": "frees", "Workaround": "workaround", "Left to do": "workaround_tasks",
        "Resolution": "resolution", "Resolved": "resolved_at", "Id": "id",
    }),
    Decision: _told("text", {
        "Outcome": "outcome", "Why": "reason", "Context": "context", "Consequences": "consequences",
        "Rejected": "alternatives", "Decided": "date", "In phase": "phase", "Reversible": "reversible",
    }),
    Todo: _told("text", {"State": lambda todo: "done" if todo.done else "open"}),
    Phase: _phase,
    PhaseError: _told("message", {
        "State": _error_state, "Resolution": "resolution", "Kind": "type", "In phase": "phase", "Agent": "agent",
        "When": "at",
    }),
    Handoff: _told(
        lambda handoff: handoff.next_action or "A handoff waits",
        {
            "Stopped at": where_left, "Status": lambda handoff: _words(handoff.status or ""), "Left": "created",
            "Because": _reason,
        },
        {"Completed": "completed", "Remaining": "remaining", "Decisions": "decisions", "Blockers": "blockers"},
        {"State": "state", "Context": "context", "Branch": "branch", "Commit": "head", "File": "path"},
    ),
    ArchivedHandoff: _archived,
    Continuity: _told("stopped_at", {
        "Last session": "last_session", "Next action": "next_action", "Resume file": "resume_file",
    }),
    Retries: _retries,
    OpenQuestion: _open_question,
    Silence: _silence,
    Unhooked: _unhooked,
    Tokens: _tokens,
    Session: _session,
    AgentSession: _agent_session,
    Usage: _usage,
    Track: _track,
}  # fmt: skip


# What `y` copies of a row: the sentence a person would paste elsewhere


def copied(value: object) -> str:
    """A value as one sentence; empty where there is nothing to say."""
    say = _SENTENCES.get(type(value))
    if say is not None:
        return say(value)
    if isinstance(value, tuple):
        pairs = (item for item in value if isinstance(item, tuple) and len(item) == 2)
        return "; ".join(f"{name} {text}" for name, text in pairs)
    return next(_sentences(value), "") or in_words(value)


def _sentences(value: object) -> Iterator[str]:
    for name in ("text", "message", "question", "next_action", "stopped_at", "name", "id"):
        text = getattr(value, name, None)
        if isinstance(text, str | Words) and text:
            yield str(text)


def _copied_position(at: Position) -> str:
    """`phase 3 of 6 Dashboard, plan 2 of 4: In progress`."""
    steps = (("phase", at.phase), ("plan", at.plan), ("task", at.task))
    where = ", ".join(f"{name} {_copied_step(step)}" for name, step in steps if step is not None)
    return ": ".join(filter(None, (where, at.status_label)))


def _copied_step(step: Step) -> str:
    of = f" of {step.total}" if step.total is not None else ""
    return f"{step.id or '?'}{of}{f' {step.name}' if step.name else ''}"


def _copied_finding(finding: Finding) -> str:
    return f"{finding.path}{f':{finding.line}' if finding.line else ''}: {finding.message}"


def _copied_threshold(threshold: Threshold) -> str:
    """What it has reached, and the commands that the agent is still to be given."""
    return "; ".join((str(value_and_limit(threshold)), *threshold.untold))


def _copied_session(session: AgentSession) -> str:
    """The command that goes there, or resumes; of one that runs where nobody can be taken, its terminal."""
    where = f"{where_words(session)[0]}, pid {session.pid}".removeprefix("–, ")
    return way_back(session) or (where if session.pid is not None else session.id)


_SENTENCES: dict[type, Callable[[Any], str]] = {
    Need: lambda need: copied(need.value) if isinstance(need.value, AgentSession) else str(need.text),
    AgentSession: _copied_session,
    Usage: lambda usage: " ".join(filter(None, (usage.metric, usage.value, f"({usage.note})"))),
    NextAction: lambda action: action.command or str(action.text),
    Finding: _copied_finding,
    Threshold: _copied_threshold,
    Position: _copied_position,
    Retries: lambda retries: f"{retries.used} retries",
}
"""Where the sentence is not simply the value's own text."""
