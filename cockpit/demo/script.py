"""The scripts of the agents: what they do, when, and what they wait for, as text.

A script is a list of commands, one a line. What stands below a command, indented by four spaces, belongs to it; `#` at
the margin begins a comment.

- `wait SECONDS`: work for so long
- `when CONDITION`: wait until it holds; `when SECONDS seconds pass`: wait so long at any pace, as for a person
- `upon VALUE`: perform the commands below at the first pause at which the value is a new one
- `claude busy`, `claude idle`: the agent is a session of Claude Code, which works or has ended its turn; `claude asks`:
  it asks cockpit's hook before a tool, and goes on once that lets it
- `if CONDITION`, `unless CONDITION`: the commands below, where it holds or does not
- `say TEXT`: tell it on the agent's output
- `write FILE`: make a file of the text below; `append FILE`: add it at the end of one that is there
- `log FILE`: write the lines below at the end of a file, made where there is none, as programs keep logs
- `session NAME FOLDER [PROGRAM [TITLE]]`: a session of an agent works in the project or in a folder beside it; with a
  program, in a pane of tmux that shows the text below, where there is tmux. Where there is a value of that name, Enter
  in the pane writes `yes` to `../NAME.answer`
- `repository NAME`: a repository beside the project, with the text below as its README
- `edit FILE`: change a file as described below
- `commit PATH…`: commit these with the message below
- `define NAME`: give the commands below a name; `do NAME`: perform them, with `$key` replaced by the value of each line
  `key value` below
- `value NAME FILE PATTERN`: name what the group of a regular expression finds in a file
- `condition NAME`: a name for the conditions below, of which one has to hold

What `edit` and `append` change in a file until another command than `say` is one write; files are written in the order
in which they were mentioned last.

A condition is the name of one, or one of these:

- `FILE is there`, `FILE is gone`, `FILE is no older than FILE`: written later, or within the same tick of the clock
- `FILE has KEY.KEY`: a JSON file holds something there other than null, false and empties
- `VALUE is TEXT`, `VALUE is not TEXT`; `VALUE < VALUE`: compared as numbers

The lines of an edit, each after a mark and a space:

- `=` a line in which something changes, wherever it stands: `= | Cost | «$26.50» | …`
- `-` a line that goes, `+` a line that comes, and without a mark the lines around them that stay

In lines that are looked for, `…` is any text, and alone on a line any number of lines; `«text»` is any text, and `text`
takes its place. `or` begins what is tried where the lines before it are not found.

Texts have the placeholders of `sample.filled`, and `{NAME}` for a value; `{next TEXT}` is the number, in three digits,
of the next line of the file that begins with the text.

What agents keep about themselves also needs these, in the names of files too: `{root NAME}`, the folder of a session as
a text in JSON has it; `{slug NAME}`, what Claude Code makes of that for the name of a folder; `{pid NAME}` and
`{started NAME}` of its process, which lives as long as the player does; `{uuid}`, a new one; `{line}`, how many lines
stand before it in a log.
"""

import re
from dataclasses import dataclass, field

Piece = tuple[str, str | None]
"""A pattern, and what takes the place of the text it matches; None keeps it."""


@dataclass(frozen=True, slots=True)
class Command:
    """One command: its name, the rest of its line, the lines below it, and for `if` and `unless` the commands there."""

    name: str
    rest: str
    lines: tuple[str, ...]
    inner: tuple["Command", ...] = ()

    @property
    def text(self) -> str:
        """The lines below it as a text."""
        return "".join(f"{line}\n" for line in self.lines)


@dataclass(slots=True)
class Script:
    """A script that was read. `values` has file and pattern by name, `upon` commands by the value they wait for."""

    commands: tuple[Command, ...] = ()
    values: dict[str, tuple[str, str]] = field(default_factory=dict)
    upon: dict[str, tuple[Command, ...]] = field(default_factory=dict)
    conditions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    definitions: dict[str, tuple[str, ...]] = field(default_factory=dict)


def read(text: str) -> Script:
    """Read a script. Raises KeyError where `do` names nothing that is defined above it."""
    script = Script()
    script.commands = _commands(text.splitlines(), script)
    return script


def _commands(lines: list[str], script: Script) -> tuple[Command, ...]:
    found: list[Command] = []
    for command in _split(lines):
        name, rest = command.name, command.rest
        match name:
            case "define":
                script.definitions[rest] = command.lines
            case "do":
                values = dict(line.partition(" ")[::2] for line in command.lines)
                body = "\n".join(script.definitions[rest])
                body = re.sub(r"\$(\w+)", lambda use, values=values: values.get(use[1], use[0]), body)  # type: ignore[misc]
                found += _commands(body.split("\n"), script)
            case "value":
                of, file, pattern = rest.split(" ", 2)
                script.values[of] = (file, pattern)
            case "condition":
                script.conditions[rest] = command.lines
            case "upon":
                script.upon[rest] = _commands(list(command.lines), script)
            case "if" | "unless":
                found.append(Command(name, rest, (), _commands(list(command.lines), script)))
            case _:
                found.append(command)
    return tuple(found)


def _split(lines: list[str]) -> list[Command]:
    """The commands at the margin, each with the lines below it."""
    found: list[tuple[str, list[str]]] = []
    for line in lines:
        if line.startswith("    ") or not line:
            if found:
                found[-1][1].append(line[4:])
        elif not line.startswith("#"):
            found.append((line, []))
    commands = []
    for head, below in found:
        while below and not below[-1]:
            below.pop()
        name, _, rest = head.partition(" ")
        commands.append(Command(name, rest, tuple(below)))
    return commands


def edits(lines: tuple[str, ...]) -> list[list[tuple[str, ...]]]:
    """The changes of an edit in their order, each as the alternatives of which the first that is found is made."""
    found: list[list[list[str]]] = [[[]]]
    for line in lines:
        if line == "or":
            found[-1].append([])
        elif line == "and" or line.startswith("= "):
            found.append([[line] if line != "and" else []])
        else:
            if found[-1][-1] and found[-1][-1][-1].startswith("= "):
                found.append([[]])
            found[-1][-1].append(line)
    return [[tuple(each) for each in change] for change in found if change != [[]]]


def changed(text: str, lines: tuple[str, ...]) -> str | None:
    """The text after one change; None where its lines are not found."""
    pieces = [piece for line in lines for piece in _pieces(line)]
    found = re.search("^" + "".join(f"({pattern})" for pattern, _ in pieces), text, re.MULTILINE)
    if found is None:
        return None
    replacement_text = "".join(
        found[number] if replacement is None else replacement for number, (_, replacement) in enumerate(pieces, start=1)
    )
    return text[: found.start()] + replacement_text + text[found.end() :]


def _pieces(line: str) -> list[Piece]:
    mark, text = line[:1], line[2:]
    if mark == "+":
        return [("", f"{text}\n")]
    replacement = "" if mark == "-" else None
    if text.strip() == "…":
        return [(r"(?:.*\n)*?", replacement)]
    found: list[Piece] = []
    for part in re.split("(«.*?»|…)", text):
        if part.startswith("«"):
            found.append((".*?", part[1:-1]))
        else:
            found.append((".*?" if part == "…" else re.escape(part), replacement))
    return [*found, (r"\n", replacement)]
