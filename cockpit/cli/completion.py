"""`cockpit completion SHELL`: a completion script, generated from the parser itself."""

import argparse

from cockpit.cli.parser import build


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    print({"bash": _bash, "zsh": _zsh, "fish": _fish}[arguments.shell](_grammar()))
    return 0


def _grammar() -> dict[str, list[str]]:
    """Verb -> the words that may follow it."""
    parser = build()
    subparsers = next(each for each in parser._actions if isinstance(each, argparse._SubParsersAction))
    grammar = {"": _words(parser)}
    grammar |= {name: _words(verb) for name, verb in subparsers.choices.items() if name != "open"}
    return grammar


def _words(parser: argparse.ArgumentParser) -> list[str]:
    words: list[str] = []
    for action in parser._actions:
        words += action.option_strings
        if action.choices and not isinstance(action, argparse._SubParsersAction):
            words += map(str, action.choices)
    return words


def _bash(grammar: dict[str, list[str]]) -> str:
    verbs = " ".join(name for name in grammar if name)
    cases = "\n".join(f'    {name}) words="{" ".join(words)}" ;;' for name, words in grammar.items() if name)
    return f"""_cockpit() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" verb="" each words
  for each in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case " {verbs} " in *" $each "*) verb="$each"; break ;; esac
  done
  case "$verb" in
{cases}
    *) words="{verbs} {" ".join(grammar[""])}" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  [[ -z "$verb" && "$word" != -* ]] && COMPREPLY+=($(compgen -d -- "$word"))
}}
complete -o filenames -F _cockpit cockpit"""


def _zsh(grammar: dict[str, list[str]]) -> str:
    return f"#compdef cockpit\nautoload -U +X bashcompinit && bashcompinit\n{_bash(grammar)}"


def _fish(grammar: dict[str, list[str]]) -> str:
    verbs = " ".join(name for name in grammar if name)
    lines = [f"complete -c cockpit -n 'not __fish_seen_subcommand_from {verbs}' -a '{verbs}'"]
    for name, words in grammar.items():
        if name and words:
            lines.append(f"complete -c cockpit -n '__fish_seen_subcommand_from {name}' -f -a '{' '.join(words)}'")
    return "\n".join(lines)
