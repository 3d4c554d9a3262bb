"""`linalg.map`, `linalg.reduce`, `linalg.transpose` and `linalg.broadcast`: maps follow from shapes and dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from dlc.ir import Attribute, Block, Location, Operation, Type, Value
from dlc.ir.affine import AffineMap
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_attributes import DenseArrayAttr, i64_array
from dlc.ir.builtin_constraints import i64_dense_array
from dlc.ir.builtin_types import TensorType
from dlc.ir.constraints import any_type
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Region,
    VariadicOperand,
    VariadicResult,
    attr,
    op,
    operand,
    region,
    variadic_operand,
    variadic_result,
)
from dlc.ir.locations import PendingLocation
from dlc.ir.traits import RecursiveMemoryEffects, SingleBlock

from .attributes import PARALLEL, REDUCTION
from .generic import YieldOp
from .structured import INTERFACES, LinalgOp, all_parallel, any_shaped, element_of, groups_text, rank_of, read_group

if TYPE_CHECKING:
    from typing_extensions import Self

    from dlc.ir.verifier import Report

TRAITS = (SingleBlock, RecursiveMemoryEffects)


def _results(outputs: Sequence[Value]) -> list[Type]:
    """The types of results, which the text does not have: those of the tensors among the outputs."""
    return [value.type for value in outputs if isinstance(value.type, TensorType)]


# -- A payload in place of a body --------------------------------------------------------------------------------------


def _read_payload(p: AsmReader) -> tuple[type[Operation], dict[str, Attribute]] | None:
    """`{ arith.addf {fastmath = …} }`: the op that the body has."""
    if not p.accept("{"):
        return None
    offset = p.pos
    name = p.keyword()
    while p.accept("."):
        name += f".{p.keyword()}"
    kind = p.op_class(name)
    if kind is None:
        p.fail(f"expected the name of a registered op, but got '{name}'", offset)
    attributes = p.attr_dict()
    p.expect("}")
    return kind, attributes


def _body_of(
    kind: type[Operation],
    attributes: dict[str, Attribute],
    types: Sequence[Type],
    order: Sequence[int],
    location: Location | PendingLocation,
) -> IRRegion:
    """Return a body that applies an op to some of its arguments."""
    block = Block(list(types))
    operands = [block.args[position] for position in order]
    result = types[-1] if types else None
    fields = kind.definition.attrs if issubclass(kind, Op) else {}
    properties = {name: field.default for name, field in fields.items() if field.default is not None}
    properties |= {name: value for name, value in attributes.items() if name in fields}
    others = {name: value for name, value in attributes.items() if name not in fields}
    payload = kind.create(operands, [result] if result else [], properties, others, location=location)
    block.append(payload)
    block.append(YieldOp.create(payload.results, location=location))
    return IRRegion([block])


def _payload_of(op: LinalgOp, order: Sequence[int]) -> Operation | None:
    """Return the op that alone makes up the body, applied to the arguments in this order."""
    block = op.scalar_body.first
    payload = block.first if block is not None else None
    if block is None or payload is None or payload.next is not block.last or payload.regions:
        return None
    if len(payload.results) != 1 or [*block.last.operands] != [payload.results[0]]:  # type: ignore[union-attr]
        return None
    if list(payload.operands) != [block.args[position] for position in order] or not payload.is_registered:
        return None
    return payload


def _payload_text(p: AsmPrinter, payload: Operation) -> str:
    shown = {**payload.properties, **payload.attributes}
    shown = {name: attr for name, attr in shown.items() if str(attr) not in _DEFAULTS}
    return f" {{ {payload.name}{f' {p.dictionary(shown)}' if shown else ''} }}"


_DEFAULTS = ("#arith.fastmath<none>", "#arith.overflow<none>")


def _write_body(p: AsmPrinter, op: LinalgOp) -> None:
    """The body behind its arguments, on lines of its own."""
    entry = op.scalar_body.entry
    with p.indented():
        p.newline()
        p.write(f"({', '.join(map(p.argument, entry.args))}) ")
        p.region(op.scalar_body, entry_args=False)


def _read_body(p: AsmReader) -> IRRegion:
    p.expect("(")
    arguments = [] if p.at(")") else [p.argument()]
    while p.accept(","):
        arguments.append(p.argument())
    p.expect(")")
    return p.region(arguments)


# -- The ops -----------------------------------------------------------------------------------------------------------


@op("linalg.map", traits=TRAITS, interfaces=INTERFACES)
class MapOp(LinalgOp):
    """Compute each element of the output from the elements of the inputs at the same place.

    Rules: those of `linalg.generic` that begin with `linalg`.
    Example: linalg.map { arith.addf } ins(%a, %b : memref<4xf32>, memref<4xf32>) outs(%c : memref<4xf32>)
    """

    inputs: VariadicOperand = variadic_operand(any_type)
    init: Operand = operand(any_shaped)
    result_tensors: VariadicResult = variadic_result(any_shaped)
    body: Region = region(default=None)
    output_name = "init"
    syntax = HAND_WRITTEN

    @property
    def ins(self) -> Sequence[Value]:
        return self.inputs

    @property
    def outs(self) -> Sequence[Value]:
        """The only output."""
        return self.operands[-1:]

    @property
    def maps(self) -> Sequence[AffineMap]:
        return [AffineMap.identity(rank_of(self.outs[0].type))] * len(self.operands)

    @property
    def iterators(self) -> Sequence[str]:
        return all_parallel(rank_of(self.outs[0].type))

    def result_names(self) -> Sequence[str | None]:
        return ("mapped",)

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> MapOp:
        payload = _read_payload(p)
        inputs, outputs = read_group(p, "ins"), read_group(p, "outs")
        attributes = p.attr_dict()
        types = [element_of(value.type) for value in (*inputs, *outputs)]
        body = _body_of(*payload, types, range(len(inputs)), location) if payload is not None else _read_body(p)
        return cls.create([*inputs, *outputs], _results(outputs), {}, attributes, [body], location=location)

    def write(self, p: AsmPrinter) -> None:
        payload = _payload_of(self, range(len(self.ins)))
        p.write(_payload_text(p, payload) if payload is not None else "")
        p.write(groups_text(p, self))
        p.attr_dict(self)
        if payload is None:
            _write_body(p, self)


class DimensionsOp(LinalgOp):
    """An op with a list of dimensions."""

    list_name: ClassVar[str]

    @classmethod
    def read_list(cls, p: AsmReader) -> dict[str, Attribute]:
        """`dimensions = [0, 2]`"""
        p.expect(cls.list_name)
        p.expect("=")
        p.expect("[")
        numbers = [] if p.at("]") else [p.integer()]
        while p.accept(","):
            numbers.append(p.integer())
        p.expect("]")
        return {cls.list_name: i64_array(numbers)}

    @property
    def numbers(self) -> Sequence[int]:
        """The list."""
        listed: DenseArrayAttr = self.properties[self.list_name]  # type: ignore[assignment]
        return listed.elements

    def list_text(self) -> str:
        """` dimensions = [0, 2]`"""
        return f" {self.list_name} = [{', '.join(map(str, self.numbers))}] "


@op("linalg.reduce", traits=TRAITS, interfaces=INTERFACES)
class ReduceOp(DimensionsOp):
    """Combine all elements of the inputs along some dimensions with those of the outputs.

    Rules: those of `linalg.generic` that begin with `linalg`. (reduce_c1) there are as many inputs as outputs.
    (reduce_c2) dimensions are there, in increasing order.
    Example:
        %r = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%b : tensor<4xf32>) dimensions = [1]
    """

    values: VariadicOperand = variadic_operand(any_shaped)
    result_tensors: VariadicResult = variadic_result(any_shaped)
    dimensions: Attr[DenseArrayAttr] = attr(i64_dense_array, kw_only=True)
    body: Region = region(default=None)
    output_name = "init"
    syntax = HAND_WRITTEN
    list_name = "dimensions"

    @property
    def ins(self) -> Sequence[Value]:
        """The first half of the operands."""
        return self.operands[: len(self.operands) // 2]

    @property
    def outs(self) -> Sequence[Value]:
        """The second half of the operands."""
        return self.operands[len(self.operands) // 2 :]

    @property
    def maps(self) -> Sequence[AffineMap]:
        rank = rank_of(self.ins[0].type)
        kept = AffineMap.select(rank, [dim for dim in range(rank) if dim not in self.numbers])
        return [*[AffineMap.identity(rank)] * len(self.ins), *[kept] * len(self.outs)]

    @property
    def iterators(self) -> Sequence[str]:
        return [REDUCTION if dim in self.numbers else PARALLEL for dim in range(rank_of(self.ins[0].type))]

    def result_names(self) -> Sequence[str | None]:
        return ("reduced",)

    def verify(self, report: Report) -> None:
        if len(self.operands) % 2 or not self.operands:
            report.error("reduce_c1", f"expected as many inputs as outputs, but got {len(self.operands)} operands")
            return
        rank, numbers = rank_of(self.ins[0].type), list(self.numbers)
        if numbers != sorted(set(numbers)) or any(not 0 <= dim < rank for dim in numbers):
            report.error("reduce_c2", f"dimensions must be increasing and in 0..{rank - 1}, but got {numbers}")
            return
        super().verify(report)

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> ReduceOp:
        payload = _read_payload(p)
        inputs, outputs = read_group(p, "ins"), read_group(p, "outs")
        properties = cls.read_list(p)
        attributes = p.attr_dict()
        types = [element_of(value.type) for value in (*inputs, *outputs)]
        body = _body_of(*payload, types, _outputs_first(len(inputs)), location) if payload else _read_body(p)
        return cls.create([*inputs, *outputs], _results(outputs), properties, attributes, [body], location=location)

    def write(self, p: AsmPrinter) -> None:
        payload = _payload_of(self, _outputs_first(len(self.ins)))
        p.write(_payload_text(p, payload) if payload is not None else "")
        p.write(f"{groups_text(p, self)}{self.list_text()}")
        p.attr_dict(self, (self.list_name,))
        if payload is None:
            _write_body(p, self)


def _outputs_first(count: int) -> list[int]:
    """The order in which a payload takes the elements: those of the outputs, then those of the inputs."""
    return [*range(count, 2 * count), *range(count)]


class MovementOp(DimensionsOp):
    """An op that puts the elements of one input elsewhere in one output."""

    input: Operand = operand(any_shaped)
    init: Operand = operand(any_shaped)
    result_tensors: VariadicResult = variadic_result(any_shaped)
    body: Region = region(default=None)
    syntax = HAND_WRITTEN

    @property
    def ins(self) -> Sequence[Value]:
        """The only input."""
        return self.operands[:1]

    @property
    def outs(self) -> Sequence[Value]:
        """The only output."""
        return self.operands[1:]

    @property
    def iterators(self) -> Sequence[str]:
        return all_parallel(rank_of(self.init.type))

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> Self:
        offset = p.pos
        inputs, outputs = read_group(p, "ins"), read_group(p, "outs")
        if (len(inputs), len(outputs)) != (1, 1):
            p.fail(f"expected 1 input and 1 output, but got {len(inputs)} and {len(outputs)}", offset)
        properties = cls.read_list(p)
        block = Block([element_of(value.type) for value in (*inputs, *outputs)])
        block.append(YieldOp.create(block.args[:1], location=location))
        body = IRRegion([block])
        attributes = p.attr_dict()
        return cls.create([*inputs, *outputs], _results(outputs), properties, attributes, [body], location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f"{groups_text(p, self)}{self.list_text()}")
        p.attr_dict(self, (self.list_name,))


@op("linalg.transpose", traits=TRAITS, interfaces=INTERFACES)
class TransposeOp(MovementOp):
    """Put the dimensions in another order: dimension i of the output is dimension permutation[i] of the input.

    Rules: those of `linalg.generic` that begin with `linalg`. (transpose_c1) the permutation names each dimension once.
    Example:
        %r = linalg.transpose ins(%a : tensor<2x3xf32>) outs(%b : tensor<3x2xf32>) permutation = [1, 0]
    """

    permutation: Attr[DenseArrayAttr] = attr(i64_dense_array, kw_only=True)
    list_name = "permutation"

    @property
    def maps(self) -> Sequence[AffineMap]:
        order = list(self.numbers)
        return [
            AffineMap.select(len(order), [order.index(dim) for dim in range(len(order))]),
            AffineMap.identity(len(order)),
        ]

    def result_names(self) -> Sequence[str | None]:
        return ("transposed",)

    def verify(self, report: Report) -> None:
        rank, numbers = rank_of(self.init.type), list(self.numbers)
        if sorted(numbers) != list(range(rank)):
            report.error("transpose_c1", f"permutation must name each of {rank} dimensions once, but got {numbers}")
        else:
            super().verify(report)


@op("linalg.broadcast", traits=TRAITS, interfaces=INTERFACES)
class BroadcastOp(MovementOp):
    """Repeat the input along new dimensions of the output.

    Rules: those of `linalg.generic` that begin with `linalg`. (broadcast_c1) the new dimensions are there, each once.
    Example:
        %r = linalg.broadcast ins(%a : tensor<3xf32>) outs(%b : tensor<2x3xf32>) dimensions = [0]
    """

    dimensions: Attr[DenseArrayAttr] = attr(i64_dense_array, kw_only=True)
    list_name = "dimensions"

    @property
    def maps(self) -> Sequence[AffineMap]:
        rank = rank_of(self.init.type)
        kept = [dim for dim in range(rank) if dim not in self.numbers]
        return [AffineMap.select(rank, kept), AffineMap.identity(rank)]

    def result_names(self) -> Sequence[str | None]:
        return ("broadcasted",)

    def verify(self, report: Report) -> None:
        rank, numbers = rank_of(self.init.type), list(self.numbers)
        if len(set(numbers)) != len(numbers) or any(not 0 <= dim < rank for dim in numbers):
            report.error("broadcast_c1", f"dimensions must be distinct and in 0..{rank - 1}, but got {numbers}")
        else:
            super().verify(report)
