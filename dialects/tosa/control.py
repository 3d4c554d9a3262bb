"""Branches, loops, variables and foreign ops of `tosa`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from dlc.ir import Attribute, DenseElementsAttr, Location, Operation, StringAttr, Type, TypeAttr, Value
from dlc.ir.assembly import HAND_WRITTEN, Argument, AsmPrinter, AsmReader
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_attributes import TypedAttribute
from dlc.ir.builtin_constraints import string_attr, symbol_name, type_attr
from dlc.ir.builtin_types import DYNAMIC, FunctionType, IndexType, TensorType, i1, index
from dlc.ir.constraints import AttributeConstraint, any_attribute
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Region,
    Result,
    VariadicOperand,
    VariadicResult,
    attr,
    op,
    operand,
    optional_attr,
    region,
    result,
    variadic_operand,
    variadic_result,
)
from dlc.ir.interfaces import Effect, MemoryEffects, Symbol
from dlc.ir.locations import PendingLocation
from dlc.ir.signatures import read_types
from dlc.ir.traits import Pure, RecursiveMemoryEffects, SingleBlock, Terminator

from .bases import FORM, bool_tensor, element_of, shapes_agree, sizes_of, tensor

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


@op("tosa.yield", traits=(Terminator, Pure))
class YieldOp(Op):
    """Ends a region and gives its values.

    Example: tosa.yield %x : tensor<4xf32>
    """

    inputs: VariadicOperand = variadic_operand(tensor)
    syntax = "$inputs attr-dict `:` type($inputs)"


@op("tosa.custom")
class CustomOp(Op):
    """An op of a domain beside the specification, which only that knows.

    Example:
        %r = tosa.custom %x {domain_name = "d", implementation_attrs = "", operator_name = "f"}
          : (tensor<4xf32>) -> tensor<4xf32>
    """

    input_list: VariadicOperand = variadic_operand(tensor)
    output_list: VariadicResult = variadic_result(tensor)
    operator_name: Attr[StringAttr] = attr(string_attr)
    domain_name: Attr[StringAttr] = attr(string_attr)
    implementation_attrs: Attr[StringAttr] = attr(string_attr)
    syntax = FORM


# -- Regions -----------------------------------------------------------------------------------------------------------


def read_assignments(p: AsmReader) -> tuple[list[tuple[str, int]], list[str]]:
    """`(%a = %x, %b = %y)`: names of arguments with the places where they stand, and of operands."""
    arguments: list[tuple[str, int]] = []
    names: list[str] = []
    p.expect("(")
    while not p.accept(")"):
        name = p.value_name()
        arguments.append((name, p.pos - len(name)))
        p.expect("=")
        names.append(p.value_name())
        if not p.at(")"):
            p.expect(",")
    return arguments, names


def _read_function_type(p: AsmReader) -> FunctionType:
    type = p.type()
    if not isinstance(type, FunctionType):
        p.fail(f"expected the type of a function, but got '{type}'")
    return type


def _written_assignments(p: AsmPrinter, arguments: Sequence[Value], values: Sequence[Value]) -> str:
    if len(arguments) != len(values):
        raise ValueError("the custom form has an operand for each argument")
    pairs = zip(arguments, values, strict=True)
    return f"({', '.join(f'{p.name(argument)} = {p.name(value)}' for argument, value in pairs)})"


def _written_results(p: AsmPrinter, types: Sequence[Type]) -> str:
    return p.types_of(types) if len(types) == 1 else f"({p.types_of(types)})"


def _check_handed_on(report: Report, rule: str, what: str, given: Sequence[Value], wanted: Sequence[Value]) -> None:
    """Report values that do not fit where they go."""
    if len(given) != len(wanted):
        report.error(rule, f"{what} must be {len(wanted)} values, but got {len(given)}")
        return
    for one, other in zip(given, wanted, strict=True):
        is_same = element_of(one) is element_of(other) and shapes_agree(sizes_of(one), sizes_of(other))
        if not is_same:
            report.error(rule, f"{what} must have type '{other.type}', but got '{one.type}'")


def _yielded(report: Report, rule: str, body: IRRegion) -> Sequence[Value] | None:
    """Return what a region yields, or report that it is not a block that ends with `tosa.yield`."""
    last = body.entry.last if body.has_one_block else None
    if isinstance(last, YieldOp):
        return last.inputs
    got = f"{len(list(body.blocks))} blocks" if last is None else f"'{last.name}' at the end"
    report.error(rule, f"region must be a block that ends with 'tosa.yield', but got {got}")
    return None


def _is_truth(value: Value) -> bool:
    """Return whether a tensor is one truth value."""
    sizes = sizes_of(value)
    return element_of(value) is i1 and (sizes is None or all(size in (1, DYNAMIC) for size in sizes))


@op("tosa.cond_if", traits=(SingleBlock, RecursiveMemoryEffects))
class IfOp(Op):
    """The values of the first region if the condition is true, or of the second one if not. The operands are the
    arguments of both.

    Rules: (tosa_if_c1) the condition has one element. (tosa_if_c2) regions are blocks that end with `tosa.yield`.
    (tosa_if_c3) they have an argument for each operand. (tosa_if_c4) they yield a value for each result.
    Example:
        %r = tosa.cond_if %c : tensor<i1> -> tensor<4xf32> {
          tosa.yield %x : tensor<4xf32>
        } else {
          tosa.yield %y : tensor<4xf32>
        }
    """

    condition: Operand = operand(bool_tensor)
    input_list: VariadicOperand = variadic_operand(tensor)
    output_list: VariadicResult = variadic_result(tensor)
    then_graph: Region = region(default=None)
    else_graph: Region = region(default=None)
    syntax = HAND_WRITTEN

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> IfOp:
        offset = p.pos
        condition = p.value_name()
        names = read_assignments(p)[1] if p.at("(") else None
        p.expect(":")
        values = [p.resolve(condition, offset, p.type())]
        types: Sequence[Type] = ()
        if names is not None:
            type = _read_function_type(p)
            values += p.resolve_all(names, offset, type.inputs)
            types = type.results
        elif p.accept("->"):
            types = read_types(p)
        then = p.region()
        otherwise = p.region() if p.accept("else") else IRRegion()
        return cls.create(values, types, {}, p.attr_dict(), [then, otherwise], location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {p.name(self.condition)}")
        if self.input_list:
            p.write(f" {_written_assignments(p, self.then_graph.entry.args, self.input_list)}")
        p.write(f" : {p.type(self.condition.type)}")
        if self.input_list:
            p.write(f" ({p.types_of(value.type for value in self.input_list)})")
        p.write(f" -> {_written_results(p, self.result_types)} ")
        p.region(self.then_graph)
        if not self.else_graph.is_empty:
            p.write(" else ")
            p.region(self.else_graph)
        p.attr_dict(self)

    def verify(self, report: Report) -> None:
        if not _is_truth(self.condition):
            report.error("tosa_if_c1", f"condition must have one element, but got '{self.condition.type}'")
        for name, body in (("first", self.then_graph), ("second", self.else_graph)):
            yielded = _yielded(report, "tosa_if_c2", body)
            if yielded is not None:
                arguments = f"arguments of the {name} region"
                _check_handed_on(report, "tosa_if_c3", arguments, body.entry.args, self.input_list)
                _check_handed_on(report, "tosa_if_c4", f"values of the {name} region", yielded, self.output_list)


@op("tosa.while_loop", traits=(SingleBlock, RecursiveMemoryEffects))
class WhileOp(Op):
    """Runs the second region as long as the first one yields true, on the values that the second one yielded.

    Rules: (tosa_while_c1) regions are blocks that end with `tosa.yield`. (tosa_while_c2) they have an argument for each
    operand, and there is a result for each. (tosa_while_c3) the first one yields one truth value. (tosa_while_c4) the
    second one yields a value for each operand.
    Example:
        %r = tosa.while_loop (%a = %x) : (tensor<i32>) -> tensor<i32> {
          %c = tosa.greater %n, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
          tosa.yield %c : tensor<i1>
        } do {
        ^bb0(%b: tensor<i32>):
          %d = tosa.add %b, %b : (tensor<i32>, tensor<i32>) -> tensor<i32>
          tosa.yield %d : tensor<i32>
        }
    """

    input_list: VariadicOperand = variadic_operand(tensor)
    output_list: VariadicResult = variadic_result(tensor)
    cond_graph: Region = region(default=None)
    body_graph: Region = region(default=None)
    syntax = HAND_WRITTEN

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> WhileOp:
        offset = p.pos
        targets, names = read_assignments(p) if p.at("(") else ([], [])
        p.expect(":")
        type = _read_function_type(p)
        values = p.resolve_all(names, offset, type.inputs)
        arguments: list[Argument] = [
            (name, each, None, place) for (name, place), each in zip(targets, type.inputs, strict=True)
        ]
        condition = p.region(arguments)
        p.expect("do")
        body = p.region()
        return cls.create(values, type.results, {}, p.attr_dict_with_keyword(), [condition, body], location=location)

    def write(self, p: AsmPrinter) -> None:
        if [argument.type for argument in self.cond_graph.entry.args] != self.operand_types:
            raise ValueError("the custom form has one type for an operand and its argument")
        p.write(f" {_written_assignments(p, self.cond_graph.entry.args, self.input_list)}" if self.input_list else "")
        p.write(f" : ({p.types_of(self.operand_types)}) -> {_written_results(p, self.result_types)} ")
        p.region(self.cond_graph, entry_args=False)
        p.write(" do ")
        p.region(self.body_graph)
        p.attr_dict(self, keyword=True)

    def verify(self, report: Report) -> None:
        _check_handed_on(report, "tosa_while_c2", "results", self.output_list, self.input_list)
        condition = _yielded(report, "tosa_while_c1", self.cond_graph)
        body = _yielded(report, "tosa_while_c1", self.body_graph)
        if condition is None or body is None:
            return
        for name, graph in (("first", self.cond_graph), ("second", self.body_graph)):
            arguments = f"arguments of the {name} region"
            _check_handed_on(report, "tosa_while_c2", arguments, graph.entry.args, self.input_list)
        if len(condition) != 1 or not _is_truth(condition[0]):
            got = ", ".join(f"'{value.type}'" for value in condition) or "nothing"
            report.error("tosa_while_c3", f"first region must yield a truth value, but got {got}")
        _check_handed_on(report, "tosa_while_c4", "values of the second region", body, self.input_list)


# -- Variables ---------------------------------------------------------------------------------------------------------


index_elements = AttributeConstraint(
    "index elements attribute",
    lambda given: isinstance(given, DenseElementsAttr) and isinstance(given.type.element_type, IndexType),
    DenseElementsAttr,
)


def read_variable(p: AsmReader) -> tuple[Attribute, Attribute, Attribute | None]:
    """`= dense<0.0> : tensor<4xf32>`, or `: tensor<4xf32>`: the sizes, the type of elements, and the value."""
    offset = p.pos
    value = p.attribute() if p.accept("=") else None
    if value is None:
        p.expect(":")
        type = p.type()
    else:
        type = value.type if isinstance(value, TypedAttribute) else None
    if not isinstance(type, TensorType):
        p.fail("expected a tensor with a rank, or elements of one", offset)
    sizes = [-1 if size == DYNAMIC else size for size in type.shape]
    shape = DenseElementsAttr.of(TensorType((len(sizes),), index), sizes)
    return shape, TypeAttr(type.element_type), value


def write_variable(
    p: AsmPrinter, op: Operation, shape: DenseElementsAttr, type: TypeAttr, value: Attribute | None
) -> None:
    """The counterpart of `read_variable`."""
    del shape, type
    assert isinstance(op, VariableOp)
    if value is None:
        p.write(f": {p.type(op.tensor_type)}")
    elif isinstance(value, TypedAttribute) and value.type is op.tensor_type:
        p.write(f"= {p.attribute(value)}")
    else:
        raise ValueError("the value has another type")


@op("tosa.variable", interfaces=(Symbol,))
class VariableOp(Op):
    """A tensor with a name that outlives calls, with the value that it has at first. A size of -1 is unknown.

    Example: tosa.variable @state = dense<0.0> : tensor<4xf32>
    """

    sym_name: Attr[StringAttr] = attr(symbol_name)
    var_shape: Attr[DenseElementsAttr] = attr(index_elements)
    type: Attr[TypeAttr] = attr(type_attr)
    initial_value: Attr[Attribute | None] = optional_attr(any_attribute, default=None)
    syntax = "$sym_name attr-dict custom<Variable>($var_shape, $type, $initial_value)"
    directives: ClassVar = {"Variable": (read_variable, write_variable)}

    @property
    def tensor_type(self) -> TensorType:
        """The type of the tensor."""
        sizes = tuple(DYNAMIC if size == -1 else size for size in self.var_shape.ints())
        return TensorType(sizes, self.type.type)

    @staticmethod
    def can_discard(op: Operation) -> bool:
        """Return false: reads and writes name it without references to symbols."""
        del op
        return False


def variable_of(op: Operation) -> VariableOp | None:
    """Return the variable that an op reads or writes."""
    name, outer = op.properties["name"], op.parent_op
    while outer is not None and outer.name != "builtin.module":
        outer = outer.parent_op
    if outer is None:
        return None
    inside = outer.regions[0].entry.ops
    return next((each for each in inside if isinstance(each, VariableOp) and each.sym_name is name), None)


def _check_variable(report: Report, rules: tuple[str, str], op: Operation, value: Value) -> None:
    """Report a variable that is not there, or has another type."""
    variable = variable_of(op)
    if variable is None:
        report.error(rules[0], f"variable must be declared in the module, but got {op.properties['name']}")
        return
    type = variable.tensor_type
    if element_of(value) is not type.element_type or not shapes_agree(sizes_of(value), type.shape):
        report.error(rules[1], f"variable has type '{type}', but got '{value.type}'")


@op("tosa.variable_write", interfaces=(MemoryEffects,))
class VariableWriteOp(Op):
    """Replace the value of a variable.

    Rules: (tosa_variable_write_c1) it is declared in the module. (tosa_variable_write_c2) it has this type.
    Example: tosa.variable_write @state, %x : tensor<4xf32>
    """

    input1: Operand = operand(tensor)
    name_: Attr[StringAttr] = attr(symbol_name, property_name="name")
    syntax = "$name attr-dict `,` $input1 `:` type($input1)"

    def effects(self) -> Sequence[Effect]:
        return [Effect("write")]

    def verify(self, report: Report) -> None:
        _check_variable(report, ("tosa_variable_write_c1", "tosa_variable_write_c2"), self, self.input1)


@op("tosa.variable_read", interfaces=(MemoryEffects,))
class VariableReadOp(Op):
    """The value of a variable.

    Rules: (tosa_variable_read_c1) it is declared in the module. (tosa_variable_read_c2) it has this type.
    Example: %r = tosa.variable_read @state : tensor<4xf32>
    """

    output1: Result = result(tensor)
    name_: Attr[StringAttr] = attr(symbol_name, property_name="name")
    syntax = "$name attr-dict `:` type($output1)"

    def effects(self) -> Sequence[Effect]:
        return [Effect("read")]

    def verify(self, report: Report) -> None:
        _check_variable(report, ("tosa_variable_read_c1", "tosa_variable_read_c2"), self, self.output1)
