"""What is said where a project is read and changed, its changes taken back, its work handed off and resumed."""

TEXTS: dict[str, str] = {
    # Refusals about the place of a project
    "no-such-folder": "There is no folder {path}.",
    "no-folder": "{path} is not a folder.",
    "folder-unreadable": "The folder {path} cannot be read: {reason}.",
    "database-outside": "{path} does not lie in {root}; the database is a file of the project.",
    "no-state": "{nothing}; name the project with -C PATH, or begin one with {ways:or}.",
    # What was found in place of a track, within them
    "nothing-found": "No agent state was found in {root}.",
    "nothing-found-but": "{nothing} ({seen}).",
    "no-database-either": "{nothing}, and there is no database {name}.",
    "unread-system": "{path}: {unread}.",
    "folders-searched": "only the nearest {most} folders were searched for sub-packages.",
    # Refusals about which track
    "no-such-track": "There is no track {track!r} here; there are: {tracks}.",
    "no-such-track-of-none": "There is no track {track!r} here; there are: none.",
    "several-tracks": "There are several tracks; say which with --track: {tracks}.",
    "several-tracks-of-name": "{count} tracks are called {name}; name one by its place: {tracks:,}.",
    "tracks": "{keys:,}",
    "first-tracks": "{keys:,} and {more} more",
    # Refusals about who may do it
    "only-a-person": "Only a person may do this, and this looks like {agent}; the setting allow_agents = true permits "
    "it.",
    "decision-of-a-person": "{decision:.} {why:.}",
    # Refusals about what a track does not have
    "no-such-metric": "There is no metric {metric!r} here; there are: {known:,}.",
    "no-metrics": "There is no metric {metric!r} here; there are: none.",
    "no-retries-counted": "{track} counts no retries.",
    "no-session-reasons": "The files of {track} do not say why a session ends; leave the reason out.",
    "no-silence": "No work is in progress here, so no silence of it is told.",
    "time-is-past": "That time is past.",
    # Refusals about answers
    "no-question-asked": "{track} asks nothing; `cockpit status` shows what needs you.",
    "only-open-questions": "{track} asks nothing; an open question is closed with `cockpit question close TEXT`.",
    "no-such-option": "{option!r} is none of the options: {known:,}.",
    "empty-answer": "The answer is empty.",
    # Refusals about files
    "file-gone": "{path} is no longer there.",
    "unreadable": "{path} cannot be read.",
    "refusal-beside-unread-rows": "{refusal:.} {unread:.}",
    # Refusals about beginning a track, and the demo
    "no-system-named": "Name a system: {ways:or}.",
    "no-such-system": "There is no system {system!r}; name one: {ways:or}.",
    "init-command": "`cockpit init {system}`",
    "no-state-in-database": "{system} cannot keep its state in a database.",
    "no-state-in-folders": "{system} cannot keep its state in folders.",
    "plan-outside": "{path} does not lie in the project.",
    "no-demo-of-system": 'The demo plays no "{system:.40}"; it plays {played}.',
    # Refusals about undo and redo
    "change-interrupted": "A change was interrupted; the next command that writes completes it. Try again after that.",
    "withdrawal-instead": "{why:.} `cockpit unack {metric}` withdraws the acknowledgment.",
    "nothing-to-undo-in-track": "There is no change in {track} that could be undone.",
    "nothing-to-redo-in-track": "There is no change in {track} that could be done again.",
    "no-such-undo-in-track": "There is no change {entry} in {track} that could be undone.",
    "no-such-redo-in-track": "There is no change {entry} in {track} that could be done again.",
    "only-taken-back-to-redo": "There is nothing to do again; `cockpit redo --taken-back` writes again what another "
    "program took back.",
    "written-forgotten": "The journal no longer holds what this wrote.",
    "no-kept-version": "Entry {entry} is no version that was kept; `cockpit kept` lists them.",
    # Refusals about changes that another program took back
    "change-not-written-again": "“{change}” cannot be written again: {why:.}",
    "change-not-taken-back": "Change {entries} was not taken back by another program, or it was dismissed.",
    "no-change-taken-back": "No change was taken back by another program, or it was dismissed.",
    "changes-stand-again": "They stand again.",
    # Refusals about handing off
    "no-next-action": "The handoff needs a next action: the first thing to do when the work goes on.",
    "handoff-not-altered": "The handoff is as it was written, or another one waits.",
    # Refusals about resuming
    "no-handoff-waits": "No handoff waits here.",
    "no-step-to-begin": "There is no step here that could be marked as under way.",
    "waiver-without-reason": "A waived line needs a reason.",
    "line-cannot-be-waived": "{line}: this cannot be waived, only its cause removed.",
    "several-lines-hold": "{line} {more:# more line} {more:holds|hold} the resume.",
    "left-with-lines": "{count:# line} {count:holds|hold} the resume: {lines}.",
    "left-with-many-lines": "{count:# line} {count:holds|hold} the resume: {lines}; {more} more.",
    "archive-all-the-same": "`cockpit resume --done --unfinished` archives the handoff all the same.",
    "archive-it": "Archive it",
    # What was done
    "nothing-to-change": "Nothing to change: {done:.}",
    "in-track": "In {track}.",
    "limits-not-noted": "The limits of now could not be noted, so lowering one later will not make the alert fire "
    "again.",
    "warning-seen": "Marked the {metric} warning as seen, on your side only: a warning never holds the agent.",
    "unread-limit-seen": "Marked the {metric} {level} as seen, on your side only: the agent does not read this limit "
    "and is not held by it.",
    "note-of-seen-not-kept": "The note is not kept: a mark on your side has no place for one.",
    "seen-forgotten": "Forgot that you have seen the alert of {metrics}.",
    "snoozed": "{metric} is quiet on your screen until {until}, unless its level rises.",
    "silence-snoozed": "{metric} is quiet on your screen until {until}.",
    "no-longer-snoozed": "{metric} is no longer snoozed.",
    "version-saved": "Saved the version of {path} in {file}.",
    "nothing-kept": "Cockpit keeps nothing about this project.",
    "purged": "Deleted what cockpit kept about this project.",
    # What was done: changes that another program took back
    "done-anew": "Done anew, since others wrote in the same place.",
    "changes-written-again": "Wrote {count} changes again.",
    "changes-not-shown": "Not shown: {count:# change} to be done anew, since others wrote in the same place.",
    "change-dismissed": "Dismissed “{change}”, which was taken back.",
    "changes-dismissed": "Dismissed {count} changes that were taken back.",
    # What was done: handing off and resuming
    "draft-remains": "The draft is still there: {why:.}",
    "draft-unreadable": "Your draft cannot be read: {why:.}",
    "older-drafts-unread": "Not read any more: {count:# older draft} of this handoff, {paths}.",
    "not-seen-to-have-served": "Nothing shows that the work has gone on: the state does not stand past the handoff.",
    "prompt-saved": "Saved the prompt, about {tokens:,} tokens (an estimate), in {file}.",
    "waived": "Waived “{line}”: {reason}",
    "waiver-withdrawn": "“{line}” holds the resume again.",
    # Findings
    "change-lost-to-git": "1 change was taken back{when}: git checkout? ({change})",
    "change-lost-to-program": "1 change was taken back{when} by another program ({change})",
    "changes-lost-to-git": "{count} changes were taken back{when}: git checkout?",
    "changes-lost-to-program": "{count} changes were taken back{when} by another program",
    # Hints
    "redo-or-dismiss": "`cockpit redo {entry}` writes it again; `cockpit redo {entry} --dismiss` dismisses it.",
    "redo-or-dismiss-all": "`cockpit redo --taken-back` writes them again; `cockpit redo --dismiss` dismisses them.",
    "only-dismiss": "It cannot be written again: {why}; `cockpit redo {entry} --dismiss` dismisses it.",
    "only-dismiss-all": "None of them can be written again: {why}; `cockpit redo --dismiss` dismisses them.",
    # Problems of settings and preferences
    "settings-unreadable": "{file} cannot be read, so the built-in settings apply: {reason}.",
    "no-such-setting": "settings.toml names {setting!r}, which is no setting.",
    "setting-auto-withdraw-gone": "The setting auto_withdraw no longer exists: withdraw what has lapsed with W or "
    "`cockpit unack`.",
    "setting-must-be-name": "settings.toml gives {setting} {value}; it must be a name in quotes.",
    "setting-must-be-true-or-false": "settings.toml gives {setting} {value}; it must be true or false.",
    "setting-must-be-minutes": "settings.toml gives {setting} {value}; it must be a number of minutes, at most a year "
    "(525600), 0 for never.",
    "setting-must-be-command": "settings.toml gives {setting} {value}; it must be a command in quotes, or a list of "
    "its words.",
    "setting-must-be-path": "settings.toml gives {setting} {value}; it must be a path in quotes.",
    "setting-must-be-table": "settings.toml gives {setting} {value}; it must be a table.",
    "agent-quotation-open": "settings.toml gives agent {value}: a quotation in it does not end.",
    "agent-is-no-command": "settings.toml gives agent {value}: it must be a command in quotes, or a list of its words.",
    "agent-is-empty": "settings.toml gives agent {value}: it names no command.",
    "no-key-given": "settings.toml gives no key for {action}.",
    "preferences-unreadable": "{file} cannot be read and is written anew with your next choice: {reason}.",
    "theme-is-no-name": "{file} gives theme {value}, which is no name.",
    "theme-not-remembered": "{why}; the theme is not remembered.",
    # What the places are for
    "place-of-settings": "What you write; cockpit never changes it.",
    "place-of-preferences": "What cockpit remembers: theme, layout.",
    "place-of-themes": "Your own colour themes.",
    "place-of-state": "Journals, ledgers and drafts of all projects.",
    "place-of-cache": "May be deleted at any time.",
    "place-of-project": "The project that was found.",
    "place-of-project-state": "This project's journal, ledger and drafts.",
    "place-of-project-limits": "Limits kept with the project.",
    "place-of-project-files": "What cockpit keeps in the repository, on request.",
}
