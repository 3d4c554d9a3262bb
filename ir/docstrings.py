"""Docstrings of definitions, taken apart: the meaning, the numbered rules, and the examples."""

from __future__ import annotations

import re
from typing import NamedTuple

_MARK = r"(?m)^ *(Rules|Examples?): *"
_RULE = r"\((\w+_c\d+)\)\s"


class Docstring(NamedTuple):
    """The parts of a docstring."""

    meaning: str
    rules: tuple[tuple[str, str], ...]
    """The numbers of rules, each with its text."""
    examples: tuple[str, ...]

    @property
    def summary(self) -> str:
        """The first sentence of the meaning, on one line."""
        return summary_of(self.meaning)


def summary_of(text: str) -> str:
    """Return the first sentence of a text, on one line."""
    first = " ".join(text.partition("\n\n")[0].split())
    sentence = re.match(r"(.+?[^.\s][.:])(?=\s+[A-Z`]|$)", first)
    return sentence[1].removesuffix(":") if sentence else first


def docstring_of(definition: object) -> Docstring:
    """Return the docstring of a class or function in parts; one without a docstring has empty parts."""
    parts = re.split(_MARK, _of_docstring(getattr(definition, "__doc__", None) or ""))
    rules: list[tuple[str, str]] = []
    examples: list[str] = []
    for title, text in zip(parts[1::2], parts[2::2], strict=True):
        if title == "Rules":
            numbered = re.split(_RULE, text)
            rules += [(rule, " ".join(each.split())) for rule, each in zip(numbered[1::2], numbered[2::2], strict=True)]
        else:
            examples.append(example_text(text))
    return Docstring(parts[0].strip(), tuple(rules), tuple(examples))


def example_text(text: str) -> str:
    """Return the text behind `Example:`.

    If it begins on that line, a bracket at its end stands below its beginning, and other lines keep their indentation.
    """
    first, _, rest = text.partition("\n")
    last_line = rest.rstrip().rpartition("\n")[2].lstrip()
    is_below = not first.strip() or last_line.startswith(("}", ")", "]"))
    return f"{first.strip()}\n{dedented(rest) if is_below else rest}".strip()


def dedented(text: str) -> str:
    """Return lines without the indentation that all of them have."""
    lines = text.split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[margin:] if line.strip() else "" for line in lines)


def _of_docstring(text: str) -> str:
    """Return a docstring without the indentation of all lines but the first."""
    first, _, rest = text.expandtabs().partition("\n")
    return f"{first.strip()}\n{dedented(rest)}".rstrip()
