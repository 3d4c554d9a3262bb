"""Options of passes: declared as typed fields, read from pipeline text and printed back.

    max_iterations: int = option("Iterations after which rewriting stops", default=10)

The annotation is the type: `int`, `float`, `bool`, `str`, `Literal["a", "b"]` for one of several words, or a list of
these, such as `tuple[int, ...]`. In text the name has dashes: `max-iterations=10`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, cast, get_args, get_origin

from dlc.ir.diagnostics import did_you_mean
from dlc.ir.errors import DlcError

MANY = 2**63
"""Bound of integer options: text may not ask for more."""


class InvalidOption(DlcError):
    """An option that a pass does not have, or a value that does not fit it; `offset` is where in the text."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.offset = offset


class Option:
    """A declared option; its type is a kind of value, or a list of such."""

    __slots__ = ("default", "description", "field", "hint", "least", "name")

    def __init__(self, default: Any, description: str, name: str = "", least: int | None = None) -> None:
        self.default = default
        self.least = least
        """The least number that the option, or each element of its list, may be."""
        self.description = description
        self.name = name
        self.field = ""
        self.hint: Any = None

    def set_type(self, hint: Any, owner: str) -> None:
        """Set the type that the annotation says; raise `InvalidOption` if values of it cannot be read."""
        self.hint = hint
        element = get_args(hint)[0] if self.is_list else hint
        if not self.choices and element not in _READERS:
            kinds = ", ".join(f"'{kind.__name__}'" for kind in _READERS)
            shown = getattr(element, "__name__", element)
            raise InvalidOption(
                f"option '{self.name}' of pass '{owner}' must be of {kinds}, a Literal or a tuple of one, but got "
                f"'{shown}'"
            )
        self.check(self.default, f"the default of option '{self.name}' of pass '{owner}'")

    def check(self, value: Any, subject: str) -> None:
        """Raise `InvalidOption`, whose message begins with `subject`, for a value that is not of the option's type, or
        too small.
        """
        if not self._has_type(value):
            raise InvalidOption(f"{subject} must be of type '{self.annotation}', but got {value!r}")
        for number in value if self.is_list else (value,):
            self._check_least(number, subject, 0)

    def _check_least(self, value: Any, subject: str, offset: int) -> None:
        if self.least is not None and value < self.least:
            raise InvalidOption(f"{subject} must be at least {self.least}, but got {value}", offset)

    def _has_type(self, value: Any) -> bool:
        """Return whether a value is of the option's type; where a float is expected, an integer is one."""
        if self.choices:
            return value in self.choices
        if self.is_list:
            element = get_args(self.hint)[0]
            return isinstance(value, tuple) and all(_is_a(each, element) for each in cast("tuple[object, ...]", value))
        return _is_a(value, self.hint)

    @property
    def is_list(self) -> bool:
        return get_origin(self.hint) is tuple

    @property
    def choices(self) -> tuple[str, ...]:
        """The words that an option may be set to; empty where it is not one of several."""
        return get_args(self.hint) if get_origin(self.hint) is Literal else ()

    @property
    def annotation(self) -> str:
        """The type as Python spells it, or the words of which a value is one: `int`, `tuple[int, ...]`, `a|b`."""
        return f"tuple[{get_args(self.hint)[0].__name__}, ...]" if self.is_list else self.spelled_type

    @property
    def spelled_type(self) -> str:
        """The type as help texts show it."""
        if self.choices:
            return "|".join(self.choices)
        if self.is_list:
            return f"{get_args(self.hint)[0].__name__},..."
        return str(self.hint.__name__)

    def parse(self, text: str, offset: int) -> Any:
        """The value that a text means."""
        if self.is_list:
            element = get_args(self.hint)[0]
            return tuple(self._scalar(part, element, at) for part, at in _split_list(_unbraced(text, offset)))
        inner, at = _unbraced(text, offset)
        return self._scalar(inner, self.hint, at)

    def _scalar(self, text: str, kind: Any, offset: int) -> Any:
        if self.choices:
            if text not in self.choices:
                known = ", ".join(f"'{choice}'" for choice in self.choices)
                hint = did_you_mean(text, self.choices)
                raise InvalidOption(f"option '{self.name}' must be one of {known}, but got '{text}'{hint}", offset)
            return text
        value = _READERS[kind](self.name, text, offset)
        self._check_least(value, f"option '{self.name}'", offset)
        return value

    def print(self, value: Any) -> str:
        """The text of a value: `parse` of it gives the value back."""
        return f"{{{self.print_bare(value)}}}" if self.is_list else _print_scalar(value)

    def print_bare(self, value: Any) -> str:
        """The text of a value, without the braces around a list."""
        return ",".join(map(_print_scalar, value)) if self.is_list else _print_scalar(value)


def _is_a(value: object, kind: Any) -> bool:
    return type(value) is kind or (kind is float and type(value) is int)


def option(description: str, *, default: Any, name: str = "", least: int | None = None) -> Any:
    """Declare an option of a pass; its type is the field's annotation, and no number of it may be below `least`."""
    return Option(default, description, name, least)


def _read_int(name: str, text: str, offset: int) -> int:
    try:
        value = int(text, 0)
    except ValueError:
        raise InvalidOption(f"option '{name}' must be an integer, but got '{text}'", offset) from None
    if not -MANY <= value < MANY:
        raise InvalidOption(f"option '{name}' must fit in 64 bits, but got '{text}'", offset)
    return value


def _read_float(name: str, text: str, offset: int) -> float:
    try:
        return float(text)
    except ValueError:
        raise InvalidOption(f"option '{name}' must be a number, but got '{text}'", offset) from None


def _read_bool(name: str, text: str, offset: int) -> bool:
    value = {"true": True, "1": True, "false": False, "0": False}.get(text.lower())
    if value is None:
        raise InvalidOption(f"option '{name}' must be 'true' or 'false', but got '{text}'", offset)
    return value


_READERS: Mapping[Any, Callable[[str, str, int], Any]] = {
    int: _read_int,
    float: _read_float,
    bool: _read_bool,
    str: lambda _name, text, _offset: text,
}


def _print_scalar(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    plain = text and not any(c in " ,={}\"'" for c in text)
    return text if plain or _is_nested_pipeline(text) or not text else "{" + text + "}"


def _is_nested_pipeline(text: str) -> bool:
    return text.endswith(")") and "(" in text and "'" not in text and '"' not in text


def _unbraced(text: str, offset: int) -> tuple[str, int]:
    """The text inside one pair of braces or quotes that encloses the whole value."""
    if len(text) >= 2 and (text[0] + text[-1] in ("{}", '""', "''")) and find_value_end(text, 0) == len(text):
        return text[1:-1], offset + 1
    return text, offset


def _split_list(value: tuple[str, int]) -> list[tuple[str, int]]:
    """The elements of a list, split at commas outside of brackets, each with its offset."""
    text, offset = value
    parts: list[tuple[str, int]] = []
    start = 0
    while start < len(text):
        end = find_value_end(text, start, ",")
        part, at = text[start:end], offset + start
        stripped = part.strip()
        parts.append(_unbraced(stripped, at + part.find(stripped)))
        start = end + 1
    return parts


_CLOSING = {"{": "}", "(": ")", "[": "]"}


def find_value_end(text: str, start: int, stops: str = " \t\n\r,") -> int:
    """Return the end of the value that begins at `start`: a stop character outside of brackets and quotes."""
    closers: list[str] = []
    index = start
    while index < len(text):
        character = text[index]
        if character in "\"'":
            close = text.find(character, index + 1)
            if close < 0:
                return len(text)
            index = close
        elif character in _CLOSING:
            closers.append(_CLOSING[character])
        elif closers and character == closers[-1]:
            closers.pop()
        elif not closers and character in stops:
            return index
        index += 1
    return index


def parse_options(owner: str, options: Mapping[str, Option], text: str, base: int = 0) -> dict[str, Any]:
    """Values by field from `a=1 b={x,y} flag`; options are parted by spaces, or by commas where that is clear."""
    values: dict[str, Any] = {}
    index = 0
    while True:
        while index < len(text) and text[index] in " \t\n\r,":
            index += 1
        if index == len(text):
            return values
        end = find_value_end(text, index, " \t\n\r,=")
        name = text[index:end]
        known = options.get(name)
        if known is None:
            hint = did_you_mean(name, options) or _known_options(options)
            raise InvalidOption(f"pass '{owner}' has no option '{name}'{hint}", base + index)
        if known.field in values:
            raise InvalidOption(f"option '{name}' of pass '{owner}' is given twice", base + index)
        if end < len(text) and text[end] == "=":
            start, index = end + 1, _option_end(text, end + 1, known, options)
            values[known.field] = known.parse(text[start:index], base + start)
        elif known.hint is bool:
            values[known.field], index = True, end
        else:
            raise InvalidOption(f"option '{name}' of pass '{owner}' needs a value: {name}=…", base + index)


def _known_options(options: Mapping[str, Option]) -> str:
    return f"; it has {', '.join(f'{name!r}' for name in sorted(options))}" if options else "; it has none"


def _option_end(text: str, start: int, known: Option, options: Mapping[str, Option]) -> int:
    """Return the end of a value: at a space, at a comma for single values, and for lists at a comma before
    `option=`.
    """
    end = find_value_end(text, start)
    while known.is_list and end < len(text) and text[end] == ",":
        following = find_value_end(text, end + 1, " \t\n\r,=")
        if following < len(text) and text[following] == "=" and text[end + 1 : following].strip() in options:
            break
        end = find_value_end(text, end + 1)
    return end


def print_options(options: Sequence[Option], values: Mapping[str, Any]) -> str:
    """`a=1 b={x,y}`, sorted by name; empty lists are left out."""
    shown = sorted(options, key=lambda each: each.name)
    return " ".join(
        f"{each.name}={each.print(values[each.field])}" for each in shown if not each.is_list or values[each.field]
    )


def print_given(options: Iterable[Option], values: Mapping[str, Any]) -> str:
    """`a=1 b=x,y`, in the order of the options; empty lists are left out."""
    shown = [each for each in options if not each.is_list or values[each.field]]
    return " ".join(f"{each.name}={each.print_bare(values[each.field])}" for each in shown)
