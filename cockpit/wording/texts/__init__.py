"""The texts of all messages, one module for each package that says something."""
