"""Maestro: sessions with phases, kept in keys above a log."""
