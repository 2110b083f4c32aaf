"""Where the state of an initiative is kept, and everything that is read of it: STATE.md, a file for each entry, the
rows of a database, the plans and their summaries.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from cockpit.regex import regex
from cockpit.systems.codewalk.description import (
    FOLDERS,
    KINDS,
    PARTS,
    POSITION_PARTS,
    Blocker,
    Decision,
    Position,
    Progress,
    ResumeContext,
    Session,
    State,
    split_title,
    state_text,
)
from cockpit.systems.codewalk.protocol import number_of, phase_named
from cockpit.systems.codewalk.rows import (
    OWNERS,
    TABLES,
    StateRows,
    Tree,
    initiatives_of,
    state_rows,
    wrong_shape,
)
from cockpit.systems.interface import DATABASE, Candidate, Files
from cockpit.systems.shared.folder import Folder, Page
from cockpit.systems.shared.passages import Passage, passage, passages
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.stated_values import split_id, text_of
from cockpit.systems.shared.tasks import Task, numbered_tasks, tasks_in
from cockpit.text.decoding import LineIndex
from cockpit.text.keyed import KeyedText, read_keyed
from cockpit.text.lines import Document
from cockpit.text.records import Reading, read
from cockpit.text.tree import Node
from cockpit.text.words import fold, plain
from cockpit.values import dataclass

NAME = "STATE.md"
STATE_FOLDERS = (".planning", "")
"""Where STATE.md and its folders may lie."""
DATABASE_FOLDER = ".codewalk"
USUAL_DATABASE = f"{DATABASE_FOLDER}/state.db"
MARKED = "sessions"
"""The folder that says by its being there that entries are to have files, where none has one yet."""
_LOOKS = regex(rf"^[\"']?(?:initiative|title|{'|'.join(PARTS)})[\"']?[ \t]*:|^\{{", re.MULTILINE)
_STATED = regex(r"^[ \t]*[\"']?(?P<key>initiative|position|decisions|blockers|sessions|resume_context)[\"']?[ \t]*:",
                re.MULTILINE)  # fmt: skip
_JSON, _JSON_KEY = regex(r"^\{", re.MULTILINE), regex(r"[\"'](?:initiative[\"']\s*:|position[\"']\s*:\s*\{)")
_ENOUGH_KEYS, _ENOUGH_LINES = 2, 3
_TITLES = frozenset(
    (
        *("state md", "current position", "progress tracking", "decisions made", "active blockers"),
        *("session history", "next action", "context for resume"),
    )
)
"""The comments that head the parts of the seed's file."""
_ENTRY_KEYS = {
    "decisions": frozenset(("decision", "reason", "alternatives_considered")),
    "blockers": frozenset(("blocked_since", "identified_at", "affects", "blocked_tasks", "workaround", "description")),
    "sessions": frozenset(("started", "ended", "working_on", "context_usage", "handoff_reason")),
}
"""What a file of each folder has at least one of: a folder of decisions may be anybody's."""
_ENTRY_NAMES = {
    "decisions": regex(r"\d{4}-\d{2}-\d{2}-"),
    "blockers": regex(r"block-\d"),
    "sessions": regex(r"session-\d"),
}
"""How the seed's names begin."""
_RUNS = regex(r"([^0-9]*)([0-9]*)")


# Plans


@dataclass(frozen=True, slots=True)
class PlanFile:
    """A plan or its summary: its path, its ids as written, its title, the phase's name where it says it, its tasks."""

    path: str
    phase: str
    plan: str
    title: str | None
    phase_name: str | None
    tasks: tuple[Task, ...]

    @property
    def name(self) -> str | None:
        """What the plan is called: its title, unless that only names its phase."""
        named = phase_named(self.title) if self.title is not None else None
        if self.title is None or (named is not None and named[1] is not None):
            return None
        return self.title.partition(":")[2].strip() or None


@dataclass(frozen=True, slots=True)
class PlanFiles:
    """All plans and summaries, by the order of their names."""

    plans: tuple[PlanFile, ...] = ()
    summaries: tuple[PlanFile, ...] = ()

    def plan(self, phase: str | None, plan: str | None) -> PlanFile | None:
        """The plan of these ids; zeros in front of them do not count."""
        wanted = number_of(phase), number_of(plan)
        return next((each for each in self.plans if (number_of(each.phase), number_of(each.plan)) == wanted), None)

    def of_phase(self, phase: str | None) -> tuple[PlanFile, ...]:
        """The plans of a phase."""
        return tuple(each for each in self.plans if number_of(each.phase) == number_of(phase))

    def tasks_of(self, phase: str | None) -> list[Task]:
        """The tasks in the plans of a phase."""
        return [task for each in self.of_phase(phase) for task in each.tasks]

    def summaries_of(self, phase: str | None) -> tuple[PlanFile, ...]:
        """The summaries of a phase."""
        return tuple(each for each in self.summaries if number_of(each.phase) == number_of(phase))


_PLAN_PLACES = (".planning", "phases", ".planning/phases", "")
"""The folders plans may lie in, with one folder more for each phase below `phases`."""
_LABELLED = regex(r"[*_`]*(?P<id>task-[\w.-]*[^\W_])[*_`]*\s*:[*_`]*\s*(?P<name>\S.*)", re.IGNORECASE | re.DOTALL)
_PLAN_FILE = regex(r"(?P<phase>\d[\d.]{0,8})-(?P<plan>\d[\d.]{0,8})-(?P<kind>PLAN|SUMMARY)\.md", re.IGNORECASE)
_MOST = 500


def read_plans(folder: Folder) -> PlanFiles:
    """All plan files below the base of the project; `folder` is one whose state folder is the base itself."""
    plans: list[PlanFile] = []
    summaries: list[PlanFile] = []
    found = sorted(_plan_names(folder), key=lambda each: (each[1]["phase"].rstrip("."), each[1]["plan"].rstrip(".")))
    for name, match in found[:_MOST]:
        page = folder.page(name)
        if page is None or page.bad:
            continue
        title, phase_name = page.once(_titles)
        of_kind = plans if match["kind"].upper() == "PLAN" else summaries
        phase, plan = match["phase"].rstrip("."), match["plan"].rstrip(".")
        of_kind.append(PlanFile(page.path, phase, plan, title, phase_name, page.once(_tasks)))
    return PlanFiles(tuple(plans), tuple(summaries))


def _plan_names(folder: Folder) -> Iterator[tuple[str, re.Match[str]]]:
    for place in _PLAN_PLACES:
        names, prefix = folder.names(place), f"{place}/" if place else ""
        inner = [each for each in names[:_MOST] if each.endswith("/")] if place.endswith("phases") else []
        for below in ("", *inner):
            for name in folder.names(f"{prefix}{below.rstrip('/')}") if below else names:
                if match := _PLAN_FILE.fullmatch(name):
                    yield f"{prefix}{below}{name}", match


def _tasks(page: Page) -> tuple[Task, ...]:
    listed = tasks_in(page.document) or numbered_tasks(page.document)
    found = ((task, *named_task(task.name)) for task in listed)
    return tuple(replace(task, id=task.id or identity, name=name) for task, identity, name in found)


def named_task(text: str) -> tuple[str | None, str]:
    """The id that stands before a task's name, and the name: `task-xyz: Name`, `Task 2 (API): Name`, `1. Name`."""
    identity, name = split_id(text.strip())
    labelled = _LABELLED.fullmatch(name)
    return (identity or labelled["id"], labelled["name"]) if labelled else (identity, name)


def _titles(page: Page) -> tuple[str | None, str | None]:
    """The plan's title, and the name of its phase where a heading says it."""
    heading = page.document.title
    title = plain(heading.title) if heading is not None else None
    named = phase_named(title) if title is not None else None
    return title, named[1] if named is not None else None


# The database


def database_path(files: Files, base: str = "") -> str | None:
    """The path of the database, relative to the project; None where the setting names a path outside `base`."""
    variable = files.variable(DATABASE, base)
    if variable is not None:
        path = files.place(variable.value, base)
        return path if path is not None and path.startswith(f"{base}/" if base else "") else None
    return f"{base}/{USUAL_DATABASE}" if base else USUAL_DATABASE


def _is_outside(files: Files, base: str) -> bool:
    """Whether a path from the project's folder says that the database lies outside it, where it is not looked at. A
    whole path may be that of another project."""
    named = files.variable(DATABASE, base)
    return named is not None and not named.value.startswith("/") and not base and files.place(named.value) is None


def find_databases(files: Files, system: str, base: str) -> tuple[Candidate, ...]:
    """The initiatives of the database, each a track of its own; one track for a database that cannot be read."""
    path = database_path(files, base)
    if path is None:  # so that somebody says it
        return (Candidate(system=system, path=USUAL_DATABASE),) if _is_outside(files, base) else ()
    folder, _, name = path.rpartition("/")
    content = files.rows(path, TABLES) if name in (each.rstrip("/") for each in files.names(folder)) else None
    if content is None:
        return ()
    if content.tables is None or (content.tables and wrong_shape(content.tables) is not None):
        return (Candidate(system=system, path=path, base=base),)
    return tuple(Candidate(system=system, path=path, base=base, part=each) for each in initiatives_of(content.tables))


def is_database(path: str) -> bool:
    """Whether a track's main file is a database."""
    return not path.endswith(".md")


def _read_rows(files: Files, candidate: Candidate, report: Report) -> StateRows | None:
    """The rows of an initiative; None where they cannot be read, which is reported."""
    stated, path = files.variable(DATABASE, candidate.base), candidate.path
    if stated is not None and _is_outside(files, candidate.base):
        outside = f"{DATABASE} names {stated.value}, which is outside the project and not read."
        report.add("database-outside", stated.path or path, stated.line, outside)
        return None
    content = files.rows(path, (*TABLES, OWNERS))
    if content is None:
        missing = "The database is missing."
        report.add("state-file-missing", path, None, missing)
        return None
    report.take(content.finding)
    if content.tables is None:
        return None
    wrong = wrong_shape(content.tables)
    if wrong is not None:
        told = f"The table {wrong}. The database is neither read nor written."
        report.add("tables-unknown", path, None, told)
        return None
    if candidate.part not in initiatives_of(content.tables):
        gone = "The database no longer has this initiative."
        report.add("state-file-missing", path, None, gone)
        return None
    rows = state_rows(content.tables, candidate.part)
    if not rows.counted:
        told = "`progress_json` is not a JSON object."
        report.add("progress-unreadable", path, None, told)
    return rows


def rows_text(tree: Tree) -> KeyedText:
    """Rows as a text of keys that stands nowhere."""
    return KeyedText("", "rows", 0, 0, 0, None, _node(tree), (), LineIndex(""))


def _node(value: Any) -> Node:  # noqa: ANN401 -- whatever the rows hold
    if isinstance(value, dict):
        return Node({str(key): _node(each) for key, each in value.items()}, 0, 0, "map")
    if isinstance(value, list):
        return Node([_node(each) for each in value], 0, 0, "list")
    return Node(text_of(value), 0, 0, "plain")


# STATE.md, recognised by what stands in it: others call theirs so


def state_folder_of(candidate: Candidate) -> str:
    """The folder of a state file, relative to its base."""
    path = candidate.path.removeprefix(f"{candidate.base}/") if candidate.base else candidate.path
    return path.rpartition("/")[0]


def main_folders(files: Files, base: str) -> tuple[str, ...]:
    """The state folders with an initiative's state: by their STATE.md, else by the entries in the folders beside it."""
    return tuple(name for name in STATE_FOLDERS if _holds_state(Folder(files, base, Report(), name)))


def _holds_state(folder: Folder) -> bool:
    page = folder.page(NAME)
    if page is not None and not page.bad:
        return _LOOKS.search(page.text) is not None and page.once(_is_state)
    return any(entry_names(folder, kind) for kind in FOLDERS)


def _is_state(page: Page) -> bool:
    """Whether a page holds an initiative's state: a position by its parts, or two of the file's other keys; where not
    all of it can be read, three lines that begin with such keys, or in JSON the initiative or a position.

    The state file of get-shit-done has the same path; its frontmatter has another version and no position.
    """
    file = state_text(page.text)
    data = file.root.data() if isinstance(file.root.value, dict) else {}
    position = data.get("position")
    if "gsd_state_version" in data:
        return False
    if isinstance(position, dict) and not position.keys().isdisjoint(POSITION_PARTS):
        return True
    known = [key for key in ("initiative", *PARTS) if key in data]
    if len(known) >= _ENOUGH_KEYS and known != ["progress", "sessions"]:
        return True
    stated = {line["key"] for line in _STATED.finditer(page.text)}
    is_json = _JSON.search(page.text) is not None and _JSON_KEY.search(page.text) is not None
    return not file.is_whole and (is_json or len(stated) >= _ENOUGH_LINES)


@dataclass(slots=True)
class Told:
    """What a page says by a description, and what nobody reads of it."""

    record: Any
    file: KeyedText
    unread: list[Passage]


def _passages(path: str, reading: Reading) -> list[Passage]:
    found = [passage(path, each.line, each.text, each.section) for each in reading.unread]
    return [each for each in found if each["section"] or fold(each["text"]) not in _TITLES]


def read_state(page: Page, report: Report) -> Told:
    """Everything STATE.md says, worked out once for the same bytes."""
    return page.once_reporting(report, _read_state)


def _read_state(page: Page, report: Report) -> Told:
    state, reading = read(State, state_text(page.text))
    report.keys(page.path, reading.problems)
    if reading.file.form == "none" and page.text.strip():
        told = "No key of the file can be read: its first line is neither a key nor a comment of YAML."
        report.add("keys-unreadable", page.path, 1, told)
    return Told(state, reading.file, [*_passages(page.path, reading), *_around(page, reading.file)])


def _around(page: Page, file: KeyedText) -> Iterator[Passage]:
    """What stands before and behind the keys."""
    if file.form == "none":
        yield from passages(page.path, Document(page.text))
    elif file.form != "bare":
        before = page.text[: file.start].rstrip("\r\n").rpartition("\n")[0]
        for line, words in ((1, before.strip()), (file.lines.line_of(file.after), page.text[file.after :].strip())):
            if words:
                yield passage(page.path, line, words)


# The folders beside the state file, with one file for each decision, blocker and session


def entry_names(folder: Folder, kind: str) -> tuple[str, ...]:
    """The files of a folder that are entries of that kind, in the order of their names: `session-9` before `-10`."""
    found = (name.removesuffix(".md") for name in folder.names(kind) if name.endswith(".md"))
    names = (f"{kind}/{name}.md" for name in sorted(found, key=in_order))
    return tuple(name for name in names if (page := folder.page(name)) is not None and _is_entry(page, kind))


def in_order(name: str) -> tuple[tuple[str, int], ...]:
    """What names of entries are ordered by: their numbers as such."""
    return tuple((words, int(number or -1)) for words, number in _RUNS.findall(name))


def _is_entry(page: Page, kind: str) -> bool:
    """Whether a file is an entry: by the name that the seed gives one, else by its keys."""
    keys = [str(step) for step, _ in read_keyed(page.text).root.children()] if not page.bad else []
    return looks_like(kind, page.path.rpartition("/")[2], keys)


def looks_like(kind: str, name: str, keys: Collection[str]) -> bool:
    """Whether a file of that name and with these keys is taken for an entry of that kind."""
    return _ENTRY_NAMES[kind].match(name) is not None or not _ENTRY_KEYS[kind].isdisjoint(keys)


_WORDS = regex(r"[a-z0-9]+")
_LONGEST = 40
_DAY = regex(r"\d{4}-\d{2}-\d{2}")
_FIRST = {"decisions": "0000-00-00-decision", "blockers": "block-0", "sessions": "session-0"}


def entry_name(kind: str, entry: Mapping[str, object]) -> str:
    """The name of a file without its ending: the day and the words of a decision, the id and the words of a blocker,
    the id of a session. Where neither the name nor the keys would show the kind, it begins with a number of its kind.
    """
    said = {key: str(value or "") for key, value in entry.items()}
    identity, date = slug(said.get("id", "")), said.get("date", "")[:10]
    name = identity
    if kind == "decisions":
        words = slug(said.get("decision") or said.get("context", "")) or identity
        name = "-".join(filter(None, (date if _DAY.fullmatch(date) else "", words)))
    elif kind == "blockers":
        name = "-".join(filter(None, (identity, slug(said.get("description", "")))))
    return name if name and looks_like(kind, name, entry.keys()) else "-".join(filter(None, (_FIRST[kind], name)))


def slug(text: str) -> str:
    """A text as a part of a file's name: its Latin letters and digits, with hyphens between the words."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    words = _WORDS.findall("".join(each for each in plain if not unicodedata.combining(each)))
    return "-".join(words)[:_LONGEST].strip("-")


def _read_entry(page: Page, kind: str, report: Report) -> Told:
    record, reading = read(KINDS[kind], read_keyed(page.text))
    report.keys(page.path, reading.problems)
    title, record.body = split_title(page.text[reading.file.after :])
    record.path = page.path
    said = (record.shown, record.why if isinstance(record, Decision) else record.id)
    known = {fold(each) for each in said if each is not None}
    line = reading.file.lines.line_of(reading.file.after)
    around = [each for each in (plain(title) if title else None, record.body) if each and fold(each) not in known]
    unread = _passages(page.path, reading)
    if record.free_text is not None:
        unread.append(passage(page.path, record.line("free_text"), f"text: {record.free_text}"))
    return Told(record, reading.file, [*unread, *(passage(page.path, line, each) for each in around)])


# Everything together


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What was read. `form` says where the state is kept, `has_state` whether the keys at the margin could be read;
    `changed` is when the newest of the files was written, and `updated` when the state says so, where that is known.
    """

    folder: Folder
    path: str
    form: str
    has_state: bool
    state: State
    decisions: Sequence[Decision] = ()
    blockers: Sequence[Blocker] = ()
    sessions: Sequence[Session] = ()
    plans: PlanFiles
    changed: datetime | None = None
    updated: str | None = None
    unread: Sequence[Passage] = ()

    @property
    def position(self) -> Position:
        """The position, which may be missing."""
        return self.state.position or Position(node=None, file=self.state.file)

    @property
    def progress(self) -> Progress:
        """The counters, which may be missing."""
        return self.state.progress or Progress(node=None, file=self.state.file)

    @property
    def context(self) -> ResumeContext:
        """What a fresh agent is to know."""
        return self.state.resume_context or ResumeContext(node=None, file=self.state.file)

    @property
    def verifications(self) -> list[Mapping[str, Any]]:
        """What checks of phases said, as it was recorded, oldest first."""
        found = self.state.verifications
        return [each for each in (found if isinstance(found, list) else ()) if isinstance(each, dict)]

    @property
    def active(self) -> Session | None:
        """The session that is under way: the last one that is active."""
        return next((each for each in reversed(self.sessions) if each.is_active), None)


def read_sources(files: Files, candidate: Candidate, report: Report) -> Sources:
    """Everything, with what is wrong with it reported."""
    folder = Folder(files, candidate.base, report, state_folder_of(candidate))
    plans = read_plans(Folder(files, candidate.base, report, ""))
    if is_database(candidate.path):
        return _of_database(files, folder, candidate, report, plans)
    folder.check_folders(*FOLDERS)
    page = folder.page(NAME)
    if page is None:
        missing = "STATE.md is missing. Only the entries in the folders beside it were read."
        report.add("state-file-missing", candidate.path, None, missing)
    elif not page.bad and not page.text.strip():
        report.add("empty-file", candidate.path, None, "The state file is empty.")
    told = read_state(page, report) if page is not None and not page.bad else None
    state = told.record if told is not None else State(node=None, file=state_text(""))
    own: dict[str, list[Any]] = {kind: [] for kind in FOLDERS}
    unread, paths = [*told.unread] if told is not None else [], [candidate.path]
    for kind in FOLDERS:
        for name in entry_names(folder, kind):
            entry_page = folder.page(name)
            if entry_page is not None and not entry_page.bad:
                entry = entry_page.once_reporting(report, _read_entry, kind)
                own[kind].append(entry.record)
                unread += entry.unread
                paths.append(entry_page.path)
    lists = any(node.value is not None for kind in FOLDERS for _, node in state.told.get(kind, ()))
    in_folders = any(own.values()) or (not lists and bool(folder.names(MARKED)))
    contents = (content for path in paths if (content := files.read(path)) is not None)
    return Sources(
        folder=folder,
        path=candidate.path,
        form="folders" if in_folders else told.file.form.replace("none", "bare") if told is not None else "unreadable",
        has_state=told is not None and told.file.form != "none",
        state=state,
        decisions=(*state.decisions, *own["decisions"]),
        blockers=(*state.blockers, *own["blockers"]),
        sessions=(*state.sessions, *own["sessions"]),
        plans=plans,
        changed=max((each.changed for each in contents if each.changed is not None), default=None),
        unread=unread,
    )


def _of_database(files: Files, folder: Folder, candidate: Candidate, report: Report, plans: PlanFiles) -> Sources:
    """The rows of one initiative."""
    rows = _read_rows(files, candidate, report)
    state, reading = read(State, rows_text(rows.tree if rows is not None else {}))
    report.keys(candidate.path, reading.problems, on_lines=False)
    return Sources(
        folder=folder,
        path=candidate.path,
        form="sqlite" if rows is not None else "unreadable",
        has_state=rows is not None,
        state=state,
        decisions=state.decisions,
        blockers=state.blockers,
        sessions=state.sessions,
        plans=plans,
        updated=rows.updated if rows is not None else None,
        unread=_passages(candidate.path, reading),
    )
