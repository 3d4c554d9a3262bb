"""All host ops: importing this registers them."""

from . import control, labels, maps, sequences, strings

FILES = (control, labels, maps, sequences, strings)
"""One file a topic."""
