"""How far the work is, counted anew from the routes on disk, so that a person's own ticks and tasks count too."""

import re
from dataclasses import dataclass

from cockpit.demo.fields import BOX, HEADING
from cockpit.demo.files import Files
from cockpit.demo.taskflow import PHASES

PLAN = re.compile(r"^Plan (?P<id>\d+)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Box:
    """One task of a route. `task` is its id, the first word; `number` counts from 1 within the plan."""

    plan: int
    number: int
    task: str
    name: str
    done: bool


@dataclass(frozen=True, slots=True)
class Count:
    """Tasks done and in total over all phases, and plans done."""

    done: int
    total: int
    plans: int

    @property
    def percent(self) -> int:
        """Tasks done in percent (seed, Progress Bar Generation); 0 where there are no tasks."""
        return self.done * 100 // self.total if self.total else 0


def folder(phase: int) -> str:
    """The folder of a phase, by number from 1."""
    return f".autopilot/phases/{PHASES[phase - 1].folder}"


def read_route(text: str) -> list[Box]:
    """The tasks of a route in file order; checkboxes above the first plan are not tasks."""
    found: list[Box] = []
    plan = number = 0
    for line in text.split("\n"):
        if (heading := HEADING.match(line)) and (match := PLAN.match(heading["title"])):
            plan, number = int(match["id"]), 0
        elif plan and (box := BOX.match(line)):
            number += 1
            task, _, name = box["text"].partition(" ")
            found.append(Box(plan, number, task, name, box["mark"] != " "))
    return found


def route(files: Files, phase: int) -> list[Box]:
    """The tasks of a phase as its route on disk has them; empty where there is none."""
    return read_route(files.text(f"{folder(phase)}/ROUTE.md") or "")


def count(files: Files) -> Count:
    """The progress over all phases."""
    routes = [route(files, number) for number in range(1, len(PHASES) + 1)]
    boxes = [box for each in routes for box in each]
    finished = sum(
        all(box.done for box in each if box.plan == plan) for each in routes for plan in {box.plan for box in each}
    )
    return Count(sum(box.done for box in boxes), len(boxes), finished)


def done_ids(files: Files) -> frozenset[str]:
    """The ids of all ticked tasks."""
    return frozenset(box.task for number in range(1, len(PHASES) + 1) for box in route(files, number) if box.done)


def after(boxes: list[Box], task: str) -> Box | None:
    """The next task to do after this one, in file order; None when it was the last."""
    place = next((index for index, box in enumerate(boxes) if box.task == task), len(boxes))
    return next((box for box in boxes[place + 1 :] if not box.done), None)


def size(boxes: list[Box], plan: int) -> int:
    """The number of tasks in a plan."""
    return sum(box.plan == plan for box in boxes)
