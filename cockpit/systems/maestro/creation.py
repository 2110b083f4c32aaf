"""Creating a session by the seed's templates: from an implementation plan, with all phases pending, or for work already
done.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from cockpit.model import Track
from cockpit.model.errors import CommandError
from cockpit.model.intents import DoneWork
from cockpit.regex import regex
from cockpit.systems.interface import Beginning, Candidate, Edit, Files, ReadContext, System
from cockpit.systems.maestro.archive import FOLDER
from cockpit.systems.maestro.documents import DEFAULT_FOLDERS, MAIN, open_gate, state_folders
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.outcome import checked_option, checked_text
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.working_copy import Draft, unsafe
from cockpit.text.decoding import decode
from cockpit.text.frontmatter import split
from cockpit.text.json_text import write_new
from cockpit.text.markdown import Markdown, Section, on_one_line, parse
from cockpit.text.yaml_text import Layout
from cockpit.values import dataclass
from cockpit.wording.messages import Message
from cockpit.wording.times import write_instant

# An implementation plan: the phases it names, with agents and what they wait for (templates of Maestro)

_PHASE = regex(r"phase\s+(?P<id>\d[\w.]*|[A-Z]\d*)\s*(?:[:—–-]+\s*(?P<name>.*))?", re.IGNORECASE)
_LABELLED_LINE = regex(
    r"[\s#>*_-]*(?P<label>agents?|parallel|blocked[ _]by|dependenc(?:y|ies)|depends[ _]on)[\s*_]*:"
    r"[\s*_]*(?P<value>[^\r\n]*)",
    re.IGNORECASE,
)
_TOPIC = regex(r"(?P<topic>.+?) ?[:—–-]? (?:implementation )?plan$", re.IGNORECASE)
_NOTHING = frozenset({"", "none", "n/a", "-", "—", "nothing", "no"})
_AGENT = regex(r"[A-Za-z][\w-]*")
_LONGEST = 300
"""The number of characters of a heading that are read."""
_PHASE_REFERENCE = regex(r"\s*(?:phases?\s+(?P<phase>[\w.-]*\w)|(?P<bare>[\w.-]*\w)\s*$)", re.IGNORECASE)
_MARK = regex(r"[`*\[\]()]")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPhase:
    """A phase as its plan has it; `line` is that of its heading."""

    id: str
    name: str
    agents: tuple[str, ...]
    parallel: bool
    blocked_by: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """An implementation plan. `total` is the number of phases it states, `design` the path of its design document."""

    topic: str | None
    design: str | None
    total: str | None
    phases: tuple[PlannedPhase, ...]


def read_plan(path: str, text: str) -> Plan:
    """The phases of a plan. Raises CommandError for a plan without phases, or with one twice."""
    front = split(text)
    data = front.data if front is not None else {}
    markdown = parse(text)
    phases = tuple(_read_phases(markdown, front.body_start if front is not None else 0))
    if not phases:
        raise CommandError(Message("maestro.plan-names-no-phases", path=path))
    for number, phase in enumerate(phases):
        repeated = [each for each in phases[:number] if each.id == phase.id]
        if repeated:
            lines = (repeated[0].line, phase.line)
            raise CommandError(Message("maestro.plan-repeats-phase", path=path, phase=phase.id, lines=lines))
    title = _filled_text(data.get("title")) or (markdown.title.text if markdown.title else None)
    topic = _TOPIC.fullmatch(_shortened(title or ""))
    return Plan(
        topic=topic["topic"].rstrip(" :—–-") if topic else title,
        design=_filled_text(data.get("design_ref")),
        total=_filled_text(data.get("total_phases")),
        phases=phases,
    )


def _filled_text(value: object) -> str | None:
    """A scalar as text; None where it is empty, `none`, or a placeholder such as `<title>`."""
    text = value.strip() if isinstance(value, str) else str(value) if isinstance(value, int) else ""
    return text if text and not (text.startswith("<") and text.endswith(">")) and text.casefold() != "none" else None


def _shortened(title: str) -> str:
    return " ".join(title[:_LONGEST].split())


def _read_phases(markdown: Markdown, begin: int) -> Iterator[PlannedPhase]:
    headings = [each for each in markdown.sections if each.heading is not None and each.start >= begin]
    phase_headings = [(each, match) for each in headings if (match := _PHASE.fullmatch(_shortened(each.title)))]
    level = min((each.level for each, _ in phase_headings), default=0)
    known_ids = {match["id"].rstrip(".") for _, match in phase_headings}
    for section, match in phase_headings:
        if section.level == level:
            labelled = dict(_labelled_values(section))
            yield PlannedPhase(
                id=match["id"].rstrip("."),
                name=_MARK.sub("", match["name"] or "").strip() or f"Phase {match['id']}",
                agents=tuple(_AGENT.findall(labelled.get("agent", ""))),
                parallel=labelled.get("parallel", "").casefold().startswith(("yes", "true")),
                blocked_by=tuple(
                    dict.fromkeys(
                        (
                            *_phase_ids(labelled.get("blocked by", "")),
                            *_phase_ids(labelled.get("depends on", ""), known_ids),
                        )
                    )
                ),
                line=section.line,
            )


def _labelled_values(section: Section) -> Iterator[tuple[str, str]]:
    """The labelled values of a phase's section, from sub-headings or lines: `agent`, `parallel`, `blocked by`, `depends
    on`.
    """
    for line in section.lines.text[section.body_start : section.end].splitlines():
        match = _LABELLED_LINE.match(line)
        if match:
            label = match["label"].casefold().replace("_", " ").removesuffix("s")
            label = "depends on" if label.startswith("depend") else label
            value = _MARK.sub("", match["value"]).strip()
            yield label, "" if value.casefold() in _NOTHING else value


def _phase_ids(text: str, known_ids: Collection[str] | None = None) -> Iterator[str]:
    """The phase ids in a text: `1`, `Phase 2 (the model)`. With `known_ids`, a bare word counts only where it is one of
    them: dependencies may also be packages or files.
    """
    for part in re.split(r",|;|\band\b|&", text):
        match = _PHASE_REFERENCE.match(part)
        if match and (match["phase"] or known_ids is None or match["bare"] in known_ids):
            yield match["phase"] or match["bare"]


def unknown_blockers_remark(plan: Plan) -> Message | None:
    """A remark that phases wait for phases the plan does not have; None where none does."""
    known_ids = {phase.id for phase in plan.phases}
    unknown = [
        Message("maestro.planned-phase-waits-for", phase=each.id, blocker=blocker)
        for each in plan.phases
        for blocker in each.blocked_by
        if blocker not in known_ids
    ]
    return Message("maestro.plan-lacks-blockers", blockers=unknown[:5]) if unknown else None


# A session of the first tier, written after its work was done: no phases, but how the check of it ended (seed)

STATUS_BY_RESULT = {"pass": "completed", "fail": "failed", "skipped": "completed"}
"""The status of the session by the result of its validation."""


def quick_values(session_id: str, title: str, now: str, work: DoneWork) -> dict[str, Any]:
    """The frontmatter of a T1 session. Raises CommandError for a text that cannot be written."""
    return {
        "session_id": session_id,
        "created": now,
        "updated": now,
        "status": STATUS_BY_RESULT[work.result],
        "tier": "T1",
        "task": title,
        "agent": checked_option(work.agent, "agent"),
        "design_document": None,
        "implementation_plan": None,
        "files_created": [],
        "files_modified": [],
        "files_deleted": [],
        "validation": {"command": checked_option(work.command, "command"), "result": work.result},
        "errors": [],
    }


def is_recorded(track: Track, session_id: str, work: DoneWork) -> bool:
    """Whether a track is the T1 session just written."""
    validation = track.extra.get("validation", {})
    actual = (track.id, track.extra.get("tier"), track.position.status, validation.get("result"), track.phases)
    return actual == (session_id, "T1", STATUS_BY_RESULT[work.result], work.result, ())


_PLAN_NAME = regex(r"(?:\d{4}-\d{2}-\d{2}-)?(?P<slug>.+?)-(?:impl|implementation)-plan", re.IGNORECASE)
_LAYOUT = Layout(text_quote='"', word_quote='"', date_quote='"', dash_indent=2, brackets=True)
"""The layout of the seed's template."""


def create(system: System, files: Files, base: str, beginning: Beginning, context: ReadContext) -> Edit:
    """Create the session of a plan, or of work already done. Raises CommandError where a session is active, or the plan
    has no phases.
    """
    folder = _choose_folder(files, base, beginning.plan)
    _refuse_over_active(system, files, base, context)
    if beginning.work is not None:
        place = Candidate(system=system.id, path=f"{folder}/{MAIN}", base=base)
        return _create_done(Draft(files), place, beginning, system, context)
    path = beginning.plan
    if path is None:
        raise CommandError(Message("maestro.plan-needed"))
    gate = open_gate(Folder(files, "", Report(), folder))
    if gate is not None:
        raise CommandError(Message("maestro.design-gate-open", path=gate.path))
    draft = Draft(files)
    text = draft.text(path)
    if text is None:
        raise CommandError(Message("maestro.no-such-plan", path=path))
    plan = read_plan(path, text)
    title = checked_text(beginning.title or plan.topic or beginning.project, "title")
    session_id = _new_session_id(files, folder, _slug(beginning.title, path, title), context)
    _write_session(draft, folder, title, _session_values(session_id, title, path, plan, context))
    track = system.read(draft, Candidate(system=system.id, path=f"{folder}/{MAIN}", base=base), context)
    _verify(track, session_id, plan)
    count = len(plan.phases)
    differs = plan.total is not None and plan.total != str(count)
    remark = Message("maestro.plan-total-differs", total=plan.total, count=count) if differs else None
    remarks = tuple(each for each in (remark, unknown_blockers_remark(plan)) if each is not None)
    done = Message("maestro.session-begun", session=session_id, count=count, path=f"{folder}/{MAIN}")
    return Edit(changes=draft.changes(), done=done, remarks=remarks)


def _create_done(draft: Draft, place: Candidate, beginning: Beginning, system: System, context: ReadContext) -> Edit:
    """Create the session of work already done. Raises CommandError with a plan, or without a title."""
    work, folder = beginning.work, place.path.rpartition("/")[0]
    if beginning.plan is not None:
        raise CommandError(Message("maestro.done-work-has-no-plan"))
    if beginning.title is None or work is None:
        raise CommandError(Message("maestro.done-work-needs-title"))
    title = checked_text(beginning.title, "title")
    session_id = _new_session_id(draft, folder, _slug(title, "", title), context)
    _write_session(draft, folder, title, quick_values(session_id, title, _now(context), work))
    if not is_recorded(system.read(draft, place, context), session_id, work):
        raise unsafe(place.path, Message("systems.result-differs"))
    status = STATUS_BY_RESULT[work.result]
    done = Message("maestro.session-recorded", session=session_id, status=status, path=place.path)
    return Edit(changes=draft.changes(), done=done, remarks=(Message("maestro.add-to-recorded-session"),))


def _new_session_id(files: Files, folder: str, slug: str, context: ReadContext) -> str:
    """The id, `2026-03-20-topic`. Raises CommandError where that session is archived already."""
    session_id = f"{context.now:%Y-%m-%d}-{slug}"
    if f"{session_id}.md" in files.names(f"{folder}/{FOLDER}"):
        raise CommandError(Message("maestro.session-id-taken", session=session_id))
    return session_id


def _write_session(draft: Draft, folder: str, title: str, values: Mapping[str, Any]) -> None:
    front = write_new(values) if _notation(draft, folder) == "json" else _write_yaml(values)
    draft.create(f"{folder}/{MAIN}", f"---\n{front}---\n\n# {on_one_line(title)} Orchestration Log\n")


def _now(context: ReadContext) -> str:
    return write_instant(context.now.replace(microsecond=0))


def _choose_folder(files: Files, base: str, plan: str | None) -> str:
    """The state folder: the one that the variable names, else the one beside the plan, else one in use, else the
    default.
    """
    folders = state_folders(files, base)
    if len(folders) > len(DEFAULT_FOLDERS):
        return folders[0]
    beside = [each for each in folders if plan is not None and plan.startswith(f"{each.rpartition('/')[0]}/plans/")]
    used = [each for each in folders if files.names(each)]
    return next(iter((*beside, *used)), folders[0])


def _refuse_over_active(system: System, files: Files, base: str, context: ReadContext) -> None:
    for candidate in system.detect(files, base):
        folder, _, name = candidate.path.rpartition("/")
        if name in files.names(folder):
            session = system.read(files, candidate, context).id or candidate.path
            raise CommandError(Message("maestro.session-active", session=session))


def _slug(title: str | None, plan: str, topic: str) -> str:
    """The topic in the id: from the given title, else the plan's file name, else the plan's title."""
    name = plan.rpartition("/")[2].removesuffix(".md")
    match = _PLAN_NAME.fullmatch(name)
    text = title or (match["slug"] if match else topic)
    plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60].strip("-")
    if not slug:
        raise CommandError(Message("maestro.no-id-from-title", title=text))
    return slug


def _session_values(session_id: str, title: str, path: str, plan: Plan, context: ReadContext) -> dict[str, Any]:
    now = _now(context)
    return {
        "session_id": session_id,
        "task": title,
        "created": now,
        "updated": now,
        "status": "in_progress",
        "tier": "T3" if plan.design else "T2",
        "design_document": plan.design,
        "implementation_plan": path,
        "current_phase": _number_or_text(plan.phases[0].id),
        "total_phases": len(plan.phases),
        "token_usage": {"total_input": 0, "total_output": 0, "total_cached": 0, "by_agent": {}},
        "phases": [_phase_values(each) for each in plan.phases],
    }


def _phase_values(planned: PlannedPhase) -> dict[str, Any]:
    return {
        "id": _number_or_text(planned.id),
        "name": planned.name,
        "status": "pending",
        "agents": list(planned.agents),
        "parallel": planned.parallel,
        "started": None,
        "completed": None,
        "blocked_by": [_number_or_text(each) for each in planned.blocked_by],
        "files_created": [],
        "files_modified": [],
        "files_deleted": [],
        "errors": [],
        "retry_count": 0,
    }


def _number_or_text(text: str) -> int | str:
    return int(text) if text.isdecimal() and str(int(text)) == text else text


def _notation(files: Files, folder: str) -> str:
    """The notation of the newest archived session, `yaml` or `json`."""
    archived = [name for name in files.names(f"{folder}/{FOLDER}") if name.endswith(".md")]
    for name in sorted(archived, reverse=True)[:1]:
        content = files.read(f"{folder}/{FOLDER}/{name}")
        front = split(decode(content.data).text) if content is not None and content.data is not None else None
        return front.notation if front is not None else "yaml"
    return "yaml"


def _write_yaml(values: Mapping[str, Any]) -> str:
    lines = []
    for key, value in values.items():
        lines += (
            ["", *_LAYOUT.member(key, value, 0)] if isinstance(value, dict | list) else _LAYOUT.member(key, value, 0)
        )
    return "".join(f"{line}\n" for line in lines)


def _verify(track: Track, session_id: str, plan: Plan) -> None:
    """Raise CommandError where the written session does not read as intended."""
    phases = [(phase.id, phase.name, phase.status) for phase in track.phases]
    if track.id != session_id or phases != [(each.id, each.name, "pending") for each in plan.phases]:
        raise unsafe(track.path, Message("systems.result-differs"))
