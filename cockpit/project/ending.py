"""The signals that end the program."""

import signal

_NAMES = ("HUP", "INT", "QUIT", "TRAP", "ABRT", "USR1", "USR2", "ALRM", "TERM", "STKFLT", "XCPU", "VTALRM", "PROF",
          "POLL", "PWR", "SYS")  # fmt: skip
ENDING: tuple[int, ...] = (
    *(getattr(signal, f"SIG{name}") for name in _NAMES if hasattr(signal, f"SIG{name}")),
    *range(getattr(signal, "SIGRTMIN", 0), getattr(signal, "SIGRTMAX", -1) + 1),
)
"""Those that end a program which does not ask for them. Faults of the program itself are none: it cannot go on."""
BY_SIGNAL = 128
"""What is added to a signal's number where it stands for an exit code."""


class Ended(KeyboardInterrupt):
    """A signal of that number ends the program, as SIGINT does: what is open is closed on the way."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
