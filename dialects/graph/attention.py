"""Scaled dot product attention."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import FloatAttr, attribute
from dlc.ir.builtin_constraints import f64_attr
from dlc.ir.builtin_types import i1
from dlc.ir.definition import (
    Attr,
    Operand,
    OptionalOperand,
    Result,
    inferred_result,
    op,
    operand,
    optional_attr,
    optional_operand,
)
from dlc.ir.enums import EnumAttr
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable
from dlc.ir.sizes import Shape, spell

from .bases import GraphOp
from .rules import Findings, equal, multiple, require, same_size
from .tensors import computable_tensor, element_of, float_tensor


@attribute("graph.causal")
class CausalAttr(EnumAttr):
    """The alignment of a causal mask, given by the position of the first query that sees a single key:
    `#graph.causal<first>`.
    """

    cases = ("first", "last")


@op("graph.attention", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class AttentionOp(GraphOp):
    """softmax(query * transpose(key) * scale + mask) * value, where the softmax is over the keys.

    The last two dimensions of query, key and value are places and features, the one before them heads, all others
    run along in the result as well. The query may have several times as many heads as key and value, which have the
    same number: neighbouring ones share one of those. `scale` is 1 / sqrt(features of the query) if none is given.

    A mask has the dimensions of the scores (heads, queries, keys, and what runs along), the first of which may be
    missing, and others be 1. A mask of floats is added; one of truth values lets those keys take part where it is true.
    `causal <first>` lets query i see keys up to number i, `causal <last>` lets the last query see all keys, the one
    before all but one, and so on. Keys that do not take part have the weight 0; if there is none that does, or all
    scores are minus infinity, all weights are 0, and so is the result. Everything is computed as if it were exact, and
    rounded once.

    Rules: (attention_c1) the result's type follows. (attention_c2) query, key and value have three dimensions or more,
    as many, of which those that run along agree. (attention_c3) query and key have as many features, key and value as
    many places and heads, and those of the query are a multiple of them. (attention_c4) query, key and value have the
    same element type. (attention_c5) the mask has that one too, or truth values, and fits the scores. (attention_c6)
    the scale is finite.
    Example: %r = graph.attention %q, %k, %v causal <first>
        : tensor<2x8x16x64xf32>, tensor<2x2x16x64xf32>, tensor<2x2x16x32xf32> -> tensor<2x8x16x32xf32>
    """

    query: Operand = operand(float_tensor)
    key: Operand = operand(float_tensor)
    value: Operand = operand(float_tensor)
    mask: OptionalOperand = optional_operand(computable_tensor, default=None, kw_only=True)
    causal: Attr[CausalAttr | None] = optional_attr(CausalAttr, default=None, kw_only=True)
    scale: Attr[FloatAttr | None] = optional_attr(f64_attr, default=None, kw_only=True)
    result: Result = inferred_result(float_tensor)
    syntax = (
        "$query `,` $key `,` $value (`mask` $mask^ `:` type($mask))? (`causal` $causal^)? (`scale` $scale^)? attr-dict "
        "`:` type($query) `,` type($key) `,` type($value) `->` type($result)"
    )

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """The dimensions of the query, with the features of the value."""
        query, key, value, *masks = shapes
        self._check_elements(report)
        if self.scale is not None and not abs(self.scale.value) < float("inf"):
            report.error("attention_c6", f"the scale must be finite, but got {self.scale.value}")
        if not self._check_ranks(query, key, value, report):
            return None
        self._check_heads_and_places(query, key, value, report)
        for mask in masks:
            _check_mask(mask, (*query[:-1], key[-2]), report)
        return [(*query[:-1], value[-1])]

    def _check_elements(self, report: Findings) -> None:
        element = element_of(self.query)
        for name, value in (("key", self.key), ("value", self.value)):
            if element_of(value) is not element:
                report.error(
                    "attention_c4",
                    f"elements of the {name} must be of '{element}' as those of the query"
                    f", but got '{element_of(value)}'",
                )
        if self.mask is not None and element_of(self.mask) not in (element, i1):
            report.error(
                "attention_c5",
                f"elements of the mask must be of '{element}' or 'i1', but got '{element_of(self.mask)}'",
            )

    def _check_ranks(self, query: Shape, key: Shape, value: Shape, report: Findings) -> bool:
        if len(query) < 3 or not len(query) == len(key) == len(value):
            report.error(
                "attention_c2",
                "query, key and value must have the same rank of 3 or more"
                f", but got {spell(query)}, {spell(key)} and {spell(value)}",
            )
            return False
        for dim in range(len(query) - 3):
            for name, other in (("key", key), ("value", value)):
                same_size(report, "attention_c2", f"sizes {dim} of the query and the {name}", query[dim], other[dim])
        return True

    def _check_heads_and_places(self, query: Shape, key: Shape, value: Shape, report: Findings) -> None:
        rule = "attention_c3"
        same_size(report, rule, "features of query and key", query[-1], key[-1])
        same_size(report, rule, "places of key and value", key[-2], value[-2])
        same_size(report, rule, "heads of key and value", key[-3], value[-3])
        heads, fact = (query[-3], key[-3]), "heads of the query must be a multiple of those of the key"
        require(report, rule, fact, [(count,) for count in heads], multiple(*heads))


def _check_mask(mask: Shape, scores: Shape, report: Findings) -> None:
    """Report a mask that does not fit the scores."""
    if len(mask) > len(scores):
        report.error("attention_c5", f"the mask must have {len(scores)} dimensions at most, but got {spell(mask)}")
        return
    scores = scores[len(scores) - len(mask) :]
    fits = [(equal(size, 1), equal(size, score)) for size, score in zip(mask, scores, strict=True)]
    require(report, "attention_c5", "sizes of the mask must be 1 or those of the scores", (mask, scores), *fits)
