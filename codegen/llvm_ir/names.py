"""Identifiers of LLVM IR: quoting, and unique names."""

from __future__ import annotations

import re

_BARE = re.compile(r"[-a-zA-Z$._][-a-zA-Z$._0-9]*")
_NUMBER = re.compile(r"[0-9]+")


def identifier(name: str) -> str:
    """Return a name as it is written after `%` or `@`.

    >>> identifier("main"), identifier("a b"), identifier('"')
    ('main', '"a b"', '"\\\\22"')
    """
    return name if _BARE.fullmatch(name) else quoted(name)


def quoted(text: str) -> str:
    """Return a string constant, with two hexadecimal digits for bytes that are not printable."""
    return f'"{escaped(text.encode(errors="surrogateescape"))}"'


def escaped(raw: bytes) -> str:
    """Return bytes as the text between quotes."""
    return raw.decode("latin-1").translate(_ESCAPES)


_ESCAPES = {code: f"\\{code:02X}" for code in (*range(0x20), 0x22, 0x5C, *range(0x7F, 0x100))}


class LocalNames:
    """The names of one function's values and blocks, all different; those without a hint are numbered in order."""

    __slots__ = ("_next", "_taken")

    def __init__(self) -> None:
        self._taken: dict[str, int] = {}
        self._next = 0

    def named(self, hint: str) -> str:
        """Return the hint, with a number if it is already used."""
        name, number = hint, self._taken.get(hint)
        if number is None:
            self._taken[hint] = 0
            return f"%{identifier(hint)}"
        while name in self._taken:
            name = f"{hint}_{number}"
            number += 1
        self._taken[hint] = number
        self._taken[name] = 0
        return f"%{identifier(name)}"

    def of(self, hint: str | None) -> str:
        """Return the name for the next value."""
        if hint is not None and not _NUMBER.fullmatch(hint):
            return self.named(hint)
        number = self._next
        self._next += 1
        return f"%{number}"
