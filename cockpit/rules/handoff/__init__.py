"""Handoffs: what one is proposed to say, whether it was used already, what it claims, and the prompt made of it."""
