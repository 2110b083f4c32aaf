"""Maestro's protocol as plain functions: statuses, which phase waits for which, errors, retries, what comes next."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from re import DOTALL, Match
from typing import TYPE_CHECKING

from cockpit.model import PhaseMove, RuleAction, Statement, Status
from cockpit.regex import regex
from cockpit.rules.thresholds.metrics import BUILT_IN, sources_found
from cockpit.rules.work import holding_status
from cockpit.systems.interface import Files, Variable
from cockpit.text.edits import Place
from cockpit.text.records import clean, left_over, says_nothing
from cockpit.text.tree import Node
from cockpit.text.words import fold
from cockpit.values import dataclass
from cockpit.wording.messages import Message, command_line
from cockpit.wording.numbers import read_count
from cockpit.wording.phrases import listed

if TYPE_CHECKING:
    from cockpit.systems.maestro.description import Error, Phase, Session

# Statuses, and which may follow which

SESSION_WORDS = ("in_progress", "completed", "failed")
ERROR_TYPES = ("validation", "timeout", "file_conflict", "runtime", "dependency")
TIERS = ("T1", "T2", "T3")
WORDS: Mapping[Status, str] = {
    "not_started": "pending",
    "in_progress": "in_progress",
    "completed": "completed",
    "failed": "failed",
    "skipped": "skipped",
}
"""Maestro's word for each status of a phase."""
MOVES: Mapping[PhaseMove, tuple[str, str]] = {
    "start": ("pending", "in_progress"),
    "complete": ("in_progress", "completed"),
    "fail": ("in_progress", "failed"),
    "retry": ("failed", "in_progress"),
    "skip": ("pending", "skipped"),
}
"""The status before and after each move; the usual one of a status first."""
ARCHIVED = "archived"
"""The status of a session that was put away where it stands."""
_STATUSES: Mapping[str, Status] = {
    **{word: status for status, word in WORDS.items()},
    "not_started": "not_started",
    "planning": "planning",
    "active": "in_progress",
    "running": "in_progress",
    "paused": "paused",
    "blocked": "blocked",
    "complete": "completed",
    "done": "completed",
    ARCHIVED: "completed",
}
_FAILURES = ("failed", "failure", "error", "errored", "aborted", "crashed")
"""The first words of statuses that mean a failure."""


def folded(word: str | None) -> str:
    """A word in Maestro's spelling: `in_progress`."""
    return (word or "").strip().casefold().replace(" ", "_").replace("-", "_")


def status_of(word: str | None) -> Status:
    """The status for a word of a file, without the marks around it. A word that begins like a failure is one,
    `failed_after_retry`, and one that begins with a status that holds the work is that.
    """
    plain = fold(word or "").replace(" ", "_")
    if plain in _STATUSES:
        return _STATUSES[plain]
    return "failed" if plain.partition("_")[0] in _FAILURES else holding_status(word or "")


def status_word(phase: "Phase") -> str:
    """A phase's status in Maestro's words; an unknown one as written."""
    return WORDS.get(status_of(phase.status), phase.status or "")


def id_of(name: str | None) -> str | None:
    """The id of a phase; None where it cannot identify one, such as `.nan`, which some releases wrote."""
    return None if folded(name) in ("", ".nan", "nan") else name


def has_ended(status: str | None) -> bool:
    """Whether a session is completed or failed, so that its phases stay as they are."""
    return status_of(status) in ("completed", "failed")


def is_open(phase: "Phase") -> bool:
    """Whether a phase is neither completed nor skipped."""
    return status_of(phase.status) not in ("completed", "skipped")


def with_status(phases: Iterable["Phase"], *statuses: Status) -> list["Phase"]:
    """The phases with one of these statuses."""
    return [each for each in phases if status_of(each.status) in statuses]


def some(names: Iterable[str | None], most: int = 8) -> str:
    """The first names, and how many more there are."""
    shown = [each or "(no id)" for each in names]
    return listed([*shown[:most], f"{len(shown) - most} more"] if len(shown) > most else shown)


# Which phase waits for which

_LONGEST = 500
"""The characters of a reference to phases that are read."""
_TO = r"(?:\.\.\.?|[–—-]|to\b|through\b|thru\b)"
_RANGE = regex(
    rf"(?i)(?P<word>phases?\s+)?(?P<first>[\w.]*\w)\s*{_TO}\s*(?:phase\s+)?(?P<last>[\w.]*\w)(?P<rest>\b.*)", DOTALL
)
_ONE = regex(rf"(?i)(?P<word>phases?\s+)?(?P<name>[\w.-]*\w)(?P<rest>(?!\s*{_TO})\b.*)", DOTALL)
_REMARK = regex(r"\s*(?:\([^()]*\))?\s*")
_ALL_BEFORE = regex(
    r"(?i)(?:all|every|any|the)?\s*(?:of\s+)?(?:the\s+)?(?:previous|prior|earlier|preceding)(?:\s+phases?)?"
    r"|all(?:\s+phases?)?"
)
_PARTS = regex(r"(?i)\s*(?:[,;&+]|\band\b)\s*")


def named_ids(stated: str, ids: Mapping[str, int], before: int) -> list[str] | None:
    """The ids that a reference to phases names: an id, `Phase 2 (the model)`, `Phases 1–3`, `all previous phases`,
    which are the first `before`; None where it names something else. `ids` has the place of each.
    """
    stated = stated.strip()
    if stated in ids:
        return [stated]
    if says_nothing(Node(stated, 0, 0, "plain")):
        return []
    if _ALL_BEFORE.fullmatch(stated):
        return [*ids][:before]
    found = _RANGE.fullmatch(stated[:_LONGEST])
    if found and found["first"] in ids and found["last"] in ids and _is_remark(found):
        return [*ids][ids[found["first"]] : ids[found["last"]] + 1] or None
    found = _ONE.fullmatch(stated[:_LONGEST])
    return [found["name"]] if found and found["name"] in ids and _is_remark(found) else None


def _is_remark(found: Match[str]) -> bool:
    """Whether what follows a reference is none itself: any words behind the word `phase`, else only brackets."""
    rest = found["rest"]
    return _REMARK.fullmatch(rest) is not None or (bool(found["word"]) and _PARTS.search(rest) is None)


def split_references(stated: str) -> list[str]:
    """The parts of a text that names several phases."""
    return [each for each in _PARTS.split(stated[:_LONGEST]) if each]


def blockers(phases: Sequence["Phase"], phase: "Phase") -> tuple[str, ...]:
    """What a phase waits for, each by its id; what names no phase, as it is written."""
    if not phase.blocked_by:
        return ()
    return _blockers(phases, phase, _places(phases))


def all_blockers(phases: Sequence["Phase"]) -> list[tuple["Phase", tuple[str, ...]]]:
    """Each phase with what it waits for."""
    ids = _places(phases)
    return [(each, _blockers(phases, each, ids) if each.blocked_by else ()) for each in phases]


def _places(phases: Sequence["Phase"]) -> dict[str, int]:
    names = dict.fromkeys(each.id for each in phases if each.id is not None)
    return {name: place for place, name in enumerate(names)}


def _blockers(phases: Sequence["Phase"], phase: "Phase", ids: Mapping[str, int]) -> tuple[str, ...]:
    before = ids.get(phase.id or "", len(ids))
    found: dict[str, None] = {}
    for stated in phase.blocked_by:
        whole = _named(phases, ids, before, stated)
        parts = (
            [whole] if whole is not None else [_named(phases, ids, before, part) for part in split_references(stated)]
        )
        read = [stated] if None in parts or not parts else [each for some in parts for each in some or ()]
        found.update(dict.fromkeys(each for each in read if each != phase.id or each == stated))
    return tuple(found)


def _named(phases: Sequence["Phase"], ids: Mapping[str, int], before: int, stated: str) -> list[str] | None:
    """The ids of a reference by id or by name."""
    by_id = named_ids(stated, ids, before)
    if by_id is not None:
        return by_id
    return [each.id for each in phases if each.id and each.name and folded(each.name) == folded(stated)][:1] or None


def open_blockers(phases: Sequence["Phase"], phase: "Phase") -> list["Phase | str"]:
    """What holds a phase: phases that are open or failed, and names that no phase has."""
    found: list[Phase | str] = []
    for name in blockers(phases, phase):
        named = [each for each in phases if each.id == name]
        found += [each for each in named if is_open(each)] if named else [name]
    return found


def next_pending(phases: Sequence["Phase"]) -> "Phase | None":
    """The first pending phase that nothing holds, else the first pending one."""
    pending = [each for each in with_status(phases, "not_started") if id_of(each.id) is not None]
    return next((each for each in pending if not open_blockers(phases, each)), next(iter(pending), None))


def resume_phase(phases: Sequence["Phase"]) -> "Phase | None":
    """Where Maestro resumes: the first phase in progress or failed, else the first pending one."""
    return next(iter((*with_status(phases, "in_progress", "failed"), *with_status(phases, "not_started"))), None)


def find_cycle(phases: Sequence["Phase"]) -> tuple[str, ...]:
    """The ids of the first phases that wait for each other in a circle. Without recursion: thousands may be chained."""
    waits: dict[str, list[str]] = {}
    for phase, names in all_blockers(phases):
        if phase.id is not None:
            waits.setdefault(phase.id, []).extend(names)
    checked: set[str] = set()
    for first, following_ids in waits.items():
        trail: dict[str, Iterator[str]] = {first: iter(following_ids)} if first not in checked else {}
        while trail:
            last = next(reversed(trail))
            following = next(trail[last], None)
            if following is None:
                checked.add(last)
                del trail[last]
            elif following in trail:
                circle = [*trail]
                return tuple(circle[circle.index(following) :])
            elif following in waits and following not in checked:
                trail[following] = iter(waits[following])
    return ()


# Errors

RETRY = regex(r"Retry \d+(?: after: |$)")
"""The beginning of the error that records a retry."""


def is_retry(error: "Error") -> bool:
    """Whether an error is the entry of a retry."""
    return bool(error.resolved and RETRY.match(error.shown))


def _since_retry(phase: "Phase") -> tuple["Error", ...]:
    """The errors of a phase after its last retry."""
    last = max((number for number, each in enumerate(phase.errors) if is_retry(each)), default=-1)
    return phase.errors[last + 1 :]


def waiting_errors(phase: "Phase") -> list["Error"]:
    """The unresolved errors that wait for a decision: not those before a retry that is under way, or failed anew."""
    since, status = _since_retry(phase), status_of(phase.status)
    newest = status == "in_progress" or (status == "failed" and since)
    return [each for each in (since if newest else phase.errors) if not each.resolved]


def open_errors(session: "Session") -> "Iterator[tuple[Phase | None, Error, bool]]":
    """The unresolved errors of a session and of its phases, and whether each waits for a decision."""
    yield from ((None, each, True) for each in session.open_errors)
    for phase in session.phases:
        waiting = {id(each) for each in waiting_errors(phase)} if phase.errors else set()
        yield from ((phase, each, id(each) in waiting) for each in phase.open_errors)


def is_left_failed(phase: "Phase") -> bool:
    """Whether a failed phase was left as it is: all errors since its last retry are resolved."""
    since = _since_retry(phase)
    return status_of(phase.status) == "failed" and bool(since) and all(each.resolved for each in since)


# Retries: how often a phase was tried again, as its keys and its status say, and after how many a person is asked

LIMIT_VARIABLE, DEFAULT_LIMIT = "MAESTRO_MAX_RETRIES", 2
_REMAINING_KEY = regex(r"retr.*(?:remain|left)|(?:remain|left).*retr")
_EXHAUSTED_KEY = regex(r"retr.*(?:reached|exhaust|exceed|usedup)|exhaust.*retr")
_IN_STATUS = regex(r"(?i)(\d{1,9})\s*(?:(?:/|of|out\s+of)\s*\d+\s*)?retr|retr\w*[\s#:]*(\d{1,9})")


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedCount:
    """What one place says of the retries: a number, or a text that cannot be read. `after_reset` is what a reset writes
    there; None is the highest number allowed.
    """

    at: Place
    line: int
    number: int | None = None
    unread: str | None = None
    after_reset: str | int | bool | None = 0


def stated_retries(phase: "Phase") -> list[StatedCount]:
    """The places of a phase that state a number of retries."""
    found = []
    for place, node in phase.told.get("retry_count", ()):
        for each in (*node.earlier, node):
            number, line = read_count(clean(each)), phase.file.line_of(each)
            unread = None if number is not None or says_nothing(each) else clean(each) or "a list"
            if number is not None or unread is not None:
                found.append(StatedCount(at=place, line=line, number=number, unread=unread))
    for key, node in left_over(phase):
        letters = "".join(filter(str.isalpha, key)).casefold()
        at, line, said = (*phase.at, key), phase.file.line_of(node), clean(node)
        if _REMAINING_KEY.search(letters) and not says_nothing(node) and not (read_count(said) or 0):
            found.append(StatedCount(at=at, line=line, unread=f"{key}: {said}", after_reset=None))
        elif _EXHAUSTED_KEY.search(letters) and (said or "").casefold() in ("true", "yes"):
            found.append(StatedCount(at=at, line=line, unread=f"{key}: {said}", after_reset=False))
    if status_of(phase.status) == "failed" and "retr" in (phase.status or "").casefold():
        counted = _IN_STATUS.search(phase.status or "")
        number, line = int(counted[1] or counted[2]) if counted else None, phase.line("status")
        unread = None if counted else phase.status
        found.append(
            StatedCount(at=(*phase.at, "status"), line=line, number=number, unread=unread, after_reset="failed")
        )
    return found


def retries_of(phase: "Phase") -> int | None:
    """The highest stated count, since it only grows; None where none can be read."""
    return max((each.number for each in stated_retries(phase) if each.number is not None), default=None)


def unread_retries(phase: "Phase") -> StatedCount | None:
    """The first place of a phase that states something of its retries and cannot be read."""
    return next((each for each in stated_retries(phase) if each.unread is not None), None)


def held_by(phase: "Phase", limit: int) -> tuple[str, StatedCount | None]:
    """What cannot be read and so holds the agent: `value` for the count, `level` for the status of a phase that may
    have failed with used-up retries.
    """
    if (unread := unread_retries(phase)) is not None:
        return "value", unread
    if status_of(phase.status) == "unknown" and 0 < (retries_of(phase) or 0) >= limit:
        at, line = (*phase.at, "status"), phase.line("status")
        return "level", StatedCount(at=at, line=line, unread=phase.status or "no status")
    return "value", None


def known_retries(phase: "Phase") -> int | None:
    """The count as it is shown: 0 where nothing is stated, None where it cannot be read."""
    count = retries_of(phase)
    return count if unread_retries(phase) is not None else count or 0


def is_used_up(phase: "Phase", limit: int) -> bool:
    """Whether a phase has failed and only a person can try it again."""
    count = known_retries(phase)
    return status_of(phase.status) == "failed" and count is not None and count >= limit


def is_holding(phase: "Phase", limit: int) -> bool:
    """Whether a phase holds the agent: its retries are used up, or its count or status cannot be read."""
    return is_used_up(phase, limit) or (is_open(phase) and held_by(phase, limit)[1] is not None)


def decisive_phase(phases: Sequence["Phase"], limit: int) -> "Phase | None":
    """The open phase whose retries matter most."""
    return max(
        filter(is_open, phases),
        default=None,
        key=lambda each: (
            is_used_up(each, limit),
            held_by(each, limit)[1] is not None,
            status_of(each.status) == "failed",
            retries_of(each) or 0,
        ),
    )


@dataclass(frozen=True, slots=True)
class RetryLimit:
    """How many retries are allowed, the source of that number, and what is stated but cannot be read."""

    number: int
    source: str
    unread: Statement | None = None
    raised_in: Variable | None = None
    """Where a file of the project, which an agent may write, allows more than the document does."""

    def is_reached(self, count: int | None) -> bool:
        """Whether one more try needs a person: all retries are used, or the limit cannot be read."""
        return self.unread is not None or (count or 0) >= self.number


def retry_limit(files: Files, base: str) -> RetryLimit:
    """The limit of the environment variable, else the default."""
    variable = files.variable(LIMIT_VARIABLE, base, limits_agents=True)
    if variable is None:
        return RetryLimit(DEFAULT_LIMIT, BUILT_IN)
    number = read_count(variable.value)
    if number is not None:
        raised_in = variable if variable.path is not None and number > DEFAULT_LIMIT else None
        return RetryLimit(number, LIMIT_VARIABLE, raised_in=raised_in)
    unread = Statement(what="stop limit", text=variable.value, path=variable.path or LIMIT_VARIABLE, line=variable.line)
    name = unread.path.rpartition("/")[2]
    return RetryLimit(DEFAULT_LIMIT, sources_found((BUILT_IN,), (name,)), unread)


# What comes next


def agent_command(verb: str, folder: str) -> str:
    """A slash command of the agent, in the spelling of the release that uses that state folder."""
    return f"/maestro{'.' if '.gemini/' in f'{folder}/' else ':'}{verb}"


def _rule(code: str, text: str, command: str | None = None) -> RuleAction:
    return RuleAction(text=Message(f"maestro.{code}", text), command=command)


def begin_action(folder: str) -> RuleAction:
    """The next action without an active session."""
    return _rule("begin-session", "Begin a session", agent_command("orchestrate", folder))


def next_action(session: "Session", folder: str, *, is_archived: bool = False) -> RuleAction:
    """The next action by the protocol. `is_archived`: one of its id is in the archive, where it would be put."""
    status, opened = status_of(session.status), [each for each in session.phases if is_open(each)]
    compare = any(each.must_be_compared for each in session.phases)
    resume = agent_command("resume", folder)
    if folded(session.status) == ARCHIVED or (is_archived and status == "completed" and not opened):
        return begin_action(folder)
    if not opened and (compare or status == "completed" or (status == "in_progress" and session.phases)):
        return _after_all_work(session, folder, compare=compare)
    if status == "completed":
        names = some((f"phase {each.id or '?'}" for each in opened), 3)
        text = f"Reopen the session for what is open ({names}), or archive it as it is"
        return _rule("take-up-or-archive", text, resume)
    if session.is_quick and status == "failed":
        return _rule("delegate-again", "Delegate the task again, or make it a session with phases", resume)
    failed = with_status(session.phases, "failed")
    undecided = [each for each in failed if not is_left_failed(each)]
    decide = next(iter(undecided if with_status(session.phases, "in_progress") else failed), None)
    if decide is not None or status == "failed":
        what = f"phase {decide.id}" if decide is not None and decide.id else "the failure"
        return _rule("decide", f"Resume and decide about {what}: retry, skip, abort or adjust", resume)
    may_go_on = with_status(session.phases, "in_progress") or session.file.is_cut
    pending = None if may_go_on else next_pending(session.phases)
    is_blocked = status == "blocked" or (pending is not None and open_blockers(session.phases, pending))
    text = "Remove what blocks the session, then resume it" if is_blocked else "Resume the session"
    return _rule("resume-session", text, resume)


def _after_all_work(session: "Session", folder: str, *, compare: bool) -> RuleAction:
    """Nothing is to be archived while a part of the session cannot be read."""
    archive = agent_command("archive", folder)
    if not session.file.is_whole:
        return _rule("fix-session-file", "Fix what cannot be read in the session file: work may be open in it")
    if compare:
        return _rule("compare", "Compare the plan with what was done, then archive the session", archive)
    is_under_way = status_of(session.status) == "in_progress"
    text = "Review the work and archive the session" if is_under_way else "Archive the session"
    return _rule("archive-session", text, archive)


def way_on(phases: Sequence["Phase"], phase: "Phase", limit: RetryLimit) -> str | None:
    """The command that moves a phase on; None where it waits itself, or has no such move."""
    identity = phase.id or ""
    match status_word(phase):
        case "in_progress":
            return command_line("done", "phase", identity)
        case "pending" if not open_blockers(phases, phase):
            return command_line("phase", "start", identity)
        case "failed":
            if unread_retries(phase) is not None:
                retry = command_line("phase", "retry", identity)
                return f"`cockpit phase reset && {retry.strip('`')}`"
            beyond = ("--force",) if limit.is_reached(retries_of(phase)) else ()
            return command_line("phase", "retry", identity, *beyond)
    return None
