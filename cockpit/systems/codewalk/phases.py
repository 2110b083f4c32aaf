"""The phases of an initiative, as far as its files list them, and what its blockers hold up among them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from cockpit import model
from cockpit.model import Phase, Step
from cockpit.rules.blocker_impact import Held, Holding, Impact, OpenPhase, impact
from cockpit.systems.codewalk.places import PlanFile, Sources, named_task
from cockpit.systems.codewalk.protocol import number_of, phase_named, status_of
from cockpit.systems.shared.tasks import Task
from cockpit.text.words import fold
from cockpit.values import dataclass
from cockpit.wording.messages import Message
from cockpit.wording.numbers import whole_number
from cockpit.wording.phrases import listed

COMPLETED, IN_PROGRESS, PENDING, PAUSED = "completed", "in_progress", "pending", "paused"
_MOST = 500
"""Phases that are listed, whatever the total says."""
_NAMED = 5


@dataclass(frozen=True, slots=True)
class Phases:
    """The phases in order, the blockers with what each holds up, and what all hold up together."""

    phases: tuple[Phase, ...]
    blockers: tuple[model.Blocker, ...]
    held: Held


def read_phases(sources: Sources, blockers: Sequence[model.Blocker]) -> Phases:
    """All phases that the counters, the position, the plans, and the entries name."""
    phases = [_phase(sources, number, name) for number, name in _names(sources, blockers).items()]
    keys = _Keys(sources)
    holding = [_holding(number, each, keys) for number, each in enumerate(blockers) if each.holds]
    held = impact(holding, [keys.open_phase(each) for each in phases if each.status != COMPLETED])
    shown = [replace(each, status=PAUSED) if each.id in held.paused else each for each in phases]
    impacted = [_with_impact(number, each, held, keys.names) for number, each in enumerate(blockers)]
    return Phases(tuple(shown), tuple(_later(sources, each, held) for each in impacted), held)


def _names(sources: Sources, blockers: Sequence[model.Blocker]) -> dict[str, str | None]:
    """The ids of the phases in order, each with its name where one is known."""
    total = min(sources.progress.phases_total or 0, _MOST)
    found: dict[str, str | None] = dict.fromkeys(map(str, range(1, total + 1)))
    here = sources.position
    stated: list[tuple[str, str | None]] = [(here.phase, here.phase_name)] if here.phase is not None else []
    stated += [(each.phase, each.phase_name) for each in sources.plans.plans]
    texts = [text for each in blockers for text in each.affects]
    texts += [text for each in sources.sessions for text in each.completed]
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


def _phase(sources: Sources, identifier: str, name: str | None) -> Phase:
    plans, tasks = sources.plans.of_phase(identifier), sources.plans.tasks_of(identifier)
    here = sources.position.phase is not None and number_of(sources.position.phase) == identifier
    progress = sources.progress
    counted = (progress.current_phase_completed, progress.current_phase_tasks) if here else (None, None)
    known = tasks and all(task.done is not None for task in tasks)
    done, total = (sum(task.done is True for task in tasks), len(tasks)) if known else counted
    return Phase(
        id=identifier,
        name=name,
        status=_status(sources, identifier),
        counted_done=done,
        counted_total=total,
        open_tasks=tuple(task.id or task.name for task in tasks if task.done is False),
        path=plans[0].path if plans else None,
    )


def _status(sources: Sources, identifier: str) -> str:
    """By its place: those before the present one are completed, as many as the counter says."""
    position = sources.position
    number, here, status = whole_number(identifier), whole_number(position.phase), status_of(position.status)
    if status == "completed":
        return COMPLETED
    if position.phase is not None and number_of(position.phase) == identifier:
        return (position.status or IN_PROGRESS) if status != "phase_complete" else COMPLETED
    if number is not None and here is not None and number < here:
        return COMPLETED if number <= (sources.progress.phases_completed or here) else PENDING
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
        for word in filter(None, (task.id, fold(task.id or ""), fold(task.name or ""))):
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


def _holding(number: int, blocker: model.Blocker, keys: _Keys) -> Holding:
    affected = (named[0] for text in blocker.affects if (named := phase_named(text)) is not None)
    return Holding(str(number), frozenset(map(keys.of, blocker.tasks)), frozenset(map(number_of, affected)))


def _with_impact(number: int, blocker: model.Blocker, held: Held, names: Mapping[str, str]) -> model.Blocker:
    found = held.by_blocker.get(str(number))
    if found is None:
        return blocker
    return replace(blocker, stops=tuple(_stops(found, names)), frees=tuple(_frees(found, names)))


def _of_phases(phases: Sequence[str]) -> str:
    return f"{'phase' if len(phases) == 1 else 'phases'} {listed(phases)}"


def _stops(found: Impact, names: Mapping[str, str]) -> Iterator[Message]:
    if found.tasks:
        yield Message("codewalk.blocks-tasks", f"blocks {_quoted(found.tasks, names)}")
    if found.paused:
        told = f"pauses {_of_phases(found.paused)}: all remaining tasks are blocked"
        yield Message("codewalk.pauses-phases", told)
    if found.touched:
        yield Message("codewalk.touches-phases", f"{_of_phases(found.touched)} can continue with other tasks")
    if found.unknown:
        yield Message("codewalk.affects-phases", f"affects {_of_phases(found.unknown)}; which tasks is unknown")


def _frees(found: Impact, names: Mapping[str, str]) -> Iterator[Message]:
    if found.frees_phases:
        yield Message("codewalk.frees-phases", _of_phases(found.frees_phases))
    if found.frees_tasks:
        yield Message("codewalk.frees-tasks", _quoted(found.frees_tasks, names))


def _quoted(tasks: frozenset[str], names: Mapping[str, str]) -> str:
    quoted = sorted(f"“{names.get(each, each)}”" for each in tasks)
    others = len(quoted) - _NAMED
    return listed([*quoted[:_NAMED], f"{others} more"] if others > 0 else quoted)


def _later(sources: Sources, blocker: model.Blocker, held: Held) -> model.Blocker:
    """A blocker that affects phases after the present one alone, and blocks no task of it, is shown, and holds nothing
    yet (seed, "Display: active blockers (for awareness)"). Once the present phase is complete and they block all the
    others, no other work is left: they hold.
    """
    if held.escalated and status_of(sources.position.status) == "phase_complete":
        return blocker
    here = whole_number(sources.position.phase)
    tasks = sources.plans.tasks_of(sources.position.phase)
    present = {fold(word) for task in tasks for word in (task.id or "", task.name) if word}
    affected = [whole_number(named[0]) if (named := phase_named(each)) else None for each in blocker.affects]
    blocked = {fold(word) for task in blocker.tasks for word in (task.id or "", task.name or "") if word}
    after = here is not None and all(each is not None and each > here for each in affected)
    return replace(blocker, later=True) if affected and after and not blocked & present else blocker


def task_of(plan: PlanFile, stated: str | None) -> Task | None:
    """The task of a plan that a position names: by its words, by its id, or by both as a list writes them."""
    identity, name = named_task(stated or "")
    words = fold(name)
    found = [task for task in plan.tasks if words and words in (fold(task.name), fold(task.id or ""))]
    found = found or [task for task in plan.tasks if task.id and task.id == identity and name == stated]
    return next((task for task in found if task.id == identity), found[0] if found else None)
