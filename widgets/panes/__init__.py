"""The panes of the dashboard, in the order of their numbers."""

from widgets.pane import Pane
from widgets.panes.attention import AttentionPane
from widgets.panes.blockers import BlockersPane
from widgets.panes.decisions import DecisionsPane
from widgets.panes.findings import FindingsPane
from widgets.panes.phases import PhasesPane
from widgets.panes.position import PositionPane
from widgets.panes.sessions import SessionsPane
from widgets.panes.thresholds import ThresholdsPane
from widgets.panes.todos import TodosPane

PANES: tuple[type[Pane], ...] = (
    AttentionPane,
    PositionPane,
    ThresholdsPane,
    BlockersPane,
    DecisionsPane,
    TodosPane,
    SessionsPane,
    PhasesPane,
    FindingsPane,
)
"""Every pane; its number is its place here."""
