"""Which files are Project Autopilot's, told by their content: other tools use the same names."""

from dataclasses import dataclass
from typing import Literal

from cockpit.documents.markdown import Markdown
from cockpit.systems.autopilot.folder import Folder, Page
from cockpit.systems.autopilot.transponder import CONTINUITY
from cockpit.systems.autopilot.vocabulary import fold
from cockpit.systems.autopilot.waypoint import FUEL, is_third_body

Layout = Literal["state", "waypoint"]

HANDOFF_NAMES = ("holding-pattern.md", "continue-here.md")
THRESHOLDS_NAME = "state/thresholds.json"
STATE_NAMES = {
    "TRANSPONDER.md": "transponder",
    "STATE.md": "state-v1",
    "waypoint.md": "waypoint",
    "checkpoint.md": "checkpoint",
}
"""The main files in the order of preference, with the names of their formats (formats/autopilot.md A.2)."""

_TITLES: dict[Layout, tuple[str, ...]] = {
    "state": ("project state", "transponder", "project transponder", "transponder md", "flight state"),
    "waypoint": ("flight waypoint", "context checkpoint", "waypoint", "project checkpoint", "checkpoint"),
}
_FOREIGN_TITLES = frozenset({"autopilot state", "autodev state"})
_SECTIONS: dict[Layout, tuple[str, ...]] = {
    "waypoint": (*FUEL, "Resume Instructions", "Resume Command", "Rollback Information"),
    "state": ("Current Position", "Accumulated Context", "Performance Metrics", *CONTINUITY),
}
_HANDOFF_KEYS = ("phase", "plan", "task", "total_tasks", "status", "created")
_HANDOFF_SECTIONS = ("Current State", "Completed Work", "Remaining Work", "Decisions Made", "Next Action")
_HANDOFF_TAGS = frozenset({"objective", "completed_tasks", "resume_context", "next_action"})


@dataclass(frozen=True, slots=True)
class MainFile:
    """The file that a track is read from: its name below `.autopilot`, its format, its layout (None: no state file)."""

    name: str
    format: str
    layout: Layout | None = None


def find_main(folder: Folder) -> MainFile | None:
    """The preferred main file of a folder; None where nothing in it is Project Autopilot's."""
    for name in STATE_NAMES:
        found = state_file(folder, name)
        if found is not None:
            return found
    for name in HANDOFF_NAMES:
        page = folder.page(name)
        if page is not None and is_handoff(page):
            return MainFile(name, "holding-pattern")
    page = folder.page(THRESHOLDS_NAME)
    return MainFile(THRESHOLDS_NAME, "thresholds") if page is not None and _holds_thresholds(page) else None


def state_file(folder: Folder, name: str) -> MainFile | None:
    """The state file of that name, where it is one of ours.

    No other tool writes a TRANSPONDER.md: where one is empty or cannot be read it still makes a track, so that a
    person learns of it. The other names need content.
    """
    page = folder.page(name)
    if page is None:
        return None
    layout = layout_of(page.markdown)
    if layout is None and name == "TRANSPONDER.md" and (page.bad or not page.text.strip()):
        layout = "state"
    if layout is None:
        return None
    return MainFile(name, _format(name, layout, page), layout)


def layout_of(markdown: Markdown) -> Layout | None:
    """Which of our layouts a text has, by its title and its sections; None where it is another tool's."""
    title = markdown.title.text if markdown.title else ""
    if fold(title) in _FOREIGN_TITLES:
        return None
    if is_third_body(title):
        return "waypoint"
    for layout, titles in _TITLES.items():
        if fold(title) in titles and _has_structure(markdown):
            return "waypoint" if layout == "state" and _has(markdown, "waypoint") else layout
    return next((layout for layout in _SECTIONS if _has(markdown, layout)), None)


def is_handoff(page: Page) -> bool:
    """Whether a page is a holding pattern: by its frontmatter, its headings or its tags."""
    from cockpit.documents.frontmatter import split

    matter = split(page.text)
    if matter is not None and sum(key in matter.data for key in _HANDOFF_KEYS) >= 2:
        return True
    if sum(page.markdown.section(name) is not None for name in _HANDOFF_SECTIONS) >= 2:
        return True
    return any(tag.name in _HANDOFF_TAGS for tag in page.markdown.tags)


def _format(name: str, layout: Layout, page: Page) -> str:
    if name != "TRANSPONDER.md" or layout == "state":
        return STATE_NAMES[name]
    title = page.markdown.title
    return "checkpoint" if title and is_third_body(title.text) else "flight-waypoint"


def _has_structure(markdown: Markdown) -> bool:
    """A title alone may be anybody's: there must be a section or a label line with it."""
    return any(section.level > 1 for section in markdown.sections) or bool(markdown.body.fields())


def _has(markdown: Markdown, layout: Layout) -> bool:
    return markdown.section(*_SECTIONS[layout]) is not None


def _holds_thresholds(page: Page) -> bool:
    return isinstance(page.json_object.get("current_values"), dict)
