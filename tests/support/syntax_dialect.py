"""The dialect `syn`: an op for each directive of the syntax language, alone and with others."""

from __future__ import annotations

from typing import Any, ClassVar

from dlc.ir.builtin_attributes import IntegerAttr, StringAttr, UnitAttr, i64_array
from dlc.ir.builtin_constraints import (
    any_integer,
    enum_of,
    flat_symbol_ref,
    integer_attr_any,
    string_attr,
    symbol_name,
    typed_int,
    unit_attr,
)
from dlc.ir.builtin_types import i32, i64
from dlc.ir.constraints import TypeVariable, any_attribute, any_type
from dlc.ir.definition import (
    Op,
    attr,
    inferred_result,
    op,
    operand,
    optional_attr,
    optional_operand,
    optional_result,
    region,
    result,
    successor,
    variadic_operand,
    variadic_region,
    variadic_result,
    variadic_successor,
)
from dlc.ir.dialect import Dialect
from dlc.ir.traits import NoTerminator, Terminator

T = TypeVariable("T", any_type)
color = enum_of(i32, {"red": 0, "green": 1, "blue": 2}, "a color")


@op("syn.same")
class SameOp(Op):
    """One type for all.  Example: %r = syn.same %a, %b : i32"""

    lhs: Any = operand(T)
    rhs: Any = operand(T)
    out: Any = inferred_result(T)
    syntax = "$lhs `,` $rhs attr-dict `:` type($out)"


@op("syn.or_else")
class OrElseOp(Op):
    """An optional group with something else in its place."""

    on: Any = optional_attr(unit_attr)
    count: Any = optional_attr(typed_int(i64))
    syntax = "(`on` $on^):(`off`)? (`count` `=` $count^)? attr-dict"


@op("syn.clauses")
class ClausesOp(Op):
    """Clauses in any order."""

    size: Any = optional_operand(any_type)
    step: Any = optional_attr(typed_int(i64))
    nowait: Any = optional_attr(unit_attr)
    syntax = "oilist(`size` `(` $size `:` type($size) `)` | `step` $step | `nowait` $nowait) attr-dict"


def _read_pair(p: Any, first: Any) -> Any:
    assert isinstance(first, IntegerAttr)
    p.expect("<")
    values = [p.integer()]
    while p.accept("x"):
        values.append(p.integer())
    p.expect(">")
    return i64_array([first.value * value for value in values])


def _write_pair(p: Any, op: Any, values: Any, first: Any) -> None:
    p.write("<" + " x ".join(str(value // first.value) for value in values) + ">")


@op("syn.custom")
class CustomOp(Op):
    """A directive of its own that looks at what was read before it."""

    first: Any = attr(typed_int(i64))
    values: Any = attr(any_attribute)
    directives: ClassVar[Any] = {"Scaled": (_read_pair, _write_pair)}
    syntax = "$first custom<Scaled>($values, ref($first)) attr-dict"


@op("syn.call")
class CallOp(Op):
    """A functional type."""

    callee: Any = attr(flat_symbol_ref)
    arguments: Any = variadic_operand(any_type)
    outputs: Any = variadic_result(any_type)
    syntax = "$callee `(` $arguments `)` attr-dict `:` functional-type($arguments, $outputs)"


@op("syn.groups")
class GroupsOp(Op):
    """Several groups of operands: their sizes are a property."""

    first: Any = variadic_operand(any_integer)
    middle: Any = optional_operand(any_type)
    last: Any = variadic_operand(any_type)
    syntax = (
        "($first^ `:` type($first))? (`middle` $middle^ `:` type($middle))? "
        "(`last` `(` $last^ `:` type($last) `)`)? attr-dict"
    )


@op("syn.all")
class AllOp(Op):
    """All operands and results at once."""

    first: Any = operand(any_type)
    rest: Any = variadic_operand(any_type)
    outputs: Any = variadic_result(any_type)
    syntax = "operands attr-dict `:` type(operands) `->` type(results)"


@op("syn.named", traits=(NoTerminator,))
class NamedOp(Op):
    """A symbol, a dictionary with its keyword, a region."""

    sym_name: Any = attr(symbol_name)
    body: Any = region()
    syntax = "$sym_name attr-dict-with-keyword $body"


@op("syn.regions", traits=(NoTerminator,))
class RegionsOp(Op):
    """As many regions as there are."""

    bodies: Any = variadic_region()
    syntax = "attr-dict-with-keyword (`do` $bodies^)?"


@op("syn.branch", traits=(Terminator,))
class BranchOp(Op):
    """A branch with successors."""

    target: Any = successor()
    others: Any = variadic_successor()
    syntax = "$target (`or` $others^)? attr-dict"


@op("syn.attrs")
class AttrsOp(Op):
    """Kinds of attributes, with defaults that are left out."""

    text: Any = attr(string_attr)
    number: Any = attr(integer_attr_any)
    color: Any = attr(color, default=IntegerAttr(1, i32))
    hidden: Any = optional_attr(string_attr, default=None)
    syntax = "$text (`color` $color^)? `number` $number attr-dict"


@op("syn.props")
class PropsOp(Op):
    """Properties and attributes apart."""

    color: Any = attr(color)
    hidden: Any = optional_attr(StringAttr)
    also: Any = optional_attr(UnitAttr)
    syntax = "$color prop-dict attr-dict"


@op("syn.maybe")
class MaybeOp(Op):
    """An operand and a result that may be missing."""

    value: Any = optional_operand(any_type)
    out: Any = optional_result(any_type)
    syntax = "attr-dict (`of` $value^ `:` type($value))? (`->` type($out)^)?"


@op("syn.spaces")
class SpacesOp(Op):
    """Literals with and without space."""

    a: Any = operand(any_type)
    out: Any = result(any_type)
    syntax = "`[` $a `]` `` `(` `x` `)` ` ` `{` `}` `<` `y` `>` attr-dict `:` type($a) `to` type($out)"


DIALECT = Dialect.collect("syn", globals())
