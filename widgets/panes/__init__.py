"""The panes of the dashboard, in the order of their numbers."""

from cockpit.widgets.pane import Pane
from cockpit.widgets.panes.attention import AttentionPane
from cockpit.widgets.panes.blockers import BlockersPane
from cockpit.widgets.panes.decisions import DecisionsPane
from cockpit.widgets.panes.findings import FindingsPane
from cockpit.widgets.panes.phases import PhasesPane
from cockpit.widgets.panes.position import PositionPane
from cockpit.widgets.panes.sessions import SessionsPane
from cockpit.widgets.panes.thresholds import ThresholdsPane
from cockpit.widgets.panes.todos import TodosPane

PANES: tuple[type[Pane], ...] = (
    AttentionPane,
    PositionPane,
    ThresholdsPane,
    PhasesPane,
    BlockersPane,
    DecisionsPane,
    TodosPane,
    SessionsPane,
    FindingsPane,
)
"""Every pane; its number is its place here."""
