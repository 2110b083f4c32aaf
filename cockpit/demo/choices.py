"""The decisions taken and the todos noted in the sample project before the story begins."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """One decision, as DECISIONS.md tells it.

    `after` is the number of tasks that were done when it was taken. `selected` names the chosen option where the
    title does not.
    """

    title: str
    outcome: str
    phase: int
    after: int
    context: str
    rejected: str
    rationale: str
    consequences: str
    selected: str = ""


CHOICES = (
    Choice(
        "Database until version 1.0",
        "SQLite, fast enough at 10k tasks",
        1,
        3,
        "The hosting plan has one machine and no managed database.",
        "PostgreSQL",
        "One file to back up; list queries stay under 5 ms with 10,000 tasks.",
        "Writes are serialised; revisit before team workspaces.",
        selected="SQLite",
    ),
    Choice(
        "Sign-in without passwords",
        "email links, no reset flow needed",
        1,
        5,
        "Sign-in is the first thing a new person meets.",
        "Passwords with a reset flow",
        "Less to build, nothing to leak.",
        "Sign-in depends on mail delivery.",
        selected="Email links",
    ),
    Choice(
        "Cursor paging for task lists",
        "no rows skipped while tasks move",
        2,
        12,
        "Tasks move while people page through them.",
        "Page numbers",
        "Offsets skip or repeat rows when the order changes.",
        "No jump to page 7.",
    ),
    Choice(
        "WebSocket for real-time",
        "implemented",
        2,
        14,
        "Boards have to follow other people's changes within a second.",
        "Polling every 5 s",
        "One connection per board costs less than twelve requests a minute.",
        "The proxy must allow long connections.",
    ),
    Choice(
        "Hybrid sidebar layout",
        "working well",
        3,
        17,
        "Projects and filters both want the left edge.",
        "Two stacked menus",
        "One bar that folds to icons keeps the board at ten columns.",
        "Icons need tooltips.",
    ),
    Choice(
        "Bottom nav on mobile",
        "user approved",
        3,
        18,
        "The folded sidebar hides half a card on phones.",
        "Hamburger menu",
        "Reachable with the thumb, four entries are enough.",
        "Settings move into the profile.",
    ),
)

TODOS = (
    (6, "Write tests for auth flow"),
    (17, "Add error boundary to dashboard"),
)
"""What is still to be done on the side, with the number of tasks after which it was noted."""
