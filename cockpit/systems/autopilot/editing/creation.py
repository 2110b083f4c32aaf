"""A new track: TRANSPONDER.md and its state, with values that are true at the start."""

from cockpit.model import Track
from cockpit.rules.instants import write_instant
from cockpit.rules.levels import METRICS
from cockpit.rules.limits import GLOBAL_CONFIG, LimitSource, resolve
from cockpit.systems.autopilot.acknowledgments_state import NAME as ACKNOWLEDGMENTS
from cockpit.systems.autopilot.editing.acknowledgment_store import EMPTY
from cockpit.systems.autopilot.editing.arguments import checked_text
from cockpit.systems.autopilot.editing.draft import Draft, unsafe
from cockpit.systems.autopilot.editing.json_sheet import JsonSheet
from cockpit.systems.autopilot.editing.next_steps import rule_text
from cockpit.systems.autopilot.editing.statuses import SEED_WORDS
from cockpit.systems.autopilot.editing.template import Content, write_transponder
from cockpit.systems.autopilot.editing.threshold_rows import threshold_row
from cockpit.systems.autopilot.folder import Folder
from cockpit.systems.autopilot.limit_sources import limit_sources
from cockpit.systems.autopilot.phases import PhaseCount, count_progress, counts_every_phase, read_phases
from cockpit.systems.autopilot.recognition import THRESHOLDS_NAME
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.thresholds_state import STRUCTURE_KEYS
from cockpit.systems.interface import Candidate, Edit, Files, ReadContext, Refused, System

_DOCUMENTS = ("PROJECT.md", "clearance.md", "flightplan.md", "DECISIONS.md")
_NAME = "TRANSPONDER.md"


def create(system: System, files: Files, base: str, title: str, context: ReadContext) -> Edit:
    """The files of a new track. Raises Refused where the folder has one already."""
    title = checked_text(title, "title")
    draft = Draft(files)
    folder = Folder(files, base, Report())
    if (found := system.detect(files, base)) or folder.page(_NAME) is not None:
        raise Refused(f"There is a track already: {found[0].path if found else folder.path(_NAME)}.")
    now = write_instant(context.now.replace(microsecond=0))
    draft.create(folder.path(_NAME), write_transponder(_content(folder, title, now, context)))
    _create_state(draft, folder, now)
    candidate = Candidate(system=system.id, path=folder.path(_NAME), base=base)
    _check(system.read(draft, candidate, context), title)
    return Edit(changes=draft.changes(), done=f"Created the state of {title} in {folder.path('')[:-1]}.")


def _content(folder: Folder, title: str, now: str, context: ReadContext) -> Content:
    phases = read_phases(folder)
    sources = [*limit_sources(folder, None, context, Report())]
    config: list[LimitSource] = [source for source in sources if source.name == GLOBAL_CONFIG]
    rows = [threshold_row(metric, 0, resolve(metric, config)) for metric in METRICS if metric.name != "tokens"]
    return Content(
        title=title,
        updated=now,
        position=_position(phases),
        activity=f"{now[:10]} — Created the project state",
        metrics=(("Plans completed", "0"), ("Avg duration", "n/a"), ("Token efficiency", "n/a")),
        thresholds=rows,
        continuity=(
            ("Last session", now[:10]),
            ("Stopped at", "Not started"),
            ("Resume file", "None"),
            ("Next action", rule_text("discussing", handoff=False) or SEED_WORDS["discussing"]),
        ),
        reference=_reference(folder, phases),
    )


def _position(phases: tuple[PhaseCount, ...]) -> list[tuple[str, str]]:
    first = phases[0].phase.id if phases and phases[0].phase.id else "1"
    rows = [
        ("Phase", f"{first} of {len(phases) or '?'}"),
        ("Plan", "0 of ?"),
        ("Status", SEED_WORDS["discussing"]),
    ]
    counted = count_progress(phases)
    empty = counted is None or not counts_every_phase(phases, None) or counted.done == 0
    return [*rows, ("Progress", "░░░░░░░░░░ 0%")] if empty else rows


def _reference(folder: Folder, phases: tuple[PhaseCount, ...]) -> dict[str, str]:
    names = folder.names("")
    reference = {name: f".autopilot/{name}" for name in _DOCUMENTS if name in names}
    path = phases[0].phase.path if phases else None
    if path is not None:
        reference["Current phase"] = path.removeprefix(folder.at(""))
    return reference


def _create_state(draft: Draft, folder: Folder, now: str) -> None:
    metrics = [metric.name for metric in METRICS if metric.name != "tokens"]
    thresholds: dict[str, object] = {
        "current_values": {STRUCTURE_KEYS[name]: 0 for name in metrics},
        "levels_triggered": dict.fromkeys(metrics),
        "last_check": now,
    }
    for name, content in ((THRESHOLDS_NAME, thresholds), (ACKNOWLEDGMENTS, EMPTY)):
        if draft.read(folder.path(name)) is None:
            JsonSheet.create(draft, folder.path(name), content)


def _check(track: Track, title: str) -> None:
    if track.title != title:
        raise unsafe(track.path, f'the title would be read as "{track.title}"')
    for finding in track.findings:
        if finding.severity == "error":
            raise unsafe(finding.path, finding.message)
