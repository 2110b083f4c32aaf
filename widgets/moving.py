"""The keys that move by a row, by a page or to an end: the same in every list, table and text, and chosen once."""

from textual.binding import Binding, BindingType


def by_row(action: str) -> tuple[BindingType, ...]:
    """Down and up; `action` takes 1 and -1."""
    return (
        Binding("down,j", f"{action}(1)", "down", show=False, id="cursor.down"),
        Binding("up,k", f"{action}(-1)", "up", show=False, id="cursor.up"),
    )


def by_page(action: str = "page") -> tuple[BindingType, ...]:
    """A page down and up; `action` takes 1 and -1."""
    return (
        Binding("pagedown,ctrl+d", f"{action}(1)", "page down", show=False, id="cursor.page-down"),
        Binding("pageup,ctrl+u", f"{action}(-1)", "page up", show=False, id="cursor.page-up"),
    )


def to_ends(action: str = "edge") -> tuple[BindingType, ...]:
    """To the first and the last; `action` takes -1 and 1."""
    return (
        Binding("home,g", f"{action}(-1)", "first row", show=False, id="cursor.first"),
        Binding("end,G", f"{action}(1)", "last row", show=False, id="cursor.last"),
    )


def moving(action: str) -> tuple[BindingType, ...]:
    """All of them; `action` moves by a row."""
    return (*by_row(action), *by_page(), *to_ends())
