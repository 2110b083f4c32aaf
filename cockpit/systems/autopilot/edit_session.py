"""What a verb works with beside the draft: what was read, and the state file it may write."""

import math
from functools import cached_property

from cockpit.model import Threshold, Track
from cockpit.model.errors import CommandError
from cockpit.rules.thresholds.alert_state import refused_by_hand
from cockpit.rules.thresholds.metrics import METRICS, Metric, folded_name
from cockpit.systems.autopilot.recognition import STATE_FILE, STATE_FOLDER
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.sources import Sources, main_file, read_sources
from cockpit.systems.autopilot.thresholds.amounts import metric_named
from cockpit.systems.autopilot.thresholds.metrics import Gauges
from cockpit.systems.interface import Candidate, Files, ReadContext
from cockpit.systems.shared import edit_session
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.markdown_editor import MarkdownEditor
from cockpit.systems.shared.outcome import checked_option, checked_text
from cockpit.systems.shared.stated_values import is_nothing, plain, unfilled
from cockpit.wording.messages import Message, Words


class EditSession(edit_session.EditSession):
    """An edit of one track, and what its files said before."""

    def __init__(self, files: Files, candidate: Candidate, context: ReadContext, before: Track) -> None:
        super().__init__(files, candidate, context, before)
        self.folder = Folder(files, candidate.base, Report(), STATE_FOLDER)
        """The files as they were read."""
        self.sources: Sources = read_sources(self.folder, main_file(self.folder, candidate), context, Report())
        """What the files said before the edit."""

    def path(self, name: str) -> str:
        """The path of a file in the state folder, relative to the project."""
        return self.folder.path(name)

    @property
    def gauges(self) -> Gauges:
        """What the files said about metrics."""
        return self.sources.gauges

    @cached_property
    def editor(self) -> MarkdownEditor | None:
        """TRANSPONDER.md; None where the track has none, also where it has an older state file, which is read only.

        Raises CommandError where it must not be edited.
        """
        return None if self.sources.state is None or self.is_older else MarkdownEditor(self.draft, self.candidate.path)

    @property
    def is_waypoint(self) -> bool:
        """Whether the state file has layout 2, that of the cockpit command."""
        return self.sources.main.layout == "waypoint"

    @property
    def is_older(self) -> bool:
        """Whether the state file is a waypoint.md, checkpoint.md or STATE.md, none of which is ever written."""
        return self.sources.state is not None and self.sources.main.name != STATE_FILE

    def threshold(self, metric: str) -> Threshold | None:
        """A metric as it was read."""
        return self.before.threshold(metric)


def state_editor(edit: EditSession) -> MarkdownEditor:
    """The state file, in layout 1 or 2. Raises CommandError where the track has none that may be written."""
    if edit.is_older:
        raise CommandError(Message("autopilot.older-file-read-only", path=edit.candidate.path))
    if edit.editor is None:
        raise CommandError(Message("autopilot.no-state-file", path=edit.path(STATE_FILE)))
    return edit.editor


def transponder_editor(edit: EditSession) -> MarkdownEditor:
    """The state file in layout 1. Raises CommandError for layout 2, which has no place for the verb."""
    editor = state_editor(edit)
    if edit.is_waypoint:
        raise CommandError(Message("autopilot.waypoint-layout", path=editor.path))
    return editor


# What a person or a script hands in, checked before it comes near a file


def checked_entry(text: str, what: str) -> str:
    """The text of an entry of a list. Raises CommandError also where a reader would take the entry for none."""
    entry = checked_text(text, what)
    if is_nothing(plain(entry)):
        raise CommandError(Message("autopilot.entry-read-as-none", what=what, text=entry))
    return entry


def checked_field(text: str | None, what: str) -> str | None:
    """As `checked_option`. Raises CommandError also where a reader would take a field's value for a placeholder."""
    value = checked_option(text, what)
    if value is not None and unfilled(plain(value)):
        raise CommandError(Message("systems.text-reads-as-placeholder", what=what, text=value))
    return value


def checked_metric(edit: EditSession, name: str) -> Metric:
    """The metric of that name. Raises CommandError, naming those there are, or where one stands that no rule knows."""
    metric = metric_named(name)
    if metric is None:
        there = edit.threshold(folded_name(name))
        if there is not None and (why := refused_by_hand(there)) is not None:
            raise CommandError(why)
        shown = checked_text(name[:40] or "?", "metric")
        raise CommandError(Message("autopilot.no-such-metric", metric=shown, known=[metric.name for metric in METRICS]))
    return metric


def checked_value(metric: Metric, value: float, what: Words) -> float:
    """An amount. Raises CommandError for a negative one, one of 10^15 or more, part of what comes whole, and no
    number."""
    if not math.isfinite(value):
        raise CommandError(Message("autopilot.amount-no-number", what=what))
    if value < 0:
        raise CommandError(Message("autopilot.amount-negative", what=what))
    if value >= 1e15:
        raise CommandError(Message("autopilot.amount-too-large", what=what))
    if metric.whole and value != int(value):
        raise CommandError(Message("autopilot.amount-not-whole", what=what))
    return float(value)
