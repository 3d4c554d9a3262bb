"""`linalg.generic`, whose maps, loops and body are written out, `linalg.index` and `linalg.yield`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import ArrayAttr, Attribute, DictionaryAttr, IntegerAttr, Location, StringAttr
from dlc.ir.affine import AffineMap
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.builtin_constraints import array_of, i64_attr, index_type, string_attr
from dlc.ir.constraints import any_type
from dlc.ir.definition import (
    Attr,
    Op,
    Result,
    VariadicOperand,
    attr,
    inferred_result,
    op,
    optional_attr,
    variadic_operand,
)
from dlc.ir.locations import PendingLocation
from dlc.ir.signatures import read_result_types
from dlc.ir.traits import Pure, RecursiveMemoryEffects, ReturnLike, SingleBlock, Terminator

from .attributes import IteratorTypeAttr
from .structured import (
    INTERFACES,
    MEMOIZED,
    SEGMENTS,
    LinalgOp,
    SegmentedOp,
    groups_text,
    map_list,
    maps_of,
    read_group,
    results_text,
    segments,
)

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

iterator_list = array_of(IteratorTypeAttr, "Iterator type should be an enum.")
TRAIT = ("doc", "indexing_maps", "iterator_types", "library_call")
"""Properties that the dictionary before the operands shows."""


@op("linalg.generic", traits=(SingleBlock, RecursiveMemoryEffects), interfaces=INTERFACES)
class GenericOp(SegmentedOp):
    """A structured op whose maps, loops and body are written out.

    Rules: (linalg_c1) operands are all tensors or all memrefs, or scalars, with an output. (linalg_c2) results are the
    tensors among the outputs. (linalg_c3) there is a map for each operand, from the loops to its dimensions.
    (linalg_c4) each loop's size follows from an operand. (linalg_c5) static sizes agree with the loops. (linalg_c6) the
    body takes an element of each operand and yields one for each output.
    Example:
        %r = linalg.generic {
          indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]
        } ins(%x : tensor<4xf32>) outs(%init : tensor<4xf32>) {
        ^bb0(%a: f32, %old: f32):
          %sum = arith.addf %a, %old : f32
          linalg.yield %sum : f32
        } -> tensor<4xf32>
    """

    indexing_maps: Attr[ArrayAttr] = attr(map_list, kw_only=True)
    iterator_types: Attr[ArrayAttr] = attr(iterator_list, kw_only=True)
    doc: Attr[StringAttr | None] = optional_attr(string_attr, default=None, kw_only=True)
    library_call: Attr[StringAttr | None] = optional_attr(string_attr, default=None, kw_only=True)
    syntax = HAND_WRITTEN

    @property
    def maps(self) -> Sequence[AffineMap]:
        return maps_of(self.indexing_maps)

    @property
    def iterators(self) -> Sequence[str]:
        return [each.value for each in self.iterator_types if isinstance(each, IteratorTypeAttr)]

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> GenericOp:
        offset = p.pos
        trait = p.attribute()
        if not isinstance(trait, DictionaryAttr):
            p.fail(f"expected a dictionary of maps and iterator types, but got '{trait}'", offset)
        attributes = trait.as_dict()
        properties = {name: attributes.pop(name) for name in TRAIT if name in attributes}
        properties["iterator_types"] = _iterators_of(p, properties.get("iterator_types"), offset)
        inputs, outputs = read_group(p, "ins"), read_group(p, "outs")
        if p.accept("attrs"):
            p.expect("=")
            attributes |= p.attr_dict()
        properties[SEGMENTS] = segments(inputs, outputs)
        body = p.region()
        return cls.create([*inputs, *outputs], read_result_types(p), properties, attributes, [body], location=location)

    def write(self, p: AsmPrinter) -> None:
        names = ArrayAttr(tuple([StringAttr(kind) for kind in self.iterators]))
        shown = {name: self.properties[name] for name in TRAIT if name in self.properties}
        p.write(f" {p.dictionary({**shown, 'iterator_types': names})}{groups_text(p, self)}")
        if any(name != MEMOIZED for name in self.attributes):
            p.write(" attrs = ")
            p.attr_dict(self, (*TRAIT, SEGMENTS, MEMOIZED))
        p.write(" ")
        p.region(self.body)
        p.write(results_text(p, self))


def _iterators_of(p: AsmReader, given: Attribute | None, offset: int) -> ArrayAttr:
    """Kinds of loops as attributes; in the text they are strings."""
    kinds: list[Attribute] = []
    for each in given if isinstance(given, ArrayAttr) else ():
        if isinstance(each, StringAttr) and each.value not in IteratorTypeAttr.cases:
            p.fail(f"expected iterator types {', '.join(IteratorTypeAttr.cases)}, but got '{each.value}'", offset)
        kinds.append(IteratorTypeAttr(each.value) if isinstance(each, StringAttr) else each)
    return ArrayAttr(tuple(kinds))


@op("linalg.yield", traits=(Pure, ReturnLike, Terminator))
class YieldOp(Op):
    """End the body of a structured op: the values are the new elements of its outputs.

    Rules: (yield_c1) the op around it is a structured one.
    Example: linalg.yield %a, %b : f32, i32
    """

    values: VariadicOperand = variadic_operand(any_type, default=())
    syntax = "attr-dict ($values^ `:` type($values))?"

    def verify(self, report: Report) -> None:
        parent = self.parent_op
        if parent is not None and parent.is_registered and not isinstance(parent, LinalgOp):
            report.error("yield_c1", f"expected single non-empty parent region with LinalgOp, but got '{parent.name}'")


@op("linalg.index", traits=(Pure,))
class IndexOp(Op):
    """The index of a loop of the structured op around.

    Rules: (index_c1) the op around is a structured one. (index_c2) it has that loop.
    Example:
        linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
            outs(%m : memref<4xindex>) {
        ^bb0(%old: index):
          %i = linalg.index 0 : index
          linalg.yield %i : index
        }
    """

    dim: Attr[IntegerAttr] = attr(i64_attr)
    result: Result = inferred_result(index_type)
    syntax = "$dim attr-dict `:` type($result)"

    def verify(self, report: Report) -> None:
        parent = self.parent_op
        if not isinstance(parent, LinalgOp):
            got = f"'{parent.name}'" if parent is not None else "none"
            report.error("index_c1", f"expected parent op with LinalgOp interface, but got {got}")
        elif not 0 <= self.dim.value < len(parent.iterators):
            report.error(
                "index_c2",
                f"expected dim to be lower than the number of loops, {len(parent.iterators)}, but got {self.dim.value}",
            )
