"""What coding agents keep about themselves, read as facts: bytes in, sessions out. Nothing here touches the disk.

Their owners call these formats internal. So a format is believed by its shape, not by its version: a value of another
type than expected is not known, and nothing a file contains raises.
"""
