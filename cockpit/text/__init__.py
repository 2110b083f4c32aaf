"""Lossless text: every document is parsed with positions and changed by splicing."""
