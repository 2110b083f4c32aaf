"""A state file, whichever its layout: its values with their lines, and which files are Project Autopilot's."""

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import PurePosixPath
from typing import Any, TypeVar, cast

from cockpit.model import Blocker, Decision, LastActivity, PhaseError, Step, Todo, Tokens
from cockpit.regex import regex
from cockpit.rules.work import DONE_SIGNS, gravity
from cockpit.systems.autopilot.description import (
    ACKNOWLEDGMENTS_NAME,
    FILES,
    STATE_FILE,
    STATE_NAMES,
    STORE_NAMES,
    THIRD_TITLE,
    Layout,
    command_in,
    read_amount,
    status_of,
)
from cockpit.systems.autopilot.phases import Place, digits_of
from cockpit.systems.autopilot.places import difference, place_in
from cockpit.systems.autopilot.steps import find_task, parse_step, plan_in, reads_whole
from cockpit.systems.shared.entry_lists import read_blocker, read_decision
from cockpit.systems.shared.folder import Folder, Page
from cockpit.systems.shared.handoff_file import HANDOFF_NAMES, is_handoff
from cockpit.systems.shared.stated_values import Value, object_of
from cockpit.text.described import Fields, File, Reading, Stated, Unread, read
from cockpit.text.lines import Document, document_of
from cockpit.text.words import fold, fold_title, plain
from cockpit.values import Remembering, dataclass
from cockpit.wording.times import parse_instant

Made = TypeVar("Made")

# Which files are Project Autopilot's. Other tools use the same names, so the content decides

_FOREIGN_TITLES = frozenset({"autopilot state", "autodev state"})
_FOREIGN_KEY = regex(r"\s*---[ \t]*\r?\n(?:.*\r?\n){0,3}?(?:gsd_state_version|session_id|workflow_mode)[ \t]*:")
_OF_WAYPOINT = frozenset({"fuel state", "token state", "fuel", "cost state", "resume instructions", "resume command",
                          "rollback information"})  # fmt: skip
_OF_STATE = frozenset({"current position", "accumulated context", "performance metrics", "session continuity",
                       "continuity"})  # fmt: skip
_GENERIC_TITLE = regex(
    r"(?:project|autopilot|flight|context)?\s*(?:state|transponder|waypoint|checkpoint)(?:\.md)?", re.IGNORECASE
)
_TITLE_TAIL = regex(
    r"\s*[:—–-]\s*(?:project\s+)?(?:state|transponder)\s*$|^(?:project\s+)?state\s*[:—–-]\s*", re.IGNORECASE
)
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
    found = [main for name in STATE_NAMES if (main := state_file(folder, name)) is not None]
    filled = [main for main in found if not is_blank(folder.page(main.name))]
    return next(iter((*filled, *found)), None) or next(
        (main_file(folder, name) for name in (*HANDOFF_NAMES, *STORE_NAMES) if _is_left(folder, name)), None
    )


def main_file(folder: Folder, name: str) -> MainFile:
    """The main file that was recognised, also where its content has changed since."""
    other = "holding-pattern" if name.endswith(".md") else PurePosixPath(name).stem
    found = state_file(folder, name) if name in STATE_NAMES else None
    return found or MainFile(name, STATE_NAMES.get(name, other))


def is_blank(page: Page | None) -> bool:
    """Whether nothing can be read from a file: another one, that can, then counts in its place."""
    return page is None or page.bad or not page.text.strip()


def remaining_files(folder: Folder) -> tuple[str, ...]:
    """The files that are left of a track without a state file."""
    return tuple(name for name in (*HANDOFF_NAMES, *STORE_NAMES) if _is_left(folder, name))


def state_file(folder: Folder, name: str) -> MainFile | None:
    """The state file of that name, where it is one of ours. No other tool writes a TRANSPONDER.md, so one makes a track
    whatever it holds, unless that is plainly another tool's. The other names need content."""
    page = folder.page(name)
    if page is None:
        return None
    document = document_of(page.text)
    layout = _layout_of(document)
    if layout is not None:
        return MainFile(name, read_state(page, layout).format, layout)
    if name != STATE_FILE or _is_foreign(document):
        return None
    return MainFile(name, STATE_NAMES[name], "state", recognised=False)


def _title(document: Document) -> str:
    return next((plain(each.title) for each in document.sections if each.level == 1), "")


def _is_foreign(document: Document) -> bool:
    """Whether a text says itself that it is another tool's."""
    return fold(_title(document)) in _FOREIGN_TITLES or _FOREIGN_KEY.match(document.text) is not None


def _layout_of(document: Document) -> Layout | None:
    """Which of our layouts a text has, by its title and its sections; None where it is another tool's."""
    if _is_foreign(document):
        return None
    title = _title(document)
    if THIRD_TITLE.fullmatch(title):
        return "waypoint"
    titles = {fold_title(each.title) for each in document.sections if each.heading is not None}
    of_waypoint, of_state = bool(titles & _OF_WAYPOINT), bool(titles & _OF_STATE)
    has_more = any(each.level > 1 for each in document.sections) or bool(read(FILES["state"], document.text).places)
    for layout, file in FILES.items():
        if fold(title) in map(fold, file.titles) and has_more:
            return "waypoint" if of_waypoint else layout
    return "waypoint" if of_waypoint else "state" if of_state else None


def _is_left(folder: Folder, name: str) -> bool:
    """Whether a file beside the state file is a handoff, or a store with what only Project Autopilot keeps in one."""
    page = folder.page(name)
    if page is None or name in HANDOFF_NAMES:
        return page is not None and is_handoff(page)
    content = page.json_object
    maps = (content, object_of(content.get("acknowledgments")))
    acknowledges = name == ACKNOWLEDGMENTS_NAME and isinstance(content.get("acknowledgments"), dict)
    return (
        not {"current_values", "levels_triggered"}.isdisjoint(content)
        or (acknowledges and not _KEPT_BESIDE.isdisjoint(content))
        or any("acknowledged_at" in object_of(entry) for each in maps for entry in each.values())
        or any(not {"last_triggered", "session_start"}.isdisjoint(object_of(each))
               for each in object_of(content.get("triggers")).values())
    )  # fmt: skip


# What a state file says

_DATED = regex(
    r"(?P<date>\d{4}-\d{2}-\d{2})(?P<time>[T ]\d[\d:.]*(?:Z|\s?UTC|[+-]\d\d:?\d\d)?)?\s*(?:[—–:-]+\s*(?P<text>.*))?",
    re.DOTALL,
)
"""The last activity: `2026-01-29 — Completed dashboard layout plan`."""

_ONLY_PROGRESS = regex(r"[^\w%]*\d+(?:[.,]\d+)?\s?%[^\w%]*")
_ITEM, _FENCE = regex(r"\s*(?:[-*+]|\d{1,4}[.)])\s+(?:\[.?\]\s+)?"), regex(r"\s*(?:`{3}|~{3})")


@dataclass(frozen=True, slots=True)
class State(Remembering):
    """A state file as it was read. Values are looked for in their section, then under the title: agents leave headings
    away."""

    path: str
    layout: Layout
    text: str
    stale: bool = False
    is_bad: bool = False

    @cached_property
    def reading(self) -> Reading:
        """What its description reads."""
        return read(self.file, self.text)

    def once(self, make: "Callable[[State], Made]") -> "Made":
        """What a function makes of it, worked out the first time it is asked for."""
        if make not in self._made:
            self._made[make] = make(self)
        return cast("Made", self._made[make])

    @cached_property
    def _made(self) -> dict[object, Any]:
        return {}

    @property
    def file(self) -> File:
        """Its description."""
        return FILES[self.layout]

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.path.rpartition("/")[2]

    @property
    def format(self) -> str:
        """The name of its format: that of the file's name, and in a TRANSPONDER.md that of an older layout."""
        if self.name != STATE_FILE or self.layout == "state":
            return STATE_NAMES.get(self.name, "transponder")
        return "checkpoint" if self._third is not None else "flight-waypoint"

    @property
    def is_blank(self) -> bool:
        """Whether it holds nothing at all."""
        return not self.text.strip()

    @property
    def is_limited(self) -> bool:
        """Whether the number of its lines is limited."""
        return self.format in ("transponder", "flight-waypoint", "state-v1")

    @property
    def length(self) -> int:
        """How many lines it has."""
        return len(self.reading.document.lines)

    def places(self, *labels: str) -> list[Stated]:
        """All that the position, else the head, states under the first of the labels that has anything."""
        found = (self.reading.all(part, label) for label in labels for part in ("position", "head"))
        return next(filter(None, found), [])

    def stated(self, *labels: str) -> Stated | None:
        """The first of them."""
        return next(iter(self.places(*labels)), None)

    def line_of(self, part: str, label: str | None = None) -> int | None:
        """The line of a part, or of a field in it, whether that says something or not."""
        if label is not None:
            return next((each.line for each in self.reading.places.get((part, label), ())), None)
        return next((each.line for each in self.reading.sections[part]), None)

    # The head and the position

    @cached_property
    def title(self) -> str | None:
        """The project's name: the `Project` line, else what the title says beyond "Project State"."""
        named, heading = self.reading.get("head", "Project"), _title(self.reading.document)
        text = _TITLE_TAIL.sub("", heading)
        is_generic = not text or _GENERIC_TITLE.fullmatch(text) or THIRD_TITLE.fullmatch(heading)
        return named.text if named is not None else None if is_generic else text

    @cached_property
    def updated(self) -> Stated | None:
        """When it was written."""
        return self.reading.get("head", "Updated") or self.reading.get("head", "Saved")

    @cached_property
    def _third(self) -> re.Match[str] | None:
        return THIRD_TITLE.fullmatch(_title(self.reading.document))

    def _in_title(self, part: str) -> Value | None:
        """What the title of the third layout says of the position."""
        line = next((each.line for each in self.reading.document.sections if each.level == 1), 1)
        return Value(self._third[part], line) if self._third is not None and self._third[part] else None

    @cached_property
    def phase(self) -> Stated | Value | None:
        """The phase as it is written."""
        return self.stated("Phase") or self._in_title("phase")

    @cached_property
    def plan(self) -> Stated | None:
        """The plan as it is written."""
        return self.stated("Plan")

    @cached_property
    def task(self) -> Stated | Value | None:
        """The task as it is written."""
        return self.stated("Next Task", "Task") or self._in_title("task")

    @cached_property
    def status(self) -> Stated | Value | None:
        """Of the statuses that are stated, the one that holds the work most; a waypoint without one has a section of
        what is in progress, or the reason for which it was saved."""
        stated = [each for part in ("position", "head") for each in self.reading.all(part, "Status")]
        if stated or self.layout == "state":
            return min(stated, key=lambda each: gravity(status_of(each.text)), default=None)
        doing = self.line_of("doing")
        if doing is not None and self.reading.said["doing"]:
            return Value("In progress", doing)
        return self.reading.get("head", "Reason")

    @cached_property
    def progress(self) -> Stated | None:
        """The progress as it is written."""
        return self.stated("Progress")

    @cached_property
    def last_activity(self) -> Stated | Value | None:
        """What was done last; of a waypoint that does not say so the last task."""
        stated = self.stated("Last Activity")
        if stated is not None or self.layout == "state":
            return stated
        last, completed = self.stated("Last Task Completed"), self.reading.said["completed"]
        if last is not None:
            return Value(f"Completed task {last.text}", last.line)
        place = self.reading.places[("completed", len(completed) - 1)][0] if completed else None
        return Value(place.text, place.line) if place is not None else None

    @cached_property
    def activity(self) -> LastActivity | None:
        """The day of the last activity and what was done; any other text as it stands."""
        if self.last_activity is None:
            return None
        found = _DATED.fullmatch(self.last_activity.text)
        if found is None or parse_instant(found["date"]) is None:
            return LastActivity(text=self.last_activity.text)
        return LastActivity(date=found["date"], text=found["text"] or None)

    @cached_property
    def at(self) -> Place:
        """The position, as far as it is numbered. A plan 0 has not begun."""
        phase = step_of(self.phase)
        plan = Step(id=plan_in(step_of(self.plan), phase))
        number = digits_of(plan)
        return Place(digits_of(Step(id=phase)), "" if number == "0" else number, digits_of(Step(id=step_of(self.task))))

    # Continuity

    def continuity(self, label: str) -> Stated | None:
        """A value of Session Continuity, else of the head."""
        return self.reading.get("continuity", label) or self.stated(label)

    @cached_property
    def stopped_task(self) -> Step | None:
        """The task at which the session stopped; None where it stopped in another phase or plan than the position's."""
        stated = self.continuity("Stopped at")
        stopped = place_in(stated.text) if stated is not None else None
        elsewhere = stopped is not None and difference(stopped, self.at) in ("phase", "plan")
        return find_task(stated.text) if stated is not None and not elsewhere else None

    @cached_property
    def next_action(self) -> Stated | Value | None:
        """The next action: a label's, else the first command of a section of its own, else its first entry. In a
        waypoint, a command in the instructions comes first."""
        stated = self.continuity("Next action")
        commands = (Value(command, number) for number, text in self._instructions
                    if text.startswith("/") and (command := command_in(text.partition("#")[0])))  # fmt: skip
        entries = (Value(text, number) for number, text in self._instructions)
        if stated is not None and self.layout == "state":
            return stated
        return next(commands, None) or stated or next(entries, None)

    @cached_property
    def _instructions(self) -> list[tuple[int, str]]:
        """The lines of the sections that say what is next, without signs of a list."""
        places = self.reading.all("next")
        lines = [pair for each in places for pair in enumerate(each.text.split("\n"), each.line)]
        signs = ((number, line, _ITEM.match(line)) for number, line in lines if not _FENCE.match(line))
        texts = ((number, plain(line[sign.end() if sign else 0 :].strip())) for number, line, sign in signs)
        return [(number, text) for number, text in texts if fold(text)]

    @property
    def other_instructions(self) -> list[tuple[int, str]]:
        """What these sections say beside the next action."""
        chosen = self.next_action
        known = set(fold(chosen.text).split()) if chosen is not None else set()
        return [(number, text) for number, text in self._instructions if not set(fold(text).split()) <= known]

    # Lists

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """`- decision — outcome` entries."""
        return tuple(map(read_decision, self.reading.said["decisions"]))

    @cached_property
    def todos(self) -> tuple[Todo, ...]:
        """The todos; one without a box is open unless it carries a tick."""
        return tuple(
            Todo(text=plain(each["text"]), done=each.get("mark") is True or each["text"].startswith(DONE_SIGNS))
            for each in self.reading.said["todos"]
        )

    @cached_property
    def blockers(self) -> tuple[Blocker, ...]:
        """The blockers, each prefixed by its phase."""
        return tuple(
            read_blocker(each["text"], ticked=each.get("mark") is True) for each in self.reading.said["blockers"]
        )

    @cached_property
    def errors(self) -> tuple[PhaseError, ...]:
        """Errors that it lists."""
        return tuple(PhaseError(message=each) for each in self.reading.said["errors"])

    @cached_property
    def metrics(self) -> dict[str, str]:
        """Performance Metrics as they are written."""
        return dict(self._pairs("metrics"))

    def _pairs(self, part: str) -> Iterator[tuple[str, str]]:
        """The fields of a part with what they state first."""
        for at in self.reading.places:
            if len(at) == 2 and at[0] == part and (stated := self.reading.get(*at)) is not None:
                yield str(at[1]), stated.text

    @cached_property
    def references(self) -> dict[str, Value]:
        """The Quick Reference: by its label a path or a command."""
        found = (each for each in self.reading.places if each[0] == "reference")
        return {
            str(at[1]): Value(stated.text, stated.line) for at in found if (stated := self.reading.get(*at)) is not None
        }

    # What only a waypoint says

    @cached_property
    def tokens(self) -> Tokens | None:
        """Input and output tokens of the fuel table."""
        if self.layout == "state":
            return None
        stated = (self.reading.get("fuel", label) for label in ("Input Tokens", "Output Tokens"))
        counts = [
            int(amount) if each is not None and (amount := read_amount(each.text)) is not None else None
            for each in stated
        ]
        return Tokens(input=counts[0], output=counts[1]) if counts != [None, None] else None

    @property
    def extra(self) -> dict[str, dict[str, str]]:
        """What the model has no place for, by section."""
        parts = {"waypoint": "head", "fuel": "fuel", "state": "position"}
        kept = {each: each for each in ("validation_state", "git_state", "rollback")}
        named = {**parts, **kept} if self.layout == "waypoint" else {}
        return {key: found for key, part in named.items() if (found := dict(self._pairs(part)))}

    @cached_property
    def partly_read(self) -> tuple[Stated, ...]:
        """What is stated and is not in the track as a whole: a second value of a field, words behind a step or a
        percentage, the time of an activity, an acknowledged alert in another form."""
        return tuple(self._partly_read())

    def _partly_read(self) -> Iterator[Stated]:
        for at in self.reading.places:
            stated = self.reading.all(*at) if isinstance(self.file.part(at[0]), Fields) else []
            beside = [self.reading.get(part, at[1]) for part in ("position", "continuity") if at[0] == "head"]
            first = next(filter(None, beside), None) or next(iter(stated), None)
            yield from (each for each in stated if first is not None and each.text != first.text)
        for value in (self.phase, self.plan, self.task):
            if isinstance(value, Stated) and not reads_whole(value.text):
                yield value
        if self.progress is not None and not _ONLY_PROGRESS.fullmatch(self.progress.text):
            yield self.progress
        if self.layout == "waypoint":
            yield from self.reading.all("alerts", "Warning shown")
            given = self.reading.all("alerts", "Alert acknowledged")
            yield from (each for each in given if each.text.casefold() not in ("yes", "no"))
        activity = self.last_activity
        dated = _DATED.fullmatch(activity.text) if isinstance(activity, Stated) else None
        if isinstance(activity, Stated) and dated is not None and dated["time"]:
            yield activity

    @cached_property
    def unread(self) -> tuple[Unread, ...]:
        """What no part took. A title that is the project's name is read, and so is a heading that the third layout
        has its position in."""
        heading = _title(self.reading.document)
        is_known = (self.title is not None and self.title in heading) or self._third is not None
        return tuple(
            each
            for each in self.reading.unread
            if not (is_known and each.section.level == 1 and each.line == each.section.line and "\n" not in each.text)
        )


def step_of(value: Stated | Value | None) -> str | None:
    """The id of a step that is stated."""
    return parse_step(value.text)[0].id if value is not None else None


def read_state(page: Page, layout: Layout) -> State:
    """The state in a file, worked out once for each content."""
    return page.once(_read_state if layout == "state" else _read_waypoint)


def _read_state(page: Page) -> State:
    return State(page.path, "state", page.text, page.stale, page.bad)


def _read_waypoint(page: Page) -> State:
    return State(page.path, "waypoint", page.text, page.stale, page.bad)
