"""What a session of an agent does, and whether it needs a person: one table, read from the top.

Kinds of evidence: the process (`alive`), the agent's list or the file it keeps for a process (`said`), open calls,
records of turns, subagents that were heard of, the title of the terminal, failures, the time of the log. The process
decides whether there is anybody at all. Of the others the later one decides, with three exceptions: an open question
that is younger than what the list says wins; a turn that ended after the list said `busy` does not contradict it, since
an agent stays busy while its subagents work; a subagent at work lifts `idle` to work. A title only raises: it says that
somebody waits, never that nobody does. What nobody can tell may need a person (`may`); it never counts as nothing.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from cockpit.model.agents import AgentFailure, AgentSession, AgentState, Evidence, NeedsYou, Said, WaitsFor
from cockpit.regex import regex
from cockpit.wording.times import parse_instant, write_instant

SETTLES = timedelta(seconds=10)
"""How long after its last record a session without a process may still be about to end."""
ASKS = timedelta(seconds=30)
"""After how long without a sign a call that needs leave may be waiting for it."""
YOUNG = timedelta(minutes=2)
"""How long a turn, or a subagent, counts as going on after the last thing that was heard of it."""
IDLE = timedelta(minutes=5)
"""How long after the end of its turn a session needs a person."""
STUCK = timedelta(minutes=30)
"""After how long without a sign a session that says it is busy may need a person."""
GONE = timedelta(minutes=60)
"""After how long a session whose turn ended counts as ended, where nobody can tell whether its process lives."""
FORGOTTEN = timedelta(hours=24)
"""The same of one whose turn began, or whose question stands, without an end. A turn that ended longer ago is not
called out any more."""
APART = timedelta(seconds=1)
"""By how much one piece of evidence must be younger than another to be later: two programs wrote them."""

_LISTS = ("list", "registry")
_NEVER = datetime.min.replace(tzinfo=UTC)


class Judgement(NamedTuple):
    """What a row of the table says. `called_out` where an ended turn is to be a need once it is `IDLE` old."""

    state: AgentState
    since: str | None = None
    waits_for: WaitsFor | None = None
    needs_you: NeedsYou | None = None
    may: bool = False
    called_out: bool = False


class Signs(NamedTuple):
    """What the evidence says, sorted for the table. `said` is of the list or registry of a process that is not known to
    be gone; `helpers` are the subagents heard of within `YOUNG`, `quiet_since` when the last of all was heard."""

    session: AgentSession
    now: datetime
    said: Said | None
    said_at: datetime
    turn: Said | None
    turn_at: datetime
    call: Evidence | None
    helpers: int
    quiet_since: str | None
    words: frozenset[Said]

    @property
    def silent(self) -> timedelta:
        """How long nothing was heard. A time to come counts as now."""
        return max(timedelta(0), self.now - instant(self.session.updated))

    @property
    def is_over(self) -> bool:
        """Whether the last thing that is known of the turn is that it ended."""
        return self.turn in ("turn-ended", "interrupted")

    @property
    def asks(self) -> bool:
        """Whether a question or a plan stands open, and nothing later says otherwise."""
        if self.call is None or self.call.said != "question-open":
            return False
        later = instant(self.call.at) + APART
        return not (self.is_over and self.turn_at > later) and (
            self.said in (None, "waiting") or self.said_at <= later
        )  # fmt: skip

    @property
    def failed(self) -> AgentFailure | None:
        """The failure that nothing followed."""
        failure = self.session.failure
        goes_on = self.said in ("busy", "waiting") and self.said_at > instant(failure.at if failure else None) + APART
        return None if failure is None or goes_on else failure


def judged(session: AgentSession, now: datetime) -> AgentSession:
    """The session with its state, since when, what it waits for, and whether it needs a person."""
    signs = _signs(session, now)
    verdict = next(verdict for _, row in TABLE if (verdict := row(signs)) is not None)
    idle = verdict.called_out and IDLE <= now - instant(verdict.since) < FORGOTTEN
    return replace(
        session, state=verdict.state, since=verdict.since, waits_for=verdict.waits_for, disputed=False, idle=idle,
        needs_you=verdict.needs_you or ("turn" if idle else None), may=verdict.may, subagents=signs.helpers,
    )  # fmt: skip


def _signs(session: AgentSession, now: datetime) -> Signs:
    turn = _latest(each for each in session.evidence if each.kind == "turn")
    lists = [each for each in session.evidence if each.kind in _LISTS]
    stated = _latest(each for each in lists if each.kind == "list") or _latest(
        each for each in lists if each.said not in ("absent", "elsewhere")
    )
    if session.alive is False or any(each.said == "elsewhere" for each in lists):
        stated = None
    heard = [each for each in session.evidence if each.kind == "subagent"]
    return Signs(
        session=session,
        now=now,
        said=stated.said if stated is not None else None,
        said_at=instant(stated.at if stated is not None else None),
        turn=turn.said if turn is not None else None,
        turn_at=instant(turn.at if turn is not None else None),
        call=next((each for each in session.evidence if each.kind == "call"), None),
        helpers=sum(now - instant(each.at) < YOUNG for each in heard),
        quiet_since=max((each.at for each in heard if each.at is not None), key=instant, default=None),
        words=frozenset(each.said for each in session.evidence),
    )


def _latest(found: Iterator[Evidence]) -> Evidence | None:
    return max(found, key=lambda each: instant(each.at), default=None)


def _waiting(signs: Signs, since: str | None, *, otherwise: WaitsFor) -> Judgement:
    """It waits, for what its open call asks, or else what its list says."""
    request = signs.session.request
    by_kind: dict[str, WaitsFor] = {"ask": "question", "plan": "plan"}
    waits_for = by_kind.get(request.kind, otherwise) if request is not None else otherwise
    return Judgement("waits", since, waits_for, waits_for)


def _your_turn(signs: Signs) -> Judgement:
    """The turn ended, by itself or by a person, who then need not be told."""
    ended = signs.turn_at if signs.is_over else signs.said_at
    since = signs.quiet_since if instant(signs.quiet_since) > ended else _text(ended)
    since = since or signs.session.updated
    return Judgement("your-turn", since, called_out=signs.turn != "interrupted")


def _text(at: datetime) -> str | None:
    return write_instant(at) if at != _NEVER else None


# The rows, by the numbers of the design. Each says something where its evidence is there, else None.


def _held(signs: Signs) -> Judgement | None:
    """Cockpit's own hook holds it, and the hook ends when its agent does; the agent says that it is busy."""
    held = next((each for each in signs.session.evidence if each.said == "held"), None)
    return Judgement("waits", held.at, "hold", "hold") if held is not None else None


def _lost(signs: Signs) -> Judgement | None:
    """20, 21: its process is gone. As long as its log grows, another one may have it."""
    session = signs.session
    registered = _latest(each for each in session.evidence if each.kind == "registry")
    if session.alive is not False or registered is None:
        return None
    log = _latest(each for each in session.evidence if each.kind == "log")
    if log is not None and instant(log.at) > instant(registered.at) + APART and signs.silent < YOUNG:
        return Judgement("unknown", may=True)
    return Judgement("lost", session.updated or registered.at)


def _absent(signs: Signs) -> Judgement | None:
    """18, 19: no process has it, where the agent names those that have one. 17: a program's run that failed."""
    if "absent" not in signs.words or signs.silent < SETTLES or signs.helpers:
        return None
    failure = signs.failed if signs.session.headless and signs.silent < FORGOTTEN else None
    if failure is not None and failure.kind not in ("throttled", "server"):
        return Judgement("failed", failure.at, needs_you="failed")
    return Judgement("ended", signs.session.updated)


def _failed(signs: Signs) -> Judgement | None:
    """17, 23 to 25: the provider did not answer. What passes by itself is tried again as long as anything is heard."""
    failure = signs.failed
    if failure is None or (signs.silent >= FORGOTTEN and signs.session.alive is not True):
        return None
    if failure.kind == "limit":
        reset = reset_at(failure)
        is_past = reset is not None and reset <= signs.now
        return Judgement("limited", _text(reset) if reset and is_past else failure.at, called_out=is_past)
    passes, alive = failure.kind in ("throttled", "server"), signs.session.alive is True
    if passes and not alive and signs.silent >= GONE:
        return None
    gave_up = signs.said == "idle" or (not alive and signs.silent >= IDLE)
    if passes and not gave_up:
        return Judgement("retries", failure.at)
    return Judgement("failed", failure.at, needs_you="failed")


def _asks_person(signs: Signs) -> Judgement | None:
    """1 to 6: its list says that it waits, or a question stands open that is younger than what its list says."""
    if signs.said == "waiting" and not (signs.is_over and signs.turn_at > signs.said_at + APART):
        stated = _latest(each for each in signs.session.evidence if each.said == "waiting")
        otherwise = stated.waits_for if stated is not None and stated.waits_for is not None else "something"
        return _waiting(signs, _text(signs.said_at), otherwise=otherwise)
    if signs.asks and signs.call is not None and not (signs.session.alive is not True and signs.silent >= FORGOTTEN):
        return _waiting(signs, signs.call.at, otherwise="question")
    return None


def _leaves_sandbox(signs: Signs) -> Judgement | None:
    """7, 8, 9: the title of its terminal says that it asks; a call that needs leave may be waiting for it."""
    request = signs.session.request
    if _by_title(signs, "waiting"):
        since = request.at if request is not None else signs.session.updated
        return _waiting(signs, since, otherwise="permission" if request is not None else "something")
    if request is not None and request.kind == "outside" and ASKS <= signs.silent < FORGOTTEN:
        return Judgement("unfinished", request.at, may=True)
    return None


def _by_title(signs: Signs, said: Said) -> bool:
    return any(each.kind == "title" and each.said == said for each in signs.session.evidence)


def _busy(signs: Signs) -> Judgement | None:
    """10, 11, 13: it says that it is busy, whether or not its turn has ended; or its turn began after it was idle."""
    begun = signs.turn == "turn-begun" and signs.turn_at > signs.said_at + APART
    if signs.said != "busy" and not (signs.said in ("idle", "shell") and begun):
        return None
    runs = signs.call is not None and signs.call.said == "call-open"
    stuck = signs.silent >= STUCK and not runs and not signs.helpers
    doubtful = signs.call is not None and signs.call.said == "question-open"
    since = signs.said_at if signs.is_over else max(signs.said_at, signs.turn_at)
    return Judgement("works", _text(since), may=stuck or doubtful)


def _idle(signs: Signs) -> Judgement | None:
    """12, 14, 15: it says that its prompt is free; a background shell changes nothing about that."""
    if signs.said not in ("idle", "shell"):
        return None
    if signs.helpers:
        return Judgement("background", signs.quiet_since)
    return _your_turn(signs)


def _headless(signs: Signs) -> Judgement | None:
    """16: nobody sits there, so that its end is the end."""
    over = signs.is_over or signs.said == "idle" or (signs.said is None and signs.session.alive is not True
                                                     and signs.silent >= YOUNG)  # fmt: skip
    return Judgement("ended", signs.session.updated) if signs.session.headless and over and not signs.helpers else None


def _by_turn(signs: Signs) -> Judgement | None:
    """27, 28 and what nothing says of a process: the records of its turns, and how long nothing was heard. Where no
    record tells that a turn ended, the title of its terminal may."""
    alive, is_over = signs.session.alive is True, signs.is_over or (signs.turn is None and _by_title(signs, "idle"))
    known = signs.turn is not None or is_over or ("written" in signs.words and not alive)
    if signs.session.updated is None or not known:
        return None
    if signs.helpers:
        return Judgement("background" if is_over else "works", signs.quiet_since)
    if not alive and signs.silent >= (GONE if is_over else FORGOTTEN):
        return Judgement("ended", signs.session.updated)
    if is_over:
        return _your_turn(signs)
    if signs.turn == "turn-begun" and signs.silent < YOUNG:
        return Judgement("works", _text(signs.turn_at))
    return Judgement("unfinished", signs.session.updated, may=True)


def _nothing(signs: Signs) -> Judgement:
    """29: nothing is known but, perhaps, when it was heard of."""
    if signs.session.updated is not None and signs.silent >= FORGOTTEN and signs.session.alive is not True:
        return Judgement("ended", signs.session.updated)
    return Judgement("unknown", may=True)


TABLE: tuple[tuple[str, Callable[[Signs], Judgement | None]], ...] = (
    ("cockpit's hook holds it", _held),
    ("its process is gone", _lost),
    ("no process has it", _absent),
    ("its provider did not answer", _failed),
    ("it waits for a person", _asks_person),
    ("its terminal says that it asks, or it may", _leaves_sandbox),
    ("nobody sits there", _headless),
    ("it is busy", _busy),
    ("its prompt is free", _idle),
    ("by its turns", _by_turn),
    ("nothing tells", _nothing),
)
"""The rows, the first that says something decides. A fork (row 26) has its own records and is judged as any session."""


def instant(at: str | None) -> datetime:
    """An instant, to compare; one that is not known is before all others."""
    found = parse_instant(at)
    return found.at if found is not None else _NEVER


_RESET = regex(
    r"(?:(?P<month>[A-Z][a-z]{2})[a-z]* (?P<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?P<year>\d{4}))?(?:,| at)? ?)?"
    r"(?P<hour>\d{1,2})(?::(?P<minute>\d\d))? ?(?P<half>[AaPp][Mm])?(?: \((?P<zone>[A-Za-z_+/-]+)\))?"
)
"""`9:50pm (Asia/Saigon)`, `Nov 30 at 9pm`, `Nov 24th, 2026 9:50 PM`: when a limit ends, as providers word it."""
_LATER = regex(r"(\d+) (day|hour|minute)s?")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def is_quiet(session: AgentSession) -> bool:
    """Whether nothing is going on in it."""
    return session.state in ("ended", "lost")


def reset_at(failure: AgentFailure) -> datetime | None:
    """When the provider's limit ends; None where its words do not tell. An hour without a zone is the person's own."""
    words, failed = failure.until or "", parse_instant(failure.at)
    if failure.kind != "limit" or failed is None:
        return None
    found, parts = _RESET.fullmatch(words.strip().rstrip(".")), _LATER.findall(words)
    try:
        if found is None:
            lengths = timedelta(**{f"{unit}s": float(count) for count, unit in parts})
            return failed.at + lengths if parts else None
        from zoneinfo import ZoneInfo  # a status line seldom meets a limit, and often pays

        local = failed.at.astimezone(ZoneInfo(found["zone"]) if found["zone"] else None)
        at = local.replace(hour=_hour(found), minute=int(found["minute"] or 0), second=0, microsecond=0)
        if found["month"]:
            year = int(found["year"] or at.year)
            at = at.replace(year=year, month=_MONTHS.index(found["month"]) + 1, day=int(found["day"]))
            is_next_year = not found["year"] and local - at > timedelta(days=180)
            return (at.replace(year=year + 1) if is_next_year else at).astimezone(UTC)
        return (at if at > local else at + timedelta(days=1)).astimezone(UTC)
    except (ValueError, OverflowError, KeyError, OSError):  # hour 25, a zone that nobody knows, a billion days
        return None


def _hour(found: re.Match[str]) -> int:
    hour, half = int(found["hour"]), (found["half"] or "").lower()
    if half and not 1 <= hour <= 12:
        raise ValueError(hour)
    return hour % 12 + 12 * (half == "pm") if half else hour


def next_change(session: AgentSession, now: datetime) -> datetime | None:
    """When time alone makes another state of it."""
    heard = [session.updated, session.since, *(each.at for each in session.evidence)]
    instants = [found for text in heard if (found := instant(text)) != _NEVER]
    reset = reset_at(session.failure) if session.failure is not None else None
    if reset is not None:
        instants += [reset]
    waits = (timedelta(0), SETTLES, ASKS, YOUNG, IDLE, STUCK, GONE, FORGOTTEN)
    return min((at + wait for at in instants for wait in waits if at + wait > now), default=None)
