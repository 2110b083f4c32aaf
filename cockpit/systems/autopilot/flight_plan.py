"""The phases that the flight plan (formerly the roadmap) lists: as headings, else as rows of a table."""

from cockpit.documents.markdown import Section
from cockpit.model import Phase
from cockpit.systems.autopilot.phase_file import ENTRY, TITLE, named, others_in
from cockpit.systems.autopilot.steps import phase_key
from cockpit.systems.reading.folder import Folder, Page
from cockpit.systems.reading.values import plain

_NAMES = ("flightplan.md", "roadmap.md")
AFTER = ("Depends on", "Dependencies", "Prerequisites", "Blocked by", "After")
"""What the line or column is called that names what a phase waits for."""


def planned_phases(folder: Folder) -> tuple[Phase, ...]:
    """The listed phases in file order, each once; empty where there is no flight plan."""
    page = next((page for name in _NAMES if (page := folder.markdown(name)) is not None), None)
    return page.once(_read) if page is not None else ()


def _read(page: Page) -> tuple[Phase, ...]:
    headings = [phase for section in page.markdown.sections if (phase := _of_heading(section))]
    phases = headings or _of_rows(page)
    return tuple({phase_key(phase.id): phase for phase in reversed(phases)}.values())[::-1]


def _of_heading(section: Section) -> Phase | None:
    found = TITLE.fullmatch(plain(section.title)) if section.level > 1 else None
    if found is None:
        return None
    status, after = section.field("Status"), section.field(*AFTER)
    return Phase(
        id=found["id"],
        name=named(found["name"]),
        status=plain(status.value) if status else None,
        blocked_by=others_in(after.value) if after else (),
    )


def _of_rows(page: Page) -> list[Phase]:
    rows = (row for section in page.markdown.sections for table in section.tables() for row in table.rows)
    phases = []
    for row in rows:
        cell = plain(row.get("Phase", "#", "Phase #") or "")
        found = ENTRY.fullmatch(cell.replace("Phase ", "", 1)) or TITLE.fullmatch(cell)
        if found is not None and not row.filler:
            slug = found.groupdict().get("slug") or found.groupdict().get("name")
            name = named(plain(row.get("Name", "Title", "Goal") or slug or ""))
            status = plain(row.get("Status") or "") or None
            phases.append(Phase(id=found["id"], name=name, status=status, blocked_by=others_in(row.get(*AFTER) or "")))
    return phases
