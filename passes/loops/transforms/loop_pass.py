"""Base of the passes that transform loops by name: the names that a step of a schedule uses, and those it leaves."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.passes.manager.declaration import Pass
from dlc.passes.manager.options import option

from .loop_names import Names


class LoopPass(Pass):
    """A pass that transforms the loops that it names."""

    loops: tuple[str, ...] = option("The names of the loops; all if empty", default=())

    def uses(self) -> Sequence[str]:
        """Return the names of the loops that must exist for the pass to run."""
        return self.loops

    def names_after(self, names: Names) -> Names | None:
        """Return the names that loops may have after the pass if they may have `names` before; `None` if any.

        So a loop whose name is not among them cannot exist.
        """
        return names
