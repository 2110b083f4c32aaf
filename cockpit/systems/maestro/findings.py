"""What is missing, unknown or contradictory in a session: one function a rule, with its code, its severity and what to
do about it.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from cockpit.systems.interface import Files
from cockpit.systems.maestro.description import TOKEN_KINDS, Phase, Session
from cockpit.systems.maestro.log import Log
from cockpit.systems.maestro.places import Document, Gate, other_sessions
from cockpit.systems.maestro.protocol import (
    DEFAULT_LIMIT,
    LIMIT_VARIABLE,
    SESSION_WORDS,
    TIERS,
    WORDS,
    RetryLimit,
    all_blockers,
    find_cycle,
    folded,
    id_of,
    is_open,
    resume_phase,
    retries_of,
    some,
    status_of,
    with_status,
)
from cockpit.systems.shared.report import Findings, Found, Report, Rules
from cockpit.values import dataclass
from cockpit.wording.numbers import whole_number
from cockpit.wording.phrases import as_sentence, counted, listed


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A session, and what there is beside it. `path` is that of its file."""

    files: Files
    base: str
    path: str
    session: Session
    log: Log
    limit: RetryLimit
    gates: Sequence[Gate]
    documents: Sequence[Document]

    @property
    def folder(self) -> str:
        """The state folder."""
        return self.path.rpartition("/")[0]


RULES = Rules()
"""Each needs the session's keys, unless it is `of` the file."""
hint, rule = RULES.hint, RULES.rule


def check(scene: Scene, found: Report) -> None:
    """Report what is missing, unknown or contradictory in a session."""
    has_keys = scene.session.file.has_keys
    if not has_keys:
        told = "The session has no frontmatter; only its log is read."
        found.add("frontmatter-missing", scene.path, 1, told)
    RULES.report(found, scene.path, scene, due=("file", "") if has_keys else ("file",))


# What the engine finds in the file of a session, and what stands beside it

hint("state-dir-outside", "error", "Name a folder inside the project, without `..` and without links.")
hint("frontmatter-missing", "error", "Restore the file from git, or let the agent write the session again.")
hint("frontmatter-unclosed", "error", "Close it with a `---` line before the log.")
hint("frontmatter-elsewhere", "error", "Move it to the beginning, between two `---` lines, without a code fence.")
hint("frontmatter-cut", "error", "Restore the missing part, or let the agent write the session again.")
hint("key-misspelled", "error", "Rename the key, or remove it.")
hint("key-misplaced", "error", "Correct the indentation, or rename the key.")
hint(
    "backslash-quotes",
    "warning",
    'Write values as "in_progress", without backslashes; Maestro reads them as part of the value.',
)
hint("value-unreadable", "warning", "Let the agent write the value again; cockpit leaves it unchanged.")
hint("archive-name", "note", "Name the file after the session's id; Maestro finds archived sessions by file name.")


@rule("crlf", "warning", "Save the file with LF line endings; cockpit keeps the line endings that it finds.", of="file")
def _line_ends(scene: Scene) -> Findings:
    if "\r\n" in scene.session.file.text:
        yield Found(1, "Lines end with CRLF; the tools of Maestro's server expect LF.")


# What is missing or unknown


@rule("session-id-missing", "warning", "Add the session's id; Maestro names the archived file after it.")
def _session_id(scene: Scene) -> Findings:
    if scene.session.session_id is None:
        yield Found(scene.session.line("session_id"), "The session has no id.")


@rule("status-missing", "warning", "Add the status; Maestro needs it to continue.")
def _status_missing(scene: Scene) -> Findings:
    if scene.session.status is None:
        yield Found(scene.session.line("status"), "The session has no status.")
    for phase in scene.session.phases:
        if phase.status is None:
            yield Found(phase.line(), f"{phase.capital} has no status.")


def _unknown_statuses(scene: Scene, *, waiting: bool) -> Findings:
    """The statuses that are none of Maestro's words: those with the meaning of one, or those that may ask for a person,
    which are `waiting`.
    """
    session = scene.session
    waits = status_of(session.status) in ("paused", "planning")
    if session.status is not None and folded(session.status) not in SESSION_WORDS and waits is waiting:
        told = f"The session has the status {session.status}, which Maestro does not know."
        yield Found(session.line("status"), told)
    for phase in session.phases:
        is_known = phase.status is None or folded(phase.status) in WORDS.values()
        if not is_known and (status_of(phase.status) not in WORDS) is waiting:
            told = f"{phase.capital} has the status {phase.status}, which Maestro does not know."
            yield Found(phase.line("status"), told)


_KNOWN = "Use in_progress, completed or failed; for a phase also pending or skipped."
rule("unknown-status", "warning", _KNOWN)(partial(_unknown_statuses, waiting=False))
rule("status-unread", "warning", _KNOWN)(partial(_unknown_statuses, waiting=True))


@rule("unknown-tier", "warning", "Use T1, T2 or T3; without a known tier, T3 applies.")
def _tier(scene: Scene) -> Findings:
    tier = scene.session.tier
    if tier is not None and tier.upper() not in TIERS:
        yield Found(scene.session.line("tier"), f"The tier is {tier}, which Maestro does not know.")


@rule("quick-with-phases", "warning", "Use T2 or T3; while there are phases, T1 is ignored.")
def _quick_with_phases(scene: Scene) -> Findings:
    if folded(scene.session.tier) == "t1" and scene.session.phases:
        told = f"The session has {counted(len(scene.session.phases), 'phase')}, but its tier T1 allows none."
        yield Found(scene.session.line("tier"), told)


@rule("validation-missing", "warning", "Record the command and its result: pass, fail or skipped.")
def _validation(scene: Scene) -> Findings:
    values = scene.session.checked
    if scene.session.is_quick and not (values.get("command") and values.get("result")):
        yield Found(scene.session.line("validation"), "The quick session has no validation command or no result.")


@rule("phases-missing", "warning", "Add the phases; only a quick session (T1) has no phases.")
def _phases_missing(scene: Scene) -> Findings:
    session = scene.session
    if not session.is_quick and not session.phases and not session.file.is_cut:
        yield Found(session.line("phases"), "The session has no phases.")


@rule("phase-name-missing", "note", "Give each phase a name that says what it is about.")
def _phase_names(scene: Scene) -> Findings:
    if unnamed := [each for each in scene.session.phases if each.name is None]:
        have = "has" if len(unnamed) == 1 else "have"
        names = some(each.id for each in unnamed)
        yield Found(unnamed[0].line(), f"{counted(len(unnamed), 'phase')} {have} no name: {names}.")


@rule("phase-id-missing", "warning", "Give each phase a unique id.")
def _phase_ids(scene: Scene) -> Findings:
    without = [each for each in scene.session.phases if id_of(each.id) is None]
    if without:
        one = len(without) == 1
        told = f"{without[0].capital} has no usable id." if one else f"{len(without)} phases have no usable id."
        yield Found(without[0].line("id"), told)


@rule("phase-twice", "warning", "Give each phase its own id; Maestro takes the first match.")
def _phase_twice(scene: Scene) -> Findings:
    times, seen = Counter(each.id for each in scene.session.phases), set()
    for each in scene.session.phases:
        if id_of(each.id) is not None and each.id in seen:
            yield Found(each.line("id"), f"Phase {each.id} is listed {times[each.id]} times.")
        seen.add(each.id)


# What contradicts what


@rule("phase-times", "note", "Correct the status or the time: only a completed phase has a completion time.")
def _phase_times(scene: Scene) -> Findings:
    for phase in scene.session.phases if not scene.session.file.is_cut else ():
        completed, has_time = status_of(phase.status) == "completed", bool(phase.stated("completed"))
        if phase.status is None or completed == has_time:
            continue
        if completed:
            yield Found(phase.line("completed"), f"{phase.capital} is completed, but has no completion time.")
        else:
            yield Found(phase.line("completed"), f"{phase.capital} has a completion time, but is {phase.status}.")


@rule("retries-over-limit", "warning", "Decide in the agent: skip the phase, abort, or adjust the phase.")
def _retries_over_limit(scene: Scene) -> Findings:
    for phase in scene.session.phases:
        if (retries := retries_of(phase) or 0) > scene.limit.number:
            told = f"{phase.capital} has {counted(retries, 'retry', 'retries')}, the limit is {scene.limit.number}."
            yield Found(phase.line("retry_count"), told)


@rule("retries-unrecorded", "note", "Record each retry as an error of its own.")
def _retries_unrecorded(scene: Scene) -> Findings:
    for phase in scene.session.phases:
        if (retries := retries_of(phase) or 0) > len(phase.errors):
            errors = counted(len(phase.errors), "error")
            told = f"{phase.capital} counts {counted(retries, 'retry', 'retries')}, but records {errors}."
            yield Found(phase.line("retry_count"), told)


@rule("retry-limit-raised", "warning", "An agent can write this file: make sure that a person set the limit.")
def _retry_limit(scene: Scene) -> Findings:
    if (raised := scene.limit.raised_in) is not None:
        retries = counted(scene.limit.number, "retry", "retries")
        told = f"{LIMIT_VARIABLE} allows {retries} of a phase; Maestro's own limit is {DEFAULT_LIMIT}."
        yield Found(raised.line, told, raised.path or "")


@rule(
    "reconciliation-required",
    "warning",
    "Let the agent compare the plan with the work done; until then Maestro does not archive.",
)
def _comparison(scene: Scene) -> Findings:
    for phase in scene.session.phases:
        if phase.must_be_compared:
            reason = phase.reconciliation_reason
            why = f": {as_sentence(reason)}" if isinstance(reason, str) else "."
            yield Found(phase.line("requires_reconciliation"), f"{phase.capital} must be compared with the plan{why}")


@rule("blocked-by-unknown", "warning", "Name an existing phase, or remove the entry.")
def _blockers(scene: Scene) -> Findings:
    phases, names = scene.session.phases, {each.id for each in scene.session.phases}
    if scene.session.file.is_cut or any(id_of(each.id) is None for each in phases):
        return
    for phase, waits in all_blockers(phases):
        for name in waits:
            if name not in names:
                yield Found(phase.line("blocked_by"), f"{phase.capital} waits for phase {name}, which does not exist.")


@rule("blocked-by-circle", "warning", "Remove one of the entries; until then these phases cannot start.")
def _circle(scene: Scene) -> Findings:
    if cycle := find_cycle(scene.session.phases):
        phase = next(each for each in scene.session.phases if each.id == cycle[0])
        first, *others = (*cycle[1:], cycle[0])
        waits = ", ".join((f"phase {first}", *(f"which waits for phase {each}" for each in others)))
        yield Found(phase.line("blocked_by"), f"Circular wait: phase {cycle[0]} waits for {waits}.")


@rule("several-in-progress", "warning", "Only phases marked `parallel` may be in progress at once.")
def _several(scene: Scene) -> Findings:
    running = with_status(scene.session.phases, "in_progress")
    if len(running) > 1 and not all(each.parallel for each in running):
        names = some(each.id for each in running)
        told = f"{len(running)} phases are in progress at once, but not all are parallel: {names}."
        yield Found(running[1].line("status"), told)


def _current(session: Session) -> Phase | None:
    """The phase that the session names."""
    return next(
        (each for each in session.phases if id_of(each.id) is not None and each.id == session.current_phase), None
    )


@rule("current-phase-unreadable", "warning", "Write the id of an existing phase.")
def _current_unreadable(scene: Scene) -> Findings:
    stated = scene.session.current_phase
    if scene.session.phases and id_of(stated) is None:
        told = f"`current_phase` is not a phase id: {stated}." if stated else "`current_phase` is missing."
        yield Found(scene.session.line("current_phase"), told)


def _missing_current(scene: Scene, *, beyond: bool) -> Findings:
    session = scene.session
    number, total = whole_number(session.current_phase), session.total_phases or len(session.phases)
    is_stated = session.phases and id_of(session.current_phase) is not None and not session.file.is_cut
    if is_stated and _current(session) is None and (number is not None and number > total) is beyond:
        what = f"beyond the total of {total}" if beyond else "which does not exist"
        yield Found(session.line("current_phase"), f"`current_phase` is {session.current_phase}, {what}.")


rule("current-phase-unknown", "warning", "Write the id of an existing phase.")(partial(_missing_current, beyond=False))
rule("phase-beyond-total", "warning", "Correct `current_phase` or the total.")(partial(_missing_current, beyond=True))


@rule("current-phase-finished", "warning", "Write the id of the phase at which work continues.")
def _current_finished(scene: Scene) -> Findings:
    current, following = _current(scene.session), resume_phase(scene.session.phases)
    if current is not None and not is_open(current) and following is not None:
        told = f"`current_phase` is {current.id}, which is {current.status}; work continues at phase"
        yield Found(scene.session.line("current_phase"), f"{told} {following.id or '?'}.")


@rule("total-mismatch", "warning", "Correct the total, or add the missing phases.")
def _total_differs(scene: Scene) -> Findings:
    total, count = scene.session.total_phases, len(scene.session.phases)
    if total is not None and count and total != count and not scene.session.file.is_cut:
        there = "is" if count == 1 else "are"
        yield Found(
            scene.session.line("total_phases"),
            f"`total_phases` is {total}, but there {there} {counted(count, 'phase')}.",
        )


@rule("completed-with-open-phases", "warning", "Complete or skip them, or set the session back to in_progress.")
def _left_open(scene: Scene) -> Findings:
    remaining = [each for each in scene.session.phases if is_open(each)]
    if status_of(scene.session.status) == "completed" and remaining:
        are, names = "is" if len(remaining) == 1 else "are", some(each.id for each in remaining)
        told = f"The session is completed, but {counted(len(remaining), 'phase')} {are} not: {names}."
        yield Found(scene.session.line("status"), told)


@rule("log-mark", "warning", "Complete the phase, or correct the mark in the heading.")
def _marks(scene: Scene) -> Findings:
    """Of a number that several phases share, the mark may be of the completed one."""
    ended = {(each.id or "").casefold() for each in scene.session.phases if not is_open(each)}
    for phase in scene.session.phases:
        section = scene.log.of(phase.id)
        if section is None or not is_open(phase) or (phase.id or "").casefold() in ended:
            continue
        if scene.log.is_marked_completed(phase.id):
            told = f"The log marks phase {phase.id} as completed, but its status is {phase.status or 'missing'}."
            yield Found(section.heading.number, told)


@rule("tokens-mismatch", "warning", "Correct the totals, or the tokens of the agents.")
def _tokens(scene: Scene) -> Findings:
    usage, unlike = scene.session.token_usage, []
    for kind in TOKEN_KINDS if usage is not None else ():
        total = getattr(usage, f"total_{kind}")
        counts = [each for used in usage.by_agent if (each := getattr(used, kind)) is not None] if usage else []
        if total is not None and counts and sum(counts) != total:
            unlike.append(f"{kind} {total:,} (the agents' sum is {sum(counts):,})")
    if unlike:
        yield Found(scene.session.line("token_usage"), f"`token_usage` does not match its agents: {listed(unlike)}.")


# What stands beside the session


@rule("two-sessions", "warning", "Archive the session that is not in use; Maestro has one active session.", of="file")
def _two_sessions(scene: Scene) -> Findings:
    if status_of(scene.session.status) != "completed":
        for path, name in other_sessions(scene.files, scene.base, scene.folder):
            told = f"Another session is also active: {name or '(no id)'}, in {path}."
            yield Found(scene.session.line("session_id"), told)


def _documents(code: str) -> Callable[[Scene], Findings]:
    def found(scene: Scene) -> Findings:
        for each in scene.documents:
            if each.problem is not None and each.problem[0] == code:
                yield Found(scene.session.line(each.key), each.problem[1])

    return found


rule("path-elsewhere", "note", "Write the path relative to the project.")(_documents("path-elsewhere"))
rule("path-outside", "warning", "Use a relative path inside the project.")(_documents("path-outside"))
rule("document-missing", "warning", "Restore the file, or correct the path.")(_documents("document-missing"))
rule("document-as-text", "note", "Write the text to a file, and its path here.")(_documents("document-as-text"))


@rule("gate-of-another", "note", "Delete the file if that session no longer exists.", of="file")
def _gates(scene: Scene) -> Findings:
    for gate in scene.gates:
        if gate.session_id is not None and gate.session_id != scene.session.session_id:
            own = scene.session.session_id or "this session"
            yield Found(None, f"The design gate belongs to session {gate.session_id}, not to {own}.", gate.path)


@rule("design-unapproved", "warning", "Read the design and approve it in the agent.", of="file")
def _unapproved(scene: Scene) -> Findings:
    for gate in own_open_gates(scene.gates, scene.session):
        yield Found(None, "The design of this session is not approved yet.", gate.path)


def own_open_gates(gates: Sequence[Gate], session: Session) -> list[Gate]:
    """The open gates of a session that is not completed."""
    own = [each for each in gates if each.is_open and each.session_id in (None, session.session_id)]
    return own if status_of(session.status) != "completed" else []
