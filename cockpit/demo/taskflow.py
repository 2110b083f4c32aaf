"""The work that the sample project consists of: TaskFlow App, six phases of plans and tasks."""

from collections.abc import Iterator
from dataclasses import dataclass

NAME = "TaskFlow App"


@dataclass(frozen=True, slots=True)
class Plan:
    """One plan of a phase and the names of its tasks, in order."""

    name: str
    tasks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase: its folder below `.autopilot/phases`, what it is for, what was agreed beforehand, and its plans."""

    name: str
    folder: str
    goal: str
    agreed: tuple[str, ...]
    plans: tuple[Plan, ...]

    @property
    def size(self) -> int:
        """The number of tasks in all plans."""
        return sum(len(plan.tasks) for plan in self.plans)


@dataclass(frozen=True, slots=True)
class Task:
    """One task; `phase`, `plan` and `number` count from 1. Its id reads `3.2.1`."""

    phase: int
    plan: int
    number: int
    name: str

    @property
    def id(self) -> str:
        """Phase, plan and number, joined by dots."""
        return f"{self.phase}.{self.plan}.{self.number}"


PHASES = (
    Phase(
        "Foundation",
        "001-foundation",
        "An app that starts, stores tasks and knows who is using it.",
        (
            "Vite and React, strict TypeScript",
            "No passwords: people sign in by email link",
            "SQLite until there are paying teams",
        ),
        (
            Plan("Project scaffold", ("Set up Vite, React and TypeScript", "Add lint and test scripts")),
            Plan("Data model", ("Define task and project types", "Store tasks in SQLite")),
            Plan("Sign-in", ("Send sign-in links by email", "Keep the session in a signed cookie")),
        ),
    ),
    Phase(
        "Task API",
        "002-task-api",
        "Everything the dashboard needs, over HTTP and live.",
        ("REST for reads and writes, WebSocket only for changes", "Error bodies follow RFC 9457"),
        (
            Plan("Task endpoints", ("Create and read tasks", "Update and delete tasks")),
            Plan("Validation", ("Check titles and due dates", "Answer with problem details", "Limit request size")),
            Plan("Paging", ("Page by cursor", "Filter by project and owner")),
            Plan("Live updates", ("Open a WebSocket per project", "Broadcast task changes")),
        ),
    ),
    Phase(
        "Dashboard",
        "003-dashboard",
        "A person sees the tasks of a project at a glance and moves them without waiting.",
        ("Sidebar on wide screens, bottom nav on phones", "Cards, no table view in this release"),
        (
            Plan(
                "Layout",
                ("Build the twelve-column grid", "Add the hybrid sidebar", "Add bottom nav", "Test three widths"),
            ),
            Plan(
                "Task cards",
                (
                    "Render title and owner",
                    "Show due dates and overdue state",
                    "Open a card with the keyboard",
                    "Drag cards between columns",
                    "Test cards and dragging",
                ),
            ),
            Plan(
                "Live board",
                (
                    "Subscribe to task changes",
                    "Apply moves optimistically",
                    "Reconnect with backoff",
                    "Test lost links",
                ),
            ),
            Plan("Empty and error states", ("Show an empty board", "Show a failed load with a retry")),
        ),
    ),
    Phase(
        "Notifications",
        "004-notifications",
        "People hear about what concerns them, and about nothing else.",
        ("Email digest once a day, never per change", "Mentions are the only instant notice"),
        (
            Plan("Mentions", ("Parse mentions in comments", "Store notices", "Show an unread count")),
            Plan("Email digest", ("Collect a day of changes", "Render the digest", "Send at the person's 8 o'clock")),
            Plan("Preferences", ("Mute a project", "Choose the digest hour")),
        ),
    ),
    Phase(
        "Team workspaces",
        "005-workspaces",
        "Several teams share one installation without seeing each other.",
        ("One workspace per team, one owner each",),
        (
            Plan("Membership", ("Invite by email", "Accept an invitation", "Leave a workspace")),
            Plan("Roles", ("Define owner, member and guest", "Guard the endpoints", "Hide what is not allowed")),
        ),
    ),
    Phase(
        "Release",
        "006-release",
        "Version 1.0 runs in production and can be restored from a backup.",
        ("Release on a Tuesday", "Restore drill before the announcement"),
        (
            Plan("Hardening", ("Rate-limit sign-in", "Rotate the cookie secret", "Run the load test")),
            Plan("Launch", ("Back up and restore", "Write the release notes", "Switch the domain")),
        ),
    ),
)


def tasks() -> Iterator[Task]:
    """All tasks in the order in which they are worked on."""
    for phase_number, phase in enumerate(PHASES, 1):
        for plan_number, plan in enumerate(phase.plans, 1):
            for number, name in enumerate(plan.tasks, 1):
                yield Task(phase_number, plan_number, number, name)


TASKS = tuple(tasks())
TASK_BY_ID = {task.id: task for task in TASKS}
