"""`vector.contract`: sums of products along dimensions that maps choose, as in a matrix product."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dlc.dialects import arith
from dlc.dialects.arith import combiner_of
from dlc.dialects.arith.folding import splat_bits
from dlc.ir import Attribute, Location
from dlc.ir.affine import AffineMap, is_projected_permutation
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.builtin_attributes import AffineMapAttr, ArrayAttr, DictionaryAttr, StringAttr
from dlc.ir.builtin_types import VectorType
from dlc.ir.constraints import any_type
from dlc.ir.definition import Attr, Op, Operand, Result, attr, op, operand, result
from dlc.ir.locations import PendingLocation
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.traits import Pure
from dlc.ir.values import constant_of

from .arithmetic import kind_attr
from .attributes import ADD, CombiningKindAttr, IteratorTypeAttr
from .constraints import element_of, iterator_list, map_list, same_element, vector_type, vector_with_dims

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

TRAIT = ("indexing_maps", "iterator_types", "kind")
"""The entries of the trait before the operands."""


@op("vector.contract", traits=(Pure,))
class ContractionOp(Op):
    """Combine products of elements of two vectors with an accumulator. Each map says which loops of the contraction the
    dimensions of lhs, rhs and accumulator run through; loops that the accumulator has not are reductions.

    Rules: (contract_c1) both sides have one element type. (contract_c2) accumulator and result too. (contract_c3)
    there is a map for each of the three. (contract_c4) that takes the loops to the dimensions, each to another loop,
    without symbols. (contract_c5) a loop has one size, wherever it is used. (contract_c6) accumulator and result are
    the parallel loops, as the third map orders them. (contract_c7) a reduction is used by both sides. (contract_c8)
    elements of this type can be combined so.
    Example:
        %r = vector.contract {
          indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
          iterator_types = ["reduction"], kind = #vector.kind<add>
        } %v, %w, %x : vector<8xf32>, vector<8xf32> into f32
    """

    lhs: Operand = operand(vector_with_dims)
    rhs: Operand = operand(vector_with_dims)
    acc: Operand = operand(any_type)
    indexing_maps: Attr[ArrayAttr] = attr(map_list)
    iterator_types: Attr[ArrayAttr] = attr(iterator_list)
    result: Result = result(any_type)
    kind: Attr[CombiningKindAttr] = attr(kind_attr, default=ADD)
    syntax = HAND_WRITTEN

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> ContractionOp:
        offset = p.pos
        trait = p.attribute()
        if not isinstance(trait, DictionaryAttr):
            p.fail(f"expected a dictionary of maps and iterator types, but got '{trait}'", offset)
        names = [p.value_name()]
        for _ in range(2):
            p.expect(",")
            names.append(p.value_name())
        attributes = {**trait.as_dict(), **p.attr_dict()}
        p.expect(":")
        lhs = p.type()
        p.expect(",")
        rhs = p.type()
        p.expect("into")
        result_type = p.type()
        properties = _properties(p, attributes, offset)
        types = (lhs, rhs, result_type)
        values = p.resolve_all(names, offset, types)
        return cls.create(values, [result_type], properties, attributes, location=location)

    def write(self, p: AsmPrinter) -> None:
        iterator_names = ArrayAttr(
            tuple(StringAttr(i.value) for i in self.iterator_types if isinstance(i, IteratorTypeAttr))
        )
        trait = {"indexing_maps": self.indexing_maps, "iterator_types": iterator_names, "kind": self.kind}
        p.write(f" {p.dictionary(trait)} {p.names_of(self.operands)}")
        p.attr_dict(self, TRAIT)
        p.write(f" : {p.type(self.lhs.type)}, {p.type(self.rhs.type)} into {p.type(self.result.type)}")

    @property
    def maps(self) -> list[AffineMap]:
        """The maps of lhs, rhs and accumulator."""
        return [each.value for each in self.indexing_maps if isinstance(each, AffineMapAttr)]

    def loop_sizes(self) -> list[int | None]:
        """The size of each loop; `None` of those that neither side uses."""
        sizes: list[int | None] = [None] * len(self.iterator_types)
        for order, value in zip(self.maps, (self.lhs, self.rhs), strict=False):
            for position, size in enumerate(value.shape):
                sizes[order.dim_position(position)] = size
        return sizes

    def verify(self, report: Report) -> None:
        lhs, rhs, acc, result_type = vector_type(self.lhs), vector_type(self.rhs), self.acc.type, self.result.type
        same_element(report, "contract_c1", "lhs and rhs", lhs, rhs)
        same_element(report, "contract_c2", "third operand acc and result", acc, result_type)
        if combiner_of(self.kind.value, element_of(result_type)) is None:
            message = f"unsupported contraction type '{element_of(result_type)}' for kind '{self.kind.value}'"
            report.error("contract_c8", message)
        if len(self.maps) != 3:
            report.error("contract_c3", f"expected an indexing map for each vector operand, but got {len(self.maps)}")
        elif acc is not result_type:
            report.error("contract_c6", f"expected accumulator of the result's type '{result_type}', but got '{acc}'")
        elif self._verify_maps(report):
            self._verify_sizes(report)

    def _verify_maps(self, report: Report) -> bool:
        loops = len(self.iterator_types)
        for number, (order, value) in enumerate(zip(self.maps, self.operands, strict=True)):
            rank = len(value.type.shape) if isinstance(value.type, VectorType) else 0
            problem = None
            if order.num_symbols:
                problem = f"expected indexing map {number} to have no symbols, but got '{order}'"
            elif order.num_dims != loops:
                problem = f"expected indexing map {number} to have {loops} number of inputs, but got {order.num_dims}"
            elif order.num_results != rank:
                problem = (
                    f"expected indexing map {number} to have {rank} number of outputs, but got {order.num_results}"
                )
            elif not is_projected_permutation(order):
                problem = (
                    f"expected indexing map {number} to be a projected permutation of its inputs, but got '{order}'"
                )
            if problem is not None:
                report.error("contract_c4", problem)
                return False
        return True

    def _verify_sizes(self, report: Report) -> None:
        left, right, out = self.maps
        sizes: dict[int, tuple[int, bool]] = {}
        for order, value in ((left, self.lhs), (right, self.rhs)):
            type = vector_type(value)
            for position, extent in enumerate(zip(type.shape, type.scalable_dims, strict=True)):
                loop = order.dim_position(position)
                if sizes.setdefault(loop, extent) != extent:
                    message = (
                        f"invalid contracting dimension map: loop {loop} has sizes {sizes[loop][0]} and {extent[0]}"
                    )
                    report.error("contract_c5", message)
                    return
        loops = [out.dim_position(position) for position in range(out.num_results)]
        for loop, kind in enumerate(self.iterator_types):
            reduces = isinstance(kind, IteratorTypeAttr) and kind.value == "reduction"
            if reduces == (loop in loops):
                report.error(
                    "contract_c6",
                    "invalid accumulator/result vector shape: a reduction must not be in it, parallel loops must be"
                    f", but got '{kind}' for loop {loop}",
                )
                return
            both = left.is_function_of_dim(loop) and right.is_function_of_dim(loop)
            if loop not in sizes or (reduces and not both):
                report.error("contract_c7", f"expected loop {loop} to be used by both sides")
                return
        expected = tuple(sizes[loop] for loop in loops)
        result_type = self.result.type
        extent = (
            tuple(zip(result_type.shape, result_type.scalable_dims, strict=True))
            if isinstance(result_type, VectorType)
            else ()
        )
        if extent != expected:
            report.error(
                "contract_c6",
                f"invalid accumulator/result vector shape, expected: {[size for size, _ in expected]}"
                f", but got '{result_type}'",
            )


def _properties(p: AsmReader, attributes: dict[str, Attribute], offset: int) -> dict[str, Attribute]:
    """The properties among what was written; iterator types may be words."""
    maps, iterators = attributes.pop("indexing_maps", None), attributes.pop("iterator_types", None)
    if not isinstance(maps, ArrayAttr) or not isinstance(iterators, ArrayAttr):
        p.fail("expected arrays 'indexing_maps' and 'iterator_types'", offset)
    kinds: list[Attribute] = []
    for word in iterators:
        if isinstance(word, StringAttr) and word.value in IteratorTypeAttr.cases:
            kinds.append(IteratorTypeAttr(word.value))
        elif isinstance(word, IteratorTypeAttr):
            kinds.append(word)
        else:
            p.fail(f"unexpected iterator_type ({word})", offset)
    kind = attributes.pop("kind", ADD)
    return {"indexing_maps": maps, "iterator_types": ArrayAttr(tuple(kinds)), "kind": kind}


@canonicalization(ContractionOp)
def accumulate_sum(op: ContractionOp, rw: Rewriter) -> Match:
    """add(contract(a, b, 0), c) -> contract(a, b, c).  Terminates: removes an addition.

    A contraction adds in no particular order, so floats are rounded in one of the ways that it allows.
    """
    addition = op.result.users[0] if op.result.has_one_use else None
    if op.kind is not ADD or not isinstance(addition, (arith.AddIOp, arith.AddFOp)):
        return rw.no_match("its only use is not an addition")
    if splat_bits(constant_of(op.acc)) != 0:
        return rw.no_match("the accumulator is not zero")
    other = addition.rhs if addition.lhs is op.result else addition.lhs
    new = ContractionOp(op.lhs, op.rhs, other, op.indexing_maps, op.iterator_types, op.result.type, kind=op.kind)
    rw.replace(addition, new)
    return rw.erase(op)
