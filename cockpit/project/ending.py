"""The signals that end the program."""

import signal

ENDING = (
    signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM, signal.SIGTERM
)  # fmt: skip
"""Those that end a program which does not ask for them."""
BY_SIGNAL = 128
"""What is added to a signal's number where it stands for an exit code."""


class Ended(KeyboardInterrupt):
    """A signal of that number ends the program, as SIGINT does: what is open is closed on the way."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
