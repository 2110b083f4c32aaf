"""The places that name limits, in their order of precedence (DESIGN section 7)."""

from collections.abc import Mapping
from pathlib import PurePosixPath

from cockpit.model import Level
from cockpit.rules.limits import (
    COMMAND_LINE,
    GLOBAL_CONFIG,
    LIMITS_FILE,
    TRANSPONDER,
    LimitSource,
    from_config,
    from_table,
)
from cockpit.systems.autopilot.folder import Folder
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.state_file import StateFile
from cockpit.systems.interface import ReadContext

LIMITS_PATH = ".cockpit/limits.toml"
CONFIG_PATH = ".claude/autopilot/config.json"


def limit_sources(
    folder: Folder, state: StateFile | None, context: ReadContext, report: Report
) -> tuple[LimitSource, ...]:
    """Every place that may name limits, first the one that wins."""
    return (
        LimitSource(COMMAND_LINE, context.limits),
        LimitSource(table_name(state), _table(state)),
        LimitSource(LIMITS_FILE, _limits_file(folder, report)),
        LimitSource(GLOBAL_CONFIG, _global(folder)),
    )


def agents_sources(sources: tuple[LimitSource, ...]) -> tuple[LimitSource, ...]:
    """Those of the places that the agent reads too: not our limits file, not our command line."""
    return tuple(source for source in sources if source.name not in (COMMAND_LINE, LIMITS_FILE))


def table_name(state: StateFile | None) -> str:
    """The name of the place that the state file's table is: `transponder`, or an older file's name."""
    name = PurePosixPath(state.path).name if state else "TRANSPONDER.md"
    return TRANSPONDER if name == "TRANSPONDER.md" else name


def _table(state: StateFile | None) -> Mapping[str, Mapping[Level, float]]:
    return {row.metric: row.limits for row in state.thresholds} if state else {}


def _limits_file(folder: Folder, report: Report) -> Mapping[str, Mapping[Level, float]]:
    text = folder.text_at(LIMITS_PATH)
    if text is None:
        return {}
    import tomllib

    try:
        return from_table(tomllib.loads(text).get("limits"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        report.add("toml-invalid", folder.at(LIMITS_PATH), None, f"The limits were not read: {error}.")
        return {}


def _global(folder: Folder) -> Mapping[str, Mapping[Level, float]]:
    page = folder.global_json(CONFIG_PATH)
    return from_config(page.json_object.get("defaults")) if page else {}
