"""All host ops: importing this registers them."""

from . import control, labels, sequences, strings

FILES = (control, labels, sequences, strings)
"""One file a topic."""
