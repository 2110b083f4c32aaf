"""Text for a person: lists, counts, times, amounts, names of places; the gate that neutralises text from files."""
