"""The files beside the main one: older state files, a lost one, and the token log, which states the cost too."""

from pathlib import PurePosixPath

from cockpit.rules.metrics import format_amount
from cockpit.rules.times import parse_instant
from cockpit.rules.wording import listed
from cockpit.systems.autopilot.metric_names import metric_named
from cockpit.systems.autopilot.recognition import STATE_FILE, STATE_NAMES, left_over, says_nothing, state_file
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.sources import Sources
from cockpit.systems.reading.folder import Folder, Page
from cockpit.systems.reading.outline import Outline
from cockpit.systems.reading.values import Value

_LOST = "Position, decisions, todos and blockers stood only there."


def check_neighbours(folder: Folder, sources: Sources, report: Report) -> None:
    """Report a state file that is gone or empty, and those that are not read; and a cost that two files state."""
    if sources.state is None:
        _report_loss(folder, report)
    for name in STATE_NAMES:
        if name != sources.main.name and sources.main.name in STATE_NAMES:
            _check_state_file(folder, sources, name, report)
    _check_cost(sources, report)


def report_empty(page_path: str, report: Report) -> None:
    """Report a state file that holds nothing."""
    report.add("empty-file", page_path, None, f"{PurePosixPath(page_path).name} is empty.")


def _report_loss(folder: Folder, report: Report) -> None:
    """The state file is the memory of the project (seed, "living memory"); without it nobody knows where it stands."""
    left = left_over(folder)
    if left:
        lost = "holds no state of the project" if folder.page(STATE_FILE) else "is gone"
        message = f"The state file {lost}; what is left is {listed(left)}. {_LOST}"
        report.add("state-file-missing", folder.path(STATE_FILE), None, message)


def _check_state_file(folder: Folder, sources: Sources, name: str, report: Report) -> None:
    """The main file wins by rule, also where it is older; only one that says nothing gives way."""
    page = folder.page(name)
    if page is None or state_file(folder, name) is None:
        return
    if not says_nothing(page):
        _report_unread(page, name, sources, report)
    elif not page.bad and name == STATE_FILE:
        report_empty(page.path, report)


def _report_unread(page: Page, name: str, sources: Sources, report: Report) -> None:
    head = Outline(page, Report())
    theirs = head.labels(*head.head()).get("Updated", "Saved", "Last Updated")
    ours = sources.state.updated if sources.state else None
    order = _order(ours, theirs)
    told = {"newer": ", which is newer,", "older": ", an older one,"}.get(order, "")
    message = f"{sources.main.name}{_at(ours)} is read, and {name}{_at(theirs)}{told or ' beside it'} is not."
    line = theirs.line if theirs else None
    report.add("older-state-file", page.path, line, message, severity="warning" if order == "newer" else None)


def _order(ours: Value | None, theirs: Value | None) -> str:
    """Which of two times is the later one: theirs is `newer` or `older`; empty where that is not known."""
    mine, other = (parse_instant(value.text) if value else None for value in (ours, theirs))
    if mine is None or other is None:
        return ""
    return "newer" if mine.before(other) else "older" if other.before(mine) else ""


def _at(value: Value | None) -> str:
    return f" ({value.text})" if value else ""


def _check_cost(sources: Sources, report: Report) -> None:
    """The token log's cost against that of the last check; they are written at different times, so it is only noted."""
    usage, measured = sources.gauges.usage, sources.gauges.measured("cost")
    cost = metric_named("cost")
    if usage is None or usage.cost is None or measured is None or cost is None:
        return
    if abs(usage.cost - measured.value) >= 0.01:
        told, logged = (format_amount(value, cost.unit) for value in (measured.value, usage.cost))
        message = f"thresholds.json has the cost at {told}, token-usage.md at {logged}."
        report.add("cost-mismatch", usage.path, usage.line, message)
