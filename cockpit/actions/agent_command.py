"""The agent that a fresh session is begun with: the command of the person's settings, never one from a file."""

import shlex
from collections.abc import Sequence
from pathlib import Path, PurePath

_RUNNERS = ("sh", "bash", "dash", "zsh", "fish", "env", "python", "python3", "node", "npx", "ruby", "perl", "uvx")
PROMPT, FILE = "{prompt}", "{file}"


def parsed_command(setting: object) -> tuple[str, ...]:
    """The words of a command, from a text as a shell splits it (without running one) or from a list.

    Raises ValueError, with what is wrong, where it is neither or names nothing.
    """
    try:
        words = shlex.split(setting) if isinstance(setting, str) else setting
    except ValueError:
        raise ValueError("a quotation in it does not end") from None
    if not isinstance(words, list) or not all(isinstance(word, str) and "\0" not in word for word in words):
        raise ValueError("it must be a command in quotes, or a list of its words")
    if not words or not words[0].strip():
        raise ValueError("it names no command")
    return tuple(words)


def agent_name(words: Sequence[str]) -> str:
    """What a person calls the agent of a command: the program, or the script that a shell or an interpreter runs."""
    names = [PurePath(word).name for word in words[:2]]
    runs = len(words) > 1 and names[0] in _RUNNERS and not words[1].startswith(("-", "{")) and "=" not in words[1]
    return names[1] if runs else names[0]


def filled_command(words: Sequence[str], prompt: str, file: Path) -> list[str]:
    """The command with the prompt in it: for `{prompt}` the text, for `{file}` a file that holds it; where neither
    stands, the text as the last word.
    """
    filled = [word.replace(FILE, str(file)).replace(PROMPT, prompt) for word in words]
    return filled if any(PROMPT in word or FILE in word for word in words) else [*filled, prompt]


def shown_command(words: Sequence[str]) -> str:
    """The command as a person would type it, with what stands for the prompt."""
    placed = any(PROMPT in word or FILE in word for word in words)
    told = " ".join(word if word in (PROMPT, FILE) else shlex.quote(word) for word in words)
    return told if placed else f"{told} {PROMPT}"
