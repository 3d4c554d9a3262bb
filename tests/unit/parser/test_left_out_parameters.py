"""Parameters of types and attributes that have their defaults: the last ones are left out of the text."""

from __future__ import annotations

import pytest

import dlc
from dlc.ir.attributes import Attribute, Type, attribute, type_
from dlc.ir.builtin_attributes import StringAttr
from dlc.ir.dialect import Dialect


@type_("units.q")
class QType(Type):
    dim: int
    scale: float = 1.0
    name_: str = ""
    note: StringAttr | None = None


@attribute("units.all")
class AllAttr(Attribute):
    low: int = 0
    parts: tuple[int, ...] = ()


CONTEXT = dlc.make_context()
CONTEXT.load(Dialect("units", attributes=[QType, AllAttr]))


@pytest.mark.parametrize(
    ("attr", "text"),
    [
        (QType(1), "!units.q<1>"),
        (QType(1, -1.0), "!units.q<1, -1.000000e+00>"),
        (QType(1, 1.0, "x"), '!units.q<1, 1.000000e+00, "x">'),
        (QType(1, 1.0, "", StringAttr("n")), '!units.q<1, 1.000000e+00, "", "n">'),
        (AllAttr(), "#units.all"),
        (AllAttr(2), "#units.all<2>"),
        (AllAttr(0, (1,)), "#units.all<0, [1]>"),
    ],
)
def test_trailing_defaults_are_left_out(attr: Attribute, text: str) -> None:
    assert str(attr) == text
    parse = dlc.parse_type if text.startswith("!") else dlc.parse_attribute
    assert parse(text, context=CONTEXT) is attr  # type: ignore[operator]


def test_defaults_may_be_written() -> None:
    assert dlc.parse_type('!units.q<1, 1.0, "">', context=CONTEXT) is QType(1)
    assert dlc.parse_attribute("#units.all<0, []>", context=CONTEXT) is AllAttr()


@attribute("units.zero")
class ZeroAttr(Attribute):
    x: float = 0.0


def test_minus_zero_is_not_zero() -> None:
    assert str(ZeroAttr(-0.0)) == "#units.zero<-0.000000e+00>"


@pytest.mark.parametrize("text", ["!units.q", "!units.q<>", "!units.q<1,>", '!units.q<1, 1.0, "", "n", 2>'])
def test_parameters_without_a_default_are_required(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        dlc.parse_type(text, context=CONTEXT)
