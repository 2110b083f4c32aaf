"""Pure functions over plain values and the model. No pydantic, no Textual, no I/O: a hook can afford to import them."""
