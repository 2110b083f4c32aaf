"""From a key to the finished screen: focus changes and cursor moves, against four bare panes of Textual's own."""

import sys
import time

from benchmarks.measuring import COCKPIT, example, percentile, press, read_until_quiet, report, spawn, verdict

BARE_PANES = (
    "from textual.app import App\n"
    "from textual.widgets import OptionList, Footer, Header\n"
    "class Bare(App):\n"
    "  CSS = 'OptionList { height: 1fr; }'\n"
    "  def compose(self):\n"
    "    yield Header()\n"
    "    for n in range(4): yield OptionList(*[f'row {n} {i} quit' for i in range(9)])\n"
    "    yield Footer()\n"
    "Bare().run()\n"
)


def timed(command: list[str], keys: list[str], rounds: int) -> list[float]:
    """Seconds each key took until its last output."""
    program = spawn(command)
    program.expect(b"quit")
    time.sleep(2)
    read_until_quiet(program, 0.2)
    for key in keys:
        press(program, key)
    taken = [press(program, keys[number % len(keys)]) for number in range(rounds)]
    program.close(force=True)
    return taken


def main(rounds: int = 120) -> None:
    bare = [sys.executable, "-c", BARE_PANES]
    with example() as project:
        ours = [*COCKPIT, str(project)]
        base_focus = report("four bare lists, focus", timed(bare, ["\t"], rounds))
        focus = timed(ours, ["2", "3", "7", "8", "1"], rounds)
        tab = timed(ours, ["\t"], rounds)
        base_cursor = report("four bare lists, cursor", timed(bare, ["\x1b[B", "\x1b[A"], rounds))
        cursor = timed([*ours, "--theme", "cockpit-light"], ["2", "j", "k"], rounds)[1:]
    moved = [value for number, value in enumerate(cursor) if number % 3 != 2]
    print(f"ratio focus: {report('cockpit, focus by digit', focus) / base_focus:.2f}")
    print(f"ratio tab: {report('cockpit, focus by tab', tab) / base_focus:.2f}")
    print(f"ratio cursor: {report('cockpit, cursor', moved) / base_cursor:.2f}")
    verdict("focus, 95th percentile", percentile([*focus, *tab], 0.95) * 1000, 50, " ms")
    verdict("cursor, 95th percentile", percentile(moved, 0.95) * 1000, 10, " ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
