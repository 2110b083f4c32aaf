"""Maestro: sessions in `docs/maestro/state` or `.gemini/state` (formats: seed 001, releases up to 1.6.4)."""
