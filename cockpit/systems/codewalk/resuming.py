"""The resume protocol (seed): the state is loaded, with the plan and its summaries; files and claims are looked for;
what does not fit is flagged for review; then the work goes on.
"""

from collections.abc import Iterator, Sequence

from cockpit.model import Session, Track
from cockpit.model.checklist import NOTHING_MORE, Check, NamedFile, Resumption
from cockpit.model.intents import Intent, Move
from cockpit.regex import regex
from cockpit.rules.checklist.check_kinds import failed, passed, unknown
from cockpit.systems.codewalk.editing import said
from cockpit.systems.codewalk.phases import task_of
from cockpit.systems.codewalk.places import Sources, read_sources
from cockpit.systems.codewalk.staleness import last_change, question
from cockpit.systems.interface import Candidate, Files, ReadContext
from cockpit.systems.shared.report import Report
from cockpit.text.decoding import decode
from cockpit.wording.messages import Message
from cockpit.wording.phrases import counted
from cockpit.wording.times import write_instant

_LARGEST = 256 * 1024
"""Bytes of a file in which claims are looked for; the rest of a longer one is not searched."""
_SEARCHED = 50
_SHOWN = 20
_SHARE = 0.6
"""Of the words of a claim, how many stand in the file that is named for it."""
_WORD = regex(r"[A-Z]?[a-z]+|[A-Z]{2,}(?![a-z])|[^\W\d_A-Za-z]+")
_STEM, _SHORTEST = 5, 3
_PLAIN = frozenset(
    (
        *("the", "and", "for", "with", "from", "into", "that", "this", "are", "was", "were", "has", "have"),
        *("not", "all", "any", "its", "via", "per", "use", "uses", "using", "used", "now", "new", "old"),
        *("when", "then", "than", "only", "both", "each", "one", "two", "can", "may", "must", "will", "does"),
        *("did", "done", "stored", "added", "create", "creates", "created"),
    )
)
"""Words that say nothing about where to look."""


def resumption(track: Track, files: Files, candidate: Candidate, context: ReadContext) -> Resumption:
    """What is to be known before the work goes on; nothing where no state says where it stands."""
    sources = read_sources(files, candidate, Report())
    if sources.form == "unreadable" or track.position.phase is None:
        return NOTHING_MORE
    named, elsewhere = _files(sources, files, candidate.base)
    changed = last_change(sources)
    written = track.updated or (write_instant(changed) if changed is not None else None)
    return Resumption(
        checks=tuple(_checks(sources, _texts(named, files), context)),
        files=named,
        elsewhere=elsewhere,
        plans=tuple(path for name, path in track.documents.items() if name == "plan"),
        stamps=(written,) if written is not None else (),
        step=track.position.phase.id,
        begins=_start_intent(track),
        told=tuple(_sections(track, sources, files)),
    )


def _checks(sources: Sources, texts: Sequence[tuple[str, str]], context: ReadContext) -> Iterator[Check]:
    yield _position_check(sources)
    session = sources.active
    if session is not None and question(sources, context.now) is None:  # else the question itself is a line
        why = f"{session.id or 'A session'} is still active. End it before starting another agent."
        claim = said("no-other-session", "No other session is active")
        yield unknown("session", claim, said("session-in-the-way", why))
    for number, claim_text in enumerate(sources.context.key_implementations):
        yield _claim_check(number, claim_text, texts)


def _position_check(sources: Sources) -> Check:
    """Where it goes on: the plan that the position names is there, and has the task."""
    claim, start, at = said("task-in-plan", "The current task is in the plan"), _start(sources), sources.position
    if not sources.plans.plans:
        return unknown("onward", claim, start, said("no-plan-files", "The project has no plan files."))
    plan = sources.plans.plan(at.phase, at.plan)
    if plan is None:
        return failed("onward", claim, said("named-plan-missing", "The current plan has no plan file"), start)
    if at.task is None or not plan.tasks:
        told = f"{plan.path} exists, but the state names no task or the plan lists none."
        return unknown("onward", claim, start, said("no-task-to-find", told))
    listed = task_of(plan, at.task)
    if listed is None:
        return failed("onward", claim, said("named-task-missing", f"{plan.path} has no task “{at.task}”"), start)
    if listed.done:
        told = f"“{at.task}” is already done in {plan.path}"
        return failed("onward", claim, said("named-task-done", told), start)
    as_open = " as open" if listed.done is False else ""
    return passed("onward", claim, start, said("task-open-in-plan", f"{plan.path} lists it{as_open}."))


def _claim_check(number: int, claim: str, texts: Sequence[tuple[str, str]]) -> Check:
    """A key implementation. Its words in a touched file are a hint where it is; without one, a person looks."""
    subject, implemented = f"implementation-{number + 1}", said("implemented", f"Implemented: {claim}")
    found = file_with_words(claim, texts)
    if found is not None:
        told = said("words-in-file", f"A word search found it in {found}")
        return passed("implementation", implemented, told, subject=subject)
    searched = f"Not found by a word search in {counted(len(texts), 'file')}. Check by hand."
    why = searched if texts else "No files to search. Check by hand."
    return unknown("implementation", implemented, said("words-in-no-file", why), subject=subject)


def file_with_words(claim: str, texts: Sequence[tuple[str, str]]) -> str | None:
    """The file, of those given by path and text, in which the most words of a claim stand; None where too few do."""
    stems = {stem for word in _WORD.findall(claim) if (stem := _stem(word))}
    found = {path: len(stems & {_stem(word) for word in _WORD.findall(f"{path} {text}")}) for path, text in texts}
    best = max(found, key=lambda path: found[path], default=None)
    return best if best is not None and stems and found[best] >= _SHARE * len(stems) else None


def _stem(word: str) -> str:
    """The beginning of a word, by which its forms meet; empty for one that says nothing."""
    folded = word.casefold()
    return folded[:_STEM] if len(folded) >= _SHORTEST and folded not in _PLAIN else ""


def _files(sources: Sources, files: Files, base: str) -> tuple[tuple[NamedFile, ...], tuple[str, ...]]:
    """The files of the session inside the project, and the stated paths outside it."""
    found: dict[str, NamedFile] = {}
    elsewhere: dict[str, None] = {}
    why = said("modified-in-last-session", "modified in the last session")
    works = sources.active is not None
    for stated in sources.context.files_modified_this_session:
        path = files.place(stated, base)
        if path is None:
            elsewhere[stated] = None
        else:
            found[path] = NamedFile(path=path, why=why, under_way=works)
    return tuple(found.values()), tuple(elsewhere)


def _texts(named: Sequence[NamedFile], files: Files) -> list[tuple[str, str]]:
    """The texts of the files that are there."""
    contents = ((each.path, files.read(each.path)) for each in named[:_SEARCHED])
    return [
        (path, decode(content.data[:_LARGEST]).text)
        for path, content in contents
        if content is not None and content.data is not None
    ]


def _start_intent(track: Track) -> Intent | None:
    """What marks the task as under way."""
    if track.position.status in ("not_started", "ready", "planning"):
        return Move(part="status", value="in_progress")
    return None


def _start(sources: Sources) -> Message:
    """The line with which the protocol begins (seed, "Continue Execution")."""
    at = sources.position
    parts = (("Phase", at.phase), ("Plan", at.plan), ("Task:", at.task))
    places = ", ".join(f"{word} {value}" for word, value in parts if value is not None)
    return said("resuming-from", f"Resuming from {places}")


def _sections(track: Track, sources: Sources, files: Files) -> Iterator[tuple[str, str]]:
    """The protocol's lines, what the last session was at, prior summaries, open questions."""
    session = next((each for each in track.sessions if each.working_on or each.completed), None)
    lines = [str(_start(sources))]
    if session is not None and session.working_on:
        lines.append(f"Last working on: {session.working_on}")
    yield "Where the work goes on", "\n".join(lines)
    if session is not None and (text := "\n".join(_about(session))):
        yield f"The last session, {session.id or 'without an id'}", text
    for each in sources.plans.summaries_of(sources.position.phase):
        content = files.read(each.path)
        if content is not None and content.data is not None:
            yield f"Summary of plan {each.phase}-{each.plan}", decode(content.data[:_LARGEST]).text.strip()[:4_000]
    for title, entries in (
        ("Key implementations", track.verify.claims),
        ("Open questions", track.open_questions),
    ):
        if entries:
            yield title, "\n".join(f"- {each}" for each in entries)


def _about(session: Session) -> Iterator[str]:
    yield from (f"- done: {each}" for each in session.completed)
    yield from (f"- issue: {each}" for each in session.issues)
    for label, text in (("notes", session.notes), ("ended because", session.handoff_reason)):
        if text:
            yield f"- {label}: {text}"
