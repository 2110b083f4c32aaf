"""Panes of tmux in which agents of the demo run, so that a person can go there.

They are windows of one session, `demo`, in the server of tmux that the demo runs in; outside tmux, of a server of its
own, which nobody sees until they attach to it. Each shows a text. A process of their own ends them when the one that
opened them is gone, however that ended: it reads from a pipe that nobody else writes to.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path
from shlex import quote

from cockpit.regex import regex

_SECONDS = 5.0
_BACK = regex(r"^bind-key +(?:-r +)?-T prefix +(\S+) +switch-client -l$", re.MULTILINE)
_SCRIPT = r"""stty -echo -isig eof undef
printf '\033]2;%s\007\033[H\033[2J' {title}
cat {text}
read -r _
echo yes > {answer}
printf '\033]2;%s\007\n%s\n' {program} {after}
while read -r _; do :; done
"""


class Panes:
    """`folder` is the demo's own: texts are kept there, and `NAME.answer` where a person pressed Enter in a pane."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._is_guest = "TMUX" in os.environ
        own = () if self._is_guest else ("-f", os.devnull, "-S", str(folder / "tmux"))
        self._tmux = ("tmux", "-u", *own)
        self._session, self._back = "", ""
        self._keeper: subprocess.Popen[bytes] | None = None

    def open(self, name: str, program: str, works_in: Path, title: str, text: str, *, asks: bool) -> int | None:
        """The process in a new pane, which bears the name of the program; None where there is no tmux. `asks`: Enter
        in it is an answer."""
        try:
            (self._folder / "bin").mkdir(exist_ok=True)
            self._back = self._back or self._way_back()
            shell = self._folder / "bin" / program
            if not shell.exists():
                shell.symlink_to(shutil.which("sh") or "/bin/sh")
            script = self._write(name, program, title, text, asks=asks)
        except OSError:
            return None
        shows = ("-n", works_in.name, "-c", str(works_in), "-P", "-F", "#{pane_pid}", str(shell), str(script))
        if self._session:
            answer = self._run("new-window", "-d", "-t", f"{self._session}:", *shows)
        else:
            answer = self._begin(shows)
        return int(answer) if answer is not None and answer.isdecimal() else None

    def _begin(self, shows: tuple[str, ...]) -> str | None:
        """The first window. Who looks at it when the demo ends is shown another session then, not thrown out."""
        for name in ("demo", f"demo-{os.getpid()}"):
            option = (";", "set-option", "-t", f"={name}:")
            answer = self._run("new-session", "-d", "-x", "100", "-y", "30", "-s", name, *shows,
                               *option, "destroy-unattached", "off", *option, "detach-on-destroy", "off")  # fmt: skip
            if answer is not None:
                self._session = self._run("display-message", "-p", "-t", f"={name}:", "#{session_id}") or f"={name}"
                ends = ("sh", "-c", 'read -r _; exec "$@"', "sh", *self._tmux, "kill-session", "-t", self._session)
                self._keeper = subprocess.Popen(ends, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                                stderr=subprocess.DEVNULL)  # fmt: skip
                return answer
        return None

    def _write(self, name: str, program: str, title: str, text: str, *, asks: bool) -> Path:
        parts = {each: self._folder / f"{name}.{each}" for each in ("text", "script", "answer")}
        about = f"This is the demo's pane: {'Enter answers, ' * asks}{self._back}."
        parts["text"].write_text(f"{text}\n{about}\n", "utf-8")
        after = f"Answered: it goes on, {self._back}." if asks else f"There is nothing to answer, {self._back}."
        values = {"title": title, "program": program, "after": after, **parts}
        parts["script"].write_text(_SCRIPT.format(**{key: quote(str(value)) for key, value in values.items()}), "utf-8")
        return parts["script"]

    def _way_back(self) -> str:
        if not self._is_guest:
            return "C-b d leaves it"
        bound = _BACK.search(self._run("list-keys", "-T", "prefix") or "")
        prefix = self._run("show-options", "-gv", "prefix")
        return f"press {prefix} {bound[1]} to go back" if bound is not None else "`tmux switch-client -l` goes back"

    def _run(self, *arguments: str) -> str | None:
        """What tmux prints; None where it fails, or is not installed."""
        try:
            done = subprocess.run([*self._tmux, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                                  timeout=_SECONDS, check=True)  # fmt: skip
        except (OSError, subprocess.SubprocessError):
            return None
        return done.stdout.decode(errors="replace").strip()

    def end(self) -> None:
        """Close them all."""
        if self._keeper is not None:
            self._keeper.communicate()
        self._keeper, self._session = None, ""
