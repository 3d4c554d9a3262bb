"""`tensor.generic`: any structured computation, and `tensor.index`, which says where in its grid it is."""

# The lists of ops and uses are read directly where passes ask each op about all of its body.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from dlc.ir import UNKNOWN_LOC, Attribute, Block, Builder, IRMapping, Location, Value
from dlc.ir.affine import AffineMap
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.attributes import spelled
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_attributes import (
    AffineMapAttr,
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    i32_array,
)
from dlc.ir.builtin_constraints import array_of, i64_attr, index_type
from dlc.ir.builtin_types import TensorType, i64
from dlc.ir.constraints import AttributeConstraint
from dlc.ir.definition import Attr, Op, Region, Result, attr, inferred_result, op, region
from dlc.ir.locations import PendingLocation
from dlc.ir.signatures import read_result_types
from dlc.ir.traits import HasParent, Pure, RecursiveMemoryEffects, SingleBlock

from .access import ExtractOp
from .creation import YieldOp
from .grids import Grid, grid_of
from .structured import PARALLEL, IteratorTypeAttr, StructuredOp, check_structure, element_of

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

map_list = array_of(AffineMapAttr, "AffineMap array attribute")
iterator_list: AttributeConstraint = array_of(IteratorTypeAttr, "iterator type array attribute")
_TRAIT = ("indexing_maps", "iterator_types", "operandSegmentSizes")


@op("tensor.generic", traits=(SingleBlock, RecursiveMemoryEffects))
class GenericOp(StructuredOp):
    """A structured op whose maps, loops and computation are written out. The body gets an element of each input, then
    of each output, and yields the new elements of the outputs.

    Rules: (structured_c1) operands are all tensors or all memrefs, with an output, and results have the types of output
    tensors. (structured_c2) there is a map for each operand, from the loops to its dimensions. (structured_c3) an
    output's map names each parallel loop once. (structured_c4) sizes of loops follow from operands, and stay inside
    them. (generic_c1) the body takes an element of each operand and yields one for each output.
    Example:
        %r = tensor.generic {
          indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
          iterator_types = ["parallel", "parallel"]
        } ins(%x, %bias : tensor<2x4xf32>, tensor<4xf32>) outs(%init : tensor<2x4xf32>) {
        ^bb0(%a: f32, %b: f32, %old: f32):
          %sum = arith.addf %a, %b : f32
          tensor.yield %sum : f32
        } -> tensor<2x4xf32>
    """

    indexing_maps: Attr[ArrayAttr] = attr(map_list)
    iterator_types: Attr[ArrayAttr] = attr(iterator_list)
    body: Region = region(default=None)
    syntax = HAND_WRITTEN

    @classmethod
    def over(
        cls,
        inputs: Sequence[Value],
        outputs: Sequence[Value],
        maps: Sequence[AffineMap],
        iterators: Sequence[str],
        *,
        location: Location | PendingLocation = UNKNOWN_LOC,
    ) -> GenericOp:
        """Create an op with an empty body whose entry block has its arguments; results where the outputs are
        tensors.
        """
        elements = [element_of(value.type) for value in (*inputs, *outputs)]
        return cls(
            inputs,  # type: ignore[arg-type]
            outputs,  # type: ignore[arg-type]
            [value.type for value in outputs if type(value.type) is TensorType],
            map_array(tuple(maps)),
            _iterator_array(tuple(iterators)),
            IRRegion([Block(elements)]),
            location=location,
        )

    @property
    def maps(self) -> Sequence[AffineMap]:
        return maps_of(self._properties["indexing_maps"])  # type: ignore[arg-type]

    @property
    def iterators(self) -> Sequence[str]:
        return words_of(self._properties["iterator_types"])  # type: ignore[arg-type]

    @property
    def grid(self) -> Grid:
        properties: dict[str, Any] = self._properties
        return _written_grid(
            properties["indexing_maps"], properties["iterator_types"], properties["operandSegmentSizes"]
        )

    @property
    def is_elementwise(self) -> bool:
        grid = self.grid
        if grid.reductions:
            return False
        for argument in self._regions[0].entry._args[grid.inputs :]:  # noqa: SIM110 (a generator costs more)
            if argument._uses:
                return False
        return True

    @property
    def uses_indices(self) -> bool:
        op = self._regions[0].entry._first
        while op is not None:
            if type(op) is IndexOp or type(op) is ExtractOp or op._regions:
                return True
            op = op._next
        return False

    def uses_output_element(self, number: int) -> bool:
        return self._regions[0].entry.args[self.grid.inputs + number].has_uses

    def emit(self, builder: Builder, elements: Sequence[Value], indices: Sequence[Value]) -> list[Value]:
        entry = self.body.entry
        mapping = IRMapping()
        for argument, element in zip(entry.args, elements, strict=True):
            mapping.values[argument] = element
        for each in entry.ops:
            if type(each) is IndexOp:
                mapping.values[each.result] = indices[each.dim.value]
            elif type(each) is YieldOp:
                return [mapping.values.get(value, value) for value in each.operands]
            else:
                builder.insert(each.clone(mapping))
        raise AssertionError("the body has no yield")

    def take(self, builder: Builder, elements: Sequence[Value], indices: Sequence[Value]) -> list[Value]:
        entry = self._regions[0].entry
        for argument, element in zip(entry._args, elements, strict=True):
            if argument._uses:
                argument.replace_all_uses_with(element)
        each = entry._first
        while each is not None:
            if type(each) is YieldOp:
                return list(each._operands)
            following = each._next
            if type(each) is IndexOp:
                each.result.replace_all_uses_with(indices[each.dim.value])
            else:
                each.detach()
                builder.insert(each)
            each = following
        raise AssertionError("the body has no yield")

    def verify(self, report: Report) -> None:
        if not check_structure(self, report):
            return
        entry = self.body.first
        wanted = [element_of(value.type) for value in self.operands]
        if entry is None or [value.type for value in entry.args] != wanted:
            got = "none" if entry is None else spelled([value.type for value in entry.args])
            report.error("generic_c1", f"the body must take {spelled(wanted)}, but got {got}")
            return
        last, outputs = entry.last, wanted[len(self.inputs) :]
        if type(last) is not YieldOp or last.operand_types != outputs:
            got = "no yield" if type(last) is not YieldOp else spelled(last.operand_types)
            report.error("generic_c1", f"the body must yield {spelled(outputs)}, but got {got}")

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> GenericOp:
        properties, operands, attributes = read_head(p)
        body = p.region()
        return cls.create(operands, read_result_types(p), properties, attributes, [body], location=location)

    def write(self, p: AsmPrinter) -> None:
        write_head(p, self, self.indexing_maps)
        p.write(" ")
        p.region(self.body)
        write_results(p, self)


@lru_cache(maxsize=4096)
def maps_of(attr: ArrayAttr) -> tuple[AffineMap, ...]:
    """The maps in an array of them."""
    return tuple([each.value for each in attr if isinstance(each, AffineMapAttr)])


def written_grid(properties: dict[str, Any]) -> Grid:
    """The grid of an op that has its maps and iterators as properties."""
    return _written_grid(properties["indexing_maps"], properties["iterator_types"], properties["operandSegmentSizes"])


@lru_cache(maxsize=8192)
def _written_grid(maps: ArrayAttr, iterators: ArrayAttr, sizes: DenseArrayAttr) -> Grid:
    return grid_of(maps_of(maps), words_of(iterators), sizes.elements[0])


@lru_cache(maxsize=4096)
def map_array(maps: tuple[AffineMap, ...]) -> ArrayAttr:
    """The attribute for maps."""
    return ArrayAttr(tuple([AffineMapAttr(each) for each in maps]))


@lru_cache(maxsize=4096)
def words_of(attr: ArrayAttr) -> tuple[str, ...]:
    """The kinds of loops in an array of them."""
    return tuple([each.value for each in attr if isinstance(each, IteratorTypeAttr)])


@lru_cache(maxsize=4096)
def _iterator_array(kinds: tuple[str, ...]) -> ArrayAttr:
    return ArrayAttr(tuple([IteratorTypeAttr(kind) for kind in kinds]))


def iterator_array(kinds: Sequence[str]) -> ArrayAttr:
    """The attribute for the kinds of loops."""
    return _iterator_array(tuple(kinds))


Head = tuple[dict[str, Attribute], list[Value], dict[str, Attribute]]
"""Properties, operands and other attributes."""


def read_head(p: AsmReader) -> Head:
    """`{indexing_maps = […], iterator_types = ["parallel"]} ins(…) outs(…) attrs = {…}`"""
    offset = p.pos
    trait = p.attribute()
    if not isinstance(trait, DictionaryAttr):
        p.fail(f"expected a dictionary of maps and iterator types, but got '{trait}'", offset)
    properties = _trait_of(p, trait.as_dict(), offset)
    inputs = read_group(p, "ins") if p.accept("ins") else []
    p.expect("outs")
    outputs = read_group(p, "outs")
    attributes: dict[str, Attribute] = {}
    if p.accept("attrs"):
        p.expect("=")
        attributes = p.attr_dict()
    properties["operandSegmentSizes"] = i32_array((len(inputs), len(outputs)))
    return properties, [*inputs, *outputs], attributes


def write_head(p: AsmPrinter, op: StructuredOp, maps: ArrayAttr) -> None:
    """The opposite."""
    iterator_names = ArrayAttr(tuple(StringAttr(word) for word in op.iterators))
    trait: dict[str, Attribute] = {"indexing_maps": maps, "iterator_types": iterator_names}
    p.write(f" {p.dictionary(trait)}")
    write_groups(p, op)
    if op.attributes:
        p.write(" attrs =")
        p.attr_dict(op, _TRAIT)


def _trait_of(p: AsmReader, entries: dict[str, Attribute], offset: int) -> dict[str, Attribute]:
    maps, iterators = entries.pop("indexing_maps", None), entries.pop("iterator_types", None)
    if not isinstance(maps, ArrayAttr) or not isinstance(iterators, ArrayAttr) or entries:
        p.fail("expected arrays 'indexing_maps' and 'iterator_types', and nothing else", offset)
    kinds: list[Attribute] = []
    for word in iterators:
        if isinstance(word, StringAttr) and word.value in IteratorTypeAttr.cases:
            kinds.append(IteratorTypeAttr(word.value))
        elif isinstance(word, IteratorTypeAttr):
            kinds.append(word)
        else:
            p.fail(f"expected iterator types '{PARALLEL}' or 'reduction', but got '{word}'", offset)
    return {"indexing_maps": maps, "iterator_types": ArrayAttr(tuple(kinds))}


# -- ins(…) outs(…) ----------------------------------------------------------------------------------------------------


def read_group(p: AsmReader, word: str) -> list[Value]:
    """Parse the operands after `ins` or `outs`: `(%a, %b : f32, tensor<4xf32>)`."""
    p.expect("(")
    offset = p.pos
    names = p.value_names()
    p.expect(":")
    types = p.types()
    p.expect(")")
    if len(names) != len(types):
        p.fail(
            f"expected as many types as values in '{word}', but got {len(names)} values and {len(types)} types", offset
        )
    return p.resolve_all(names, offset, types)


def write_groups(p: AsmPrinter, op: StructuredOp) -> None:
    """The opposite, of both groups."""
    for word, values in (("ins", op.inputs), ("outs", op.outputs)):
        if values:
            p.write(f" {word}({p.names_of(values)} : {p.types_of([value.type for value in values])})")


def write_results(p: AsmPrinter, op: StructuredOp) -> None:
    """The opposite."""
    if op.results:
        text = p.types_of(op.result_types)
        p.write(f" -> {text}" if len(op.results) == 1 else f" -> ({text})")


@op("tensor.index", traits=(Pure, HasParent("tensor.generic", "tensor.map")))
class IndexOp(Op):
    """The index of a loop of the structured op around it.

    Rules: (index_c1) there is such a loop.
    Example:
        %r = tensor.generic {
          indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]
        } outs(%init : tensor<4xindex>) {
        ^bb0(%old: index):
          %i = tensor.index 0
          tensor.yield %i : index
        } -> tensor<4xindex>
    """

    dim: Attr[IntegerAttr] = attr(i64_attr)
    result: Result = inferred_result(index_type)
    syntax = "$dim attr-dict"

    @classmethod
    def of(cls, dim: int) -> IndexOp:
        """Return the size of loop `dim`."""
        return cls(IntegerAttr(dim, i64))

    def verify(self, report: Report) -> None:
        parent = self.parent_op
        if isinstance(parent, StructuredOp) and not 0 <= self.dim.value < len(parent.iterators):
            report.error("index_c1", f"loop must be in 0..{len(parent.iterators) - 1}, but got {self.dim.value}")
