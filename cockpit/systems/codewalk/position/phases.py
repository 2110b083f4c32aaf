"""The phases of an initiative, as far as its files list them, and what its blockers hold up among them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from cockpit.model import Blocker, Phase, Position, Step
from cockpit.rules.blocker_impact import Held, Holding, Impact, OpenPhase, impact
from cockpit.systems.codewalk.position.plan_files import PlanFile
from cockpit.systems.codewalk.sources import Sources
from cockpit.systems.codewalk.vocabulary import number_of, phase_named
from cockpit.systems.shared.stated_values import fold, split_id
from cockpit.systems.shared.tasks import Task
from cockpit.values import dataclass
from cockpit.wording.messages import Message, Words
from cockpit.wording.numbers import whole_number

COMPLETED, IN_PROGRESS, PENDING, PAUSED = "completed", "in_progress", "pending", "paused"
_MOST = 500
"""Phases that are listed, whatever the total says."""
_NAMED = 5


@dataclass(frozen=True, slots=True)
class Phases:
    """The phases in order, and what is held up among them."""

    phases: tuple[Phase, ...]
    blockers: tuple[Blocker, ...]
    held: Held

    @property
    def paused(self) -> tuple[str, ...]:
        """The ids of the phases of which all remaining tasks are blocked."""
        return self.held.paused


def read_phases(sources: Sources, position: Position) -> Phases:
    """All phases that the counters, the position, the plans, and the entries name."""
    names = _names(sources, position)
    phases = [_phase(sources, position, number, name) for number, name in names.items()]
    blockers = [each.blocker for each in sources.blockers]
    keys = _Keys(sources)
    holding = [_holding(number, each, keys) for number, each in enumerate(blockers) if each.holds]
    held = impact(holding, [keys.open_phase(each) for each in phases if each.status != COMPLETED])
    shown = [replace(each, status=PAUSED) if each.id in held.paused else each for each in phases]
    impacted = [_with_impact(number, each, held, keys) for number, each in enumerate(blockers)]
    return Phases(tuple(shown), tuple(impacted), held)


def _names(sources: Sources, position: Position) -> dict[str, str | None]:
    """The ids of the phases in order, each with its name where one is known."""
    found: dict[str, str | None] = {}
    total = min(sources.progress.phases or 0, _MOST)
    for number in range(1, total + 1):
        found[str(number)] = None
    here = position.phase
    stated: list[tuple[str, str | None]] = [(here.id, here.name)] if here is not None and here.id is not None else []
    stated += [(each.phase, each.phase_name) for each in sources.plans.plans]
    texts = [text for each in sources.blockers for text in each.blocker.affects]
    texts += [text for each in sources.sessions for text in each.session.completed]
    stated += [
        (named[0], None if ":" in (named[1] or "") else named[1]) for text in texts if (named := _phase_in(text))
    ]
    for identifier, name in stated:
        key = number_of(identifier)
        if key in found or len(found) < _MOST:
            found[key] = found.get(key) or name
    return dict(sorted(found.items(), key=lambda pair: _order(pair[0])))


def _phase_in(text: str) -> tuple[str, str | None] | None:
    """The phase that an entry is all about; a plan or some tasks of one say nothing about its name."""
    named = phase_named(text)
    if named is None or named[1] is None or text.strip()[: len(f"Phase {named[0]}") + 1][-1:] != ":":
        return (named[0], None) if named is not None else None
    return named


def _order(identifier: str) -> tuple[float, str]:
    number = whole_number(identifier.partition(".")[0])
    return (float(number) if number is not None else float("inf"), identifier.zfill(12))


def _phase(sources: Sources, position: Position, identifier: str, name: str | None) -> Phase:
    plans = sources.plans.of_phase(identifier)
    tasks = [task for plan in plans for task in plan.tasks]
    known = [task for task in tasks if task.done is not None]
    here = position.phase is not None and number_of(position.phase.id) == identifier
    counted = (sources.progress.tasks_done, sources.progress.tasks) if here else (None, None)
    done, total = (sum(task.done is True for task in known), len(tasks)) if tasks and known else counted
    return Phase(
        id=identifier,
        name=name,
        status=_status(sources, position, identifier),
        counted_done=done,
        counted_total=total,
        open_tasks=tuple(task.id or task.name for task in tasks if task.done is False),
        path=plans[0].path if plans else None,
    )


def _status(sources: Sources, position: Position, identifier: str) -> str:
    """By its place: those before the present one are completed, as many as the counter says."""
    number, here = whole_number(identifier), whole_number(position.phase.id) if position.phase is not None else None
    if position.status == "completed":
        return COMPLETED
    if position.phase is not None and number_of(position.phase.id) == identifier:
        return (position.status_text or IN_PROGRESS) if position.status != "phase_complete" else COMPLETED
    if number is not None and here is not None and number < here:
        return COMPLETED if number <= (sources.progress.phases_done or here) else PENDING
    return PENDING


class _Keys:
    """What each task is called: those of the plans by plan and number, others by their own words."""

    def __init__(self, sources: Sources) -> None:
        self._plans = sources.plans
        self._by_word: dict[str, list[str]] = {}
        self.names: dict[str, str] = {}
        for plan in sources.plans.plans:
            for number, task in enumerate(plan.tasks):
                key = _key(plan, number)
                self.names[key] = task.name or task.id or "a task"
                for word in filter(None, (task.id, fold(task.name))):
                    self._by_word.setdefault(word, []).append(key)

    def of(self, task: Step) -> str:
        """The key of a blocked task: of the one in the plans that has its id or its name, if it is one only."""
        for word in filter(None, (task.id, fold(task.name or ""))):
            if len(found := self._by_word.get(word, [])) == 1:
                return found[0]
        key = task.id or task.name or ""
        self.names.setdefault(key, task.name or key)
        return key

    def open_phase(self, phase: Phase) -> OpenPhase:
        """A phase with what remains of it, or may remain; unknown where no plan lists its tasks."""
        plans = self._plans.of_phase(phase.id)
        tasks = [(plan, number, task) for plan in plans for number, task in enumerate(plan.tasks)]
        if not tasks:
            return OpenPhase(phase.id or "")
        remaining = frozenset(_key(plan, number) for plan, number, task in tasks if not task.done)
        return OpenPhase(phase.id or "", remaining, counted=any(task.done is not None for _, _, task in tasks))


def _key(plan: PlanFile, number: int) -> str:
    return f"\0{plan.path}\0{number}"


def _holding(number: int, blocker: Blocker, keys: _Keys) -> Holding:
    affected = (named[0] for text in blocker.affects if (named := phase_named(text)) is not None)
    return Holding(str(number), frozenset(map(keys.of, blocker.tasks)), frozenset(map(number_of, affected)))


def _with_impact(number: int, blocker: Blocker, held: Held, keys: _Keys) -> Blocker:
    found = held.by_blocker.get(str(number))
    if found is None:
        return blocker
    return replace(blocker, stops=tuple(_stops(found, keys.names)), frees=tuple(_frees(found, keys.names)))


def _stops(found: Impact, names: Mapping[str, str]) -> Iterator[Message]:
    if found.tasks:
        yield Message("codewalk.blocks-tasks", tasks=_quoted_tasks(found.tasks, names))
    if found.paused:
        yield Message("codewalk.pauses-phases", count=len(found.paused), phases=found.paused)
    if found.touched:
        yield Message("codewalk.touches-phases", count=len(found.touched), phases=found.touched)
    if found.unknown:
        yield Message("codewalk.affects-phases", count=len(found.unknown), phases=found.unknown)


def _frees(found: Impact, names: Mapping[str, str]) -> Iterator[Message]:
    if found.frees_phases:
        yield Message("codewalk.frees-phases", count=len(found.frees_phases), phases=found.frees_phases)
    if found.frees_tasks:
        yield Message("codewalk.frees-tasks", tasks=_quoted_tasks(found.frees_tasks, names))


def _quoted_tasks(tasks: frozenset[str], names: Mapping[str, str]) -> list[Words]:
    quoted: list[Words] = [*sorted(f"“{names.get(each, each)}”" for each in tasks)]
    others = len(quoted) - _NAMED
    return [*quoted[:_NAMED], Message("codewalk.more", count=others)] if others > 0 else quoted


def task_of(plan: PlanFile, name: str | None) -> Task | None:
    """The task of a plan that a position names: by its words, by its number, or by both as a list writes them."""
    folded, (number, rest) = fold(name or ""), split_id(name or "")
    words = fold(rest) if rest != name else ""
    by_words = (task for task in plan.tasks if folded and folded in (fold(task.name), fold(task.id or "")))
    by_number = (task for task in plan.tasks if number and task.id == number and words in ("", fold(task.name)))
    return next(by_words, None) or next(by_number, None)
