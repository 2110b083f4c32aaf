"""What only the command line says."""

TEXTS: dict[str, str] = {
    # Refusals of options that do not belong together
    "option-of-other-moves": "--{option} belongs to {verbs}.",
    "options-of-error-add": "--type and --agent belong to `error add`.",
    "note-of-error-resolve": "--note belongs to `error resolve`.",
    "options-of-session-start": "--agent, --working-on and --id belong to `session start`.",
    "note-of-session-crash": "--note belongs to `session crash`.",
    "options-of-done-work": "--check and --agent belong to work that is done; say how it ended with --result.",
    "taken-back-and-dismiss": "Either write them again, or dismiss them.",
    "unfinished-without-done": "--unfinished says how --done archives; type `cockpit resume --done --unfinished`.",
    "save-without-file": "--save needs the name of a new file.",
    "prompt-is-no-json": "--prompt prints a text for an agent; leave --json out.",
    # Refusals of what was typed and means nothing
    "no-folder-or-command": "There is no folder or command {word!r}; `cockpit --help` lists the commands.",
    "word-like-a-command": "There is no folder or command {word!r}; did you mean {command}?",
    "no-phase-named": "Say which phase: `cockpit phase {move} ID`.",
    "no-version-named": "Say which version to save; `cockpit kept` lists them.",
    "no-ledger-entry": "{entry!r} is no entry of the ledger; `cockpit ledger` shows their numbers.",
    "no-time": "{text!r} is no time; say 30m, 2h, 1d, 17:30 or an ISO time such as 2026-01-29T17:30.",
    "no-terminal": "This is no terminal; `cockpit status` prints the state as text.",
    # Refusals of what was handed in for a handoff
    "nothing-given-for-handoff": 'Nothing was given; type `cockpit handoff --next "WHAT TO DO FIRST"`, or hand in '
    "JSON: `cockpit handoff --propose` prints what would be proposed.",
    "no-next-action": 'The handoff needs a next action; type `cockpit handoff --next "WHAT TO DO FIRST"`.',
    "task-without-name": "A task needs a name or a number.",
    "no-task-number": "A task has a short number, like 3 or 3.2, not {number!r}.",
    "task-of-too-many-parts": "--task takes NUMBER|NAME|COMMIT|STATE, not {task!r}.",
    "task-of-no-parts": "--task takes NUMBER|NAME|COMMIT|STATE, and nothing of it was given.",
    "head-is-no-commit": "head must be the id of a commit, not {head!r}.",
    "input-is-no-json": "Standard input is no JSON: {reason}.",
    "input-is-no-object": "Standard input must be a JSON object with the fields of the handoff.",
    # Refusals about lines of the checklist
    "several-lines-begin-so": "{count} lines begin with {beginning!r}: {lines}.",
    "no-such-line": "The checklist has no line {line!r} to waive; it has: {lines}.",
    "no-line-to-waive": "The checklist has no line {line!r} to waive; none of its lines can be waived.",
    "resume-held": "{held:.} `cockpit resume` tells the ways out.",
    "resume-held-by-waivable": "{held:.} `cockpit resume` tells the ways out; `cockpit resume {options:.}` goes on all "
    "the same.",
    "held-or-unfinished": "{why:.} `cockpit resume --done --unfinished` archives the handoff all the same.",
    # Refusals about deleting what is kept
    "what-purge-deletes": "This deletes journal, ledger, drafts and notes of this project; undo will no longer be "
    "possible.",
    "purge-not-agreed": "Nothing was deleted; `cockpit purge --yes` does not ask.",
    # What was done
    "alerts-trigger-again": "The alerts of {metrics} will trigger again if thresholds are exceeded.",
    "all-alerts-trigger-again": "All alerts will trigger again if thresholds are exceeded.",
    "waiver-came-later": "{waived} That came later, and stands; `cockpit resume --unwaive CHECK` takes it back.",
    "line-not-waived": "“{line}” is not waived.",
    "undo-brings-it-back": "`cockpit undo` brings it back.",
    "sample-stays": "The sample project stays in {folder}.",
    "theme-not-remembered": "The theme lasts until cockpit closes: your settings.toml names {theme}.",
    # What was found
    "no-findings": "No findings: the files agree with each other.",
    "only-files-read": "Only files were read: `cockpit resume` checks the handoff that waits against git.",
    "ledger-is-empty": "Nothing was changed with cockpit yet.",
    "version-kept": "1 version that another program wrote at the same moment is kept; `cockpit kept` shows it.",
    "versions-kept": "{count} versions that other programs wrote at the same moment are kept; `cockpit kept` shows "
    "them.",
    "no-versions-kept": "No version of another program had to be kept.",
    "version-is-the-same": "{path} is the same.",
    "nothing-from-git": "Nothing was proposed from git: {why:.}",
    # Whether the agent may go on
    "nothing-waits": "Nothing to wait for. Looked at {metrics:# metric} of {tracks}.",
    "nothing-asked-waits": "Nothing to wait for. Looked at {metrics:# metric} of {tracks}, not at {left_out}.",
    "no-state-to-wait-for": "Nothing to wait for: no agent state was found in {root}.",
    "only-unread-state": "Nothing to wait for: no agent state was found in {root} that this version can read, only "
    "{unread}.",
    "tracks": "{count:# track}",
    "open-blockers": "{count:# open blocker}",
    "questions": "{count:# question}",
    # Whether the work may be resumed
    "handoff-served": "{why:.} The handoff has served: `cockpit resume --done` archives it.",
    "next-by-state-file": "No handoff waits. Next, by the state file: {step}",
    "clear": "Clear: `cockpit resume --prompt` prints the prompt for a fresh agent.",
    "clear-with-unknown": "Clear, {count:# line} unknown: `cockpit resume --prompt` prints the prompt for a fresh "
    "agent.",
    "clear-and-step-to-begin": "{clear:.} `cockpit resume --begin` marks that step as under way.",
    "one-line-holds": "1 line holds the resume.",
    "several-lines-hold": "{count} of {total} lines hold the resume.",
    "lines-hold-without-handoff": "No handoff waits. {lines:.}",
    # Secrets
    "secrets-masked": "What looks like a secret is masked; `--secrets` prints it.",
    "secret-in-prompt": "Line {line} of the prompt looks like {kind}.",
    "secret-masked-in-prompt": "Line {line} of the prompt looks like {kind}, and is masked; `--secrets` prints it.",
    # Output and input
    "file-unreadable": "{path} cannot be read: {reason}.",
    "output-not-written": "The output cannot be written: {reason}.",
    # What `status` says of the whole
    "tracks-in-project": "{count} tracks in {root}; `cockpit status --track ID` shows one",
    "resume-checks-handoff": "`cockpit resume` checks the one that waits",
    "findings-with-errors": "Findings: {count}, {errors} of them errors; `cockpit lint` lists them",
    "findings-without-errors": "Findings: {count}; `cockpit lint` lists them",
}
