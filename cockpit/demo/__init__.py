"""The sample projects and their scripted agent: the other party of every cockpit, played for newcomers and tests.

Nothing here knows the rest of the program: the agent writes files as a language model's tools do, and the cockpit
meets them as it meets any others. Only the standard library is used.

`data` holds a folder for each system: `project` is the sample project as it stands when the demo begins, `history.txt`
its commits as `git fast-import` reads them, `script.txt` what the agent does. `sample.filled` replaces placeholders.
In `agents` no system keeps state; its script makes other repositories beside the project and writes what agents keep
about themselves, in a home there. Where tmux is installed, these agents have panes.
"""
