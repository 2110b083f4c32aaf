"""What every refusal can say."""

TEXTS: dict[str, str] = {
    "nothing-changed": "{why}; nothing was changed.",
}
