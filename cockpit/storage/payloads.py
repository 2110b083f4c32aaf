"""Bytes inside JSON: as text where they are text, so that a person can read the journal; else as base64."""

from base64 import b64decode, b64encode


def packed(data: bytes | None) -> dict[str, str] | None:
    """The JSON value for a file's content; None for no file."""
    if data is None:
        return None
    try:
        return {"text": data.decode("utf-8")}
    except UnicodeDecodeError:
        return {"base64": b64encode(data).decode("ascii")}


def unpacked(value: object) -> bytes | None:
    """The content in a JSON value. Raises ValueError where it holds none."""
    match value:
        case None:
            return None
        case {"text": str(text)}:
            return text.encode("utf-8")
        case {"base64": str(text)}:
            return b64decode(text, validate=True)
        case _:
            raise ValueError("no content")
