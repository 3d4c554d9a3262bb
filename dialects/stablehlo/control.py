"""Control flow of `stablehlo`: branches, loops, calls by name, tuples, and how regions end."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from dlc.ir import ArrayAttr, Attribute, DictionaryAttr, IntegerAttr, Location, Operation, StringAttr, SymbolRefAttr
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.builtin_constraints import bool_attr_constraint, flat_symbol_ref, string_attr
from dlc.ir.constraints import AttributeConstraint
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Region,
    Result,
    VariadicOperand,
    VariadicRegion,
    VariadicResult,
    attr,
    op,
    operand,
    optional_attr,
    region,
    result,
    variadic_operand,
    variadic_region,
    variadic_result,
)
from dlc.ir.locations import PendingLocation
from dlc.ir.traits import Pure, ReturnLike, Terminator

from .bases import any_value, i32_attr, tensor, tensor_or_token, tuple_type
from .forms import read_target, read_text, read_tuple_types, write_target, write_text, write_tuple_types

if TYPE_CHECKING:
    from dlc.ir.assembly import Argument

array_attr = AttributeConstraint("array attribute", lambda given: isinstance(given, ArrayAttr), ArrayAttr)
dictionary_attr = AttributeConstraint(
    "dictionary attribute", lambda given: isinstance(given, DictionaryAttr), DictionaryAttr
)
text_or_dictionary = AttributeConstraint(
    "string attribute or dictionary attribute",
    lambda given: isinstance(given, (StringAttr, DictionaryAttr)),
    Attribute,
)


@op("stablehlo.return", traits=(Pure, Terminator, ReturnLike))
class ReturnOp(Op):
    """Ends a region with the values that it computes.

    Example: stablehlo.return %x : tensor<f32>
    """

    values: VariadicOperand = variadic_operand(any_value, default=())
    syntax = "$values attr-dict (`:` type($values)^)?"


@op("stablehlo.if")
class IfOp(Op):
    """The values of the first region if the condition is true, of the second one if not.

    Example:
        %r = "stablehlo.if"(%c) ({
          stablehlo.return %x : tensor<f32>
        }, {
          stablehlo.return %y : tensor<f32>
        }) : (tensor<i1>) -> tensor<f32>
    """

    pred: Operand = operand(tensor)
    outputs: VariadicResult = variadic_result(any_value)
    true_branch: Region = region(default=None)
    false_branch: Region = region(default=None)


@op("stablehlo.case")
class CaseOp(Op):
    """The values of the region with the number of the index; of the last one, where there is none.

    Example:
        %r = "stablehlo.case"(%i) ({
          stablehlo.return %x : tensor<f32>
        }, {
          stablehlo.return %y : tensor<f32>
        }) : (tensor<i32>) -> tensor<f32>
    """

    index: Operand = operand(tensor)
    outputs: VariadicResult = variadic_result(any_value)
    branches: VariadicRegion = variadic_region()


@op("stablehlo.while")
class WhileOp(Op):
    """Runs the second region as long as the first one returns true, on the values that the second one returned.

    Example:
        %r = stablehlo.while(%a = %x) : tensor<i32>
        cond {
          %c = stablehlo.compare LT, %a, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %c : tensor<i1>
        } do {
          %b = stablehlo.add %a, %n : tensor<i32>
          stablehlo.return %b : tensor<i32>
        }
    """

    inits: VariadicOperand = variadic_operand(any_value)
    outputs: VariadicResult = variadic_result(any_value)
    cond: Region = region(default=None)
    body: Region = region(default=None)
    regions_share_names = True
    syntax = HAND_WRITTEN

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> WhileOp:
        offset = p.pos
        arguments: list[tuple[str, int]] = []
        names: list[str] = []
        p.expect("(")
        while not p.accept(")"):
            arguments.append((p.value_name(), p.pos))
            p.expect("=")
            names.append(p.value_name())
            if not p.at(")"):
                p.expect(",")
        types = p.types() if p.accept(":") else []
        if len(types) != len(names):
            p.fail(f"expected {len(names)} types, but got {len(types)}")
        values = p.resolve_all(names, offset, types)
        attributes = p.attr_dict_with_keyword()
        carried: list[Argument] = [
            (name, type, None, place - len(name)) for (name, place), type in zip(arguments, types, strict=True)
        ]
        p.expect("cond")
        cond = p.region(carried)
        p.expect("do")
        return cls.create(values, types, {}, attributes, [cond, p.region(carried)], location=location)

    def write(self, p: AsmPrinter) -> None:
        carried = (self.inits, self.outputs, self.cond.entry.args, self.body.entry.args)
        if len({tuple(value.type for value in values) for values in carried}) > 1:
            raise ValueError("the custom form has one type for each of them")
        pairs = zip(self.body.entry.args, self.inits, strict=True)
        p.write(f"({', '.join(f'{p.name(body)} = {p.name(init)}' for body, init in pairs)})")
        p.write(f" : {p.types_of(self.operand_types)}" if self.inits else "")
        p.attr_dict(self, keyword=True)
        p.newline()
        p.write("cond ")
        p.region(self.cond, entry_args=False)
        p.write(" do ")
        p.region(self.body, entry_args=False)


# -- Calls by name -----------------------------------------------------------------------------------------------------


@op("stablehlo.custom_call")
class CustomCallOp(Op):
    """A call of a function of the machine that runs the program, which only that knows.

    Example: %r = stablehlo.custom_call @Sharding(%x) {backend_config = ""} : (tensor<4xf32>) -> tensor<4xf32>
    """

    inputs: VariadicOperand = variadic_operand(any_value)
    outputs: VariadicResult = variadic_result(any_value)
    call_target_name: Attr[StringAttr] = attr(string_attr)
    has_side_effect: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None)
    backend_config: Attr[Attribute | None] = optional_attr(text_or_dictionary, default=None)
    api_version: Attr[IntegerAttr | None] = optional_attr(i32_attr, default=None)
    called_computations: Attr[ArrayAttr | None] = optional_attr(array_attr, default=None)
    operand_layouts: Attr[ArrayAttr | None] = optional_attr(array_attr, default=None)
    result_layouts: Attr[ArrayAttr | None] = optional_attr(array_attr, default=None)
    output_operand_aliases: Attr[ArrayAttr | None] = optional_attr(array_attr, default=None)
    result_tilings: Attr[ArrayAttr | None] = optional_attr(array_attr, default=None)
    syntax = "custom<Target>($call_target_name) `(` $inputs `)` attr-dict `:` functional-type(operands, results)"
    directives: ClassVar = {"Target": (read_target, write_target)}


@op("stablehlo.composite")
class CompositeOp(Op):
    """An op that is defined by a function in the module, which machines may compute in another way.

    Example: %r = stablehlo.composite "my.op" %x {decomposition = @f} : (tensor<4xf32>) -> tensor<4xf32>
    """

    inputs: VariadicOperand = variadic_operand(any_value)
    outputs: VariadicResult = variadic_result(any_value)
    composite_name: Attr[StringAttr] = attr(string_attr, property_name="name")
    decomposition: Attr[SymbolRefAttr] = attr(flat_symbol_ref)
    composite_attributes: Attr[DictionaryAttr | None] = optional_attr(dictionary_attr, default=None)
    version: Attr[IntegerAttr | None] = optional_attr(i32_attr, default=None)
    composite_regions: VariadicRegion = variadic_region(default=())
    syntax = (
        "custom<Text>($name) operands (` ` `(` $composite_regions^ `)`)? attr-dict "
        "`:` functional-type(operands, results)"
    )
    directives: ClassVar = {"Text": (read_text, write_text)}


# -- Tuples and barriers -----------------------------------------------------------------------------------------------


@op("stablehlo.tuple", traits=(Pure,))
class TupleOp(Op):
    """Values as one value.

    Example: %r = stablehlo.tuple %x, %y : tuple<tensor<f32>, tensor<i32>>
    """

    val: VariadicOperand = variadic_operand(any_value)
    result: Result = result(tuple_type)
    syntax = "$val attr-dict `:` custom<TupleTypes>(type($val), type($result))"
    directives: ClassVar = {"TupleTypes": (read_tuple_types, write_tuple_types)}


@op("stablehlo.get_tuple_element", traits=(Pure,))
class GetTupleElementOp(Op):
    """A value of a tuple, by its number.

    Example: %r = stablehlo.get_tuple_element %t[0] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>
    """

    operand: Operand = operand(tuple_type)
    result: Result = result(any_value)
    index: Attr[IntegerAttr] = attr(i32_attr)
    syntax = "$operand `[` $index `]` attr-dict `:` functional-type(operands, results)"


def _read_barrier(p: AsmReader) -> list[str]:
    if p.accept("("):
        p.expect(")")
        return []
    return p.value_names()


def _write_barrier(p: AsmPrinter, _op: Operation, operands: object) -> None:
    p.write(p.names_of(operands) if operands else "()")  # type: ignore[arg-type]


def _read_pair_types(p: AsmReader) -> tuple[object, object]:
    types = p.types() if p.accept(":") else []
    return types, types


def _write_pair_types(p: AsmPrinter, _op: Operation, types: object, _results: object) -> None:
    p.write(f": {p.types_of(types)}" if types else "")  # type: ignore[arg-type]


@op("stablehlo.optimization_barrier", traits=(Pure,))
class OptimizationBarrierOp(Op):
    """The operands, all of which are computed before anything that uses the results.

    Example: %r = stablehlo.optimization_barrier %x : tensor<4xf32>
    """

    operand: VariadicOperand = variadic_operand(tensor_or_token, default=())
    outputs: VariadicResult = variadic_result(tensor_or_token, default=())
    syntax = "custom<Barrier>($operand) attr-dict custom<PairTypes>(type($operand), type($outputs))"
    directives: ClassVar = {
        "Barrier": (_read_barrier, _write_barrier),
        "PairTypes": (_read_pair_types, _write_pair_types),
    }
