"""The sizes of a call's arguments, checked against each other by the shape rules of the program.

It is for functions with dynamic sizes without a name. It imports the parser and the dialects, which other programs do
not need when they run.
"""

from __future__ import annotations

from functools import partial

from .api import parse
from .passes.graph.argument_sizes import contradiction_with
from .runtime.load import CheckOf


def checks_by(text: str) -> CheckOf:
    """Return the checks of the functions in a module, by name."""
    module = parse(text, check=False)
    return lambda name: partial(contradiction_with, module, name)
