"""tasks.md of a feature: its tasks by phase, how each is marked, and what a person looks at between phases."""

from collections import Counter
from typing import Any

from cockpit.model import Phase
from cockpit.regex import regex
from cockpit.systems.shared.folder import Page
from cockpit.text.described import Boxes, File, Reading, Unread, read
from cockpit.text.edits import Place
from cockpit.text.lines import Section
from cockpit.values import dataclass
from cockpit.wording.phrases import counted

_TASK = regex(
    r"(?:~~)?[*_`\[(]*(?:Task )?(?P<id>T(?:ASK)?-?\d[\w.-]*+|T-[a-z]+-?\d+|TXXX|\d+(?:\.\d+)+"
    r"|(?<![\[(])[A-Z][A-Z0-9]{0,15}-?\d{1,6}(?:-\d{1,6})?)[*_`\])]*+[:.,]?[*_`]*+(?:~~)?(?:\s+|$)"
)
TASKS = File((), (Boxes("phases", regex(r"(?i)\W*(?:final\s+)?phase\b"), _TASK),))
_TAG = regex(r"[*_`]*\[([^\[\]]{1,40})\](?!\()[*_`]*[:,]?\s*")
_STORY = regex(r"US-?\d+(?:\W{1,3}(?:US-?)?\d+)*")
_NUMBER = regex(r"\W*[^\W\d]*\s?(\d+(?:\.\d+)*[a-z]?|(?i:(?<=phase ))[A-Z])(?:\s*[:：.)—–-]+\s*|\s+|$)(.*)")
_CHECKPOINT = regex(r"(?i)\W*checkpoint\b[\s*_:：—]*(.*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """`mark` is True and False for ticked and not, else what stands in the box and nobody can read; `place` is where it
    stands. `text` is all behind the box, `words` what of that is neither id nor tag, `name` the id, else the words."""

    id: str | None
    name: str
    mark: bool | str
    text: str
    words: str
    tags: tuple[str, ...]
    line: int
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPhase:
    """A heading with tasks below it, without those that were struck out. `more` has all that stands there by a name,
    its `checkpoints` what a person looks at once it is done. `label` is what it is called within a sentence."""

    phase: Phase
    label: str
    line: int
    tasks: tuple[Task, ...]
    more: dict[str, list[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskList:
    """All that the file says. `task` is the first that is not ticked, `present` its phase; `looked_at` is done, and no
    task of a later one: a person looks at its checkpoints."""

    title: str | None = None
    phases: tuple[TaskPhase, ...] = ()
    tasks: tuple[Task, ...] = ()
    task: Task | None = None
    present: TaskPhase | None = None
    looked_at: TaskPhase | None = None
    unread: tuple[dict[str, Any], ...] = ()
    conflict: int | None = None


def read_tasks(page: Page) -> TaskList:
    """What a list of tasks says. Nothing raises."""
    reading = read(TASKS, page.text)
    heads = dict.fromkeys(reading.sections["phases"])
    groups = [[_task(box, ("phases", number, "items", at), reading) for at, box in enumerate(group["items"])]
              for number, group in enumerate(reading.said["phases"])]  # fmt: skip
    stems = Counter(each.id.rstrip("-0123456789") for boxes in groups for each in boxes if each.id)
    with_id = any(stem[0] in "T0123456789" or times > 1 for stem, times in stems.items())  # `UTF-8` may be a name
    beside: dict[Section | None, list[Unread]] = {}
    for each in reading.unread:
        beside.setdefault(next((at for at in reversed(each.section.path) if at in heads), None), []).append(each)
    phases, known = list[TaskPhase](), set[str | None]()
    unread = [(each.line, each.section.title, each.text) for each in beside.get(None, ())]
    for head, boxes in zip(heads, groups, strict=True):
        lines = [line for each in beside.get(head, ()) for line in each.text.splitlines()]
        lines += [f"- {each.text}" for each in boxes if with_id and each.id is None]
        if tasks := [each for each in boxes if each.id or not with_id]:
            phases.append(_phase(head, tasks, lines, known))
        else:
            unread.append((head.line, head.title, "\n".join(lines)))
    every = tuple(task for phase in phases for task in phase.tasks)
    task = next((each for each in every if each.mark is not True), None)
    last = next((each for each in reversed(phases) if each.phase.counted_done), None)
    heading = next((each.title for each in reading.document.sections if each.level == 1), "")
    return TaskList(
        title=heading.partition("Tasks: ")[2] or heading or None,
        phases=tuple(phases),
        tasks=every,
        task=task,
        present=next((each for each in phases if task in each.tasks), None),
        looked_at=last if last and "checkpoints" in last.more and last.phase.status == "completed" else None,
        unread=tuple({"path": page.path, "line": at, "section": title, "text": text} for at, title, text in unread),
        conflict=reading.document.conflict,
    )


def _task(box: dict[str, Any], place: Place, reading: Reading) -> Task:
    found, [stated] = _TASK.match(box["text"]), reading.places[place]
    words, tags = box["text"][found.end() if found else 0 :], list[str]()
    while tag := _TAG.match(words):
        tags.append(tag[1].strip())
        words = words[tag.end() :]
    own = found["id"].rstrip(".-") if found else None
    return Task(id=own, name=own or _plain(words), mark=box["mark"], text=box["text"], words=_plain(words),
                tags=tuple(tags), line=stated.line, place=(*place, "mark"))  # fmt: skip


def _phase(head: Section, boxes: list[Task], lines: list[str], known: set[str | None]) -> TaskPhase:
    title = _plain(head.title) or "Tasks"
    found = _NUMBER.fullmatch(title)
    number, name = (found[1], found[2] or title) if found and found[1] not in known else (None, title)
    known.add(number)
    tasks = [each for each in boxes if each.mark is True or not each.text.startswith("~~")]
    done = sum(each.mark is True for each in tasks)
    stories = dict.fromkeys(tag for each in tasks for tag in each.tags if _STORY.fullmatch(tag))
    of_story = {story: [each.mark for each in tasks if story in each.tags] for story in stories}
    more = {
        "tasks": [f"[{each.mark if isinstance(each.mark, str) else ' x'[each.mark]}] {each.text}" for each in boxes],
        "stories": [f"{each}: {on.count(True)} of {counted(len(on), 'task')} done" for each, on in of_story.items()],
        "checkpoints": [_plain(at[1]) or "Checkpoint" for each in lines if (at := _CHECKPOINT.fullmatch(each))],
        "about": [each.strip() for each in lines if not _CHECKPOINT.fullmatch(each)],
    }
    status = "completed" if done == len(tasks) else "in_progress" if done else "not_started"
    phase = Phase(id=number, name=name, status=status, counted_done=done, counted_total=len(tasks),
                  open_tasks=tuple(each.name for each in tasks if each.mark is not True))  # fmt: skip
    return TaskPhase(phase=phase, label=f"phase {number}" if number else name, line=head.line, tasks=tuple(tasks),
                     more={key: value for key, value in more.items() if value})  # fmt: skip


def _plain(words: str) -> str:
    return words.replace("**", "").replace("`", "").replace("~~", "").strip()
