"""What the four systems say, by code; all other sentences stand where they are said."""
