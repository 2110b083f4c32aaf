"""The grammar of the command line, made from the list of actions. argparse, because it is the only parser a hook can
afford to import."""

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, NoReturn

from cockpit.actions import (
    ACTIONS,
    COMMON,
    DRY_RUN,
    FORMER,
    GROUPS,
    LEVELS,
    LIMITS,
    NOUNS,
    OPEN,
    POSITION_KEYS,
    Action,
    Field,
    after,
    top_words,
)
from cockpit.model.errors import WrongUsage
from cockpit.wording.messages import Message, Words, command_line

argparse._ = str  # type: ignore[attr-defined]  # it has no translations, and looks for them at every start

_HELP = ("-h", "--help")
_WIDTH = 80


# What is typed, as the value that is meant. Each raises argparse's own error otherwise.


def amount(text: str) -> float:
    """A number as people write it: `26.5`, `$80`, `40%`, `500K`."""
    from cockpit.rules.thresholds.metrics import typed_amount

    value = typed_amount(text)
    if value is None:
        raise argparse.ArgumentTypeError(f"not a number: {text!r}")
    return value


def count(text: str) -> int:
    """A whole number of things: `1200`, `1,200`, `12K`."""
    value = amount(text)
    if value < 0 or value != int(value):
        raise argparse.ArgumentTypeError(f"not a whole number from 0: {text!r}")
    return int(value)


def new_limit(text: str) -> tuple[str, str, float | None]:
    """A limit, `cost.alert=22`: metric, level and value, None where nothing stands behind the sign. What is no metric
    is left to the files that may have one."""
    from cockpit.rules.thresholds.metrics import metric_named

    name, equals, value = text.partition("=")
    stated, _, level = name.partition(".")
    metric = metric_named(stated)
    if not equals or level not in LEVELS:
        raise argparse.ArgumentTypeError(f"not a limit: {text!r}; example: cost.alert=22")
    return metric.name if metric is not None else stated, level, amount(value) if value else None


def limit(text: str) -> tuple[str, str, float]:
    """A limit of one of cockpit's metrics."""
    from cockpit.rules.thresholds.metrics import METRICS

    metric, level, value = new_limit(text)
    known = [each.name for each in METRICS]
    if metric not in known:
        raise argparse.ArgumentTypeError(f"no metric {metric!r}; metrics: {', '.join(known)}")
    if value is None:
        raise argparse.ArgumentTypeError(f"not a limit: {text!r}; example: cost.alert=22")
    return metric, level, value


def assignment(text: str) -> tuple[str, str | float]:
    """A value to record, `cost=26.50` or `task=4`: a metric with its number, or a part of the position."""
    from cockpit.rules.thresholds.metrics import METRICS, metric_named, typed_amount

    name, equals, value = text.partition("=")
    if not equals or not name:
        raise argparse.ArgumentTypeError(f"not a value: {text!r}; example: cost=26.50")
    if name in POSITION_KEYS:
        return name, value
    metric = metric_named(name)
    if metric is None and typed_amount(value) is None:
        known = ", ".join((*(each.name for each in METRICS), *POSITION_KEYS))
        raise argparse.ArgumentTypeError(f"no key {name!r}; keys: {known}")
    return metric.name if metric is not None else name, amount(value)


_CONVERTERS = {"amount": amount, "count": count, "limit": limit, "new-limit": new_limit, "assignment": assignment}


# Which action a command line is about


class CommandLine(NamedTuple):
    """An action, its options as they were typed, and the other words behind its command."""

    action: Action
    options: tuple[str, ...]
    words: tuple[str, ...]


def split(arguments: Sequence[str]) -> CommandLine:
    """What a command line is about. Raises WrongUsage for a word that is no command and cannot be a path."""
    options, words, dashes = sorted_words(arguments)
    first = words[0] if words and dashes != 0 else None
    known = after(first) if first is not None else ()
    if not known:
        if first is not None and (wrong := _stray(words)) is not None:
            raise WrongUsage(wrong)
        return CommandLine(OPEN, options, words)
    second = words[1] if len(words) > 1 and dashes != 1 else None
    pair = next((action for action in known if action.words[1:] == (second,)), None)
    if pair is not None:
        return CommandLine(pair, options, words[2:])
    whole = next((action for action in known if len(action.words) == 1), None)
    if second is not None and (whole is None or not any(each.positional for each in whole.fields)):
        raise WrongUsage(_stray_verb(known, str(first), second))
    assert whole is not None  # noqa: S101 -- every first word is a command of its own
    return CommandLine(whole, options, words[1:])


def sorted_words(arguments: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...], int]:
    """The options with their values, the other words, and how many of these stood before `--`."""
    options: list[str] = []
    words: list[str] = []
    place, dashes = 0, len(arguments)
    while place < len(arguments):
        argument = arguments[place]
        place += 1
        if argument == "--":
            dashes = len(words)
            words += arguments[place:]
            break
        if argument.startswith("-") and argument != "-":
            options.append(argument)
            if argument in _WITH_VALUE and place < len(arguments):
                options.append(arguments[place])
                place += 1
        else:
            words.append(argument)
    return tuple(options), tuple(words), dashes


def flags_of(field: Field) -> tuple[str, ...]:
    """The options of a field as they are typed."""
    return ("-C", "--project") if field.name == "project" else (field.flag,)


_WITH_VALUE = frozenset(
    flag
    for field in (*COMMON, LIMITS, *OPEN.fields, *(each for action in ACTIONS for each in action.fields))
    if not field.positional and field.kind != "flag"
    for flag in flags_of(field)
)
"""The options that are followed by a value. No two actions have one of the same name with and without."""


def _stray(words: Sequence[str]) -> Words | None:
    """What is said about a first word that is no command; None where it is or can only be a path."""
    word = words[0]
    if os.sep in word or (word and os.path.lexists(os.path.expanduser(word))):  # noqa: PTH111 - nobody's `~name` too
        return None
    from difflib import get_close_matches  # only for a word that is wrong

    likely = get_close_matches(word.casefold(), (*top_words(), *FORMER), n=1)
    if likely and likely[0] in FORMER:
        return _former(likely[0])
    if likely:
        return Message("cli.word-like-a-command", f"No folder or command {word!r}. Did you mean {likely[0]}?")
    return Message("cli.no-folder-or-command", f"No folder or command {word!r}. `cockpit --help` lists the commands.")


def _stray_verb(known: Sequence[Action], noun: str, verb: str) -> Words:
    """What is said about a second word that is none of the noun's."""
    if f"{noun} {verb}" in FORMER:
        return _former(f"{noun} {verb}")
    verbs = tuple(action.words[1] for action in known if len(action.words) > 1)
    return Message(
        "cli.no-such-verb",
        f"No command `{noun} {verb}`. Commands: {', '.join(verbs)}. See {command_line(noun, '--help')}.",
    )


def _former(words: str) -> Words:
    new = FORMER[words]
    if not new:
        return Message(
            "cli.former-word-on-screen",
            f"`cockpit {words}` is gone. To hide an alert, select it on the screen and press m, then s.",
        )
    return Message("cli.former-word", f"`cockpit {words}` is now `cockpit {new}`.")


# Parsing


class OneSentence(argparse.ArgumentParser):
    """A parser that says what is wrong with a command line in one sentence, without its usage."""

    def error(self, message: str) -> NoReturn:
        """Print the sentence with the command for help, and exit with 2."""
        from cockpit.cli.output import complain

        text = message.removeprefix("argument ")
        sentence = text if text != message else f"{text[:1].upper()}{text[1:]}"
        complain(f"{sentence}. See `{self.prog} --help`.")
        sys.exit(2)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The arguments as a namespace: `action` is the id of the action, beside it what it takes and what all take.

    Raises WrongUsage; exits with 2, or after help was printed.
    """
    if asks_for_help(arguments):
        _print(help_of(arguments))
    line = split(arguments)
    options, positionals = parsers_of(line.action)
    parsed = options.parse_args(line.options)
    positionals.parse_args(["--", *line.words] if line.words else [], parsed)
    parsed.action = line.action.id
    for field in (*COMMON, DRY_RUN, LIMITS):
        if not hasattr(parsed, field.name):
            setattr(parsed, field.name, [] if field.repeat else False if field.kind == "flag" else None)
    return parsed


def _print(text: str) -> NoReturn:
    from cockpit.cli.output import put

    put(text)
    sys.exit(0)


def options_of(action: Action) -> tuple[Field, ...]:
    """Every option of an action: its own, then what all take."""
    own = tuple(each for each in action.fields if not each.positional)
    return (*own, *((LIMITS,) if action.judges else ()), *((DRY_RUN,) if action.writes else ()), *COMMON)


def parsers_of(action: Action) -> tuple[OneSentence, OneSentence]:
    """The parser of an action's options, and that of its other words."""
    prog = f"cockpit {action.command}".rstrip()
    shape = partial(argparse.HelpFormatter, width=_WIDTH)  # it prints nothing; without a width it asks the terminal
    options, positionals = (
        OneSentence(prog=prog, formatter_class=shape, add_help=False, allow_abbrev=False) for _ in range(2)
    )
    for field in options_of(action):
        options.add_argument(*flags_of(field), dest=field.name, **argparse_options(field))
    for field in action.fields:
        if field.positional:
            positionals.add_argument(field.name, **argparse_options(field))
    return options, positionals


def argparse_options(field: Field) -> dict[str, Any]:
    """A field as argparse's `add_argument` takes it."""
    if field.kind == "flag":
        return {"action": "store_true", "help": field.help}
    more: dict[str, Any] = {"help": field.help, "metavar": _metavar(field)}
    if field.kind in _CONVERTERS:
        more["type"] = _CONVERTERS[field.kind]
    if field.choices:
        more["choices"] = field.choices
    if field.positional:
        many, optional = ("+" if field.required else "*"), None if field.required else "?"
        nargs = many if field.repeat else optional
        return {**more, **({"nargs": nargs} if nargs else {})}
    return {**more, **({"action": "append", "default": []} if field.repeat else {}), "required": field.required}


def _metavar(field: Field) -> str:
    return field.metavar or "|".join(field.choices) or "TEXT"


def given_place(parsed: argparse.Namespace) -> tuple[str, ...]:
    """The options that were given to say which project, track and database are meant, as words of a command line."""
    options = (("-C", parsed.project), ("--track", parsed.track), ("--db", parsed.db))
    return tuple(word for option, value in options if value is not None for word in (option, value))


# Help: of all commands, of a noun, of one command


def asks_for_help(arguments: Sequence[str]) -> bool:
    """Whether a command line asks for help."""
    return any(each in _HELP for each in sorted_words(arguments)[0])


def help_of(arguments: Sequence[str]) -> str:
    """The help that a command line asks for."""
    words = sorted_words(arguments)[1]
    known = after(words[0]) if words else ()
    pair = next((action for action in known if len(action.words) > 1 and action.words == tuple(words[:2])), None)
    if not known:
        return _help_of_action(OPEN) if words else help_of_all()
    if known[0].id == "track.init" and len(words) > 1:
        return _help_of_action(_of_system(known[0], words[1]))
    if pair is None and words[0] in NOUNS:
        return _help_of_noun(words[0], known)
    return _help_of_action(pair or known[0], known if pair is None else ())


def _of_system(action: Action, system: str) -> Action:
    """The action that begins a track, with what that system takes."""
    from cockpit.project.systems import known_beginnings

    parts = known_beginnings(system)
    if parts is None:
        return action
    fields = tuple(each for each in action.fields if each.name in parts)
    return action._replace(command=f"init {system}", fields=fields)


def help_of_all() -> str:
    """The page of all commands."""
    lines = [
        "Usage: cockpit [PATH]                 open a project (default: this one)",
        "       cockpit COMMAND [ARGUMENTS]    the same without a screen",
    ]
    for group, title in GROUPS.items():
        lines += ["", title, *_entries(group)]
    nouns = [*NOUNS]
    lines += [
        "",
        _wrapped(f"{', '.join(nouns[:-1])} and {nouns[-1]} without a verb list theirs."),
        "Every command takes -C PATH, --track ID and --json; those that write, --dry-run.",
        "`cockpit COMMAND --help` explains a command, `cockpit . --help` the screens.",
        "For shells: `cockpit completion SHELL`.",
        "Exit codes: 0 done, 1 refused or failed, 2 wrong usage.",
    ]
    return "\n".join(lines)


def _entries(group: str) -> Iterator[str]:
    """The lines of a group: a command, or a noun with its verbs."""
    words = dict.fromkeys(action.words[0] for action in ACTIONS if action.group == group and action.id != "completion")
    for word in words:
        known = after(word)
        verbs = [action.words[1] for action in known if len(action.words) > 1]
        whole = next(action for action in known if len(action.words) == 1)
        if word in NOUNS and word != "track":
            yield _entry(word, ", ".join(verbs))
        elif word == "track":
            yield _entry(word, f"{whole.summary}; {', '.join(verbs)}")
        elif whole.id == "change.undo":
            yield _entry("undo, redo [ID]", "undo a change made with cockpit; apply it again")
        elif whole.id != "change.redo":
            names = " ".join([word, *(_usage(field) for field in whole.fields if field.positional)]).replace("...", "")
            yield _entry(names, whole.summary + (f"; {', '.join(verbs)}" if verbs else ""))


def _entry(names: str, text: str) -> str:
    return _wrapped(text, f"  {names:<17} ", " " * 20)


def _wrapped(text: str, first: str = "", rest: str = "") -> str:
    """A text in lines of the width of the help, the first of which begins with `first`, the others with `rest`."""
    from textwrap import fill

    return fill(text, _WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def _wrapped_usage(words: str, action: Action, indent: str = "") -> str:
    """How a command is typed; an option and its value are in one line."""
    whole = " ".join([words, *(_usage(field).replace(" ", "\0") for field in action.in_usage)])
    return _wrapped(whole, indent, f"{indent}    ").replace("\0", " ")


def _usage(field: Field) -> str:
    shown = f"{_metavar(field)}{'...' if field.repeat else ''}"
    if not field.positional:
        shown = flags_of(field)[0] if field.kind == "flag" else f"{flags_of(field)[0]} {shown.removesuffix('...')}"
    if field.unless:
        return f"{shown} | {field.unless}"
    return shown if field.required else f"[{shown}]"


def _help_of_noun(noun: str, known: Iterable[Action]) -> str:
    verbs = [action for action in known if len(action.words) > 1]
    usage = f"Usage: cockpit {noun} [{' | '.join(action.words[1] for action in verbs)}]"
    lines = [_wrapped(usage, rest=" " * 11), ""]
    lines += [f"{NOUNS[noun]} Without a verb, lists them.", ""]
    for action in verbs:
        lines += [_wrapped_usage(action.words[1], action, "  "), f"      {action.summary}"]
    lines += ["", f"`cockpit {noun} VERB --help` explains one."]
    return "\n".join(lines)


def _help_of_action(action: Action, known: Sequence[Action] = ()) -> str:
    """The help of one command; `known` are all that begin with its word, where it stands alone."""
    shown = [field for field in options_of(action) if field.help]
    lines = [_wrapped_usage(f"Usage: cockpit {action.command}".rstrip(), action), ""]
    lines += [f"{action.summary[0].upper()}{action.summary[1:]}.", ""]
    positionals = [field for field in action.fields if field.positional and field.help]
    rows = [(_metavar(field), _explained(field)) for field in positionals]
    rows += [(_option_names(field), _explained(field)) for field in shown]
    lines += [_row(name, text) for name, text in rows]
    if more := [each for each in known if len(each.words) > 1]:
        lines += ["", *(_row(f"cockpit {each.command}", each.summary) for each in more)]
    if action.stdin:
        lines += ["", _wrapped(action.stdin)]
    return "\n".join(lines)


def _option_names(field: Field) -> str:
    names = ", ".join(flags_of(field))
    return names if field.kind == "flag" else f"{names} {_metavar(field)}"


def _explained(field: Field) -> str:
    return f"{field.help}; may be repeated" if field.repeat and not field.positional else field.help


def _row(name: str, text: str) -> str:
    if len(name) > 22:
        return f"  {name}\n{_wrapped(text, ' ' * 26, ' ' * 26)}"
    return _wrapped(text, f"  {name:<24}", " " * 26)
