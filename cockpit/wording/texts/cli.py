"""Messages that only the command line uses."""

TEXTS: dict[str, str] = {
    # Refusals of options that do not belong together
    "options-of-done-work": "--check and --agent need --result.",
    "not-begun-with": "{system} cannot be started with {option}. Omit it.",
    "folders-or-sqlite": "Use either --folders or --sqlite, not both.",
    "metric-or-all": "Name a metric, or use --all.",
    "key-given-twice": "A key is given twice. Give each key once.",
    "no-file-named": "Name a file: --created, --modified or --deleted FILE.",
    "save-without-file": "--save needs the name of a new file.",
    "prompt-is-no-json": "The prompt is text, not JSON. Omit --json.",
    # Refusals of what was typed and means nothing
    "line-not-understood": "{why}. See `{program} --help`.",
    "no-folder-or-command": "No folder or command {word!r}. `cockpit --help` lists the commands.",
    "former-word": "`cockpit {former:.}` is now `cockpit {new:.}`.",
    "former-word-on-screen": "`cockpit {word}` is gone. To hide an alert, select it on the screen and press m, then s.",
    "no-such-verb": "No command `{noun} {verb}`. Commands: {verbs:,}. See `cockpit {noun} --help`.",
    "word-like-a-command": "No folder or command {word!r}. Did you mean {command}?",
    "no-version-named": "--save needs a version: `cockpit log --conflicts ID --save FILE`.",
    "no-ledger-entry": "Not an entry of the log: {entry!r}. `cockpit log` lists the entries.",
    "no-terminal": "Not a terminal. Use `cockpit status`.",
    # Refusals of what was handed in for a handoff
    "nothing-given-for-handoff": 'The handoff has no content. Run `cockpit handoff --next "WHAT TO DO FIRST"`, or pass '
    "JSON on standard input; `cockpit handoff propose` prints a proposal.",
    "no-next-action": 'The handoff needs a next action. Run `cockpit handoff --next "WHAT TO DO FIRST"`.',
    "task-without-name": "A task needs a name or a number.",
    "no-task-number": "Not a task number: {number!r}. Examples: 3, 3.2.",
    "task-of-too-many-parts": "--task takes NUMBER|NAME|COMMIT|STATE, not {task!r}.",
    "task-of-no-parts": "--task takes NUMBER|NAME|COMMIT|STATE, but the value is empty.",
    "head-is-no-commit": "head must be a commit id, not {head!r}.",
    "input-is-no-json": "Standard input is not valid JSON: {reason}.",
    "input-is-no-object": "Standard input must be a JSON object with the fields of the handoff.",
    # Refusals about lines of the checklist
    "several-lines-begin-so": "{count} checks begin with {beginning!r}: {lines}. Type more of the name.",
    "no-such-line": "No check {line!r} to waive. These can be waived: {lines}.",
    "no-line-to-waive": "No check {line!r} to waive. No check of this checklist can be waived.",
    "resume-held": "{held:.} `cockpit resume` lists the remedies.",
    "resume-held-by-waivable": "{held:.} `cockpit resume` lists the remedies; to resume anyway: {waivers}.",
    "waive-command": "`cockpit resume waive {check} --reason TEXT`",
    "held-or-unfinished": "{why:.} `cockpit resume done --force` archives the handoff anyway.",
    # Refusals about deleting what is kept
    "what-purge-deletes": "This deletes the journal, log, drafts and notes of this project. Undo is no longer "
    "possible afterwards.",
    "purge-not-agreed": "Nothing was deleted. `cockpit config purge --yes` deletes without asking.",
    # What was done
    "alerts-trigger-again": "The alerts of {metrics} will fire again when a limit is reached.",
    "all-alerts-trigger-again": "All alerts will fire again when a limit is reached.",
    "waiver-came-later": "{waived} This waiver was made after the change that was undone, and is still in effect; "
    "`cockpit resume unwaive CHECK` withdraws it.",
    "line-not-waived": "“{line}” is not waived.",
    "undo-brings-it-back": "`cockpit undo` restores it.",
    "sample-stays": "The sample project stays in {folder}.",
    "theme-not-remembered": "The theme is not saved: your settings.toml sets {theme}.",
    # What was found
    "no-findings": "No findings: the files are consistent.",
    "only-files-read": "Only files were checked. `cockpit resume` checks the waiting handoff against git.",
    "ledger-is-empty": "No changes have been made with cockpit yet.",
    "version-kept": "Another program wrote a file at the same moment as cockpit; its version was saved. `cockpit log "
    "--conflicts` shows it.",
    "versions-kept": "Other programs wrote files at the same moment as cockpit; {count} of their versions were "
    "saved. `cockpit log --conflicts` lists them.",
    "list-is-empty": "No {noun}s.",
    "no-versions-kept": "No file versions from other programs have been saved.",
    "version-is-the-same": "{path} is identical to the saved version.",
    "nothing-from-git": "No proposals from git: {why:.}",
    # Whether the agent may go on
    "nothing-waits": "The agent may continue. Checked {metrics:# metric} of {tracks}.",
    "nothing-asked-waits": "The agent may continue. Checked {metrics:# metric} of {tracks}. Not checked: {left_out}.",
    "no-limits-to-wait-for": "Nothing was checked: no limits are set in {root}.",
    "only-unread-state": "The agent may continue, but nothing was checked: this version cannot read the state in "
    "{root} ({unread}).",
    "tracks": "{count:# track}",
    "open-blockers": "{count:# open blocker}",
    "possible-blockers": "{count:# possible blocker} that cannot be read",
    "questions": "{count:# question}",
    # Whether the work may be resumed
    "work-past-handoff": "{past}. Archive the handoff: `cockpit resume done`.",
    "next-by-state-file": "No handoff waits. Next: {step}",
    "clear": "No check blocks resuming. `cockpit resume prompt` prints the prompt for a fresh agent.",
    "clear-with-unknown": "No check blocks resuming, but {count:# check} {count:has|have} no known result. `cockpit "
    "resume prompt` prints the prompt for a fresh agent.",
    "clear-and-step-to-begin": "{clear:.} `cockpit resume start` marks the next step as in progress.",
    "one-line-holds": "1 check blocks resuming.",
    "several-lines-hold": "{count} of {total} checks block resuming.",
    "lines-hold-without-handoff": "No handoff waits. {lines:.}",
    # Secrets
    "secrets-masked": "Possible secrets are masked; --secrets prints them.",
    "secret-in-prompt": "Line {line} of the prompt looks like {kind}.",
    "secret-masked-in-prompt": "Line {line} of the prompt looks like {kind} and is masked; --secrets prints it.",
    # Output and input
    "file-unreadable": "{path} cannot be read: {reason}.",
    "output-not-written": "The output could not be written: {reason}.",
    # What `status` says of the whole
    "tracks-in-project": "{count} tracks in {root}; `cockpit status --track ID` shows one",
    "resume-checks-handoff": "waits; `cockpit resume` checks it",
    "findings-with-errors": "Findings: {count}, including {errors:# error}; `cockpit lint` lists them",
    "findings-without-errors": "Findings: {count}; `cockpit lint` lists them",
    # Sessions of agents
    "only-sessions": "{title}: no state is kept here; only sessions of agents are shown.",
    "no-agent-known": "No session of an agent was found for {root} on this machine. Looked in:",
    "no-agents-looked-at": "Sessions of agents were not looked for: `--no-agents`, or agents = false in settings.toml.",
    "agent-folder-there": "no session for this repository",
    "agent-folder-absent": "not found",
    "agent-folder-denied": "cannot be read",
}
