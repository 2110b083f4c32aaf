"""What cockpit says of Maestro's sessions."""

TEXTS: dict[str, str] = {
    # Names within a sentence of phases, of a session and of what it has
    "phase-label": "phase {phase}",
    "phase-label-by-name": "the phase {name}",
    "phase-label-without-id": "the phase without an id",
    "capital-phase-label": "Phase {phase}",
    "capital-phase-label-by-name": "The phase {name}",
    "capital-phase-label-without-id": "The phase without an id",
    "phase-with-name": "phase {phase}: {name}",
    "phase-and-name": "phase {phase} ({name})",
    "some-phase": "a phase",
    "some-phase-and-name": "a phase ({name})",
    "phase-in-line": '"{name}" in line {line}',
    "phase-with-status": "{phase} ({status})",
    "no-status": "no status",
    "missing": "missing",
    "more-phases": "{count} more",
    "one-without-id": "one without an id",
    "session-by-id": "the session {session}",
    "session-itself": "the session",
    "this-session": "this one",
    "own-document": "its {document}",
    "same-agent": "the same agent",
    "same-agent-by-name": "the same agent, {agent},",
    # Refusals about no session, or another one
    "no-active-session": "No session is active; `cockpit init maestro --plan FILE` begins one.",
    "session-active": "The session {session} is active: `cockpit archive` puts it away, `cockpit resume` goes on.",
    "session-id-taken": "A session {session} is in the archive already; give this one another --title.",
    "no-id-from-title": 'No id can be made of "{title:.40}"; give a --title with letters from a to z.',
    # Refusals about what a session begins with
    "plan-needed": (
        "Maestro begins a session with its plan: name it with --plan FILE; work that is done is recorded with "
        "--title and --result."
    ),
    "no-such-plan": "There is no {path}.",
    "plan-names-no-phases": '{path} names no phases: each has a heading such as "## Phase 1: Name".',
    "plan-repeats-phase": "{path} has phase {phase} twice, in lines {lines}.",
    "design-gate-open": (
        "{path} says that the design is not approved yet; approve it where the agent runs, or remove that file."
    ),
    "done-work-has-no-plan": "Work that is recorded after it was done has no plan; leave --plan or --result out.",
    "done-work-needs-title": "Say what was done with --title.",
    # Refusals about which phase is meant
    "session-without-phases": "This session has no phases.",
    "present-phase-unknown": "The session does not say which phase is the present one; name one with --phase.",
    "no-such-phase": 'There is no phase "{phase:.40}". There are: {known:,}.',
    "no-such-phase-of-many": 'There is no phase "{phase:.40}". There are: {known:,}, and {more} more.',
    "phase-ambiguous": (
        "Several phases are called {name:.40}: {phases}; name one by its name, or give it an id of its own."
    ),
    "several-phases-in-progress": "The phases {phases} are in progress; name one.",
    "several-phases-failed": "The phases {phases} are failed; name one.",
    "no-phase-in-progress": "No phase is in progress.",
    "no-phase-failed": "No phase is failed.",
    # Refusals about a phase that cannot make a move
    "phase-without-id": "the phase {name} has no id; give it one in the file first.",
    "phase-is-pending": "Phase {phase} is pending: it is begun with `cockpit phase start {phase}`.",
    "phase-is-waiting": "Phase {phase} is pending: it waits for phase {blockers}.",
    "phase-is-in-progress": (
        "Phase {phase} is in progress: it ends with `cockpit phase complete {phase}` or `cockpit phase fail {phase}`."
    ),
    "phase-is-failed": "Phase {phase} is failed: it is tried again with {way}.",
    "phase-is-completed": "Phase {phase} is completed: what is completed stays so.",
    "phase-is-skipped": "Phase {phase} is skipped: what was skipped stays so.",
    "phase-has-unknown-status": (
        "Phase {phase} is {status}: Maestro does not know that status; mend it in the file first."
    ),
    "phase-has-no-status": (
        "Phase {phase} is without a status: Maestro does not know that status; mend it in the file first."
    ),
    "phase-waits-for-others": "Phase {phase} waits for {count:phase|the phases} {blockers}.",
    "start-beyond-blockers": "`cockpit phase start {phase} --beyond` begins it all the same, a person's decision.",
    "first-or-start-beyond-blockers": (
        "First {first}; `cockpit phase start {phase} --beyond` begins it all the same, a person's decision."
    ),
    "agree-to-start-phase": "Begin it all the same",
    "way-start-phase": "`cockpit phase start {phase}`",
    "way-complete-phase": "`cockpit phase complete {phase}`",
    "way-retry-phase": "`cockpit phase retry {phase}`",
    "way-retry-phase-beyond": "`cockpit phase retry {phase} --beyond`",
    "way-reset-retries-and-retry-phase": "`cockpit retry reset && cockpit phase retry {phase}`",
    # Refusals about retries
    "retry-count-unreadable": (
        'The retries of phase {phase} are "{stated:.40}" (line {line}), which cannot be read; `cockpit retry '
        "reset` counts them anew, a person's decision."
    ),
    "retry-limit-unreadable": "How often a phase may be tried again cannot be read: {variable} is “{text}” ({place})",
    "retry-limit-holds-agent": "{why}; correct it: no count of retries holds the agent.",
    "retry-waits-for-person": (
        "{why}. So phase {phase} is not tried again before a person decides; `cockpit phase retry {phase} "
        "--beyond` tries it once more."
    ),
    "no-retry-allowed": (
        "Phase {phase} is not tried again before a person decides; `cockpit phase retry {phase} --beyond` tries "
        "it once more."
    ),
    "one-retry-used-up": (
        "Phase {phase} is tried again once at most before a person decides; `cockpit phase retry {phase} "
        "--beyond` tries it once more."
    ),
    "retries-used-up": (
        "Phase {phase} is tried again {limit} times at most before a person decides; `cockpit phase retry {phase} "
        "--beyond` tries it once more."
    ),
    "no-retries-to-reset": "No phase is open whose retries could be counted anew.",
    # Refusals about errors and tokens
    "error-without-message": "An error has a message: give it as the note.",
    "no-such-error-type": 'There is no type of error "{type:.40}"; there are {known}.',
    "no-such-error": 'There is no error "{error:.100}". There is {known}.',
    "no-such-error-and-none-waits": 'There is no error "{error:.100}". None waits.',
    "several-phases-have-error": "Several phases have this error: {phases}; name one with --phase.",
    "error-is-bare-text": "This error is a bare text without a resolution; mend it in the file.",
    "tokens-out-of-range": "Tokens are counted in whole numbers from 0.",
    "token-count-unreadable": "`{key}` is {stated!r}, which is no number; mend it in the file first.",
    # Refusals about the status of a session
    "no-such-session-status": 'A session is {known:or}, not "{status:.40}".',
    "phases-not-done": (
        "{count:Phase|The phases} {phases} {count:is|are} not done; complete or skip first what is open."
    ),
    "session-end-takes-no-note": "Nothing can be noted about the end of a session; note it with its last phase.",
    "no-tasks-to-complete": (
        "Maestro has no tasks and plans that could be completed; `cockpit phase complete ID` completes a phase."
    ),
    "session-has-ended": "The session is {status}, so that its phases stay as they are.",
    "take-session-up": "`cockpit move status in_progress` takes it up again.",
    "agree-to-take-session-up": "Take the session up again",
    "person-decides-after-failure": "The session failed: a person decides how it goes on.",
    # Refusals about archiving
    "session-id-empty": "An empty id cannot be the name of a file; give the session a session_id such as {day}-topic.",
    "session-id-no-file-name": (
        '"{session:.40}" cannot be the name of a file; give the session a session_id such as {day}-topic.'
    ),
    "archive-path-taken": "{path} exists already; rename it first, such as to {free}. Nothing was archived.",
    "file-too-large-to-archive": (
        "{path} is larger than {limit} MiB; archive the session by hand, in the project's folder: `{commands}`."
    ),
    "session-not-done": "The session {session} is not done: {reasons}.",
    "phases-open": "{count:phase|phases} {phases} {count:is|are} open",
    "session-failed": "it failed",
    "no-phases-tell-end": "no phases tell whether it is done",
    "phases-never-compared": "what {phases} did was never compared with {count:its|the} plan",
    "phases-never-compared-why": "what {phases} did was never compared with {count:its|the} plan ({reasons:.200})",
    "errors-open": "{count:# error} of it {count:is|are} not resolved",
    "session-file-not-editable": "its file cannot be edited ({why})",
    "archive-unfinished": "`cockpit archive --unfinished` archives it as it is; nothing is ticked.",
    "agree-to-archive-unfinished": "Archive it as it is; nothing is ticked",
    # Refusals about what a file would say after an edit
    "result-not-as-meant": "the result would not say what is meant",
    "session-would-remain": "it would still be there",
    "archived-not-as-meant": "the archived session would not be read as it is meant",
    "would-not-arrive-whole": "it would not arrive whole in {path}",
    # What Maestro has not, and what a session has none of
    "keeps-no-decisions": "Maestro keeps no decisions; its log may tell of them.",
    "keeps-no-blockers": "Maestro keeps no blockers, only errors of phases.",
    "keeps-no-todos": "Maestro keeps no todos, only phases.",
    "keeps-no-lists": (
        "Maestro keeps no decisions, todos or blockers; tell the agent, or write it into the session's log by hand."
    ),
    "has-no-plans": "Maestro has no plans, only phases.",
    "has-no-tasks": "Maestro has no tasks, only phases.",
    "has-phases-only": "Maestro has phases only; `cockpit phase start ID` begins one.",
    "keeps-no-next-action": "Maestro keeps no next action; its phases say what comes next.",
    "counts-only-retries": "Maestro counts only retries; `retry reset` counts them anew, a person's decision.",
    "reads-no-answer": "Maestro reads no answer from its files; answer where the agent runs.",
    "begins-session-with-plan": (
        "Maestro begins a session with its plan; `cockpit init maestro --plan FILE` writes one."
    ),
    "has-one-form": "Maestro has one form of its session; there is nothing to bring up to date.",
    "no-session-active": "No session is active.",
    "nothing-to-hand-off": "No session is active, so that there is nothing to hand off.",
    "quick-session-has-no-phases": "A quick session (T1) has no phases.",
    "session-names-no-phases": "The session names no phases.",
    "quick-session-counts-no-retries": "A quick session (T1) counts no retries.",
    "no-retries-count": "No phase is open whose retries count.",
    "no-retry-to-reset": "No retry is counted; there is nothing to reset.",
    "retry-limit-to-correct": "The limit of retries cannot be read; correct it where it is stated.",
    "session-damaged": "The session cannot be read whole; mend it first.",
    "session-damaged-for-handoff": "The session cannot be read whole; mend it first, then hand off.",
    "session-has-open-phases": "Phases of it are open; complete or skip them first.",
    # What the status of a session means
    "status-means-open": "the session is open; its phases say how far it is",
    "status-means-ended": "the session was ended, whether all phases were done or not",
    "status-means-failed": "the work failed",
    "person-decides-next": "a person decides how it goes on",
    # What was done with sessions
    "session-begun": "Began the session {session} with {count:# phase}, in {path}.",
    "plan-total-differs": "The plan says {total} phases; it has {count}.",
    "plan-lacks-blockers": "The plan has no such phase: {blockers}.",
    "planned-phase-waits-for": "{phase} waits for {blocker}",
    "session-recorded": "Recorded the session {session}, {status}, in {path}.",
    "add-to-recorded-session": (
        "`cockpit files created FILE` and `cockpit error TEXT` add what it touched and met, `cockpit archive` ends it."
    ),
    "session-set-in-progress": "The session is in progress.",
    "session-set-completed": "The session is completed.",
    "session-set-failed": "The session is failed.",
    "handed-off": "Handed off{position}: {path}.",
    "handoff-archived": "Archived the handoff: {path}.",
    "session-archived": "Archived {parts}: {places}.",
    "handoff-goes-along": "The handoff that waited goes along: {path}.",
    "own-document-not-there": "Its {document} {path} is not there.",
    "own-document-archived-already": "Its {document} is archived already: {path}.",
    "own-document-stays": "Its {document} {path} stays: it does not lie in {folder}.",
    "archived-file-unedited": "Its file is as it was: its status is still {status}.",
    "archived-after-failure": "Its status was failed; an archived session says completed.",
    "archived-design-unapproved": "Nobody approved its design.",
    "archived-with-errors": "It goes with {count:# error} that {count:is|are} not resolved.",
    "phases-left-as-they-are": "Left as {count:it stands|they stand}: {count:phase|phases} {phases}.",
    # What was done with phases
    "phase-started": "Started {phase}.",
    "phase-in-progress-already": "The present phase is {phase}.",
    "phase-completed": "Completed {phase}.",
    "phase-errors-not-resolved": "{count:# error} of it {count:is|are} not resolved.",
    "phase-failed": "{phase} failed.",
    "phase-with-name-failed": "Phase {phase}: {name} failed.",
    "phase-failure-recorded": "Recorded why {phase} failed: {note}",
    "phase-retried": "Trying {phase} again, retry {retry}.",
    "phase-retried-of": "Trying {phase} again, retry {retry} of {limit}.",
    "phase-retried-beyond": "Trying {phase} again, retry {retry} beyond the {limit} allowed.",
    "phase-skipped": "Skipped {phase}.",
    "log-mark-stays": "The log marks {phase} as completed; that mark stays as it is.",
    "retries-reset": "The retries of {phases} are counted anew.",
    "no-retry-of-phase": "No retry of {phase} is counted.",
    # What was done with errors, tokens and files
    "error-recorded": "Recorded the error: {error}",
    "error-of-phase-recorded": "Recorded the error of {phase}: {error}",
    "error-resolved": "Resolved the error: {error}",
    "tokens-added": "Added {counts} tokens.",
    "tokens-of-agent-added": "Added {counts} tokens of {agent}.",
    "tokens-of-kind": "{count:,} {kind}",
    "no-tokens-added": "No tokens were added.",
    "token-totals-unlike-agents": "The totals are no longer the sum of the agents: name one with --agent.",
    "files-reported": "{count:# file} {kind}: {paths}",
    "files-of-phase-reported": "{count:# file} {kind} in {phase}: {paths}",
    # Findings about where a session and its documents lie
    "state-folder-outside": "{variable} names {folder}, which is not read: it is no folder of the project.",
    "other-session-active": "Another session is active, too: {session}, in {path}.",
    "archive-name-unlike-id": "The session {session} is archived as {name}.",
    "document-of-other-machine": "`{key}` is {path}, a path of another machine.",
    "document-outside-project": "`{key}` is {path}, which leads out of the project.",
    "document-not-there": "`{key}` is {path}, which is not there.",
    "gate-of-other-session": "The design gate is of the session {session}, not of {own}.",
    "design-not-approved": "The design of this session is not approved yet.",
    # Findings about the file of a session
    "session-file-empty": "The session file is empty.",
    "frontmatter-missing": "The session has no frontmatter; only its log was read.",
    "lines-end-with-crlf": "The lines end with CR and LF; the tools of Maestro's server expect LF alone.",
    "session-id-missing": "The session has no id.",
    "session-status-missing": "The session has no status.",
    "session-status-unknown": "The status of the session is {status}, which Maestro does not know.",
    "tier-unknown": "The tier is {tier}, which Maestro has not.",
    "validation-missing": "The quick session records no validation.",
    "quick-session-with-phases": "The tier is T1, which has no phases; {count:# phase} {count:is|are} there.",
    "token-totals-mismatch": "`token_usage` counts {totals} together.",
    "tokens-unlike-agents": "{total:,} {kind} where its agents used {added:,}",
    # Findings about phases
    "phases-missing": "The session has no phases.",
    "phase-id-missing": "{phase} has no id that can be named.",
    "phase-ids-missing": "{count} phases have no id that can be named.",
    "phase-id-repeated": "Phase {phase} stands there {count} times.",
    "phase-names-missing": "{count:# phase} {count:has|have} no name: {phases}.",
    "phase-status-missing": "{phase} has no status.",
    "phase-status-unknown": "The status of {phase} is {status}, which Maestro does not know.",
    "completed-phase-without-time": "{phase} is completed without a time.",
    "open-phase-with-completion-time": "{phase} has a time of completion and is {status}.",
    "phase-retries-over-limit": "{phase} was tried again {count:# time}, where {limit} are allowed.",
    "phase-retries-unrecorded": "{phase} counts {retries:# retry|retries} and records {errors:# error}.",
    "phase-to-be-compared": "{phase} must be compared with what was done.",
    "phase-to-be-compared-why": "{phase} must be compared with what was done: {reason}",
    "log-marks-open-phase": "The log marks phase {phase} as completed; its status is {status}.",
    "blocker-unknown": "{phase} waits for phase {blocker}, which is not there.",
    "phases-wait-in-circle": "Phase {phase} waits for {blockers:,}: none of them can begin.",
    "which-waits-for-phase": "which waits for phase {phase}",
    "several-phases-at-once": "{count} phases are in progress at once: {phases}.",
    "current-phase-missing": "`current_phase` is missing.",
    "current-phase-unreadable": "`current_phase` is no phase: {stated}.",
    "current-phase-unknown": "The current phase, {phase}, is not there.",
    "current-phase-beyond-total": "The current phase, {phase}, lies beyond the last of {total}.",
    "current-phase-finished": "The current phase, {phase}, is {status}; the work goes on at phase {following}.",
    "total-phases-mismatch": "`total_phases` is {total}; {count:# phase} {count:is|are} there.",
    "completed-with-open-phases": "The session is completed; {count:# phase} {count:is|are} not: {phases}.",
    # Hints
    "state-dir-outside-hint": "Name a folder inside the project, without `..` and without links.",
    "frontmatter-missing-hint": "Restore the file from git, or let the agent write the session anew.",
    "frontmatter-unclosed-hint": "Close it with a line --- before the log.",
    "frontmatter-elsewhere-hint": "Put it at the beginning, between two lines ---, without a code fence.",
    "frontmatter-cut-hint": "Bring back what was left out, or let the agent write the session anew.",
    "crlf-hint": "Save it with LF line ends; cockpit keeps those it finds.",
    "backslash-quotes-hint": 'Write values as "in_progress", without backslashes: Maestro reads them too.',
    "value-unreadable-hint": "Let the agent write the value anew; it is kept as it stands.",
    "unknown-status-hint": "A session is in_progress, completed or failed; a phase may also be pending or skipped.",
    "status-missing-hint": "Write the status; without it Maestro cannot go on.",
    "unknown-tier-hint": "Write T1, T2 or T3; without a tier, T3 counts.",
    "session-id-missing-hint": "Write the session's id; Maestro names the archived file by it.",
    "phases-missing-hint": "Write the phases; only a quick session (T1) has none.",
    "phase-id-missing-hint": "Give the phase an id that no other has.",
    "phase-name-missing-hint": "Name them, so that a person knows what they are about.",
    "phase-twice-hint": "Give one of them another id; Maestro takes the first it finds.",
    "validation-missing-hint": "Record the command and its result: pass, fail or skipped.",
    "quick-with-phases-hint": "Write T2 or T3; as long as there are phases, they are what counts.",
    "log-mark-hint": "Complete the phase, or correct the mark in the heading.",
    "two-sessions-hint": "Archive the one that is not worked at; Maestro keeps one active session.",
    "current-phase-unreadable-hint": "Write the id of a phase.",
    "current-phase-unknown-hint": "Write the id of a phase that is there.",
    "phase-beyond-total-hint": "Correct the number or the total.",
    "current-phase-finished-hint": "Write the id of the phase that is worked at.",
    "several-in-progress-hint": "Only phases that may run in parallel are in progress together.",
    "total-mismatch-hint": "Correct the total, or add the phases that are missing.",
    "completed-with-open-phases-hint": "Finish or skip them, or set the session back to in_progress.",
    "phase-times-hint": "A phase has a time of completion once it is completed, and not before.",
    "tokens-mismatch-hint": "Correct the total, or the tokens of the agents.",
    "blocked-by-unknown-hint": "Name a phase that is there, or remove the entry.",
    "blocked-by-circle-hint": "Remove one of the entries; none of these phases can begin.",
    "retries-unrecorded-hint": "Each retry is recorded as an error of its own.",
    "retries-over-limit-hint": "Decide in the agent: skip the phase, abort, or change what it is given.",
    "reconciliation-required-hint": (
        "Let the agent compare the plan with what was done; Maestro archives nothing before."
    ),
    "design-unapproved-hint": "Read the design, and approve it where the agent runs.",
    "gate-of-another-hint": "Remove the file, if that session is gone.",
    "path-elsewhere-hint": "It was written on another machine; write it relative to the project.",
    "document-missing-hint": "Bring it back, or correct the path.",
    "archive-name-hint": "Maestro looks for an archived session by the name of its file.",
    # Checks about the session
    "session-readable": "The session can be read whole",
    "session-not-readable": "The session cannot be read whole",
    "phases-cut": "Phases were left out of the file; what they say is not known.",
    "session-under-way": "The session is under way",
    "session-status-is": "The session is {status}",
    "phases-of-it-open": "Phases of it are open.",
    "status-says-halt": "Its status says that it does not go on.",
    "tier-lets-it-go-on": "The tier of the session lets it go on",
    "tier-goes-on": "{tier}: it goes on phase by phase.",
    "tier-by-rule": "The session names no tier, so T3 counts: it goes on phase by phase.",
    "quick-session": "T1: a quick session.",
    "quick-session-failed": "The quick session (T1) failed",
    "delegate-or-escalate": "Give it to {agent} again, or escalate it to T2.",
    # Checks about where the work goes on
    "session-says-where-it-goes-on": "The session says where the work goes on",
    "quick-session-goes-on-whole": "A quick session (T1) has no phases; its task goes on as a whole.",
    "last-completed-phase": "Last completed: {phase}",
    "no-phase-completed": "No phase is completed",
    "phases-in-progress": "In progress: {phases:,}",
    "phases-failed": "Failed: {phases:,}",
    "goes-on-at-phase": "It goes on at {phase}",
    "no-phase-to-go-on-at": "No phase has a status at which the work could go on.",
    "no-phase-open": "No phase is open: what is left is to review and to archive the session.",
    "no-phase-to-compare": "No phase waits to be compared with what was done",
    "phase-not-compared": "{phase} must be compared with what was done",
    "phase-handed-on-nothing": "It handed on neither files nor context.",
    "file-by-phase": "{kind} by {phase}",
    # Checks about errors
    "no-error-waits": "No error waits for a decision",
    "error-unresolved": "An error is unresolved",
    "failure-tried-again": "What failed is tried again",
    "error-details": "{details:,}",
    "of-phase": "of {phase}",
    "of-session": "of the session",
    "by-agent": "agent {agent}",
    "tried-again-once": "tried again once",
    "tried-again-times": "tried again {count} times",
    "error-noted": "Noted: {resolution}",
    # What a person may choose
    "option-resume": "The session is in progress again.",
    "option-archive": "It is put away as it is; nothing is ticked.",
    "option-delegate-again": "The task is given to {agent} once more.",
    "option-escalate": "It becomes a session with phases (T2), with a plan of its own.",
    "option-retry": "The phase is tried again as it was.",
    "option-retry-beyond": "The phase is tried again as it was. Its retries are used up: that is a person's decision.",
    "option-retry-limit-unreadable": (
        "The phase is tried again as it was. How often it may be tried cannot be read: that is a person's decision."
    ),
    "option-adjust": "The phase is tried again with what you say is otherwise.",
    "option-adjust-beyond": (
        "The phase is tried again with what you say is otherwise. Its retries are used up: that is a person's decision."
    ),
    "option-adjust-limit-unreadable": (
        "The phase is tried again with what you say is otherwise. How often it may be tried cannot be read: that "
        "is a person's decision."
    ),
    "option-begin": "The phase is begun.",
    "option-skip-pending": "The phase is left out: a person's decision.",
    "option-go-on-at": (
        "The work goes on at phase {phase}; this one stays failed, for only a pending one can be skipped."
    ),
    "option-go-on-nowhere": "No phase is left to begin; this one stays failed, for only a pending one can be skipped.",
    "option-resolve": "Its cause is gone.",
    "option-abort": "The session has failed.",
}
