"""Attributes that are one of a few words, or a set of them.

@attribute("vector.kind")
class CombiningKindAttr(EnumAttr):
    cases = ("add", "mul", "minui", …)          # printed #vector.kind<add>

@attribute("arith.fastmath")
class FastMathAttr(BitEnumAttr):
    cases = ("reassoc", "nnan", …)              # printed #arith.fastmath<nnan,ninf>
    none_word, all_word = "none", "fast"
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar, cast

from .attributes import Attribute, AttributeReport, PythonForm
from .diagnostics import did_you_mean
from .errors import InvalidDefinitionError

if TYPE_CHECKING:
    from typing_extensions import Self

    from .assembly import AsmReader


_IS_BARE = re.compile(r"[A-Za-z_][\w$]*", re.ASCII).fullmatch


def spelled_word(word: str) -> str:
    """Return a word as it is spelled: in quotes unless it can be read without."""
    return word if _IS_BARE(word) else f'"{word}"'


def read_any_word(p: AsmReader) -> str:
    """Read a word, bare or in quotes."""
    return p.string() if p.at('"') else p.keyword()


def _check_cases(cls: type[Attribute], cases: object) -> None:
    """Refuse cases that would be read as something else."""
    if not isinstance(cases, tuple):
        raise InvalidDefinitionError(f"'{cls.__name__}': cases are a tuple of words, but got {cases!r:.60}")
    for word in cast("tuple[Any, ...]", cases):
        if not isinstance(word, str) or not word.isprintable() or not word or '"' in word or "\\" in word:
            raise InvalidDefinitionError(
                f"'{cls.__name__}': a case is a word or a text without quotes and backslashes, but got {word!r:.60}"
            )


class EnumAttr(Attribute):
    """An attribute that is one of the words `cases`."""

    value: str

    cases: ClassVar[tuple[str, ...]] = ()
    """Words; one that is no identifier is written in quotes."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        _check_cases(cls, cls.cases)

    def verify(self, report: AttributeReport) -> None:
        if self.value not in self.cases:
            report.error(f"expected one of {', '.join(self.cases)}, but got '{self.value}'")

    @classmethod
    def python_form(cls) -> PythonForm:
        """Return the form of a word."""
        return PythonForm(f"Literal{list(cls.cases)}", cls)

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        p.expect("<")
        attr = cls.read_word(p)
        p.expect(">")
        return attr

    @classmethod
    def read_word(cls, p: AsmReader) -> Self:
        """The bare word, without brackets; in quotes it is the same."""
        offset = p.pos
        word = read_any_word(p)
        if word not in cls.cases:
            p.fail(f"expected one of {', '.join(cls.cases)}, but got '{word}'{did_you_mean(word, cls.cases)}", offset)
        return cls(word)

    def print_parameters(self) -> str:
        return f"<{spelled_word(self.value)}>"


class WordAttr(EnumAttr):
    """A word without brackets of its own: `#gpu<dim x>`, and `x` in the form of an op."""

    in_brackets = True

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        return cls.read_word(p)

    def print_parameters(self) -> str:
        return f" {spelled_word(self.value)}"


class BitEnumAttr(Attribute):
    """A set of words, kept as bits: bit i stands for `cases[i]`."""

    bits: int

    cases: ClassVar[tuple[str, ...]] = ()
    none_word: ClassVar[str] = "none"
    all_word: ClassVar[str | None] = None
    separator: ClassVar[str] = ","

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        _check_cases(cls, cls.cases)

    @classmethod
    def of(cls, *keywords: str) -> Self:
        """Return the set of some words: `FastMathAttr.of("nnan", "ninf")`."""
        return cls(sum(1 << cls.cases.index(word) for word in set(keywords)))

    def verify(self, report: AttributeReport) -> None:
        if not 0 <= self.bits < 1 << len(self.cases):
            report.error(f"bits {self.bits} are not a set of {', '.join(self.cases)}")

    def __contains__(self, word: str) -> bool:
        return bool(self.bits >> self.cases.index(word) & 1)

    @property
    def words(self) -> list[str]:
        return [word for index, word in enumerate(self.cases) if self.bits >> index & 1]

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        p.expect("<")
        bits = cls._read_word(p)
        while p.accept(cls.separator.strip()):
            bits |= cls._read_word(p)
        p.expect(">")
        return cls(bits)

    @classmethod
    def _read_word(cls, p: AsmReader) -> int:
        offset = p.pos
        word = read_any_word(p)
        if word == cls.none_word:
            return 0
        if word == cls.all_word:
            return (1 << len(cls.cases)) - 1
        if word not in cls.cases:
            known = [*cls.cases, cls.none_word, *([cls.all_word] if cls.all_word else [])]
            p.fail(f"expected one of {', '.join(known)}, but got '{word}'{did_you_mean(word, known)}", offset)
        return 1 << cls.cases.index(word)

    def print_parameters(self) -> str:
        if not self.bits:
            return f"<{self.none_word}>"
        if self.all_word and self.bits == (1 << len(self.cases)) - 1:
            return f"<{self.all_word}>"
        return f"<{self.separator.join(map(spelled_word, self.words))}>"
