"""Codewalkers by a description of its files."""
