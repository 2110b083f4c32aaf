"""What a handoff is proposed to say, and what it must say."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cockpit.model import HandoffTask, Position, Step, Track
from cockpit.model.checklist import Commit, RepositoryFacts
from cockpit.model.handoff_draft import DraftTask, HandoffDraft, Origin, Reason
from cockpit.regex import regex
from cockpit.rules.checklist.remedies import agrees
from cockpit.rules.commit_ids import is_commit_id
from cockpit.rules.handoff.claims import uncommitted_paths, uncommitted_sentence
from cockpit.rules.handoff.handoff_status import newest, only_stated, resting_phase, waits
from cockpit.rules.next_step import next_step
from cockpit.rules.thresholds.alert_state import firing, value_and_limit
from cockpit.rules.work import is_done, remains, stops_behind, work_among
from cockpit.wording.messages import Words
from cockpit.wording.numbers import last_number, whole_number
from cockpit.wording.phrases import counted, listed
from cockpit.wording.printable import printable, printable_lines
from cockpit.wording.times import parse_instant

_SHORT = 7
_NUMBER = regex(r"([A-Z][A-Z0-9]*-?)?\d{1,8}[a-z]?([.-]\d+[a-z]?)*", re.ASCII | re.IGNORECASE)
_LETTERED = regex(r"T0*(\d+)", re.ASCII)
_LONGEST_NUMBER = 24
_COMMIT = regex(r"[0-9a-f]{4,40}", re.IGNORECASE)
_NOWHERE = Position()
_KIND = regex(
    r"\A(?:(?:[a-z]{2,12}|(?i:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test))(?:\([^()]*\))?!?:\s+)?"
    r"(?:(?:(?:(?i:task)\s*#?|T)\d+(?:[.-]\d+)*|0\d{1,2}(?:[.-]\d{1,3})+)[:.)]?\s+(?:[—–-]\s+)?)?"
)
"""What stands in front of a commit's own words."""
_FIELDS = frozenset(HandoffDraft.__dataclass_fields__) - {"branch", "head", "origins"}
_BY_METRIC: Mapping[str, Reason] = {"context": "context", "errors": "error"}
_FINISHED = ("phase_complete", "completed")
_STATUS = regex(r"\A\s*+(?:Status: [^.]*+(?:\.\s*+|\Z))?")
_PROPOSED = (LAST_ACTIVITY, LAST_FINISHED) = ("Last activity: ", "Last finished: ")
"""How lines of the state begin that a system proposes."""
_NAMED_ROWS = 5
"""Rows that are named in a sentence; the others are counted."""


def propose(
    draft: HandoffDraft,
    repository: RepositoryFacts,
    work_folder: str,
    since: str | None = None,
    plans: Collection[str] = (),
    *,
    single: bool = False,
) -> tuple[HandoffDraft, tuple[Commit, ...]]:
    """A draft made from the files, completed from git; and the commits that belong to no task.

    A task that the files call open is done where a commit names it; its row is then from git alone. Tasks that nothing
    calls done are no rows. `work_folder` is the folder of the state files, whose own changes are no work
    (`.autopilot/`). What was committed before the instant `since` is looked at only for finished tasks that would have
    no commit; it may be of another plan, whose tasks have the same numbers: only a number with phase and plan counts
    there. Of the state files the `plans` alone are named where they are not committed: what they said could not be
    known later. `single` says that the phase has one plan, so that `3.1` is a task of it, and no plan.
    """
    commits = [each for each in repository.recent if each.cut or work_among(each.files, work_folder)]
    present = [each for each in commits if not _is_before(each, since)]
    earlier = [each for each in commits if _is_before(each, since)]
    named: set[str] = set()
    rows = []
    for task in draft.completed:
        found = _named_in(task, draft, present, single=single)
        named |= {commit.id for commit in found}
        if not found and task.state == "done":
            found = _named_in(task, draft, earlier, single=single, whole=True)
        rows.append(_with_commit(task, found[0]) if found else task)
    changed = [
        path
        for path in repository.changed or ()
        if (path in work_among([path], work_folder) and not path.startswith(":/"))
        or (path in plans and repository.differences.get(path, "changed") == "changed")
    ]
    state = "\n".join(part for part in (draft.state, uncommitted_sentence(changed)) if part)
    origins = dict(draft.origins) | ({"state": "git"} if changed else {})
    proposed = replace(
        draft,
        completed=tuple(row for row in rows if row.state != "open" or row.commit),
        remaining=remains(rows, draft.remaining),
        state=state,
        branch=repository.branch,
        head=repository.head,
        origins=origins,
    )
    return proposed, tuple(each for each in present if each.id not in named)


def _named_in(
    task: DraftTask, draft: HandoffDraft, commits: Sequence[Commit], *, single: bool, whole: bool = False
) -> list[Commit]:
    """The commits whose message names a task by its number: `Task 3`, `T3`, with its phase `003.3`, with its plan too
    `3.2.3` or `03-02-03`; only the last where it must be the `whole` number; or by its name alone, `feat: Create API`.
    Where the rows are phases, `Phase 3`. None names a task without a number.

    A number with the phase alone may be that of the plan, so there the words are weighed too.
    """
    if not task.id:
        return []
    last = task.id.rpartition(".")[2]
    of_tasks = draft.task or draft.total_tasks  # else the rows are phases
    lettered = _LETTERED.fullmatch(task.id)
    words = "task" if of_tasks or draft.plan or lettered else "task|phase"
    number = lettered[1] if lettered else last
    forms = [] if whole else [rf"(?:\b(?:{words})\s*#?|(?-i:\bT))0*{re.escape(number)}(?!\w|\.\w)"]
    if "." in task.id:
        forms = [rf"(?:(?-i:\bT)|\b){re.escape(task.id)}(?!\w|\.\d)"]
    if draft.phase and draft.plan:
        parts = (draft.phase.rpartition(".")[2], draft.plan.rpartition(".")[2], last)
        number = r"[.-]".join(rf"0*{re.escape(part.lstrip('0') or '0')}" for part in parts)
        forms.append(rf"(?<![\w.]){number}(?!\w|\.\d)")
    pattern = re.compile("|".join(forms), re.IGNORECASE) if forms else None
    exact = {each.id for each in commits if pattern is not None and pattern.search(each.subject)}
    loose: list[Commit] = []
    if of_tasks and (draft.phase or "").isdecimal() and (single or not whole):
        loose = _by_number_and_words(task, draft, commits, single=single)
    named = [] if whole else [each for each in commits if _is_named(each, task, draft.completed)]
    return [each for each in commits if each.id in exact or each in loose or each in named]


def _is_named(commit: Commit, task: DraftTask, tasks: Sequence[DraftTask]) -> bool:
    """Whether a commit says that it did this task, by its name and no number, and no other has that name."""
    text = work_named(commit)
    words, has_number = _words(text), any(map(str.isdigit, commit.subject.removesuffix(text)))
    return bool(words) and not has_number and [each for each in tasks if _words(each.name or "") == words] == [task]


def _by_number_and_words(
    task: DraftTask, draft: HandoffDraft, commits: Sequence[Commit], *, single: bool
) -> list[Commit]:
    """The commits of a task among those with the phase and one number, which is the task's or the plan's.

    Where the words are those of a task, they decide; else the number does, unless several commits of other words have
    it, so that it is the plan's.
    """
    phase = (draft.phase or "").lstrip("0") or "0"
    last, plan = ((each or "").rpartition(".")[2].lstrip("0") or "0" for each in (task.id, draft.plan))
    padded = "" if single else r"(?=\d{3})"  # `3.1` is a plan where there are several
    behind = r"(?!\w|\.\d)"
    of_phase = re.compile(rf"(?<![\w.])(?:{padded}0*{phase}\.\d+|0*{phase}\.0*{re.escape(plan)}){behind}")
    by_number = re.compile(rf"(?<![\w.]){padded}0*{phase}\.0*{re.escape(last)}{behind}", re.IGNORECASE)
    numbered = [each for each in commits if by_number.search(each.subject)]
    is_shared = len({_words(work_named(each)) for each in numbered}) > 1
    found = []
    for each in commits:
        row = _by_words(each, draft.completed) if of_phase.search(each.subject) else None
        if row is task or (row is None and each in numbered and not is_shared):
            found.append(each)
    return found


def _by_words(commit: Commit, tasks: Sequence[DraftTask]) -> DraftTask | None:
    """The task whose name is what a commit says that it did, or stands in it whole; None where that is not one."""
    words = _words(work_named(commit))
    equal = [each for each in tasks if each.name and _words(each.name) == words]
    within = [each for each in tasks if each.name and {*_words(each.name)} <= {*words}]
    found = equal or within
    return found[0] if len(found) == 1 else None


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", text.casefold()))


def by_position(rows: Sequence[DraftTask], at: int | None) -> tuple[DraftTask, ...]:
    """The tasks of a plan, weighed with where in it the state stands: the task there is in progress, and those before
    it are done by the state's word, unless the plan keeps count: then one that it does not call done is open.
    """
    if at is None:
        return (*rows,)
    counted = any(row.state == "done" for row in rows)
    parts = []
    for place, row in enumerate(rows):
        if row.state == "open" and place == at:
            parts.append(replace(row, state="in_progress"))
        elif row.state == "open" and place < at and not counted:
            parts.append(replace(row, state="done", origin="state"))
        else:
            parts.append(row)
    return tuple(parts)


def with_waiting(draft: HandoffDraft, track: Track) -> HandoffDraft:
    """A proposal made while a handoff waits that nobody has gone on from, at the same place: what that one alone knows
    is kept, what it decided above all, and what it says is to be done first still is.
    """
    handoff = track.handoff
    if handoff is None or not waits(track) or not agrees(handoff, track.position):
        return draft
    decisions = (*only_stated(handoff.decisions, track.decisions), *draft.decisions)
    kept: dict[str, Any] = {
        "decisions": tuple(dict.fromkeys(decisions)),
        "context": "\n\n".join(dict.fromkeys(filter(None, (handoff.context, draft.context)))),
        "state": "\n".join(filter(None, (draft.state, *_own_words(handoff.state or "", draft, track)))),
        "next_action": handoff.next_action or draft.next_action,
    }
    changed = {name: value for name, value in kept.items() if value != getattr(draft, name)}
    origins: dict[str, Origin] = dict.fromkeys(changed, "handoff")
    return replace(draft, **changed, origins={**draft.origins, **origins})


def _own_words(state: str, draft: HandoffDraft, track: Track) -> Iterator[str]:
    """The lines of a handoff's state without what a proposal writes anew."""
    place = where_it_stands(draft, track).partition(". ")[0].rstrip(".")
    for line in state.splitlines():
        told = _STATUS.sub("", line.removeprefix(f"{place}.")) if place and line.startswith(f"{place}.") else line
        if not (told in draft.state or told.startswith(_PROPOSED) or uncommitted_paths(told)):
            yield told


def resumed_draft(saved: HandoffDraft, original: HandoffDraft | None, now: HandoffDraft, track: Track) -> HandoffDraft:
    """A saved draft, with what is proposed `now` in every field that the person has not changed since the `original`
    proposal; where that is not known, every field counts as changed. What remains goes with the rows.
    """
    mine = _FIELDS if original is None else {name for name in _FIELDS if is_filled_in(saved, original, name)}
    if mine & {"completed", "remaining"}:
        mine = mine | {"completed", "remaining"}
    origins = {name: origin for name, origin in now.origins.items() if name not in mine}
    origins |= {name: origin for name, origin in saved.origins.items() if name in mine}
    values = {name: getattr(saved, name) for name in mine}
    draft = replace(now, **values, origins=origins, branch=now.branch, head=now.head)
    return draft if "state" in mine else replace(draft, state=updated_place(draft.state, now, draft, track))


def is_filled_in(draft: HandoffDraft, original: HandoffDraft, name: str) -> bool:
    """Whether a person has given a field another value than the `original` proposal had."""
    return name not in draft.origins and getattr(draft, name) != getattr(original, name)


def _is_before(commit: Commit, since: str | None) -> bool:
    moment, then = parse_instant(commit.at), parse_instant(since)
    return moment is not None and then is not None and moment.at <= then.at


def editable(draft: HandoffDraft) -> HandoffDraft:
    """The draft as a person can edit it: whatever would act on a terminal is written out (`printable`), an entry of a
    list is one line.
    """
    written: dict[str, Any] = {
        name: printable(value) for name in ("phase", "plan", "task", "total_tasks") if (value := getattr(draft, name))
    }
    written |= {name: editable_text(getattr(draft, name)) for name in ("state", "context", "next_action")}
    written |= {name: tuple(map(printable, getattr(draft, name))) for name in ("remaining", "decisions", "blockers")}
    rows = (
        replace(each, id=each.id and printable(each.id), name=printable(each.name),
                commit=each.commit and printable(each.commit))
        for each in draft.completed
    )  # fmt: skip
    return replace(draft, **written, completed=tuple(rows))


def editable_text(text: str) -> str:
    """A text of several lines with whatever would act on a terminal written out; its line ends are line feeds."""
    return "\n".join(printable_lines(text.expandtabs(4)))


def row_of(commit: Commit) -> DraftTask:
    """A commit that belongs to no task of the plan, as a row of the completed work."""
    name = printable(work_named(commit))
    return DraftTask(name=name, commit=commit.id[:_SHORT], state="done", files=commit.files, origin="git")


def work_named(commit: Commit) -> str:
    """What a commit did by its first line, without the kind and the task in front: `feat(003.1): Create model`."""
    return _KIND.sub("", commit.subject, count=1) or commit.subject


def final_draft(draft: HandoffDraft) -> HandoffDraft:
    """The draft as it is written: a task that is not begun is no completed work, and what is not done remains."""
    begun = tuple(row for row in draft.completed if row.state != "open")
    return replace(draft, completed=begun, remaining=remains(draft.completed, draft.remaining))


def is_complete(draft: HandoffDraft, *, stated: bool = False) -> bool:
    """Whether every task of the plan is done and nothing remains, so that nothing stops in the middle. Where the state
    file says that it is complete (`stated`), the rows need not name every task.
    """
    done = {row.id for row in draft.completed if row.id and row.state == "done"}
    under_way = any(row.state != "done" for row in draft.completed) or any(draft.remaining)
    return not under_way and (stated or 0 < (last_number(draft.total_tasks) or 0) <= len(done))


def missing(draft: HandoffDraft) -> tuple[str, ...]:
    """What a handoff may not be without, in words: the next action, the one thing a fresh agent cannot guess."""
    return () if draft.next_action.strip() else ("next action",)


def problems(draft: HandoffDraft, known: Position = _NOWHERE) -> Mapping[str, tuple[Words, ...]]:
    """What is wrong with what was filled in, by field, one sentence each; nothing of it keeps the draft from being
    kept. `known` is where the files stand, of how many phases, plans and tasks.
    """
    numbers = [row.id for row in draft.completed if row.id]
    repeated = sorted({each for each in numbers if numbers.count(each) > 1})
    rows: list[Words] = [
        *(each for each in map(_no_commit, draft.completed) if each),
        *_beyond(numbers, draft.total_tasks),
        *(f"Two rows have the task number {each}." for each in repeated),
    ]
    state: list[Words] = [*_out_of_place(draft, known)]
    done = {last_number(row.id) or 0 for row in draft.completed if row.state == "done" and row.id}
    state += filter(None, [stops_behind("task", draft.task, done)])
    state += _beyond([draft.task or ""], draft.total_tasks)
    if is_complete(draft):
        state.append("All tasks are done and nothing remains. The handoff records the work as complete.")
    found = {"state": state, "completed": rows}
    return {field: tuple(sentences) for field, sentences in found.items() if sentences}


def wrong_number(typed: str) -> Words | None:
    """What is wrong with a task's number as a person typed it; it may be empty."""
    right = not typed or (len(typed) <= _LONGEST_NUMBER and _NUMBER.fullmatch(typed) is not None)
    return None if right else "Not a task number. Examples: 3, 3.2."


def wrong_commit(typed: str) -> Words | None:
    """What is wrong with a commit's id as a person typed it; it may be empty."""
    right = not typed or _COMMIT.fullmatch(typed) is not None
    return None if right else "A commit id has 4 to 40 hexadecimal digits, for example 302102f."


def _no_commit(row: DraftTask) -> Words | None:
    """What is wrong with the commit of a row; a dash says that there is none."""
    commit = (row.commit or "").strip()
    if not commit.strip("-–—") or is_commit_id(commit):
        return None
    return f'The commit of task {row.id or "?"} is not a commit id: "{printable(commit)}".'


def _out_of_place(draft: HandoffDraft, known: Position) -> Iterator[Words]:
    """What is wrong with phase, plan and the number of tasks. A phase that is not the files' has plans of its own."""
    phase, plan, task = known.phase or Step(), known.plan or Step(), known.task or Step()
    phases = (draft.phase or "").partition(".")[0]
    if phase.id and not (draft.phase or "").strip():
        yield f"The phase is missing. The files are at phase {phase.id}."
    if draft.phase != phase.id and _is_more(whole_number(phases), phase.total):
        yield f"Phase {draft.phase} is out of range: the project has {counted(phase.total or 0, 'phase')}."
    if draft.phase == phase.id and draft.plan != plan.id and _is_more(last_number(draft.plan), plan.total):
        yield f"Plan {draft.plan} is out of range: the phase has {counted(plan.total or 0, 'plan')}."
    here = (draft.phase, draft.plan) == (phase.id, plan.id)
    if here and task.total and draft.total_tasks and whole_number(draft.total_tasks) != task.total:
        yield f"The plan has {counted(task.total, 'task')}, not {draft.total_tasks}."


def _is_more(number: int | None, total: int | None) -> bool:
    return number is not None and total is not None and number > total


def _beyond(numbers: Sequence[str], total: str | None) -> list[Words]:
    """A sentence for each number that is greater than the tasks of the plan."""
    last = last_number(total)
    beyond = [each for each in dict.fromkeys(numbers) if last is not None and (last_number(each) or 0) > last]
    return [f"Task {each} is out of range: the last task of the plan is {total}." for each in beyond]


def _with_commit(task: DraftTask, commit: Commit) -> DraftTask:
    """A task with its commit. One finishes no work under way; a task that only it calls done is from git."""
    if task.commit:
        return task
    name, files = task.name or printable(work_named(commit)), task.files or commit.files
    row = replace(task, name=name, commit=commit.id[:_SHORT], files=files)
    return replace(row, state="done", origin="git") if task.state == "open" else row


def row_from(task: HandoffTask) -> DraftTask:
    """A row of an earlier handoff, as a row of a new one."""
    status = (task.status or "").casefold()
    return DraftTask(
        id=task.id,
        name=task.name or "",
        commit=task.commit,
        state="done" if is_done(task.status) else "in_progress" if "🔄" in status or "progress" in status else "open",
        files=task.files,
        origin="handoff",
    )


def stated_draft(draft: HandoffDraft, track: Track, beside: str = "") -> HandoffDraft:
    """The draft of a system whose state says everything, with what any track tells: why it stops, decisions, blockers
    where the draft names none, the next action, and where the work stands, with a sentence `beside` that."""
    following = next_step(track)
    draft = replace(
        draft,
        reason=why_it_stops(track)[0],
        decisions=newest(track.decisions),
        blockers=draft.blockers or tuple(each.text for each in track.open_blockers),
        next_action=following.sentence if following is not None else "",
    )
    draft = replace(draft, state=" ".join(filter(None, (where_it_stands(draft, track), beside))))
    fields = ("completed", "remaining", "decisions", "blockers", "next_action", "state", "context")
    origin: Origin = "state"
    return replace(draft, origins={name: origin for name in fields if getattr(draft, name)})


def why_it_stops(track: Track) -> tuple[Reason, Words | None]:
    """The reason, and what shows it in a few words; None where nothing does and it is the person who stops.

    Context before errors: who hands over a full context does so whatever failed. What else fires, a cost or a time, has
    no reason of its own; it is named.
    """
    fires = {each.metric: value_and_limit(each) for each in firing(track.thresholds)}
    for metric, reason in _BY_METRIC.items():
        if metric in fires:
            return reason, fires[metric]
    if any(not error.resolved for error in track.errors):
        return "error", "an error is unresolved"
    if track.position.status in ("blocked", "failed"):
        stated = f"the status is {track.position.status_text or track.position.status}"
        return "error" if track.position.status == "failed" else "user_interrupt", stated
    return "user_interrupt", next(iter(fires.values()), None)


def where_it_stands(draft: HandoffDraft, track: Track) -> str:
    """The place the draft names, then the status in the words of the state file; empty where neither is known.

    A name is told where the draft is at the step that has it; a status that the rows, or the phase's own, speak against
    is left out.
    """
    position = track.position
    of = f" of {draft.total_tasks}" if draft.total_tasks else ""
    places = (
        ("phase", draft.phase, position.phase, ""),
        ("plan", draft.plan, position.plan, ""),
        ("task", draft.task, position.task, of),
    )
    steps_text = ", ".join(f"{word} {number}{of}{_name(number, step)}" for word, number, step, of in places if number)
    place = f"{steps_text[:1].upper()}{steps_text[1:]}." if steps_text else ""
    unfinished = any(row.state != "done" for row in draft.completed) or any(draft.remaining)
    rests = resting_phase(track, draft.phase) is not None
    untrue = unfinished if position.status in _FINISHED else is_complete(draft) or rests
    status = f"Status: {printable(position.status_label).rstrip('.')}." if position.status_text and not untrue else ""
    return " ".join(filter(None, (place, status)))


def updated_place(text: str, before: HandoffDraft, after: HandoffDraft, track: Track) -> str:
    """A text that says where the work stood by `before`, as it stands by `after`; any other as it is."""
    old, new = where_it_stands(before, track), where_it_stands(after, track)
    if old == new or old not in text:
        return text
    before_it, _, behind = text.partition(old) if old else ("", "", text)
    if new and old:
        return f"{before_it}{new}{behind}"
    return "\n".join(filter(None, (new, before_it.rstrip("\n"), behind.lstrip("\n"))))


def _name(number: str, step: Step | None) -> str:
    known = step is not None and step.name and step.id is not None and printable(step.id) == number
    return f" ({printable(step.name)})" if known and step is not None and step.name else ""


def completed_from(rows: Sequence[DraftTask], proposed: Sequence[DraftTask]) -> tuple[DraftTask, ...]:
    """Rows as they were given, each with the name and, where it is done, the commit that is proposed for its number."""
    named: dict[str | None, DraftTask] = {each.id: each for each in reversed(proposed) if each.id}
    given = []
    for row in rows:
        known = named.get(row.id) if not row.name.strip() else None
        if known is None:
            given.append(row)
        elif row.state == "done" and row.commit is None:
            given.append(replace(row, name=known.name, commit=known.commit, files=row.files or known.files))
        else:
            given.append(replace(row, name=known.name))
    return tuple(given)


def rows_left_out(rows: Sequence[DraftTask], proposed: Sequence[DraftTask]) -> Words | None:
    """A sentence about the proposed rows of which none that was given speaks; None where there are none."""
    told = {row.id for row in rows} | {row.name for row in rows}
    missed = [each for each in proposed if each.id not in told and each.name not in told]
    if not missed:
        return None
    named = [f"task {each.id}" if each.id else f"“{each.name}”" for each in missed[:_NAMED_ROWS]]
    more = f" and {len(missed) - len(named)} more" if len(missed) > len(named) else ""
    return f"The handoff lacks these proposed rows: {listed(named)}{more}."
