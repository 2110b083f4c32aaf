"""Texts about autodev's flow, its state file and its folders."""

TEXTS: dict[str, str] = {
    # Refusals about the state file
    "state-not-there": "{path} does not exist. Create it: `cockpit init autodev`.",
    "state-exists": "A state file already exists: {path}.",
    "state-names-no-step": "{path} names no current step. Set it: `cockpit set phase=STEP`.",
    "state-names-no-flow": "{path} names no known flow. Add or correct the line first, for example `flow: greenfield`.",
    "state-would-name-no-step": "After this change, {path} would not name the right step. Nothing changed.",
    "begins-as-folders-show": "autodev starts at the step that the folders show. Omit {option}.",
    "table-cannot-be-added": 'no table can be added to the section "{section}"',
    "table-lacks-column": 'the table of "{section}" has no column {column}',
    # Refusals about the current step
    "all-steps-done": "All steps are done.",
    "all-steps-done-go-back": "All steps are done. Go back to a step: `cockpit set phase=STEP`.",
    "no-present-step": "The state file names no current step. Set it: `cockpit set phase=STEP`.",
    "another-step-is-present": "The current step is {step}, not {named:.40}.",
    "step-in-no-table": (
        "Step {step} is not in a known table of its flow. Move to a known step: `cockpit set phase=STEP`."
    ),
    "step-not-begun": "Step {step} has not been started. Start it: `cockpit set status=in_progress`.",
    "step-has-ended": "Step {step} is {status}. Reopen it: `cockpit set status=in_progress`.",
    "step-not-failed": "Step {step} has not failed.",
    "retrospective-missing": "Cycle {cycle} cannot start before the retrospective of cycle {last} is written: "
    "_docs/06_metrics has only {found:# retrospective} (retro_*.md).",
    # Refusals about another step
    "table-unknown": 'The steps of this flow are unknown. Give number and name, "4 — Name", not "{step:.40}".',
    "no-such-step": 'The flow {flow} has no step "{step:.40}". Steps: {known:,}.',
    "several-steps-of-name": "The flow has several steps named {name}. Use the number: {numbers:or}.",
    "step-has-another-number": "{name} is step {id} of the flow {flow}, not {number}.",
    # Refusals about sub-steps
    "no-sub-step": 'Not a sub-step: "{sub_step:.40}". Use number and name, for example "4 — Architecture Review".',
    "sub-step-beyond-last": "Step {step} has only {parts:# sub-step}.",
    "next-sub-step-unknown": "The next sub-step is unknown. Name it: `cockpit set task=SUB-STEP`.",
    "last-sub-step": "Sub-step {number} is the last of {parts}. Complete the step: `cockpit done phase`.",
    # Refusals about the status
    "no-such-status": 'autodev has no status "{status:.40}". Use {known:or}.',
    "no-such-move": "The status {status} can change to {known:or}, not to {target}.",
    "no-such-move-from-none": "The status is missing. It can be set to {known:or}, not to {target}.",
    "failing-is-recorded": (
        "Record a failed retry instead: `cockpit phase fail`. The third one sets the status to failed."
    ),
    "skipping-goes-on": "Skip the step with `cockpit phase skip STEP`; it also moves to the next step.",
    # Refusals about retries
    "failed-after-retries": "Step {step} failed after {retries} retries",
    "retries-unreadable": "The retry count of step {step} is unreadable: “{stated}” (line {line})",
    "failed-for-good": "{why}. Reset the retries: `cockpit phase reset` (only a person may).",
    "failed-for-good-or-skip": (
        "{why}. Reset the retries (`cockpit phase reset`, only a person may) or skip the step "
        "(`cockpit phase skip {step}`)."
    ),
    "form-counts-no-retries": "This state file format has no retry count.",
    "log-has-no-type-nor-agent": "autodev's retry log has no error type and no agent. Give the reason with --note.",
    "retry-takes-no-note": "autodev does not record a note for a retry. Omit --note.",
    # Refusals about decisions and blockers
    "form-keeps-no-decisions": "This state file format has no decisions. Use the handoff: `cockpit handoff`.",
    "form-keeps-no-blockers": "This state file format has no blockers. Use the handoff: `cockpit handoff`.",
    "entry-gone": 'The {kind} "{text:.60}" no longer exists.',
    "entry-read-as-none": 'The {kind} "{text}" would not be read as a {kind}. Use other words.',
    "no-blockers": 'No blocker "{text:.60}". The state file has no blockers.',
    "no-such-blocker": 'No blocker "{text:.60}". Blockers: {known}.',
    "blocker-is-no-list-entry": "The blocker on line {line} of {path} is not a list entry. Edit the file.",
    "blocker-says-why-failed": (
        "This blocker says why step {step} failed. Reset the retries first: `cockpit phase reset`."
    ),
    # Refusals about questions and sessions
    "no-disagreement": "The state file and the folders agree now. Nothing to answer.",
    "answer-which-counts": "Answer {options:or} (the folders or the file).",
    "form-keeps-no-session": "This state file format has no last session. Use the handoff: `cockpit handoff`.",
    "no-such-reason": "Not a reason to end a session: {reason!r}. Use {reasons:or}.",
    "only-sessions-have-reasons": "--reason is only for ending a session. Use --note.",
    # Refusals about what autodev does not have
    "keeps-no-result": "autodev does not record results of checks. Use --note.",
    "no-todos-but-tasks": "autodev has no todos. Its tasks are in _docs/02_tasks.",
    "no-errors-but-retries": "autodev does not record errors, only failed retries.",
    "counts-only-retries": "autodev's only metric is retries. The agent counts them; they cannot be set, limited or "
    "acknowledged.",
    "counts-no-tokens": "autodev does not count tokens.",
    "keeps-no-files": "autodev has no list of files. See git and the handoff.",
    "no-plans-to-move-to": "autodev has no plans. Set the sub-step: `cockpit set task=SUB-STEP`.",
    "no-plans-to-complete": "autodev has no plans. Complete the step: `cockpit done phase`.",
    "no-plans-nor-completion": "autodev has no plans. {why:.}",
    "states-no-next-action": "autodev has no next action; the step and its status show what is next.",
    "session-begins-by-reading": "autodev sessions start in the agent: type autodev's command there. It reads the "
    "state first.",
    "form-is-not-changed": "autodev's own skill sets the format of the state file. Nothing to convert.",
    # What autodev or its state file does not have
    "state-stays": "autodev never archives its state file: it is the history of the project.",
    "steps-have-no-plans": "autodev has no plans.",
    "form-keeps-none": "This state file format has no {part}; other formats do.",
    "counts-nothing": "This state file has no retry count, the only metric of autodev.",
    # Results for steps, sub-steps and statuses
    "state-created": "Created {path} at step {step}.",
    "flow-is-at-step": "Moved to step {number} {name}.",
    "step-is-present-already": "The flow is already at step {number} {name}.",
    "step-completed": "Completed step {step}. {then:.}",
    "step-completed-with-note": "Completed step {step} ({note}). {then:.}",
    "note-has-no-row": "This state file format does not list completed steps; the note is in cockpit's log.",
    "step-skipped": "Skipped step {step}. {then:.}",
    "step-is-next": "Step {step} is next.",
    "agent-asks-first": "Before that, the agent asks you to choose: {options:or}.",
    "sub-step-is": "Moved to sub-step {sub_step}.",
    "sub-step-complete": "Completed sub-step {sub_step}. Sub-step {following} is next.",
    "status-is": "Set the status to {status}.",
    "status-is-so-already": "The status is already {status}.",
    # Results for retries
    "retry-failed": "Recorded a failed retry of step {step} ({count} of {most}).",
    "retry-failed-because": "Recorded a failed retry of step {step} ({count} of {most}): {reason}",
    "reason-has-no-row": "The state file does not record the reason; it is in cockpit's log.",
    "agent-tries-no-more": (
        "The agent no longer retries the step. Reset the retries: `cockpit phase reset` (only a person may)."
    ),
    "step-tried-again": "Restarted step {step}.",
    "no-retry-counted": "No retries of step {step} are counted. Nothing to reset.",
    "retries-counted-anew": "Reset the retries of step {step}.",
    "step-starts-over": "Step {step} was {status} and starts over. To stay where you were: `cockpit undo`.",
    "earlier-retries-dropped": "Reset the retry count of the previous step.",
    # Results for decisions and blockers
    "note-is-in-the-ledger": "The note is in cockpit's log; the state file has no place for it.",
    # Results for answers, sessions and handoffs
    "question-answered": "Answered: {answer}",
    "answered-same-conversation": "Answered {option}: step {step} continues in this conversation.",
    "answered-new-conversation": "Answered {option}: step {step} starts in a new conversation.",
    "answered-file-counts": "Answered {option}: step {step} of the file is kept; the folders show step {shown}.",
    "begin-conversation": "Start the conversation with {command}. `cockpit resume` shows what it needs to know.",
    "session-ended": "Ended the session: {reason}.",
    # The next action, derived from the step and its status
    "settle-failure": "See why step {step} failed, then reset its retries: `cockpit phase reset`",
    "no-step-left": "All steps are done; the file stays as the project's history",
    "begin-step": "Begin step {step}",
    "try-step-again": "Try step {step} again",
    "go-on-after-step": "Continue with the step after step {step}",
    "go-on-with-step": "Continue with step {step}",
    "go-on-with-sub-step": "Continue with step {step}, sub-step {sub_step}",
    # The question at a session boundary
    "start-after-boundary": "{step} complete — start {activity}?",
    "question-with-tasks": "{question} {tasks:.}",
    "activity-implement": "implementation",
    "activity-implement-tests": "the implementation of the tests",
    "task-summary": "{counts:,}.",
    "task-count": "{count:# task}",
    "batch-estimate": "about {count:# batch|batches}",
    "complexity-points": "{count:# complexity point}",
    "option-new-conversation": "Start a new conversation for {activity} (recommended for context freshness)",
    "option-same-conversation": "Continue {activity} in this conversation",
    "new-conversation-recommended": "{option} — implementation is the longest phase, fresh context helps",
    # The step that the folders show
    "folders-show": "The folders show {found:.}",
    "problem-and-folders": "{problem:.} The folders show {found:.}",
    "step-by-scan": "{flow} step {step} (by the folder scan): {why}.",
    "step-inferred": "{flow} step {step} (inferred from the artefacts): {why}.",
    "neither-source-nor-docs": "the project has neither source nor _docs",
    "source-without-docs": "{path} exists, but _docs does not",
    "problem-incomplete": "{path} is missing or empty",
    "no-solution-draft": "{folder} is complete, but the solution draft is missing",
    "draft-undecided": "{path} exists, but no decision says that it is sufficient",
    "no-architecture": "the architecture is missing",
    "tasks-without-table": "{path} and tasks exist, but no dependencies table",
    "batches-without-report": "{path} exists, but no final report",
    "report-without-matrix": "{path} exists, but no traceability matrix",
    "artefact-exists": "{path} exists",
    "artefact-shows-done": "{path} shows that {step} is done",
    # File and folders disagree
    "folders-count": (
        "The file says step {step}, but the folders show step {shown}: {why}. In this format the "
        "folders take precedence; update the file (state.md, rule 4)."
    ),
    "folders-count-inferred": (
        "The file says step {step}, but the folders show step {shown} (inferred from the "
        "artefacts): {why}. In this format the folders take precedence; update the file "
        "(state.md, rule 4)."
    ),
    "file-counts": (
        "The file says step {step}, but the folders show step {shown}: {why}. In this format the "
        "file takes precedence; the agent does not check the folders."
    ),
    "file-counts-inferred": (
        "The file says step {step}, but the folders show step {shown} (inferred from the "
        "artefacts): {why}. In this format the file takes precedence; the agent does not check "
        "the folders."
    ),
    "which-counts": "The file says step {step}, but the folders show step {shown}: {why}. Which takes precedence?",
    "which-counts-inferred": (
        "The file says step {step}, but the folders show step {shown} (inferred from the "
        "artefacts): {why}. Which takes precedence?"
    ),
    "option-folders": "The folders: move the file to step {step}",
    "option-file": "The file: continue with step {step}",
    "folders-recommended": (
        "{option} — in this format the folders take precedence; the file must be updated (state.md, rule 4)"
    ),
    "follow-the-folders": "Move the file to step {step}, as the folders show.",
    # Findings about the file
    "no-state-file": "The state file is missing.",
    "two-state-files": "Two state files: {path} is read, {other} is not.",
    "no-step-named": "The file names no current step.",
    "no-step-named-in": "The file names no current step. Sections found: {sections:,}.",
    "no-step-named-in-many": "The file names no current step. Sections found: {sections:,} and more.",
    "template-left": "Lines {first} to {last} are hints and examples of the template.",
    "two-values": '{label} is on line {line} and again on line {other}, as "{value}".',
    # Findings about the current step
    "flow-missing": "No flow is named, so its steps are unknown.",
    "flow-unknown": "Unknown flow: {flow}.",
    "step-missing": "Current Step names no step.",
    "step-is-no-number": "Not a step number: {step}.",
    "flow-has-no-step": "The flow {flow} has no step {step}.",
    "number-of-another-step": "{name} is step {id} of the flow {flow}; step {number} is {other}. The name is used.",
    "number-of-no-step": "{name} is step {id} of the flow {flow}, which has no step {number}. The name is used.",
    "mismatch-with-shorter-table": "{mismatch:.} There is another version of the table, with {size} steps; cockpit "
    "does not know it.",
    "step-of-other-table": "Step {step} is from a table of {size} steps; the table of this format has {own}.",
    "sub-step-unreadable": "The sub-step has no phase number; in this format the agent then scans the folders.",
    "status-missing": "Current Step has no status.",
    "status-unknown": "Unknown status: {status}.",
    # Findings about retries, completed steps and tasks
    "retry-count-unreadable": "retry_count is not a number: {stated:.60}.",
    "retry-count-high": "retry_count is {count}, the limit is {most}.",
    "retries-not-failed": "retry_count is {count}, but the status is not failed.",
    "retry-log-mismatch": "retry_count is {count}, but the log has {rows:# row}.",
    "failed-without-blocker": "The step failed, but no blocker says why.",
    "step-already-completed": "Step {step} is {status}, but Completed Steps lists it.",
    "rows-missing": "The current step is {step}, but Completed Steps has no row for {missing}.",
    "task-total-wrong": "The table states {stated:# task}, but has {rows:# row}.",
    "complexity-total-wrong": "The table states {stated:# complexity point}, but its rows add up to {summed}.",
    # Hints
    "hint-state-file-missing": (
        "Restore it from git, or create it at the step that the folders show: `cockpit init autodev`."
    ),
    "hint-two-state-files": "Keep one of the two files.",
    "hint-layout-unknown": "Add the section `## Current Step` with flow, step, name and status.",
    "hint-template-left": "Delete the template's hints and examples; they are not read.",
    "hint-duplicate-label": "Keep one of the two. The first is used; for retries and statuses, the worse of the two.",
    "hint-flow-unknown": "Use greenfield, existing-code or meta-repo.",
    "hint-flow-missing": "Add the line `flow: greenfield` or `flow: existing-code`. The oldest formats had no such "
    "line.",
    "hint-step-missing": "Add the number and the name of the current step.",
    "hint-step-unknown": "Use a step name from the flow's table.",
    "hint-step-name-mismatch": "Correct the number or the name. Numbers differ between versions of the table.",
    "hint-step-beyond-table": "Correct the number, or write the step's name.",
    "hint-step-of-other-version": "No change needed: the table in which number and name agree is used.",
    "hint-sub-step-unreadable": "The sub-step must be a map of phase, name and detail. `cockpit set task=SUB-STEP` "
    "writes one.",
    "hint-unknown-status": "Use not_started, in_progress, completed, skipped or failed.",
    "hint-retry-count-unreadable": "Write a number from 0 to 3.",
    "hint-retry-count-high": "At 3 retries the step has failed. Reset the retries: `cockpit phase reset` (only a "
    "person may).",
    "hint-retries-not-failed": "At 3 retries, set the status to failed and add an entry to Blockers.",
    "hint-failed-without-blocker": "Record the reason: `cockpit blocker add TEXT`.",
    "hint-retry-log-mismatch": "Write one row for each failed retry; clear the log on success.",
    "hint-completed-present": "Complete the step, or remove its row.",
    "hint-completed-missing": "Add a row for each missing step, with its key outcome.",
    "hint-folders-disagree": "To follow the folders: `cockpit set phase=STEP`.",
    "hint-tasks-mismatch": "Correct the total in _dependencies_table.md, or its rows.",
    # Checks
    "state-says-where": "The state file names the current step",
    "state-says-not-where": "The state file does not name the current step",
    "no-state-says-where": "No state file names the current step",
    "flow-at-step": "{flow}, step {step}",
    "at-step": "step {step}",
    "steps-behind": "{done} of {total} steps done or skipped",
    "state-is-whole": "The state file is fully readable",
    "state-is-not-whole": "The state file is partly unreadable",
    "step-has-not-failed": "The step has not failed",
    "step-failed": "The step failed",
    "present-step-failed": "Step {step} has retries left.",
    "sub-step-is-readable": "The sub-step is readable",
    "sub-step-is-not-readable": "The sub-step is unreadable",
    "state-and-folders-agree": "The state file and the folders agree",
    "state-and-folders-disagree": "The state file and the folders disagree",
    "state-counts": "The state file takes precedence over the folders",
    "state-is-kept": "The state file is kept; the folders differ",
    # The meaning of statuses
    "means-not-started": "the step waits for its skill to start",
    "means-in-progress": "the step has been started; its skill knows where it was interrupted",
    "means-phase-complete": "the step is completed; the next one starts by itself, except at a session boundary",
    "means-skipped": "the step is skipped; the next one follows",
    "means-failed": "the step failed",
    "agent-may-try-again": "the agent may retry it by itself",
    "means-completed": "all steps of the flow are done",
    "not-tried-again": "the agent does not retry it before a person decides",
    "means-unknown": "no state file shows the progress",
}
