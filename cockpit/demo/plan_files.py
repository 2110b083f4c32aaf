"""The documents above the phases: clearance, flight plan, decisions, token usage."""

from datetime import datetime

from cockpit.demo.choices import CHOICES, Choice
from cockpit.demo.moment import Moment, day, stamp
from cockpit.demo.phase_files import done_in, state_word
from cockpit.demo.taskflow import NAME, PHASES, TASKS
from cockpit.demo.transponder import table

CLEARANCE = f"""# Clearance: {NAME}

## Goal
A task board for small teams that follows everyone's changes within a second.

## In scope
- Boards with cards, owners and due dates
- Sign-in by email link
- Live updates, phones included
- A daily email digest

## Out of scope
- Time tracking
- Native apps
- Import from other tools

## Budget
Stop at $50. Ask at $25.
"""


def flightplan(moment: Moment) -> str:
    """The phases with their goals and how far they are."""
    rows = [
        (f"{number:03}", phase.name, str(len(phase.plans)), str(phase.size), state_word(done, phase.size), phase.goal)
        for number, phase in enumerate(PHASES, 1)
        for done in (done_in(moment, number),)
    ]
    header = ("Phase", "Name", "Plans", "Tasks", "Status", "Goal")
    return "\n".join([f"# Flight Plan: {NAME}", "", *table(header, rows)]) + "\n"


def decision_entry(number: str, date: str, choice: Choice) -> str:
    """One entry of DECISIONS.md."""
    selected = choice.selected or choice.title
    return "\n".join(
        [
            f"## {number}: {choice.title}",
            "",
            f"**Date:** {date}",
            "**Status:** Final",
            "**Owner:** Demo Agent",
            f"**Phase:** {choice.phase}",
            "",
            f"**Context:** {choice.context}",
            "",
            *table(
                ("Option", "Verdict"),
                [(selected, "Selected"), (choice.rejected, "Rejected")],
            ),
            "",
            f"**Selected:** {selected}",
            f"**Rationale:** {choice.rationale}",
            f"**Consequences:** {choice.consequences}",
            "",
        ]
    )


def decisions(moment: Moment) -> str:
    """DECISIONS.md: an index and one entry for each decision so far."""
    taken = [
        (f"D{number:03}", day(moment.finished_at(choice.after)), choice)
        for number, choice in enumerate(CHOICES, 1)
        if choice.after <= moment.done
    ]
    rows = [(number, choice.title, date, "Final", str(choice.phase)) for number, date, choice in taken]
    index = table(("ID", "Title", "Date", "Status", "Phase"), rows)
    return "\n".join(["# Decisions", "", *index, "", *(decision_entry(*item) for item in taken)]).rstrip("\n") + "\n"


def tokens(done: int) -> dict[str, int]:
    """The tokens used after `done` tasks."""
    return {"Input tokens": 12_781 * done, "Output tokens": 1_986 * done, "Cached tokens": 5_629 * done}


def log_line(at: datetime, task_id: str, running: float) -> str:
    """One line of the Task Log; `running` is the total cost in USD after the task."""
    return f"- {stamp(at)} {task_id} done, Running Total: ${running:.2f} / $50.00"


def token_usage(moment: Moment) -> str:
    """token-usage.md: totals and a log of what each task cost."""
    totals = [(name, f"{count:,}") for name, count in tokens(moment.done).items()]
    log = [
        log_line(moment.finished_at(index), TASKS[index - 1].id, running)
        for index, running in enumerate(moment.running_costs, 1)
    ]
    return (
        "\n".join(
            [
                "# Token Usage",
                *(
                    "",
                    "## Configuration",
                    "",
                    *table(("Setting", "Value"), [("Max cost", "$50.00")]),
                ),
                *(
                    "",
                    "## Session Totals",
                    "",
                    *table(("Metric", "Value"), [*totals, ("Total cost", f"${moment.cost:.2f}")]),
                ),
                *("", "## Task Log", "", *log),
            ]
        ).rstrip("\n")
        + "\n"
    )


def plan_files(moment: Moment) -> dict[str, str]:
    """The documents of this module by path."""
    return {
        ".autopilot/clearance.md": CLEARANCE,
        ".autopilot/flightplan.md": flightplan(moment),
        ".autopilot/DECISIONS.md": decisions(moment),
        ".autopilot/token-usage.md": token_usage(moment),
    }
