"""Codewalkers: an initiative's session state, in a YAML file, in folders, or in a database."""
