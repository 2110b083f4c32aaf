"""The first complete frame of a project with fifty of Maestro's sessions, against the same project with one.

One session is active, the others are archived; in a second pair each is active, in a sub-package of its own. The pairs
take turns, so that both meet the same machine. Then the list of two hundred archived sessions, read for the first time,
against their files.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measuring import compiled, opened, report, verdict
from cockpit.storage.reading.disk_files import DiskFiles
from cockpit.systems.maestro.places import read_archive
from cockpit.systems.shared.report import Report

SESSIONS = 50
FIXTURE = Path(__file__).resolve().parent.parent / "tests" / "cases" / "maestro" / "healthy" / "project"
STATE = Path("docs/maestro/state")
TITLE = b"timetable"
"""A word of the session."""
LIMIT, LISTED, LISTED_LIMIT = 1.5, 200, 2


def archived(root: Path, sessions: int) -> Path:
    """A project with one active session, the others in its archive."""
    text = (FIXTURE / STATE / "active-session.md").read_text("utf-8")
    folder = root / STATE / "archive"
    folder.mkdir(parents=True)
    (root / STATE / "active-session.md").write_text(text, "utf-8")
    for number in range(1, sessions):
        name = f"2026-01-{number % 28 + 1:02d}-session-{number}"
        done = text.replace("status: in_progress", "status: completed").replace("status: pending", "status: completed")
        (folder / f"{name}.md").write_text(done.replace("2026-03-20-ferry-timetable", name), "utf-8")
    return root


def in_packages(root: Path, sessions: int) -> Path:
    """A project with an active session in each of its packages."""
    text = (FIXTURE / STATE / "active-session.md").read_text("utf-8")
    for number in range(sessions):
        folder = root / "packages" / f"part-{number:02d}" / STATE
        folder.mkdir(parents=True)
        (folder / "active-session.md").write_text(text, "utf-8")
    return root


def listed(root: Path) -> tuple[float, float]:
    """The seconds of work that reading archived files takes, and of making a list of them."""
    files, folder = DiskFiles(root, None), f"{STATE}/archive"
    begun = time.process_time()
    for name in files.names(folder):
        files.read(f"{folder}/{name}")
    read = time.process_time()
    read_archive(files, str(STATE), Report())
    return read - begun, time.process_time() - read


def main(rounds: int = 20) -> None:
    compiled()
    for name, make in (("archived", archived), ("in packages", in_packages)):
        with tempfile.TemporaryDirectory() as folder:
            one, fifty = (str(make(Path(folder) / str(count), count)) for count in (1, SESSIONS))
            for project in (one, fifty):  # what the first start leaves in the disk's cache counts for none
                opened(project, TITLE)
            pairs = []
            for number in range(rounds):
                order = (one, fifty) if number % 2 else (fifty, one)
                taken = {project: opened(project, TITLE) for project in order}
                pairs.append((taken[one], taken[fifty]))
            report("one session", [pair[0] for pair in pairs])
            report(f"{SESSIONS} sessions, {name}", [pair[1] for pair in pairs])
            ratio = statistics.median(many / few for few, many in pairs)
            verdict(f"ratio to one session, {name}, median of the pairs", ratio, LIMIT)
    with tempfile.TemporaryDirectory() as folder:
        root = archived(Path(folder), LISTED + 1)
        works = [listed(root) for _ in range(rounds)]
        report(f"{LISTED} archived files read", [files for files, _ in works])
        report("the list made of them", [made for _, made in works])
        ratio = statistics.median(made / files for files, made in works)
        verdict("ratio to reading the files, median of the pairs", ratio, LISTED_LIMIT)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
