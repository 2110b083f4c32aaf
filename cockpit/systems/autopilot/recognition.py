"""Which files are Project Autopilot's. Other tools use the same names, so the content decides."""

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Literal

from cockpit.regex import regex
from cockpit.systems.autopilot.thresholds.amounts import metric_named
from cockpit.systems.autopilot.transponder import CONTINUITY
from cockpit.systems.autopilot.waypoint import FUEL, is_third_body
from cockpit.systems.shared.folder import Folder, Page
from cockpit.systems.shared.handoff_file import HANDOFF_NAMES, is_handoff
from cockpit.systems.shared.stated_values import fold, number_of, object_of
from cockpit.text.markdown import Markdown
from cockpit.values import dataclass

Layout = Literal["state", "waypoint"]

STATE_FOLDER = ".autopilot"
STATE_FILE = "TRANSPONDER.md"
ARCHIVE = "archive"
THRESHOLDS_NAME = "state/thresholds.json"
ACKNOWLEDGMENTS_NAME = "state/acknowledgments.json"
TRIGGERS_NAME = "state/triggers.json"
STORE_NAMES = (THRESHOLDS_NAME, ACKNOWLEDGMENTS_NAME, TRIGGERS_NAME)
STATE_NAMES = {
    "TRANSPONDER.md": "transponder",
    "STATE.md": "state-v1",
    "waypoint.md": "waypoint",
    "checkpoint.md": "checkpoint",
}
"""The main files in the order of preference, with the names of their formats (docs/systems/autopilot.md)."""

_TITLES: dict[Layout, tuple[str, ...]] = {
    "state": ("project state", "transponder", "project transponder", "transponder md", "flight state"),
    "waypoint": ("flight waypoint", "context checkpoint", "waypoint", "project checkpoint", "checkpoint"),
}
_FOREIGN_TITLES = frozenset({"autopilot state", "autodev state"})
_FOREIGN_KEY = regex(r"\s*---[ \t]*\r?\n(?:.*\r?\n){0,3}?(?:gsd_state_version|session_id|workflow_mode)[ \t]*:")
_SECTIONS: dict[Layout, tuple[str, ...]] = {
    "waypoint": (*FUEL, "Resume Instructions", "Resume Command", "Rollback Information"),
    "state": ("Current Position", "Accumulated Context", "Performance Metrics", *CONTINUITY),
}
_KEPT_BESIDE = frozenset({"acknowledgment_history", "last_reset"})


@dataclass(frozen=True, slots=True)
class MainFile:
    """The file that a track is read from: its name below `.autopilot`, its format, its layout (None: no state file).

    `recognised` is False where only its name says that it is ours.
    """

    name: str
    format: str
    layout: Layout | None = None
    recognised: bool = True


def find_main(folder: Folder) -> MainFile | None:
    """The preferred main file of a folder; None where nothing in it is Project Autopilot's."""
    silent = None
    for name in STATE_NAMES:
        found = state_file(folder, name)
        if found is not None and not is_blank(folder.page(name)):
            return found
        silent = silent or found
    if silent is not None:
        return silent
    for name in HANDOFF_NAMES:
        page = folder.page(name)
        if page is not None and is_handoff(page):
            return MainFile(name, "holding-pattern")
    return next((MainFile(name, store_format(name)) for name in STORE_NAMES if _is_store(folder.page(name))), None)


def is_blank(page: Page | None) -> bool:
    """Whether nothing can be read from a file: another one, that can, then counts in its place."""
    return page is None or page.bad or not page.text.strip()


def store_format(name: str) -> str:
    """What a track that has nothing but a JSON store is called: `thresholds`, `acknowledgments`, `triggers`."""
    return PurePosixPath(name).stem


def remaining_files(folder: Folder) -> tuple[str, ...]:
    """The files that are left of a track without a state file."""
    handoffs = tuple(name for name in HANDOFF_NAMES if (page := folder.page(name)) and is_handoff(page))
    return (*handoffs, *(name for name in STORE_NAMES if _is_store(folder.page(name))))


def state_file(folder: Folder, name: str) -> MainFile | None:
    """The state file of that name, where it is one of ours.

    No other tool writes a TRANSPONDER.md, so one makes a track whatever it holds, unless that is plainly another
    tool's. The other names need content.
    """
    page = folder.page(name)
    if page is None:
        return None
    layout = layout_of(page.markdown)
    if layout is not None:
        return MainFile(name, _format(name, layout, page), layout)
    if name != STATE_FILE or _is_foreign(page.markdown):
        return None
    return MainFile(name, STATE_NAMES[name], "state", recognised=False)


def layout_of(markdown: Markdown) -> Layout | None:
    """Which of our layouts a text has, by its title and its sections; None where it is another tool's."""
    title = markdown.title.text if markdown.title else ""
    if _is_foreign(markdown):
        return None
    if is_third_body(title):
        return "waypoint"
    for layout, titles in _TITLES.items():
        if fold(title) in titles and _has_structure(markdown):
            return "waypoint" if layout == "state" and _has(markdown, "waypoint") else layout
    return next((layout for layout in _SECTIONS if _has(markdown, layout)), None)


def _is_foreign(markdown: Markdown) -> bool:
    """Whether a text says itself that it is another tool's."""
    title = markdown.title.text if markdown.title else ""
    return fold(title) in _FOREIGN_TITLES or _FOREIGN_KEY.match(markdown.text) is not None


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


def _is_store(page: Page | None) -> bool:
    """Whether a JSON file holds what only Project Autopilot keeps under that name."""
    content = page.json_object if page is not None else {}
    objects = (content, *(object_of(content.get(key)) for key in ("acknowledgments", "acknowledged")))
    return (
        not {"current_values", "levels_triggered"}.isdisjoint(content)
        or any(metric_named(key) and number_of(value) is not None for key, value in content.items())
        or (isinstance(content.get("acknowledgments"), dict) and not _KEPT_BESIDE.isdisjoint(content))
        or any(_has_member(each, "acknowledged_at") for each in objects)
        or _has_member(object_of(content.get("triggers")), "last_triggered", "session_start")
    )


def _has_member(content: Mapping[str, object], *keys: str) -> bool:
    return any(isinstance(member, dict) and any(key in member for key in keys) for member in content.values())
