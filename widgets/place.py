"""Where the project lies: its folder and what is checked out there, as wordy as the room allows."""

from rich.cells import cell_len

from cockpit.values import dataclass
from widgets.line import Line, fit

_BRANCH = 16
"""Cells of a long branch where the folder had to be shortened."""


@dataclass(frozen=True, slots=True)
class Place:
    """`folder` as a person writes it, `~/code/app`; `branch` where there is one."""

    folder: str
    branch: str | None = None

    def whole(self, dot: str) -> Line:
        """Both in full."""
        return self._line(self.folder, self.branch or "", dot)

    def short(self, dot: str, room: int) -> Line:
        """What fits in so many cells: the end of the folder, the beginning of a long branch; else nothing."""
        branch = self.branch or ""
        if cell_len(branch) > _BRANCH:
            branch = fit(branch, _BRANCH)
        for folder in _shorter(self.folder):
            line = self._line(folder, branch, dot)
            if line.width <= room:
                return line
        return Line()

    def _line(self, folder: str, branch: str, dot: str) -> Line:
        line = Line().add(folder, "text")
        return line.add(dot, "muted").add(branch, "accent") if branch else line


def from_home(folder: str, home: str) -> str:
    """A folder with the person's home as `~`."""
    home = home.rstrip("/")
    if home and (folder == home or folder.startswith(f"{home}/")):
        return f"~{folder[len(home) :]}"
    return folder


def _shorter(folder: str) -> list[str]:
    """The folder, and what is left of it with ever more of its beginning left out: `…/code/app`, `…/app`."""
    parts = [part for part in folder.split("/") if part]
    return [folder, *(f"…/{'/'.join(parts[start:])}" for start in range(1, len(parts)))]
