"""Reading a project: finding it, its files and databases, what git knows of them; loading it and watching it."""
