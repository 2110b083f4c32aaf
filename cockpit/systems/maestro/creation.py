"""Creating a session by the templates of the protocol: from an implementation plan, with all phases pending, or for
work already done.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cockpit.model.intents import DoneWork
from cockpit.regex import regex
from cockpit.systems.interface import Beginning, Candidate, Edit, Files, ReadContext, System
from cockpit.systems.maestro.description import FILE_KINDS, session_text
from cockpit.systems.maestro.places import ARCHIVE, DEFAULT_FOLDERS, MAIN, has_session, open_gates, state_folders
from cockpit.systems.maestro.protocol import named_ids, split_references
from cockpit.systems.maestro.verbs import refusal, said
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.outcome import checked_option, checked_text
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.working_copy import Draft, unsafe
from cockpit.text.decoding import decode
from cockpit.text.keyed import read_keyed
from cockpit.text.keyed_edits import Style, write_json
from cockpit.text.lines import Document, Line, Section
from cockpit.text.records import clean, says_nothing
from cockpit.text.tree import Node
from cockpit.text.words import on_one_line
from cockpit.values import dataclass
from cockpit.wording.messages import Message, command_line
from cockpit.wording.phrases import counted, listed
from cockpit.wording.times import write_instant

# An implementation plan: the phases it names, with agents and what they wait for

_PHASE = regex(r"(?i)phase\s+(?P<id>\d[\w.]*|[A-Z]\d*)\s*(?:[:—–-]+\s*(?P<name>.*))?")
_LABELLED_LINE = regex(
    r"(?i)[\s#>*_-]*(?P<label>agents?|parallel|blocked[ _]by|dependenc(?:y|ies)|depends[ _]on)[\s*_]*:"
    r"[\s*_]*(?P<value>[^\r\n]*)"
)
_TOPIC = regex(r"(?i)(?P<topic>.+?) ?[:—–-]? (?:implementation )?plan$")
_AGENT = regex(r"[A-Za-z][\w-]*")
_MARK = regex(r"[`*\[\]()]")
_PHASE_WORD = regex(r"(?i)phases?\s|.*\b(?:previous|prior|earlier|preceding)\b")
_NOTHING = frozenset({"", "none", "n/a", "-", "—", "nothing", "no"})
_LONGEST = 300
"""The number of characters of a heading that are read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """An implementation plan. `total` is the number of phases it states, `design` the path of its design document."""

    topic: str | None
    design: str | None
    total: str | None
    phases: list[dict[str, Any]]


def read_plan(path: str, text: str) -> Plan:
    """A plan. Raises CommandError for one without phases, or with one twice."""
    file, document = read_keyed(text), Document(text)
    sections = [each for each in document.sections if each.heading is not None and each.heading.start >= file.after]
    phases = _phases(path, document, sections)
    if not phases:
        told = f'{path} has no phases. Give each phase a heading, for example "## Phase 1: Name".'
        raise refusal("plan-names-no-phases", told)
    title = _filled(file.root.child("title")) or next((each.title for each in sections if each.level == 1), None)
    topic = _TOPIC.fullmatch(_shortened(title or ""))
    return Plan(
        topic=topic["topic"].rstrip(" :—–-") if topic else title,
        design=_filled(file.root.child("design_ref")),
        total=_filled(file.root.child("total_phases")),
        phases=phases,
    )


def _filled(node: Node | None) -> str | None:
    """A scalar; None where it is empty, `none`, or a placeholder such as `<title>`."""
    return clean(node) if node is not None and not says_nothing(node) else None


def _shortened(title: str) -> str:
    return " ".join(title[:_LONGEST].split())


def _phases(path: str, document: Document, sections: Sequence[Section]) -> list[dict[str, Any]]:
    """The phases as the session has them, of the headings of the highest level that name one."""
    named = [(each, match) for each in sections if (match := _PHASE.fullmatch(_shortened(each.title)))]
    level = min((each.level for each, _ in named), default=0)
    names = dict.fromkeys(match["id"].rstrip(".") for _, match in named)
    ids = {name: place for place, name in enumerate(names)}
    lines: dict[str, int] = {}
    phases = []
    for section, match in named:
        if section.level != level:
            continue
        identity = match["id"].rstrip(".")
        if identity in lines:
            where = f"lines {lines[identity]} and {section.line}"
            raise refusal("plan-repeats-phase", f"{path} has phase {identity} twice, on {where}.")
        values, before = dict(_labelled(document.below(section))), len(lines)
        lines[identity] = section.line
        waits = dict.fromkeys(
            (
                *_references(values.get("blocked by", ""), ids, before, any_word=True),
                *_references(values.get("depends on", ""), ids, before, any_word=False),
            )
        )
        phases.append(
            {
                "id": _number_or_text(identity),
                "name": _MARK.sub("", match["name"] or "").strip() or f"Phase {match['id']}",
                "status": "pending",
                "agents": _AGENT.findall(values.get("agent", "")),
                "parallel": values.get("parallel", "").casefold().startswith(("yes", "true")),
                "started": None,
                "completed": None,
                "blocked_by": [_number_or_text(each) for each in waits if each != identity],
                **_NOTHING_DONE,
                "errors": [],
                "retry_count": 0,
            }
        )
    return phases


def _labelled(lines: Sequence[Line]) -> Iterator[tuple[str, str]]:
    """The labelled values of a phase's section: `agent`, `parallel`, `blocked by`, `depends on`."""
    for line in lines:
        if match := _LABELLED_LINE.match(line.text):
            label = match["label"].casefold().replace("_", " ").removesuffix("s")
            value = _MARK.sub("", match["value"]).strip()
            yield "depends on" if label.startswith("depend") else label, "" if value.casefold() in _NOTHING else value


def _references(text: str, ids: Mapping[str, int], before: int, *, any_word: bool) -> Iterator[str]:
    """The phases that a text names; what names none is kept as it is written. Unless `any_word` counts, what does not
    speak of phases is left out: dependencies may also be packages or files.
    """
    whole = named_ids(text, ids, before) if text else []
    for part in [text] if whole is not None else split_references(text):
        named = named_ids(part, ids, before) if part else []
        if named is not None:
            yield from named
        elif any_word or _PHASE_WORD.match(part):
            yield re.sub(r"(?i)^phases?\s+(?=\S+$)", "", part)


def _number_or_text(text: str) -> int | str:
    return int(text) if text.isdecimal() and str(int(text)) == text else text


def _unknown_blockers(plan: Plan) -> Message | None:
    """A remark that phases wait for phases the plan does not have; None where none does."""
    known = {each["id"] for each in plan.phases}
    unknown = [(each["id"], other) for each in plan.phases for other in each["blocked_by"] if other not in known]
    names = listed(f"phase {other} (phase {waiting} waits for it)" for waiting, other in unknown[:5])
    return said("plan-lacks-blockers", f"The plan has no {names}.") if unknown else None


# The session

_PLAN_NAME = regex(r"(?i)(?:\d{4}-\d{2}-\d{2}-)?(?P<slug>.+?)-(?:impl|implementation)-plan")
_NOTHING_DONE: Mapping[str, list[str]] = {f"files_{kind}": [] for kind in FILE_KINDS}
_STATUS_BY_RESULT = {"pass": "completed", "fail": "failed", "skipped": "completed"}


def create(system: System, files: Files, base: str, beginning: Beginning, context: ReadContext) -> Edit:
    """Create the session of a plan, or of work already done. Raises CommandError where a session is active, or the plan
    has no phases.
    """
    folder = _folder(files, base, beginning.plan)
    for other in system.detect(files, base):
        if has_session(files, other.path.rpartition("/")[0]):
            name = system.read(files, other, context).id or other.path
            ways = f"Archive it with {command_line('track', 'archive')} or continue it with {command_line('resume')}."
            raise refusal("session-active", f"Session {name} is active. {ways}")
    draft, remarks = Draft(files), []
    if beginning.work is not None:
        values = _done_session(draft, folder, beginning, beginning.work, context)
        done = f"Recorded session {values['session_id']} as {values['status']}: {folder}/{MAIN}."
        told = "Add its files and errors with `cockpit phase files --created FILE` and `cockpit phase error TEXT`, then"
        remarks.append(said("add-to-recorded-session", f"{told} end it with `cockpit track archive`."))
    else:
        plan, values = _planned_session(draft, folder, beginning, context)
        total = counted(len(plan.phases), "phase")
        done = f"Started session {values['session_id']} with {total}: {folder}/{MAIN}."
        if plan.total is not None and plan.total != str(len(plan.phases)):
            told = f"The plan states a total of {plan.total}, but has {total}."
            remarks.append(said("plan-total-differs", told))
        remarks += [each for each in (_unknown_blockers(plan),) if each is not None]
    front = f"{write_json(values)}\n" if _is_json(files, folder) else _yaml(values)
    title = on_one_line(values["task"])
    draft.create(f"{folder}/{MAIN}", f"---\n{front}---\n\n# {title} Orchestration Log\n")
    track = system.read(draft, Candidate(system=system.id, path=f"{folder}/{MAIN}", base=base), context)
    phases = [(str(each["id"]), each["name"], each["status"]) for each in values.get("phases", ())]
    read = (track.id, track.position.status, [(each.id, each.name, each.status) for each in track.phases])
    if read != (values["session_id"], values["status"], phases):
        raise unsafe(
            track.path, Message("systems.result-differs", "the result would be read differently than intended")
        )
    return Edit(changes=draft.changes(), done=said("session-begun", done), remarks=tuple(remarks))


def _done_session(
    draft: Draft, folder: str, beginning: Beginning, work: DoneWork, context: ReadContext
) -> dict[str, Any]:
    """The values of the session of work already done. Raises CommandError with a plan, or without a title."""
    if beginning.plan is not None:
        told = "Work that is already done has no plan. Omit --plan or --result."
        raise refusal("done-work-has-no-plan", told)
    if beginning.title is None:
        raise refusal("done-work-needs-title", "Work that is already done needs a title. Add --title.")
    title = checked_text(beginning.title, "title")
    now = _now(context)
    return {
        "session_id": _new_id(draft, folder, _slug(title), context),
        "created": now,
        "updated": now,
        "status": _STATUS_BY_RESULT[work.result],
        "tier": "T1",
        "task": title,
        "agent": checked_option(work.agent, "agent"),
        "design_document": None,
        "implementation_plan": None,
        **_NOTHING_DONE,
        "validation": {"command": checked_option(work.command, "command"), "result": work.result},
        "errors": [],
    }


def _planned_session(
    draft: Draft, folder: str, beginning: Beginning, context: ReadContext
) -> tuple[Plan, dict[str, Any]]:
    """The plan, and the values of its session."""
    path = beginning.plan
    if path is None:
        told = "A Maestro session starts from a plan: add --plan FILE. For work that is already done, use --title and"
        raise refusal("plan-needed", f"{told} --result.")
    for gate in open_gates(Folder(draft, "", Report(), folder))[:1]:
        told = f"The design is not approved yet ({gate.path}). Approve it in the agent, or delete that file."
        raise refusal("design-gate-open", told)
    text = draft.text(path)
    if text is None:
        raise refusal("no-such-plan", f"No such file: {path}.")
    plan = read_plan(path, text)
    title = checked_text(beginning.title or plan.topic or beginning.project, "title")
    name = _PLAN_NAME.fullmatch(path.rpartition("/")[2].removesuffix(".md"))
    slug = _slug(beginning.title or (name["slug"] if name else title))
    now = _now(context)
    return plan, {
        "session_id": _new_id(draft, folder, slug, context),
        "task": title,
        "created": now,
        "updated": now,
        "status": "in_progress",
        "tier": "T3" if plan.design else "T2",
        "design_document": plan.design,
        "implementation_plan": path,
        "current_phase": plan.phases[0]["id"],
        "total_phases": len(plan.phases),
        "token_usage": {"total_input": 0, "total_output": 0, "total_cached": 0, "by_agent": {}},
        "phases": plan.phases,
    }


def _now(context: ReadContext) -> str:
    return write_instant(context.now.replace(microsecond=0))


def _folder(files: Files, base: str, plan: str | None) -> str:
    """The state folder: the one that the variable names, else the one beside the plan, else one in use, else the
    default.
    """
    folders = state_folders(files, base)
    if len(folders) > len(DEFAULT_FOLDERS):
        return folders[0]
    beside = [each for each in folders if plan is not None and plan.startswith(f"{each.rpartition('/')[0]}/plans/")]
    used = [each for each in folders if files.names(each)]
    return next(iter((*beside, *used)), folders[0])


def _slug(text: str) -> str:
    """The topic in an id. Raises CommandError for a text without letters a to z or digits."""
    plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60].strip("-")
    if not slug:
        told = f'No session id can be made from the title "{text[:40]}".'
        raise refusal("no-id-from-title", f"{told} Use a --title with letters a to z or digits.")
    return slug


def _new_id(files: Files, folder: str, slug: str, context: ReadContext) -> str:
    """The id, `2026-03-20-topic`. Raises CommandError where that session is archived already."""
    identity = f"{context.now:%Y-%m-%d}-{slug}"
    if f"{identity}.md" in files.names(f"{folder}/{ARCHIVE}"):
        raise refusal("session-id-taken", f"The archive already has session {identity}. Choose another --title.")
    return identity


def _is_json(files: Files, folder: str) -> bool:
    """Whether the newest archived session is JSON."""
    names = sorted((name for name in files.names(f"{folder}/{ARCHIVE}") if name.endswith(".md")), reverse=True)
    content = files.read(f"{folder}/{ARCHIVE}/{names[0]}") if names else None
    return content is not None and content.data is not None and session_text(decode(content.data).text).is_json


def _yaml(values: Mapping[str, Any]) -> str:
    """The values in the layout of the protocol's template: a blank line above lists and mappings."""
    lines: list[str] = []
    for key, value in values.items():
        lines += (
            ["", *Style().member(key, value, 0)] if isinstance(value, dict | list) else Style().member(key, value, 0)
        )
    return "".join(f"{line}\n" for line in lines)
