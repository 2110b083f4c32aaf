"""What one file of a phase says: its heading, its label lines and frontmatter, the tasks and plans it lists."""

import re

from cockpit.documents.markdown import Field, Kind, Region, fold_label
from cockpit.rules.times import to_utc_text
from cockpit.systems.reading.folder import Page
from cockpit.systems.reading.tasks import Task, tasks_in
from cockpit.systems.reading.values import is_nothing, placeholder_in, plain
from cockpit.values import dataclass

TITLE = re.compile(
    r"\W*phase\s+(?P<id>[\w.-]*\d[\w.-]*)\b\s*[:—–-]?\s*(?P<name>.*?)\s*(?:[✅🔄⏳❌🚧].*)?", re.IGNORECASE
)
"""A heading or cell that names a phase."""

ENTRY = re.compile(r"(?:phase[-_ ]?)?(?P<id>\d+(?:\.\d+)*[A-Za-z]?)(?:[-_ ]+(?P<slug>.+))?", re.IGNORECASE)
"""The name of a phase's file or folder."""

_ID = re.compile(r"(?:phases?\s+)?(?P<id>\d[\w.-]*)", re.IGNORECASE)
_LISTED = re.compile(r"[^\[\],;]+")
_CHECKPOINTS = ("human-verify", "decision", "human-action")


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """Where a plan waits for a person: after which task, for what, and the answers that let it go on."""

    type: str
    after_task: str
    what: str | None = None
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseFile:
    """A phase's file, read. `heading` is the id and the name in a title that names a phase, `title` any title.

    `plan`, `name`, `wave`, `after` (what it depends on) and `checkpoint` are those of a plan's frontmatter.
    """

    path: str
    title: str
    heading: tuple[str, str | None] | None
    status: str | None
    status_line: int | None
    started: str | None
    completed: str | None
    tasks: tuple[Task, ...]
    plans: tuple[Task, ...]
    agents: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    plan: str | None = None
    name: str | None = None
    wave: str | None = None
    checkpoint: Checkpoint | None = None


def phase_file(page: Page) -> PhaseFile:
    """What the page of a phase says; worked out once for each content."""
    return page.once(_read)


def _read(page: Page) -> PhaseFile:
    title = plain(page.markdown.title.text) if page.markdown.title else ""
    found = TITLE.fullmatch(title) if page.markdown.title else None
    status = _status(page)
    head = _Head(page)
    after = others_in(_field(page, "Prerequisites", "Depends on", "Dependencies", "Blocked by") or "")
    return PhaseFile(
        path=page.path,
        title=title,
        heading=(found["id"], named(found["name"])) if found else None,
        status=plain(status.value) if status else None,
        status_line=status.line if status else None,
        started=_time(page, "Started"),
        completed=_time(page, "Completed"),
        tasks=tasks_in(page.markdown),
        plans=tasks_in(page.markdown, "plan"),
        agents=_several(_field(page, "Agent", "Agents")) or head.several("agent", "agents"),
        after=head.several("depends_on") or after,
        plan=head.one("plan"),
        name=head.one("name"),
        wave=head.one("wave"),
        checkpoint=_checkpoint(head),
    )


class _Head:
    """The frontmatter, line by line: its keys are label lines, at any depth. Nothing waits for YAML."""

    def __init__(self, page: Page) -> None:
        lines = page.markdown.lines
        region = Region(lines, 0, lines.first, Kind.HIDDEN) if lines.first else None
        self._fields: dict[str, Field] = {}
        for field in region.fields() if region else ():
            self._fields.setdefault(fold_label(field.label), field)
        self._items = region.items() if region else ()

    def one(self, key: str) -> str | None:
        """A key's scalar."""
        field = self._fields.get(key)
        value = field.value.partition(" #")[0].strip().strip("\"'") if field else ""
        return None if is_nothing(value) or placeholder_in(value) or value.startswith(("{", "[")) else value

    def several(self, *keys: str) -> tuple[str, ...]:
        """A key's list, in either notation, or its scalar as the only entry."""
        field = next((self._fields[key] for key in keys if key in self._fields), None)
        if field is None:
            return ()
        if field.value:
            return _several(field.value)
        following = min((f.line for f in self._fields.values() if f.line > field.line), default=None)
        items = (item for item in self._items if item.line > field.line and (not following or item.line < following))
        return tuple(item.text.strip("\"'") for item in items)


def _checkpoint(head: _Head) -> Checkpoint | None:
    kind, after = head.one("type"), head.one("after_task")
    if kind not in _CHECKPOINTS or after is None:
        return None
    known = {"human-verify": ("approved",), "human-action": ("done",)}.get(kind, ())
    return Checkpoint(type=kind, after_task=after, what=head.one("what"), options=known or head.several("options"))


def others_in(text: str) -> tuple[str, ...]:
    """The phases or plans that a text names; as it is written where it names none by number."""
    shown = plain(text)
    if is_nothing(shown) or placeholder_in(shown):
        return ()
    return tuple(found["id"].rstrip(".-") for found in _ID.finditer(shown)) or _several(shown)


def _several(text: str | None) -> tuple[str, ...]:
    told = (part.strip().strip("\"'`") for part in _LISTED.findall(text or ""))
    return tuple(part for part in told if part and not is_nothing(part) and not placeholder_in(part))


def named(name: str) -> str | None:
    """A name, unless it is left open."""
    return None if is_nothing(name) or placeholder_in(name) else name


def _status(page: Page) -> Field | None:
    """The Status line under the title, unless it is still the template's list of choices."""
    section = next((section for section in page.markdown.sections if section.level == 1), page.markdown.preamble)
    field = section.field("Status") or page.markdown.preamble.field("Status")
    value = plain(field.value) if field else ""
    return None if is_nothing(value) or "|" in value or placeholder_in(value) else field


def _time(page: Page, label: str) -> str | None:
    """A time in UTC; words that are none, such as `last week`, as they are written."""
    stated = _field(page, label)
    return to_utc_text(stated) if stated else None


def _field(page: Page, *labels: str) -> str | None:
    field = page.markdown.field(*labels)
    value = plain(field.value) if field else ""
    return None if is_nothing(value) or placeholder_in(value) else value
