"""Where a process runs and how one gets there: real servers of tmux, on sockets of their own, with real clients; the
other terminals by the commands alone."""

import os
import pty
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pexpect
import pytest

from cockpit.model.agents import AgentPlace, AgentSession, Trip
from cockpit.storage.agents import terminals
from cockpit.storage.agents.processes import TerminalProcess, agents_in_terminals
from cockpit.storage.agents.terminals import (
    Client,
    TmuxPane,
    TmuxPanes,
    describe,
    go,
    match_terminals,
    panes_command,
    place_of,
    said_by_title,
    socket_of,
    surroundings,
    way_to,
)
from tests.support.fake_system import wait_for

TMUX = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
LINUX = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
SLEEP = ("sleep", "3600")


class Screen:
    """A client of tmux on a terminal of its own."""

    def __init__(self, server: "Server", session: str) -> None:
        environ = {"TERM": "xterm", "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
        self.server = server
        known = {each.tty for each in server.ask().clients}
        self.child = pexpect.spawn("tmux", ["-S", server.socket, "attach", "-t", f"={session}"], env=environ,
                                   dimensions=(24, 100))  # fmt: skip
        self.tty = ""
        wait_for(lambda: {each.tty for each in server.ask().clients} - known)
        (self.tty,) = {each.tty for each in server.ask().clients} - known

    def use(self) -> None:
        """Type until this is the client used last; that is counted in whole seconds."""

        def used() -> bool:
            self.child.send(" ")
            found = self.server.ask()
            others = [each.used for each in found.clients if each.tty != self.tty]
            return all(each.used > max(others, default=0) for each in found.clients if each.tty == self.tty)

        wait_for(used)

    def press(self, keys: str) -> None:
        self.child.send(keys)

    @property
    def at(self) -> str:
        """The pane that it shows, as `work:1.0`."""
        found = self.server.ask()
        (session,) = [each.session for each in found.clients if each.tty == self.tty]
        return next(each.name for each in found.panes if each.session == session and each.shown and each.active)


class Server:
    """A server of tmux with a socket of its own, begun with the session `home`."""

    def __init__(self, folder: Path, name: str = "s") -> None:
        self.socket = str(folder / name)
        self.screens: list[Screen] = []
        self.run("-f", "/dev/null", "new-session", "-d", "-s", "home", "-x", "100", "-y", "24", *SLEEP)

    def run(self, *arguments: str) -> str:
        command = ["tmux", "-u", "-S", self.socket, *arguments]
        return subprocess.run(command, capture_output=True, check=True, timeout=60).stdout.decode().strip()

    def ask(self) -> TmuxPanes:
        return TmuxPanes.parse(subprocess.run(panes_command(self.socket), capture_output=True, check=True).stdout)

    def session(self, name: str, *more: str) -> str:
        """A session, begun out of sight; the id of its pane."""
        return self.run("new-session", "-d", "-s", name, "-P", "-F", "#{pane_id}", *more, *SLEEP)

    def window(self, session: str) -> str:
        return self.run("new-window", "-d", "-t", f"={session}:", "-P", "-F", "#{pane_id}", *SLEEP)

    def split(self, pane: str) -> str:
        return self.run("split-window", "-d", "-t", pane, "-P", "-F", "#{pane_id}", *SLEEP)

    def screen(self, session: str) -> Screen:
        self.screens.append(Screen(self, session))
        return self.screens[-1]

    def place(self, pane: str, session: str | None = None) -> AgentPlace:
        found = next(each for each in self.ask().panes if each.id == pane and session in (None, each.session))
        return AgentPlace(kind="tmux", name=found.name, tty=found.tty, socket=self.socket, pane=found.target)

    @property
    def environ(self) -> Mapping[str, str]:
        """What a program sees that runs in its first pane."""
        return {"TMUX": f"{self.socket},1,0", "TMUX_PANE": "%0"}

    def close(self) -> None:
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], capture_output=True, check=False)
        for screen in self.screens:
            screen.child.close(force=True)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here is too slow, however busy the machine is; and no locale says that terminals show UTF-8."""
    monkeypatch.setattr(terminals, "SECONDS", 60.0)
    for name in ("LC_ALL", "LC_CTYPE", "LANG", "TMUX", "TMUX_PANE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)
    yield made
    made.close()


@pytest.fixture
def second(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path, "t")
    yield made
    made.close()


# What a process says of its terminal


@LINUX
def test_of_an_environment_only_fixed_names_are_kept() -> None:
    environ = {"STY": "12.pts-0.vm", "WINDOW": "0", "TMUX": "/tmp/a=b,1,2", "OPENAI_API_KEY": "secret", "PATH": "/bin"}
    with subprocess.Popen(["/bin/sleep", "60"], env=environ) as running:
        wait_for(lambda: Path(f"/proc/{running.pid}/cmdline").read_bytes().startswith(b"/bin/sleep"))
        found = surroundings(running.pid)
        running.kill()
    assert found == {"STY": "12.pts-0.vm", "WINDOW": "0", "TMUX": "/tmp/a=b,1,2"}
    assert surroundings(2**22 + 7) == {}


@TMUX
def test_a_socket_is_asked_only_if_it_is_one_of_this_user(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert socket_of({"TMUX": f"{server.socket},12,0"}) == server.socket
    (tmp_path / "file").touch()
    for other in ("", "nonsense", f"{tmp_path}/file,1,0", f"{tmp_path}/none,1,0", "s,1,0", "/a\0b,1,0"):
        assert socket_of({"TMUX": other}) is None
    monkeypatch.chdir(tmp_path)
    assert socket_of({"TMUX": "s,1,0"}) is None
    monkeypatch.setattr(os, "getuid", lambda: Path(server.socket).stat().st_uid + 1)
    assert socket_of({"TMUX": f"{server.socket},12,0"}) is None


# What tmux says of its panes


@TMUX
def test_panes_are_told_whatever_they_are_called(server: Server, tmp_path: Path) -> None:
    hostile = tmp_path / "a\tb\npane\t/dev/pts/0\t%0\thome"
    hostile.mkdir(parents=True)
    title = "✋  Action Required (pröj) #{pane_id} #(touch ran)"
    says = f"printf '\\033]2;{title}\\007'; exec sleep 3600"
    pane = server.run("new-session", "-d", "-s", "ünï \"q' ;x", "-c", str(hostile), "-PF", "#{pane_id}", says)
    wait_for(lambda: (server.ask().panes[1].command, server.ask().panes[1].title) == ("sleep", title))
    found = server.ask()
    assert [each.id for each in found.panes] == ["%0", pane]
    assert found.panes[1] == TmuxPane(
        tty=server.run("display-message", "-p", "-t", pane, "#{pane_tty}").removeprefix("/dev/"), id=pane,
        session="ünï \"q' ;x", window="@1", position="0.0", dead=False, attached=False, shown=True, active=True,
        path=str(hostile).replace("\t", "?").replace("\n", "?"), command="sleep",
        title=title,
    )  # fmt: skip
    assert list(hostile.iterdir()) == []


@pytest.mark.parametrize("answer", [None, b"", b"\n\t\n", b"pane\t1\nclient\tx", b"client\tsoon" + b"\t" * 6, b"\xff"])
def test_lines_of_another_shape_tell_nothing(answer: bytes | None) -> None:
    assert TmuxPanes.parse(answer) == TmuxPanes((), ())


@TMUX
def test_asking_starts_no_server(tmp_path: Path) -> None:
    done = subprocess.run(panes_command(str(tmp_path / "none")), capture_output=True, check=False)
    assert (done.returncode, list(tmp_path.iterdir())) == (1, [])


def pane_of(session: str, number: int = 3, **changed: object) -> TmuxPane:
    values = {
        "tty": f"pts/{number}", "id": f"%{number}", "session": session, "window": "@1", "position": "1.0",
        "dead": False, "attached": False, "shown": True, "active": True, "path": "/", "command": "x", "title": "",
    }  # fmt: skip
    return TmuxPane(**values | changed)  # type: ignore[arg-type]


def client_of(session: str, used: int = 1, tty: str = "pts/8", *, focused: bool = False) -> Client:
    return Client(used, focused, tty, session, "200x50", "C-b")


@pytest.mark.parametrize(
    ("clients", "named", "session"),
    [
        ((), None, "a"),
        ((), "c:@1.%3", "c"),
        ((client_of("b"),), "c:@1.%3", "b"),
        ((client_of("other"),), "c:@1.%3", "c"),
        ((client_of("a", 1), client_of("b", 2)), "c:@1.%3", "b"),
        ((client_of("a", 2), client_of("b", 2, focused=True)), "c:@1.%3", "b"),
        ((client_of("a", 2), client_of("b", 3, "")), "c:@1.%3", "a"),
    ],
    ids=["nothing tells", "named", "on the screen", "screen elsewhere", "used last", "focused", "without a terminal"],
)
def test_of_several_sessions_with_a_pane_one_is_chosen(
    clients: tuple[Client, ...], named: str | None, session: str
) -> None:
    panes = TmuxPanes(tuple(pane_of(each) for each in ("a", "b", "c")), clients)
    found = panes.find("pts/3", named)
    assert found is not None
    assert found.session == session


def test_a_pane_is_found_by_its_terminal_else_by_its_name() -> None:
    panes = TmuxPanes((pane_of("a", 3), pane_of("b", 4, attached=True), pane_of("c", 5, dead=True)))
    assert panes.find("pts/4", "a:@1.%3") == panes.panes[1]
    assert panes.find("pts/9", "a:@1.%3") == panes.panes[0]
    assert panes.find(named="%4") == panes.panes[1]
    assert panes.find("pts/5") is None, "whoever has the terminal of a dead pane is another"
    assert panes.find(named="%5") == panes.panes[2]
    assert panes.find() is panes.find("pts/9") is panes.find(named="") is panes.find(named="nonsense") is None
    both = TmuxPanes((pane_of("a"), pane_of("b", attached=True)))
    assert both.find("pts/3") == both.panes[1]


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("[ . ] Action Required | fix tax | shop", "waiting"),
        ("[ ! ] Action Required | fix tax | shop", "waiting"),
        ("[ ! ] Action Required", "waiting"),
        ("✋  Action Required (shop)", "waiting"),
        ("✋  Action Required (shop)" + " " * 30, "waiting"),
        ("fix tax | shop", None),
        ("◇  Ready (shop)", "idle"),
        ("◇  Ready (shop) x (y", None),
        ("◇ Ready (shop)", None),
        ("✦  Working… (shop)", None),
        ("✳ Claude Code", None),
        ("Action Required", None),
        ("[ . ] Action Required: see the list", None),
        ("[ x ] Action Required | fix tax", None),
        ("[.] Action Required | fix tax", None),
        ("fix [ ! ] Action Required | shop", None),
        ("[ ! ] Action Required | ", None),
        ("✋  Action Required", None),
        ("✋ Action Required (shop)", None),
        ("about ✋  Action Required (shop)", None),
        ("✋  Action Required (shop) later", None),
        ("", None),
    ],
)
def test_who_asks_and_who_is_free_is_told_by_the_whole_title(title: str, said: str | None) -> None:
    assert said_by_title(title) == said


# Places


def at_pts(kind: str, **more: str) -> AgentPlace:
    return AgentPlace(kind=kind, name="pts/9", tty="pts/9", **more)


@pytest.mark.parametrize(
    ("around", "place", "way"),
    [
        ({}, at_pts("tty"), None),
        ({"ZELLIJ_SESSION_NAME": "a b", "ZELLIJ_PANE_ID": "3", "KITTY_WINDOW_ID": "1"},
         at_pts("zellij", socket="a b", pane="3"), "zellij -s 'a b' action focus-pane-id terminal_3"),
        ({"STY": "12.pts-0.vm", "WINDOW": "0"}, at_pts("screen", socket="12.pts-0.vm", pane="0"),
         "screen -S 12.pts-0.vm -X select 0"),
        ({"KITTY_WINDOW_ID": "7", "KITTY_LISTEN_ON": "unix:/tmp/{tty}"},
         at_pts("kitty", socket="unix:/tmp/{tty}", pane="7"),
         "kitten @ --to 'unix:/tmp/{tty}' focus-window --match id:7"),
        ({"KITTY_WINDOW_ID": "7"}, at_pts("kitty", pane="7"), "kitten @ focus-window --match id:7"),
        ({"KITTY_WINDOW_ID": "7 or state:focused"}, at_pts("tty"), None),
        ({"WEZTERM_PANE": "2", "WEZTERM_UNIX_SOCKET": "/run/w"}, at_pts("wezterm", socket="/run/w", pane="2"),
         "env WEZTERM_UNIX_SOCKET=/run/w wezterm cli activate-pane --pane-id 2"),
        ({"WEZTERM_PANE": "2"}, at_pts("wezterm", pane="2"), "wezterm cli activate-pane --pane-id 2"),
        ({"ITERM_SESSION_ID": "w0t1p2:U"}, at_pts("iterm2", pane="w0t1p2:U"),
         shlex.join(("osascript", "-e", terminals._ITERM, "/dev/pts/9"))),
        ({"CMUX_WORKSPACE_ID": "a-1"}, at_pts("cmux", pane="a-1"), "cmux workspace select a-1"),
        ({"CMUX_WORKSPACE_ID": "--x"}, at_pts("tty"), None),
        ({"TERM_PROGRAM": "vscode"}, at_pts("vscode"), None),
        ({"TERMINAL_EMULATOR": "JetBrains-JediTerm"}, at_pts("jetbrains"), None),
        ({"SSH_TTY": "/dev/pts/9"}, at_pts("ssh"), None),
        ({"TMUX": "/nowhere,1,0", "TMUX_PANE": "%1", "KITTY_WINDOW_ID": "7"}, at_pts("tty"), None),
    ],
)  # fmt: skip
def test_the_surroundings_tell_the_terminal_and_the_command_that_goes_there(
    around: Mapping[str, str], place: AgentPlace, way: str | None
) -> None:
    assert place_of("pts/9", around, {}) == place
    assert place_of(None, around, {}) is None
    command = way_to(place)
    assert (command and shlex.join(command)) == way


def test_a_session_in_the_background_is_nowhere_else() -> None:
    found = place_of("pts/9", {"KITTY_WINDOW_ID": "7"}, {}, background="a1b2")
    assert found == AgentPlace(kind="background", name="background", pane="a1b2")
    assert way_to(found) is way_to(AgentPlace(kind="iterm2", name="iTerm2", pane="w0t1p2:U")) is None


@TMUX
def test_a_process_in_tmux_is_in_the_pane_with_its_terminal(server: Server, second: Server) -> None:
    pane, other = server.session("work"), second.split("%0")
    servers = {server.socket: server.ask(), second.socket: second.ask()}
    (tty,) = [each.tty for each in servers[server.socket].panes if each.id == pane]
    work = AgentPlace(kind="tmux", name="work:0.0", tty=tty, socket=server.socket, pane=f"work:@1.{pane}")
    assert place_of(tty, server.environ, servers) == work
    assert place_of(tty, {}, servers) == work, "also where the environment cannot be read"
    assert place_of(tty, second.environ, servers, named=f"home:@0.{other}") == work
    assert place_of(None, server.environ, servers, named=f"work:@1.{pane}") == work
    assert place_of("pts/none", server.environ | {"TMUX_PANE": pane}, servers) == work
    begun_from_it = server.environ | {"TMUX_PANE": pane, "TERM_PROGRAM": "WezTerm", "WEZTERM_PANE": "1"}
    assert place_of("pts/none", begun_from_it, servers) == AgentPlace(kind="tty", name="pts/none", tty="pts/none")


# The commands


@TMUX
def test_the_copied_command_goes_there(server: Server) -> None:
    """As it is pasted into a shell; of the clients, tmux chooses."""
    pane = server.session("ünï \"q' ;x")
    screen = server.screen("home")
    way = way_to(server.place(pane))
    assert way is not None
    subprocess.run(way, check=True)
    assert screen.at == "ünï \"q' ;x:0.0"


@TMUX
def test_the_copied_command_attaches_where_no_client_could_switch(server: Server) -> None:
    place = server.place(server.session("work"))
    ways = [way_to(place, server.ask())]
    server.screen("home")
    ways.append(way_to(place, server.ask()))
    assert [way[3] for way in ways if way is not None] == ["attach", "switch-client"]


# Going there


@TMUX
def test_one_goes_to_the_very_session_and_comes_back(server: Server) -> None:
    server.session("work-2")
    pane = server.session("work")
    screen = server.screen("home")
    place = server.place(pane)
    lands = f"on the screen used last: {screen.tty}, 100x24"
    said = describe(place, {})
    assert said == f"tmux work:0.0 ({place.tty}): g takes you there, {lands}; ctrl+b L comes back."
    assert screen.at == "home:0.0"
    assert go(place, {}) == Trip(f"tmux work:0.0 ({place.tty}) is {lands}.", "ctrl+b L")
    assert screen.at == "work:0.0"
    screen.press("\x02L")
    wait_for(lambda: screen.at == "home:0.0")


@TMUX
def test_what_is_gone_is_not_taken_for_what_is_called_alike(server: Server) -> None:
    """A session whose name begins so, and a pane with that number, as after the server was begun anew."""
    place = server.place(server.session("work"))
    server.session("work-2")
    screen = server.screen("home")
    server.run("kill-session", "-t", "=work")
    assert go(place, {}) == Trip(reason=f"tmux work:0.0 ({place.tty}) is gone.")
    pane = server.place("%0").pane
    before = AgentPlace(kind="tmux", name="home:0.0", tty="pts/none", socket=server.socket, pane=pane)
    assert go(before, {}) == Trip(reason="tmux home:0.0 (pts/none) is gone.")
    assert screen.at == "home:0.0"


@TMUX
def test_a_pane_that_moved_is_found_by_its_number(server: Server) -> None:
    server.session("work")
    pane = server.split("work")
    place = server.place(pane)
    screen = server.screen("home")
    server.run("break-pane", "-d", "-s", pane, "-t", "=work:5")
    server.run("rename-session", "-t", "=work", "play")
    assert go(place, {}) == Trip(f"tmux work:0.1 ({place.tty}) is on the screen used last: {screen.tty}, 100x24.",
                                 "ctrl+b L")  # fmt: skip
    assert screen.at == "play:5.0"


@TMUX
def test_within_a_session_it_is_not_switched(server: Server) -> None:
    assert (server.window("home"), server.split("%0")) == ("%1", "%2")
    screen = server.screen("home")
    begun = screen.at
    server.run("set-option", "-g", "@switched", "never")
    server.run("set-hook", "-g", "client-session-changed", "set-option -ga @switched ,again")
    lands = f"on the screen used last: {screen.tty}, 100x24"
    for target, back, keys in (("%1", "ctrl+b l", "\x02l"), ("%2", "ctrl+b ;", "\x02;"), ("%0", None, "")):
        place = server.place(target)
        assert go(place, server.environ) == Trip(f"tmux {place.name} ({place.tty}) is {lands}.", back)
        assert screen.at == place.name
        assert server.run("show-options", "-gv", "@switched") == "never"
        screen.press(keys)
        wait_for(lambda: screen.at == begun)
    assert go(server.place(server.session("work")), {}).reason is None
    assert server.run("show-options", "-gv", "@switched") == "never,again", "the hook does count"


@TMUX
def test_a_list_in_tmux_stays_where_another_screen_shows_the_session(server: Server) -> None:
    pane = server.session("work")
    server.split(pane)
    target = server.split(pane)
    mine, other = server.screen("home"), server.screen("work")
    mine.use()
    place = server.place(target)
    lands = f"on the screen that shows it: {other.tty}, 100x24"
    assert describe(place, server.environ) == f"tmux {place.name} ({place.tty}): g takes you there, {lands}."
    assert go(place, server.environ) == Trip(f"tmux {place.name} ({place.tty}) is {lands}.")
    assert (mine.at, other.at) == ("home:0.0", place.name)
    hidden = server.place(server.window("work"))
    assert go(hidden, server.environ).reason is None
    assert mine.at == "work:1.0", "what no screen shows is brought here"


@TMUX
def test_the_way_back_is_said_in_the_keys_of_the_person(server: Server) -> None:
    place = server.place(server.session("work"))
    screen = server.screen("home")
    server.run("set-option", "-g", "prefix", "M-x")
    server.run("bind-key", "-r", "C-o", "switch-client", "-l")
    server.run("unbind-key", "L")
    assert describe(place, {}).endswith("; alt+x ctrl+o comes back.")
    went = go(place, {})
    assert went.reason is None
    assert went.back == "alt+x ctrl+o"
    screen.press("\x1bx\x0f")
    wait_for(lambda: screen.at == "home:0.0")
    server.run("bind-key", "C-o", "resize-pane", "-R", "5")
    assert describe(place, {}).endswith(f"{screen.tty}, 100x24."), "no key does"
    server.run("bind-key", "L", "switch-client", "-l")
    assert describe(place, {}).endswith("; alt+x L comes back.")
    server.run("set-option", "-g", "prefix", "None")
    assert describe(place, {}).endswith(f"{screen.tty}, 100x24.")
    server.run("set-option", "-g", "prefix", "C-b")
    server.run("unbind-key", "-a", "-T", "prefix")
    assert describe(place, {}).endswith(f"{screen.tty}, 100x24.")


@TMUX
def test_another_server_is_named(server: Server, second: Server) -> None:
    place = second.place(second.session("work"))
    mine, other = server.screen("home"), second.screen("home")
    went = go(place, server.environ)
    lands = f"on the screen used last: {other.tty}, 100x24, on another tmux server, {second.socket}"
    assert went == Trip(f"tmux work:0.0 ({place.tty}) is {lands}.", "ctrl+b L")
    assert (mine.at, other.at) == ("home:0.0", "work:0.0")


@TMUX
def test_a_server_without_a_screen_is_for_another_terminal(server: Server) -> None:
    place = server.place(server.session("my work"))
    server.window("my work")
    server.run("select-window", "-t", "=my work:1")
    missing = go(place, {})
    said = f"tmux -S {server.socket} attach -t '={place.pane}'"
    assert missing.reason == f"No screen shows that tmux server. In a terminal: {said}"
    assert describe(place, {}) == missing.reason
    environ = {"TERM": "xterm", "PATH": os.environ["PATH"]}
    child = pexpect.spawn(said, env=environ)
    wait_for(lambda: server.ask().clients)
    shown = [each.name for each in server.ask().panes if each.attached and each.shown]
    child.close(force=True)
    assert shown == ["my work:0.0"]


@TMUX
def test_a_dead_pane_and_a_server_that_went(server: Server) -> None:
    pane = server.session("work")
    screen = server.screen("home")
    place = server.place(pane)
    server.run("set-option", "-g", "remain-on-exit", "on")
    os.kill(int(server.run("display-message", "-p", "-t", pane, "#{pane_pid}")), signal.SIGKILL)
    wait_for(lambda: any(each.dead for each in server.ask().panes))
    dead = f"tmux work:0.0 ({place.tty}) is dead: its program ended."
    assert go(place, {}) == Trip(reason=dead)
    assert describe(place, {}) == dead
    assert screen.at == "home:0.0"
    server.run("kill-server")
    gone = go(place, {})
    assert gone.reason.startswith(f"tmux does not answer at {server.socket}: ")


@TMUX
def test_tmux_inside_tmux_is_brought_to_the_front_in_both(server: Server, second: Server) -> None:
    """The list is in the outer one; the client of the inner one is a pane of the outer one."""
    inner = second.place(second.session("work"))
    attach = f"TMUX= exec tmux -S {second.socket} attach -t =home"
    pane = server.run("new-session", "-d", "-s", "outer", "-x", "90", "-y", "20", "-P", "-F", "#{pane_id}", attach)
    wait_for(lambda: second.ask().clients)
    screen = server.screen("home")
    tty = server.place(pane).tty
    assert [each.tty for each in second.ask().clients] == [tty]
    lands = f"in the pane tmux outer:0.0, on the screen used last: {screen.tty}, 100x24"
    said = describe(inner, server.environ)
    assert said == f"tmux work:0.0 ({inner.tty}): g takes you there, {lands}; ctrl+b L comes back."
    assert go(inner, server.environ) == Trip(f"tmux work:0.0 ({inner.tty}) is {lands}.", "ctrl+b L")
    assert screen.at == "outer:0.0"
    assert [each.session for each in second.ask().clients] == ["work"]
    screen.press("\x02L")
    wait_for(lambda: screen.at == "home:0.0")


# Other terminals


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Path]:
    """Puts a program in place of another; what it was begun with is in the file of its name with `.asked`."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))

    def put(name: str, code: str) -> Path:
        asked = folder / f"{name}.asked"
        keep = f"open({str(asked)!r}, 'w').write(repr((sys.argv[1:], sys.stdin.read())))"
        (folder / name).write_text(f"#!{sys.executable}\nimport sys, time\n{keep}\n{code}\n")
        (folder / name).chmod(0o755)
        return asked

    return put


KITTY = AgentPlace(kind="kitty", name="pts/3", tty="pts/3", socket="unix:/tmp/k", pane="7")


def test_another_terminal_is_asked(programs: Callable[[str, str], Path]) -> None:
    asked = programs("kitten", "")
    lands = "in front, if kitty shows it when asked (documented, not tried)"
    assert describe(KITTY, {}) == f"kitty pts/3: g takes you there, {lands}."
    assert not asked.exists()
    typed, ours = os.pipe(), os.dup(0)
    os.write(typed[1], b"a key of the person")
    os.close(typed[1])
    os.dup2(typed[0], 0)
    try:
        assert go(KITTY, {}) == Trip(f"kitty pts/3 is {lands}.")
    finally:
        os.dup2(ours, 0)
        os.close(ours)
        os.close(typed[0])
    assert asked.read_text() == repr((["@", "--to", "unix:/tmp/k", "focus-window", "--match", "id:7"], ""))


def test_what_another_terminal_refuses_is_said(programs: Callable[[str, str], Path]) -> None:
    assert go(KITTY, {}) == Trip(reason="kitty pts/3 was not reached: kitten cannot be run.")
    programs("kitten", "sys.exit('remote \\x1b[31mcontrol is off')")
    said = "kitty pts/3 was not reached: remote \\x1b[31mcontrol is off."
    assert go(KITTY, {}) == Trip(reason=said)
    programs("kitten", "sys.exit(3)")
    assert go(KITTY, {}) == Trip(reason="kitty pts/3 was not reached: kitten exited with 3.")


def test_a_terminal_that_does_not_answer_is_not_waited_for(
    programs: Callable[[str, str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminals, "SECONDS", 0.1)
    programs("kitten", "time.sleep(3600)")
    said = "kitty pts/3 was not reached: kitten did not answer within 0.1 s."
    assert go(KITTY, {}) == Trip(reason=said)


def test_kitty_without_a_socket_is_only_told(programs: Callable[[str, str], Path]) -> None:
    asked = programs("kitten", "")
    inside = AgentPlace(kind="kitty", name="pts/3", tty="pts/3", pane="7")
    said = "kitty goes there only from a window of its own: kitten @ focus-window --match id:7"
    assert go(inside, {}) == Trip(reason=said)
    assert describe(inside, {}) == said
    assert not asked.exists()


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (AgentPlace(kind="tty", name="pts/9", tty="pts/9"),
         "It runs in pts/9, which nobody can bring to the front; pid 41233."),
        (AgentPlace(kind="vscode", name="pts/9", tty="pts/9"),
         "It runs in VS Code pts/9, which nobody can bring to the front; pid 41233."),
        (AgentPlace(kind="background", name="background", pane="a1"),
         "It runs in the background, which nobody can bring to the front; pid 41233."),
    ],
)  # fmt: skip
def test_where_nobody_can_go_it_is_said_before(place: AgentPlace, said: str) -> None:
    assert describe(place, {}, 41233) == said
    assert go(place, {}, 41233) == Trip(reason=said)
    assert describe(place, {}) == said.replace("; pid 41233", "")


# Agents that keep no list of their processes


@LINUX
def test_programs_in_terminals_are_found_by_what_was_begun(tmp_path: Path) -> None:
    """A launcher run by an interpreter, the program it begins, and others of like names."""
    (tmp_path / "codex").symlink_to("/bin/sleep")
    (tmp_path / "codex.js").write_text(f"cd '{tmp_path}'; {tmp_path}/codex 3600 & {tmp_path}/codex 3600 & wait")
    (tmp_path / "node").symlink_to("/bin/sh")
    (tmp_path / "gemini").write_text("exec sleep 3600 & wait")
    names = {"codex": ("codex", "codex.js"), "gemini": ("gemini",)}
    begin = (f"tty; cd '{tmp_path}'; ./node -e {tmp_path}/codex.js & ./codex 3601 & ./node ./gemini & "
             "sleep 3602 & sh ./gemini & wait")  # fmt: skip
    pid, master = pty.fork()
    if pid == 0:
        os.execv("/bin/sh", ["sh", "-c", begin])
    subprocess.Popen([str(tmp_path / "codex"), "60"], start_new_session=True).kill()
    try:
        mine = os.read(master, 100).decode().strip().removeprefix("/dev/")
        inside = lambda: sorted(each for each in agents_in_terminals(names) if each.tty == mine)  # noqa: E731
        wait_for(lambda: len(inside()) == 3 and all(each.cwd == str(tmp_path) for each in inside()))
        found = inside()
    finally:
        os.killpg(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(master)
    assert [each.agent for each in found] == ["codex", "codex", "gemini"]
    assert agents_in_terminals({}) == ()


def session(number: str, title: str | None = None, cwd: str | None = "/a", agent: str = "codex") -> AgentSession:
    return AgentSession(agent=agent, id=number, path="", title=title, cwd=cwd)


def process(number: int, cwd: str | None = "/a", agent: str = "codex") -> TerminalProcess:
    return TerminalProcess(agent, number, f"pts/{number}", cwd)


def titled(*titles: str) -> dict[str, TmuxPanes]:
    return {"s": TmuxPanes(tuple(pane_of("a", number, title=title) for number, title in enumerate(titles, 1)))}


@pytest.mark.parametrize(
    ("sessions", "processes", "titles", "found"),
    [
        ([session("1")], [process(1), process(2, "/b"), process(3, agent="gemini")], [], {"1": 1}),
        ([session("1"), session("2", cwd="/b")], [process(1, "/b")], [], {"2": 1}),
        ([session("1", "fix"), session("2", "go")], [process(1), process(2)], ["go | a", "[ . ] Action Required | fix"],
         {"1": 2, "2": 1}),
        ([session("1", "fix"), session("2", "fix tax")], [process(1), process(2)], ["fix tax | a", "fix | a"],
         {"1": 2, "2": 1}),
        ([session("1", "fix")], [process(1), process(2)], ["fix | a", "fix | a"],
         {"1": None}),
        ([session("1", "fix"), session("2", "fix")], [process(1), process(2)], ["fix | a", "else | a"],
         {"1": None, "2": None}),
        ([session("1"), session("2", "")], [process(1)], ["fix"],
         {"1": None, "2": None}),
        ([session("1", "fix"), session("2")], [process(1)], ["fix | a"], {"1": 1}),
        ([session("1", "fix"), session("2")], [process(1), process(2)], ["", "fix | a"], {"1": 2, "2": 1}),
        ([session("1", "fix"), session("2"), session("3")], [process(1), process(2)], ["", "fix | a"],
         {"1": 2, "2": None, "3": None}),
        ([session("1", cwd=None)], [process(1, None)], [], {}),
        ([], [process(1)], [], {}),
    ],
)  # fmt: skip
def test_a_session_is_matched_by_its_folder_then_by_its_title(
    sessions: list[AgentSession], processes: list[TerminalProcess], titles: list[str], found: dict[str, object]
) -> None:
    told = match_terminals(sessions, processes, titled(*titles))
    assert {number: each and each.pid for (_, number), each in told.items()} == found
