"""Element text read token by token: every literal that MLIR knows, and an error with its place for all else.

    >>> ElementsReader("[0x7F, -1 // least", ElementLayout.integer(8)).read()
    Traceback (most recent call last):
    ...
    dlc.ir.elements_reader.ElementsError: expected ']'

Deliberately not here: speed (`elements_text.py` reads what is regular by other means).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from dlc.ir.decimals import LONGEST_INTEGER, int_of
from dlc.ir.elements import ElementLayout, pack

if TYPE_CHECKING:
    from collections.abc import Callable

_DEEPEST = 1000  # lists within lists: more than any tensor's rank, and few enough to bound the work

_TOKEN: Final = (
    r"(?P<skip>(?:[ \t\r\n]+|//[^\n]*)+)|(?P<float>[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?)|(?P<hex>0x[0-9a-fA-F]+)"
    r"|(?P<int>[0-9]+)|(?P<bool>(?:true|false)(?![\w$.]))|(?P<sign>[\[\](),-])"
)


class ElementsError(ValueError):
    """Element text that is wrong: the reason, in MLIR's words, and the offset of the token that shows it."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


class ElementsReader:
    """Reads one element text for one layout.

    Nested lists are kept on a stack of our own, so that no depth of nesting can exhaust Python's.
    """

    def __init__(self, text: str, layout: ElementLayout) -> None:
        self._text = text
        self._layout = layout
        self._find_token = re.compile(_TOKEN).match
        self._scalar = layout.scalar
        self._values: list[int] = []  # raw bits of all scalars so far
        self._known_floats: dict[str, int] = {}
        self._at = 0  # the offset of the current token
        self._end = 0
        self._kind = ""  # of the current token: a group of the expression, the sign itself, or "" at the end
        self._spelling = ""
        self._advance()

    def read(self) -> tuple[tuple[int, ...], bytes]:
        """Return the shape and the bytes of the elements."""
        if not self._kind and self._at == len(self._text):
            return (0,), b""
        shape = self._read_nested()
        if self._kind or self._at < len(self._text):
            raise ElementsError("expected end of elements", self._at)
        if not shape and self._layout.is_packed:
            return shape, b"\xff" if self._values[0] else b"\x00"
        return shape, pack(self._values, self._layout)

    def _advance(self) -> str:
        """Go to the next token and return its kind; what is no token of MLIR's is taken for the end, and refused so."""
        token = self._find_token(self._text, self._end)
        if token and token.lastgroup == "skip":
            self._end = token.end()
            token = self._find_token(self._text, self._end)
        self._at = self._end
        if token is None:
            self._kind = self._spelling = ""
            return ""
        self._spelling = token.group()
        self._kind = self._spelling if token.lastgroup == "sign" else token.lastgroup or ""
        self._end = token.end()
        return self._kind

    def _take(self, sign: str, message: str) -> None:
        if self._kind != sign:
            raise ElementsError(message, self._at)
        self._advance()

    def _read_nested(self) -> tuple[int, ...]:
        """Read an element or list of lists of elements; return its shape."""
        open_lists: list[_OpenList] = []
        while True:
            start = self._at
            if self._kind == "[":
                opened = self._advance()
                open_lists.append(_OpenList(start))
                if len(open_lists) > _DEEPEST:
                    raise ElementsError(f"more than {_DEEPEST} lists within one another", start)
                if opened != "]":
                    continue
            else:
                self._read_element()
                if not open_lists:
                    return ()
                open_lists[-1].add((), start)
            while self._kind != ",":
                self._take("]", "expected ']'")
                closed = open_lists.pop()
                shape = (closed.count, *(closed.shape or ()))
                if not open_lists:
                    return shape
                open_lists[-1].add(shape, closed.start)
            self._advance()

    def _read_element(self) -> None:
        if not self._layout.part:
            self._read_scalar()
            return
        self._take("(", "expected '(' of a complex element")
        self._read_scalar()
        self._take(",", "expected ',' between complex elements")
        self._read_scalar()
        self._take(")", "expected ')' after complex elements")

    def _read_scalar(self) -> None:
        negative = self._kind == "-"
        if negative:
            self._advance()
        elif self._kind not in ("float", "hex", "int", "bool"):
            raise ElementsError("expected element literal of primitive type", self._at)
        if negative and self._kind not in ("float", "hex", "int"):
            raise ElementsError("expected integer or floating point literal", self._at)
        read = self._float_bits if self._scalar.format else self._int_bits
        self._values.append(self._located(read, negative))
        self._advance()

    def _located(self, read: Callable[[bool], int], negative: bool) -> int:
        try:
            return read(negative)
        except ElementsError:
            raise
        except ValueError as error:
            raise ElementsError(str(error), self._at) from None

    def _float_bits(self, negative: bool) -> int:
        spelling = "-" + self._spelling if negative else self._spelling
        bits = self._known_floats.get(spelling)
        if bits is None:
            assert self._scalar.format is not None
            bits = self._known_floats[spelling] = self._scalar.format.from_text(spelling)
        return bits

    def _int_bits(self, negative: bool) -> int:
        width, signedness = self._scalar.width, self._scalar.signedness
        if self._kind == "float":
            raise ValueError("expected integer elements, but parsed floating-point")
        if self._kind == "bool":
            if width != 1:
                raise ValueError("expected i1 type for 'true' or 'false' values")
            return int(self._spelling == "true")
        if negative and signedness == "unsigned":
            raise ValueError("expected unsigned integer elements, but parsed negative value")
        digits = self._spelling.lstrip("0x") or "0"
        number = 0
        if len(digits) <= LONGEST_INTEGER:
            number = int(digits, 16) if self._kind == "hex" else int_of(digits)
        limit = 1 << (width - 1 if negative or (signedness == "signed" and width > 1) else width)
        if len(digits) > LONGEST_INTEGER or number >= limit + negative:
            raise ValueError("integer constant out of range for type")
        return -number & (1 << width) - 1 if negative else number


class _OpenList:
    """A list that is being read: where it starts, how many items it has so far, and the shape they must all have."""

    __slots__ = ("count", "shape", "start")

    def __init__(self, start: int) -> None:
        self.start = start
        self.count = 0
        self.shape: tuple[int, ...] | None = None

    def add(self, shape: tuple[int, ...], start: int) -> None:
        if self.shape is None:
            self.shape = shape
        elif self.shape != shape:
            raise ElementsError("tensor literal is invalid; ranks are not consistent between elements", start)
        self.count += 1
