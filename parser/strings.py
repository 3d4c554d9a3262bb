"""String literals: unquoting and quoting.

A string is bytes in MLIR. Here it is a `str`; bytes that are not UTF-8 are kept as surrogate escapes, so every string
survives a round trip.
"""

from __future__ import annotations

import re

_ESCAPE = rb"\\(?:([0-9A-Fa-f]{2})|(.))"
_SIMPLE = {b"n": b"\n", b"t": b"\t", b'"': b'"', b"\\": b"\\"}
_PLAIN = re.compile(r"[ !#-\[\]-~]*").fullmatch


def unquote(literal: str) -> str:
    """Return the string of a quoted literal; `ValueError` names an unknown escape.

    >>> unquote(r'"a\\0Ab"')
    'a\\nb'
    """
    body = literal[1:-1]
    if "\\" not in body:
        return body
    raw = re.sub(_ESCAPE, _unescape, body.encode("utf-8", "surrogateescape"), flags=re.DOTALL)
    return raw.decode("utf-8", "surrogateescape")


def _unescape(match: re.Match[bytes]) -> bytes:
    digits, character = match.groups()
    if digits is not None:
        return bytes([int(digits, 16)])
    try:
        return _SIMPLE[character]
    except KeyError:
        raise ValueError(f"unknown escape '\\{character.decode('utf-8', 'replace')}' in string literal") from None


def quote(text: str) -> str:
    """Return the quoted literal of a string as MLIR prints it, with two hexadecimal digits for non-printable bytes.

    >>> quote('tab\\t"')
    '"tab\\\\09\\\\22"'
    """
    if _PLAIN(text):
        return f'"{text}"'
    return '"' + "".join(map(_escaped, text.encode("utf-8", "surrogateescape"))) + '"'


def _escaped(byte: int) -> str:
    if byte == 0x5C:
        return "\\\\"
    return chr(byte) if 0x20 <= byte < 0x7F and byte != 0x22 else f"\\{byte:02X}"
