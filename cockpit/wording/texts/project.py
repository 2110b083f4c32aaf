"""Messages of reading and changing a project, of undo, handing off and resuming, and of settings."""

TEXTS: dict[str, str] = {
    # Refusals about the place of a project
    "no-such-folder": "No such folder: {path}.",
    "no-folder": "Not a folder: {path}.",
    "folder-unreadable": "The folder {path} cannot be read: {reason}.",
    "database-outside": "The database {path} is outside the project {root}. Name a file inside the project.",
    "no-state": "{nothing:.} Name the project with -C PATH, or start tracking with {ways:or}.",
    # What was found in place of a track, within them
    "nothing-found": "No agent state was found in {root}.",
    "nothing-found-but": "{nothing} ({seen}).",
    "no-database-either": "{nothing}, and the database {name} does not exist.",
    "unread-system": "{path}: {unread}.",
    "folders-searched": "only the nearest {most} folders were searched for sub-packages",
    # Refusals about which track
    "no-such-track": "No track {track!r}. Tracks: {tracks}.",
    "no-such-track-of-none": "No track {track!r}. No tracks were found here.",
    "several-tracks": "Several tracks are possible. Name one with --track: {tracks}.",
    "several-tracks-of-name": "{count} tracks are named {name}. Use a full ID: {tracks:,}.",
    "tracks": "{keys:,}",
    "first-tracks": "{keys:,} and {more} more",
    # Refusals about who may do it
    "only-a-person": "Only a person may do this, and cockpit runs in {agent}. To permit it, set allow_agents = true in "
    "settings.toml.",
    "after-that": "After that: {done:.}",
    "decision-of-a-person": "{decision:.} {why:.}",
    # Refusals about what a track does not have
    "no-such-metric": "No metric {metric!r}. Metrics: {known:,}.",
    "no-metrics": "No metric {metric!r}. The track has no metrics.",
    "no-retries-counted": "{track} does not count retries.",
    "no-session-reasons": "{track} does not record why a session ends. Omit the reason.",
    "no-silence": "No work is in progress. Nothing to snooze.",
    "time-is-past": "The time is in the past. Choose a later time.",
    # Refusals about answers
    "no-question-asked": "{track} has no question to answer. `cockpit status` shows what needs you.",
    "only-open-questions": "{track} is not waiting for an answer. To close an open question: `cockpit todo done TEXT`.",
    "no-such-option": "Not an option: {option!r}. Options: {known:,}.",
    "empty-answer": "The answer is empty.",
    "question-not-reopened": "A closed question cannot be reopened. Add it again: `cockpit todo add TEXT`.",
    # Refusals about files
    "file-gone": "{path} no longer exists.",
    "unreadable": "{path} cannot be read.",
    "refusal-beside-unread-rows": "{refusal:.} {unread:.}",
    # Refusals about beginning a track, and the demo
    "no-system-named": "Name a system: {ways:or}.",
    "no-such-system": "No system {system!r}. Use {ways:or}.",
    "init-command": "`cockpit init {system}`",
    "no-state-in-database": "{system} does not support state in a database.",
    "no-state-in-folders": "{system} does not support state in folders.",
    "plan-outside": "{path} is outside the project. Name a file inside the project.",
    "no-demo-of-system": 'No demo of "{system:.40}". Demos: {played:,}.',
    # Refusals about undo and redo
    "change-interrupted": "An earlier change was interrupted. The next command that changes a file completes it. "
    "Then run this command again.",
    "undo-first": "{why:.} Undo “{change}” first (`cockpit undo {entry}`).",
    "command-instead": "{why:.} Do this instead: `cockpit {words}`.",
    "withdrawal-instead": "{why:.} Withdraw the acknowledgment with `cockpit unack {metric}`.",
    "nothing-to-undo-in-track": "Nothing to undo in {track}.",
    "nothing-to-redo-in-track": "Nothing to redo in {track}.",
    "no-such-undo-in-track": "{track} has no change {entry} to undo.",
    "no-such-redo-in-track": "{track} has no undone change {entry}.",
    "only-taken-back-to-redo": "Nothing to redo, but another program took {count:a change|changes} back. {ways:.}",
    "refused-after-others": "Nothing changed. One of the changes was refused: {why:.} Those before it in the command "
    "({done}) are possible: make them in a separate command.",
    "written-forgotten": "The journal no longer contains this change.",
    "limit-is-much": "The {level} limit of {metric} would rise from {before} to {new}, more than {times} times as "
    "high.",
    "limit-all-the-same": "`cockpit limit {metric}.{level}={value:.15g} --force` sets it.",
    "limit-agreed": "Set {new}",
    "agent-set": "Set the agent's command: {command}",
    "no-kept-version": "Entry {entry} has no saved file version from another program. `cockpit log --conflicts` "
    "lists those that exist.",
    # Refusals about changes that another program took back
    "change-not-written-again": "“{change}” cannot be written again: {why:.}",
    "change-not-taken-back": "These changes were not taken back, or are already dismissed: {entries}.",
    "no-change-taken-back": "No change was taken back by another program, or all were dismissed.",
    "changes-stand-again": "The changes are in the files again.",
    # Refusals about handing off
    "no-next-action": "The handoff needs a next action: the first thing to do when work resumes.",
    "handoff-not-altered": "Nothing to restore: the handoff is unchanged, or another has replaced it.",
    # Refusals about resuming
    "no-handoff-waits": "No handoff waits.",
    "no-step-to-begin": "No step to mark as in progress.",
    "waiver-without-reason": "A waiver needs a reason.",
    "line-cannot-be-waived": "“{line}” cannot be waived. Fix the cause.",
    "several-lines-hold": "{line} {more:# more check} {more:blocks|block} resuming.",
    "left-with-lines": "{count:# check} {count:blocks|block} resuming: {lines}.",
    "left-with-many-lines": "{count:# check} {count:blocks|block} resuming: {lines}; {more} more.",
    "archive-all-the-same": "`cockpit resume done --force` archives the handoff anyway.",
    "archive-it": "Archive the handoff",
    # What was done
    "and-then": "{first:.} {then:.}",
    "nothing-to-change": "Nothing to change: {done:.}",
    "in-track": "In {track}.",
    "limits-not-noted": "The current limits could not be saved. Lowering a limit later will not make the alert fire "
    "again.",
    "warning-seen": "Marked the {metric} warning as seen, for you only. A warning does not stop the agent.",
    "unread-limit-seen": "Marked the {metric} {level} as seen, for you only. The agent does not read this limit.",
    "note-of-seen-not-kept": "The note was not saved: an alert marked as seen has no note.",
    "seen-forgotten": "Removed the “seen” mark from {metrics}.",
    "snoozed": "Snoozed {metric} until {until}, unless its level rises.",
    "silence-snoozed": "Snoozed {metric} until {until}.",
    "no-longer-snoozed": "Ended the snooze of {metric}.",
    "version-saved": "Saved the version of {path} to {file}.",
    "nothing-kept": "Cockpit has no data about this project.",
    "purged": "Deleted cockpit's data about this project.",
    # What was done: changes that another program took back
    "done-anew": "The same lines or rows had changed meanwhile; the change was applied again to their new text.",
    "changes-not-shown": "Not shown here: {count:# change}. The same lines or rows have changed since, so "
    "{count:it|they} will be applied to the new text.",
    # What was done: handing off and resuming
    "draft-remains": "The draft still exists: {why:.}",
    "draft-unreadable": "Your draft cannot be read: {why:.}",
    "older-drafts-unread": "{count:# older draft} of this handoff {count:is|are} no longer read: {paths}.",
    "work-not-past-handoff": "Nothing shows that the work has moved past the handoff.",
    "prompt-in-project": "{file} is in the project: the checklist names it as an uncommitted file.",
    "prompt-saved": "Saved the prompt, about {tokens:,} tokens, to {file}.",
    "waived": "Waived “{line}”: {reason}",
    "waiver-withdrawn": "Withdrew the waiver of “{line}”.",
    # Findings
    "taken-at": " at {time}",
    "taken-before": " before {time}",
    "change-lost-to-git": "1 change was taken back{when}, perhaps by git checkout: {change}.",
    "change-lost-to-program": "1 change was taken back{when} by another program: {change}.",
    "changes-lost-to-git": "{count} changes were taken back{when}, perhaps by git checkout.",
    "changes-lost-to-program": "{count} changes were taken back{when} by another program.",
    # Hints
    "redo-or-dismiss": "`cockpit redo {entry}` writes the change again; `cockpit redo dismiss {entry}` dismisses it.",
    "redo-or-dismiss-all": "`cockpit redo taken-back` writes the changes again; `cockpit redo dismiss` dismisses them.",
    "only-dismiss": "The change cannot be written again: {why}. `cockpit redo dismiss {entry}` dismisses it.",
    "only-dismiss-all": "The changes cannot be written again: {why}. `cockpit redo dismiss` dismisses them.",
    # Problems of settings and preferences
    "settings-unreadable": "{file} cannot be read: {reason}. The built-in settings apply.",
    "no-such-setting": "settings.toml has an unknown setting: {setting!r}.",
    "setting-auto-withdraw-gone": "The setting auto_withdraw no longer exists. Withdraw lapsed acknowledgments with "
    "`cockpit unack`.",
    "setting-unfit": "settings.toml sets {setting} to {value}; it must be {what}.",
    "agents-unread": "Agent sessions cannot be read, so what they do is not known. This is a fault in cockpit; "
    "please report it: {fault}.",
    "agent-quotation-open": "settings.toml sets agent to {value}; a quotation mark is not closed.",
    "agent-is-no-command": "settings.toml sets agent to {value}; it must be a command in quotes, or a list of its "
    "words.",
    "agent-is-empty": "settings.toml sets agent to {value}; it names no command.",
    "no-key-given": "settings.toml sets no valid key for {action}.",
    "preferences-unreadable": "{file} cannot be read: {reason}. Your next choice overwrites it.",
    "theme-is-no-name": "{file} sets theme to {value}; it must be a name in quotes.",
    "theme-not-remembered": "{why}; the theme is not saved.",
    # What the places are for
    "place-of-settings": "Your settings; cockpit never changes them.",
    "place-of-preferences": "What cockpit remembers: your choice of theme.",
    "place-of-themes": "Your own colour themes.",
    "place-of-state": "Journals, logs and drafts of all projects.",
    "place-of-cache": "May be deleted at any time.",
    "place-of-project": "The folder of the project.",
    "place-of-project-state": "This project's journal, log and drafts.",
    "place-of-project-limits": "Limits stored with the project.",
    "place-of-project-files": "What cockpit stores in the repository, on request.",
}
