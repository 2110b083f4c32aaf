"""The sample project and its scripted agent: the other party of every cockpit, played for newcomers and tests.

Nothing here knows the rest of the program: the agent writes files as a language model's tools do, and the cockpit
meets them as it meets any others. Only the standard library is used.
"""
