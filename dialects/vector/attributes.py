"""The attributes of `vector`: how elements are combined, what loops do, what is printed behind a value."""

from __future__ import annotations

from dlc.dialects.arith import COMBINING_KINDS
from dlc.ir import attribute
from dlc.ir.enums import EnumAttr


@attribute("vector.kind")
class CombiningKindAttr(EnumAttr):
    """The combining operation of a reduction: `#vector.kind<add>`."""

    cases = COMBINING_KINDS


@attribute("vector.iterator_type")
class IteratorTypeAttr(EnumAttr):
    """The kind of a loop of a contraction: `#vector.iterator_type<reduction>`."""

    cases = ("parallel", "reduction")


@attribute("vector.punctuation")
class PrintPunctuationAttr(EnumAttr):
    """The punctuation that `vector.print` prints after a value: `#vector.punctuation<comma>`."""

    cases = ("no_punctuation", "newline", "comma", "open", "close")

    @property
    def text(self) -> str:
        """The text that is printed."""
        return {"newline": "\n", "comma": ", ", "open": "( ", "close": " )"}.get(self.value, "")


ADD = CombiningKindAttr("add")
NEWLINE = PrintPunctuationAttr("newline")
