"""A new session: the seed's template, with the phases of an implementation plan, all of them pending."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from cockpit.documents.frontmatter import split
from cockpit.documents.inline import on_one_line
from cockpit.documents.json_changes import write_new
from cockpit.documents.text import decode
from cockpit.documents.yaml_changes import Layout
from cockpit.model import Track
from cockpit.model.refused import Refused
from cockpit.rules.instants import write_instant
from cockpit.rules.listing import counted
from cockpit.systems.editing.draft import Draft, unsafe
from cockpit.systems.editing.texts import checked_text
from cockpit.systems.interface import Beginning, Candidate, Edit, Files, ReadContext, System
from cockpit.systems.maestro.archive import FOLDER
from cockpit.systems.maestro.editing.plan import Plan, PlannedPhase, read_plan, unknown_blockers
from cockpit.systems.maestro.state_folders import MAIN, USUAL, state_folders
from cockpit.systems.maestro.vocabulary import command

_PLANS = re.compile(r"(?:\d{4}-\d{2}-\d{2}-)?(?P<slug>.+?)-(?:impl|implementation)-plan", re.IGNORECASE)
_NEW = Layout(text_quote='"', date_quote='"', dash_indent=2, brackets=True)
"""How the seed's template is written."""


def create(system: System, files: Files, base: str, beginning: Beginning, context: ReadContext) -> Edit:
    """The session of a plan. Raises Refused over an active session, and where the plan does not say its phases."""
    path = beginning.plan
    folder = _folder(files, base, path)
    _refuse_over_active(system, files, base, context)
    if path is None:
        raise Refused("Maestro begins a session with its plan: name it with --plan FILE.")
    draft = Draft(files)
    text = draft.text(path)
    if text is None:
        raise Refused(f"There is no {path}.")
    plan = read_plan(path, text)
    title = checked_text(beginning.title or plan.topic or beginning.project, "title")
    session_id = f"{context.now:%Y-%m-%d}-{_slug(beginning.title, path, title)}"
    if f"{session_id}.md" in files.names(f"{folder}/{FOLDER}"):
        raise Refused(f"A session {session_id} is in the archive already; give this one another --title.")
    values = _values(session_id, title, path, plan, context)
    written = write_new(values) if _notation(files, folder) == "json" else _yaml(values)
    draft.create(f"{folder}/{MAIN}", f"---\n{written}---\n\n# {on_one_line(title)} Orchestration Log\n")
    track = system.read(draft, Candidate(system=system.id, path=f"{folder}/{MAIN}", base=base), context)
    _check(track, session_id, plan)
    stated = plan.total is not None and plan.total != str(len(plan.phases))
    told = f"The plan says {plan.total} phases; it has {len(plan.phases)}." if stated else None
    remarks = tuple(each for each in (told, unknown_blockers(plan)) if each is not None)
    done = f"Began the session {session_id} with {counted(len(plan.phases), 'phase')}, in {folder}/{MAIN}."
    return Edit(changes=draft.changes(), done=done, remarks=remarks)


def _folder(files: Files, base: str, plan: str | None) -> str:
    """Where the session belongs: where a variable says, beside its plan, where others lie, else the usual place."""
    folders = state_folders(files, base)
    if len(folders) > len(USUAL):
        return folders[0]
    beside = [each for each in folders if plan is not None and plan.startswith(f"{each.rpartition('/')[0]}/plans/")]
    there = [each for each in folders if files.names(each)]
    return next(iter((*beside, *there)), folders[0])


def _refuse_over_active(system: System, files: Files, base: str, context: ReadContext) -> None:
    for found in system.detect(files, base):
        folder, _, name = found.path.rpartition("/")
        if name in files.names(folder):
            session = system.read(files, found, context).id or found.path
            resume = command("resume", folder)
            instead = f"archive it with `cockpit archive`, or go on with it by {resume} where the agent runs"
            raise Refused(f"The session {session} is active; {instead}.")


def _slug(title: str | None, plan: str, topic: str) -> str:
    """The topic in the id: of the title that was given, else of the plan's file name, else of its title."""
    name = plan.rpartition("/")[2].removesuffix(".md")
    found = _PLANS.fullmatch(name)
    told = title or (found["slug"] if found else topic)
    plain = unicodedata.normalize("NFKD", told).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", plain.casefold()).strip("-")[:60].strip("-")
    if not slug:
        raise Refused(f'No id can be made of "{told[:40]}"; give a --title with letters from a to z.')
    return slug


def _values(session_id: str, title: str, path: str, plan: Plan, context: ReadContext) -> dict[str, Any]:
    now = write_instant(context.now.replace(microsecond=0))
    return {
        "session_id": session_id,
        "task": title,
        "created": now,
        "updated": now,
        "status": "in_progress",
        "tier": "T3" if plan.design else "T2",
        "design_document": plan.design,
        "implementation_plan": path,
        "current_phase": _id(plan.phases[0].id),
        "total_phases": len(plan.phases),
        "token_usage": {"total_input": 0, "total_output": 0, "total_cached": 0, "by_agent": {}},
        "phases": [_phase(each) for each in plan.phases],
    }


def _phase(planned: PlannedPhase) -> dict[str, Any]:
    return {
        "id": _id(planned.id),
        "name": planned.name,
        "status": "pending",
        "agents": list(planned.agents),
        "parallel": planned.parallel,
        "started": None,
        "completed": None,
        "blocked_by": [_id(each) for each in planned.blocked_by],
        "files_created": [],
        "files_modified": [],
        "files_deleted": [],
        "errors": [],
        "retry_count": 0,
    }


def _id(text: str) -> int | str:
    return int(text) if text.isdecimal() and str(int(text)) == text else text


def _notation(files: Files, folder: str) -> str:
    """How the sessions that were archived last are written."""
    archived = [name for name in files.names(f"{folder}/{FOLDER}") if name.endswith(".md")]
    for name in sorted(archived, reverse=True)[:1]:
        content = files.read(f"{folder}/{FOLDER}/{name}")
        front = split(decode(content.data).text) if content is not None and content.data is not None else None
        return front.notation if front is not None else "yaml"
    return "yaml"


def _yaml(values: Mapping[str, Any]) -> str:
    lines = []
    for key, value in values.items():
        lines += ["", *_NEW.member(key, value, 0)] if isinstance(value, dict | list) else _NEW.member(key, value, 0)
    return "".join(f"{line}\n" for line in lines)


def _check(track: Track, session_id: str, plan: Plan) -> None:
    """Raise Refused where the session would not be read as it is meant."""
    read = [(phase.id, phase.name, phase.status) for phase in track.phases]
    if track.id != session_id or read != [(each.id, each.name, "pending") for each in plan.phases]:
        raise unsafe(track.path, "the result would not say what is meant")
