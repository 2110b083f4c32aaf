"""Where a process runs, and how a person is brought there: panes of tmux, windows of other terminals.

No key is sent to a session, no screen is read. What tmux and the environment of a process say is text from outside.
"""

import os
import re
import stat
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from shlex import join
from typing import Literal, NamedTuple

from cockpit.model.agents import AgentPlace, AgentSession, Trip
from cockpit.regex import regex
from cockpit.storage.agents.processes import TerminalProcess
from cockpit.wording.printable import printable

SECONDS = 2.0
"""So long a command may take that asks a terminal or goes there."""

_ITERM = "\n".join((
    "on run argv", 'tell application "iTerm2"', "repeat with w in windows", "repeat with t in tabs of w",
    "repeat with s in sessions of t", "if tty of s is item 1 of argv then", "select s", "select t", "select w",
    "activate", "return", "end if", "end repeat", "end repeat", "end repeat", "end tell",
    'error "no session has this terminal"', "end run",
))  # fmt: skip


class Terminal(NamedTuple):
    """A row of the table: how a terminal is found, and the command that goes there.

    It is found where the environment of the process holds all of `signs`, each matched whole. `pane` and `socket` name
    the variables whose values stand for `{pane}` and `{socket}` in `go`; `{tty}` is the device. Without `go` nobody
    can bring it to the front; where `inside`, the command works only in a window of that terminal. Unless `tried`, it
    is as documented, not tried.
    """

    kind: str
    name: str
    signs: Mapping[str, str]
    pane: str = ""
    socket: str = ""
    go: tuple[str, ...] = ()
    inside: bool = False
    tried: bool = False


_WEZTERM = ("wezterm", "cli", "activate-pane", "--pane-id", "{pane}")
_KITTY = ("focus-window", "--match", "id:{pane}")
TERMINALS = (
    Terminal("tmux", "tmux", {"TMUX": r"/.+,\d+,\d+", "TMUX_PANE": r"%\d+"}, "TMUX_PANE", "TMUX",
             ("tmux", "-S", "{socket}", "switch-client", "-t", "={pane}"), tried=True),
    Terminal("zellij", "zellij", {"ZELLIJ_PANE_ID": r"\d+", "ZELLIJ_SESSION_NAME": r"[^-].*"}, "ZELLIJ_PANE_ID",
             "ZELLIJ_SESSION_NAME", ("zellij", "-s", "{socket}", "action", "focus-pane-id", "terminal_{pane}")),
    Terminal("screen", "GNU screen", {"STY": r"\d+\..+", "WINDOW": r"\d+"}, "WINDOW", "STY",
             ("screen", "-S", "{socket}", "-X", "select", "{pane}")),
    Terminal("kitty", "kitty", {"KITTY_WINDOW_ID": r"\d+", "KITTY_LISTEN_ON": r"unix:.+"}, "KITTY_WINDOW_ID",
             "KITTY_LISTEN_ON", ("kitten", "@", "--to", "{socket}", *_KITTY)),
    Terminal("kitty", "kitty", {"KITTY_WINDOW_ID": r"\d+"}, "KITTY_WINDOW_ID", go=("kitten", "@", *_KITTY),
             inside=True),
    Terminal("wezterm", "WezTerm", {"WEZTERM_PANE": r"\d+", "WEZTERM_UNIX_SOCKET": r"/.+"}, "WEZTERM_PANE",
             "WEZTERM_UNIX_SOCKET", ("env", "WEZTERM_UNIX_SOCKET={socket}", *_WEZTERM)),
    Terminal("wezterm", "WezTerm", {"WEZTERM_PANE": r"\d+"}, "WEZTERM_PANE", go=_WEZTERM),
    Terminal("iterm2", "iTerm2", {"ITERM_SESSION_ID": r".+"}, "ITERM_SESSION_ID",
             go=("osascript", "-e", _ITERM, "/dev/{tty}")),
    Terminal("cmux", "cmux", {"CMUX_WORKSPACE_ID": r"\w[\w-]*"}, "CMUX_WORKSPACE_ID",
             go=("cmux", "workspace", "select", "{pane}")),
    Terminal("terminal", "Terminal.app", {"TERM_PROGRAM": r"Apple_Terminal"}),
    Terminal("ghostty", "Ghostty", {"TERM_PROGRAM": r"ghostty"}),
    Terminal("vscode", "VS Code", {"TERM_PROGRAM": r"vscode"}),
    Terminal("jetbrains", "a JetBrains IDE", {"TERMINAL_EMULATOR": r"JetBrains.*"}),
    Terminal("windows", "Windows Terminal", {"WT_SESSION": r".+"}),
    Terminal("ssh", "ssh", {"SSH_TTY": r".+"}),
)  # fmt: skip
"""The innermost first: what runs in a multiplexer inherits the variables of the terminal it was begun in."""

VARIABLES = frozenset({name for each in TERMINALS for name in each.signs})
"""The names that are read of a process's environment; nothing else is kept."""


class TmuxPane(NamedTuple):
    """A pane of tmux in one of the sessions that hold it: `tty` is `pts/3`, `id` `%3`, `window` `@1`, `position` `1.0`.

    `attached`: the session has a client; `shown`: its current window is this one; `active`: the pane is the active one
    of its window. `path`, `command` and `title` are as the programs in it wrote them.
    """

    tty: str
    id: str
    session: str
    window: str
    position: str
    dead: bool
    attached: bool
    shown: bool
    active: bool
    path: str
    command: str
    title: str

    @property
    def target(self) -> str:
        """The exact name for tmux, such as `work:@1.%3`; commands take it with `=` before it."""
        return f"{self.session}:{self.window}.{self.id}"

    @property
    def name(self) -> str:
        """What a person calls it, such as `work:1.0`."""
        return f"{self.session}:{self.position}"


class Client(NamedTuple):
    """A terminal that shows a session of tmux. `used` is in seconds since 1970, `prefix` the person's key: `C-b`."""

    used: int
    focused: bool
    tty: str
    session: str
    size: str
    prefix: str


def _format(kind: str, *names: str) -> str:
    """A line for each thing: values parted by tabs, which hold neither tabs nor line ends."""
    return "\t".join((kind, *(f"#{{s/[\t\n]/?/:{name}}}" for name in names)))


_PANE = _format("pane", "pane_tty", "pane_id", "session_name", "window_id", "window_index", "pane_index", "pane_dead",
                "session_attached", "window_active", "pane_active", "pane_current_path", "pane_current_command",
                "pane_title")  # fmt: skip
_CLIENT = _format("client", "client_activity", "client_flags", "client_tty", "session_name", "client_width",
                  "client_height", "prefix")  # fmt: skip


def panes_command(socket: str) -> tuple[str, ...]:
    """The command whose output `Panes.parse` reads. It takes 3 ms, and starts no server."""
    return ("tmux", "-u", "-S", socket, "list-panes", "-a", "-F", _PANE, ";", "list-clients", "-F", _CLIENT)


class TmuxPanes(NamedTuple):
    """The panes and clients of a server of tmux."""

    panes: tuple[TmuxPane, ...] = ()
    clients: tuple[Client, ...] = ()

    @classmethod
    def parse(cls, answer: bytes | None) -> "TmuxPanes":
        """What `panes_command` printed; lines of another shape are left out."""
        lines = [line.split("\t") for line in (answer or b"").decode(errors="replace").split("\n")]
        panes = tuple(
            TmuxPane(tty.removeprefix("/dev/"), pane, session, window, f"{at}.{index}", dead == "1", attached != "0",
                 shown == "1", active == "1", *texts)
            for kind, *values in lines if kind == "pane" and len(values) == 13
            for tty, pane, session, window, at, index, dead, attached, shown, active, *texts in [values]
        )  # fmt: skip
        clients = tuple(
            Client(int(used), "focused" in flags, tty.removeprefix("/dev/"), session, f"{width}x{height}", prefix)
            for kind, *values in lines if kind == "client" and len(values) == 7 and values[0].isdecimal()
            for used, flags, tty, session, width, height, prefix in [values]
        )  # fmt: skip
        return cls(panes, clients)

    def last_used(self, *, without: Client | None = None, sessions: Sequence[str] | None = None) -> Client | None:
        """The client that a person typed in last, of those that show one of the sessions."""
        asked = [each for each in self.clients if each != without and (sessions is None or each.session in sessions)]
        return max((each for each in asked if each.tty), default=None)

    def find(self, tty: str | None = None, named: str | None = None) -> TmuxPane | None:
        """The live pane with that terminal, else the one named as `%3` or `work:@1.%3`, which may be dead.

        Of several sessions that hold it: the one on the client used last, then the named one, then one with a client.
        """
        number = f"%{named.rpartition('%')[2]}" if named is not None else None
        client, session = self.last_used(), named.rpartition(":@")[0] if named is not None else None
        found = [each for each in self.panes if each.tty == tty and not each.dead]
        found = found or [each for each in self.panes if each.id == number]
        on = client.session if client is not None else None
        return max(found, key=lambda each: (each.session == on, each.session == session, each.attached), default=None)


_ASKS = regex(r"\[ [.!] \] Action Required(?: \| .+)?|\u270b  Action Required \(.+\)")
_READY = regex(r"\u25c7  Ready \(.+\)")


def said_by_title(title: str) -> Literal["waiting", "idle"] | None:
    """What a title says as Codex and Gemini write it while they wait for a person, and Gemini while its prompt is free;
    no part of it is enough."""
    whole = title.rstrip(" ")
    return "waiting" if _ASKS.fullmatch(whole) else "idle" if _READY.fullmatch(whole) else None


def surroundings(pid: int) -> Mapping[str, str]:
    """Which terminal a process was begun in, as its environment says: of that the `VARIABLES` alone; empty where it
    cannot be read. Not tried on macOS."""
    try:
        if sys.platform == "darwin":
            entries = [f"{name}={value}" for name, value in import_module("psutil").Process(pid).environ().items()]
        else:
            entries = Path(f"/proc/{pid}/environ").read_bytes().decode(errors="replace").split("\0")
    except Exception:  # noqa: BLE001 -- psutil may be missing, and has errors of its own
        return {}
    return {name: value for name, _, value in (entry.partition("=") for entry in entries) if name in VARIABLES}


def socket_of(around: Mapping[str, str]) -> str | None:
    """The socket of tmux that an environment names; None unless it is this user's: a server may write to its client."""
    socket = around.get("TMUX", "").rsplit(",", 2)[0]
    with suppress(OSError, ValueError):
        found = Path(socket).stat()
        if socket.startswith("/") and stat.S_ISSOCK(found.st_mode) and found.st_uid == os.getuid():
            return socket
    return None


def place_of(
    tty: str | None,
    around: Mapping[str, str],
    servers: Mapping[str, TmuxPanes],
    *,
    named: str | None = None,
    background: str | None = None,
) -> AgentPlace | None:
    """Where the process with that terminal and those surroundings runs; None without a terminal or a pane of tmux.

    `servers` are those of tmux by their sockets, `named` the pane that the agent itself names (`work:@1.%3`),
    `background` the id of a session in the background.
    """
    if background is not None:
        return AgentPlace(kind="background", name="background", pane=background)
    own = socket_of(around)
    if tty is not None:
        for socket, server in servers.items():
            pane = server.find(tty, named if socket == own else None)
            if pane is not None and pane.tty == tty:
                return _pane_place(socket, pane)
    if own is not None and own in servers and around.get("TERM_PROGRAM", "tmux") == "tmux":
        pane = servers[own].find(named=named or around.get("TMUX_PANE"))
        if pane is not None:
            return _pane_place(own, pane)
    if tty is None:
        return None
    row = _row_by(around)
    if row is None:
        return AgentPlace(kind="tty", name=tty, tty=tty)
    return AgentPlace(kind=row.kind, name=tty, tty=tty, socket=around.get(row.socket), pane=around.get(row.pane))


def _row_by(around: Mapping[str, str]) -> Terminal | None:
    """The terminal that an environment names; what runs in tmux inherits what the one said that tmux was begun in."""
    rows = TERMINALS if "TMUX" not in around else ()
    signs = (each for each in rows if all(re.fullmatch(of, around.get(name, "")) for name, of in each.signs.items()))
    return next(signs, None)


def _pane_place(socket: str, pane: TmuxPane) -> AgentPlace:
    return AgentPlace(kind="tmux", name=pane.name, tty=pane.tty, socket=socket, pane=pane.target)


def _row_of(place: AgentPlace) -> Terminal | None:
    rows = (each for each in TERMINALS if each.kind == place.kind and bool(each.socket) == (place.socket is not None))
    return next(rows, None)


def way_to(place: AgentPlace, server: TmuxPanes | None = None) -> tuple[str, ...] | None:
    """The command that goes there, for a shell; None where nobody can. `server` is the one of tmux that it runs in:
    without a client, none can switch."""
    if server is not None and server.panes and not server.clients:
        return _attach(place.socket or "", place.pane or "")
    row = _row_of(place)
    values = {"pane": place.pane, "socket": place.socket, "tty": place.tty}
    known = {name: value for name, value in values.items() if value is not None}
    with suppress(KeyError):
        return (tuple(part.format(**known) for part in row.go) or None) if row is not None else None
    return None


def _attach(socket: str, target: str) -> tuple[str, ...]:
    return ("tmux", "-S", socket, "attach", "-t", f"={target}")


class _Plan(NamedTuple):
    """The commands that go to a place, where a person lands, the key that comes back, and the client that moves. Where
    there is no way, a sentence that says why stands in its place."""

    commands: tuple[tuple[str, ...], ...]
    lands: str
    back: str | None = None
    moves: str | None = None


def go(place: AgentPlace, own: Mapping[str, str], pid: int | None = None) -> Trip:
    """Bring the place to the front; it takes 10 ms, at most some seconds.

    `own` is the environment of cockpit. In tmux, cockpit is on the client used last; that one stays where it is if
    another client of its server shows the place already.
    """
    plan = _plan(place, own, pid)
    if isinstance(plan, str):
        return Trip(reason=plan)
    for command in plan.commands:
        answer = _run(*command)
        if isinstance(answer, str):
            return Trip(reason=f"{_at(place)} was not reached: {answer}.")
    return Trip(f"{_at(place)} is {plan.lands}.", plan.back)


def describe(place: AgentPlace, own: Mapping[str, str], pid: int | None = None) -> str:
    """What `go` would do, and how one comes back; it asks tmux as `go` does, and moves nothing."""
    plan = _plan(place, own, pid)
    if isinstance(plan, str):
        return plan
    back = f"; {plan.back} comes back" if plan.back is not None else ""
    return f"{_at(place)}: g takes you there, {plan.lands}{back}."


def _at(place: AgentPlace) -> str:
    row = _row_of(place)
    name = f"{place.name} ({place.tty})" if place.tty not in (None, place.name) else place.name
    return printable(f"{row.name} {name}" if row is not None and row.name != name else name)


def _plan(place: AgentPlace, own: Mapping[str, str], pid: int | None) -> _Plan | str:
    if place.kind == "tmux":
        return _tmux_plan(place, socket_of(own))
    row, way = _row_of(place), way_to(place)
    if row is None or way is None:
        where = "the background" if place.kind == "background" else _at(place)
        number = f"; pid {pid}" if pid is not None else ""
        return f"It runs in {where}, which nobody can bring to the front{number}."
    if row.inside:
        return printable(f"{row.name} goes there only from a window of its own: {join(way)}")
    return _Plan((way,), f"in front, if {row.name} shows it when asked (documented, not tried)")


def _tmux_plan(place: AgentPlace, ours: str | None) -> _Plan | str:
    """The way to a pane; where the client that moves is in a pane of the server at `ours`, then also to that pane."""
    plan = _pane_plan(place, ours)
    if isinstance(plan, str) or ours in (None, place.socket):
        return plan
    outer = _ask(ours or "")
    pane = outer.find(plan.moves) if isinstance(outer, TmuxPanes) else None
    if pane is None:
        return plan._replace(lands=printable(f"{plan.lands}, on another tmux server, {place.socket}"))
    outside = _pane_plan(_pane_place(ours or "", pane), ours)
    if isinstance(outside, str):
        return outside
    lands = printable(f"in the pane tmux {pane.name}, {outside.lands}")
    return _Plan((*plan.commands, *outside.commands), lands, outside.back)


def _pane_plan(place: AgentPlace, ours: str | None) -> _Plan | str:
    socket = place.socket or ""
    server = _ask(socket)
    if isinstance(server, str):
        return printable(f"tmux does not answer at {socket}: {server}.")
    pane, client = server.find(named=place.pane), server.last_used()
    if pane is None or pane.dead or place.tty not in (None, pane.tty):
        dead = pane is not None and pane.dead
        return f"{_at(place)} {'is dead: its program ended' if dead else 'is gone'}."
    if client is None:
        return printable(f"No screen shows that tmux server. In a terminal: {join(_attach(socket, pane.target))}")
    tmux, select = ("tmux", "-u", "-S", socket), ("select-pane", "-t", pane.id)
    showing = [each.session for each in server.panes if each.id == pane.id and each.shown]
    other = server.last_used(without=client, sessions=showing)
    if ours == socket and other is not None:
        return _Plan(((*tmux, *select),), f"on the screen that shows it: {other.tty}, {other.size}", moves=other.tty)
    if pane.session != client.session:
        way: tuple[str, ...] = ("switch-client", "-c", f"/dev/{client.tty}", "-t", f"={pane.target}")
        undo = "switch-client -l"
    else:
        way = ("select-window", "-t", f"={pane.session}:{pane.window}", ";", *select)
        undo = "last-window" if not pane.shown else "last-pane" if not pane.active else ""
    lands = f"on the screen used last: {client.tty}, {client.size}"
    return _Plan(((*tmux, *way),), lands, _key_back(socket, client.prefix, undo), client.tty)


def _key_back(socket: str, prefix: str, undo: str) -> str | None:
    """The person's own keys for a command of tmux, such as `ctrl+b L`; None where no key is bound to it."""
    if not undo or prefix in ("", "None"):
        return None
    answer = _run("tmux", "-u", "-S", socket, "list-keys", "-T", "prefix")
    keys = "" if isinstance(answer, str) else answer.decode(errors="replace")
    bound = re.search(rf"^bind-key +(?:-r +)?-T prefix +(\S+) +{undo}$", keys, re.MULTILINE)
    return f"{_key(prefix)} {_key(bound[1])}" if bound is not None else None


def _key(written: str) -> str:
    """A key as cockpit writes it: `C-b` is `ctrl+b`."""
    key = written[1:] if len(written) == 2 and written[0] == "\\" else written
    for short, long in (("C-", "ctrl+"), ("M-", "alt+"), ("S-", "shift+")):
        key = key.replace(short, long) if len(key) > 2 else key
    return printable(key)


def _ask(socket: str) -> TmuxPanes | str:
    answer = _run(*panes_command(socket))
    return answer if isinstance(answer, str) else TmuxPanes.parse(answer)


def _run(*command: str) -> bytes | str:
    """What a command prints; where it fails, why."""
    import subprocess  # only to go there

    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"{command[0]} did not answer within {SECONDS:g} s"
    except (OSError, ValueError):
        return f"{command[0]} cannot be run"
    said = done.stderr.decode(errors="replace").strip()
    return done.stdout if done.returncode == 0 else printable(said or f"{command[0]} exited with {done.returncode}")


def match_terminals(
    sessions: Sequence[AgentSession], processes: Sequence[TerminalProcess], servers: Mapping[str, TmuxPanes]
) -> dict[tuple[str, str], TerminalProcess | None]:
    """By agent and id, the process of each session that may be open; None where it cannot be told which it is.

    Those in one folder are told apart by the titles of their panes, which hold the titles of the sessions.
    """
    titles = {pane.tty: pane.title for server in servers.values() for pane in server.panes if not pane.dead}
    found: dict[tuple[str, str], TerminalProcess | None] = {}
    for agent, cwd in dict.fromkeys((each.agent, each.cwd) for each in sessions if each.cwd is not None):
        rivals = [each for each in sessions if (each.agent, each.cwd) == (agent, cwd)]
        there = [each for each in processes if (each.agent, each.cwd) == (agent, cwd)]
        claims = [_titled(titles.get(each.tty, ""), rivals) for each in there]
        found |= {(agent, each.id): there[claims.index(each)] for each in rivals if claims.count(each) == 1}
        rivals = [each for each in rivals if (agent, each.id) not in found]
        there = [each for each in there if each not in found.values()]
        told = there[0] if len(there) == len(rivals) == 1 else None
        found |= {(agent, each.id): told for each in rivals if there}
    return found


def _titled(title: str, sessions: Sequence[AgentSession]) -> AgentSession | None:
    """The session whose title a pane's title holds; where it holds several, the longest, if that is one session's."""
    held = [each for each in sessions if each.title and each.title in title]
    longest = max((len(each.title or "") for each in held), default=0)
    best = [each for each in held if len(each.title or "") == longest]
    return best[0] if len(best) == 1 else None
