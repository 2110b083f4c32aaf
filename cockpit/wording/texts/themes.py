"""Why a colour theme cannot be used."""

TEXTS: dict[str, str] = {
    "no-such-theme": "There is no theme named {theme!r}; `cockpit --theme ?` lists them.",
    "unreadable": "The theme {file} cannot be read: {reason}.",
    "no-utf-8": "The theme {file} cannot be read: it is no UTF-8 text.",
    "nested-too-deeply": "The theme {file} cannot be read: it is nested too deeply.",
    "table-missing": "The theme {file} has no [{table}] table.",
    "colour-missing": "The theme {file} names no {name} under [colors].",
    "unknown-name": "The theme {file} names {name!r}, which is none of {known:,}.",
    "no-colour": "The theme {file} gives {name} the colour {stated}, which is none.",
}
