"""`cockpit completion SHELL`: a completion script. It asks `cockpit __complete` what may follow."""

import argparse

from cockpit.cli.output import put

BASH = r"""_cockpit() {
  local current="${COMP_WORDS[COMP_CWORD]}" line each
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      :folders|:files)
        compopt -o filenames 2>/dev/null
        while IFS= read -r each; do COMPREPLY+=("$each"); done \
          < <(if [[ $line == :files ]]; then compgen -f -- "$current"; else compgen -d -- "$current"; fi) ;;
      *) printf -v each '%q' "${line%%$'\t'*}"; COMPREPLY+=("$each") ;;
    esac
  done < <(command cockpit __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _cockpit cockpit"""

ZSH = r"""#compdef cockpit
_cockpit() {
  local line
  local -a found
  for line in "${(@f)$(command cockpit __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
    case "$line" in
      '') ;;
      :folders) _files -/ ;;
      :files) _files ;;
      *$'\t'*) found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
      *) found+=("${line//:/\\:}") ;;
    esac
  done
  (( $#found )) && _describe cockpit found
}
if [[ $funcstack[1] == _cockpit ]]; then _cockpit "$@"; else compdef _cockpit cockpit; fi"""

FISH = r"""function __cockpit_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l current (commandline -ct)
    for line in (command cockpit __complete $words "$current" 2>/dev/null)
        switch $line
            case ':folders'
                __fish_complete_directories "$current" ''
            case ':files'
                __fish_complete_path "$current"
            case '*'
                echo $line
        end
    end
end
complete -c cockpit -f -a '(__cockpit_complete)'"""


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    put({"bash": BASH, "zsh": ZSH, "fish": FISH}[arguments.shell])
    return 0
