"""Ops whose operands break a rule about sizes, in functions in which the sizes are known in several ways.

| sizes | in types | known |
| --- | --- | --- |
| `static` | numbers | to the verifier |
| `named` | a name for each | when arguments are given, or to the verifier, which takes names to differ |
| `unnamed` | `?` | when arguments are given |
| `computed` | `?`, by a slice whose sizes an operand gives | when the op runs |
"""

from __future__ import annotations

import re
from typing import Any, Literal, NamedTuple

import numpy as np

from dlc.interp.conversion import dtype_of
from dlc.parser import parse_type

Array = Any
Sizes = Literal["static", "named", "unnamed", "computed"]


class Case(NamedTuple):
    """An op, the types of its operands, and the rule that their sizes break. In `text`, `{0}` is the type of
    `%0`, and `{r}` those of the results.
    """

    rule: str | None
    text: str
    types: tuple[str, ...]
    result: str
    """The types of the results, in which `{0}` is that of `%0`."""
    elementwise: bool = False
    """Whether operands have one type, in which sizes that are written cannot differ."""

    @property
    def op(self) -> str:
        """The name of the op."""
        return re.findall(r"graph\.\w+", self.text)[0]

    def type(self, number: int, sizes: Sizes) -> str:
        """Return the type of an operand."""
        *shape, element = self.types[number].split("x")
        if sizes == "static" or not shape:
            return f"tensor<{self.types[number]}>"
        names = ", ".join(f"n{number}_{dim}" for dim in range(len(shape)))
        return f"tensor<{'?x' * len(shape)}{element}{f', #graph.dims<{names}>' if sizes == 'named' else ''}>"

    def function(self, name: str, sizes: Sizes) -> str:
        """Return the text of a function that returns the results of the op."""
        types = [self.type(number, sizes) for number in range(len(self.types))]
        arguments, lines = [f"%{number}: {type}" for number, type in enumerate(types)], list[str]()
        if sizes == "computed":
            arguments = []
            for number, type in enumerate(types):
                rank = self.types[number].count("x")
                arguments.append(f"%{'x' if rank else ''}{number}: {type}")
                if rank:
                    arguments += [f"%s{number}: tensor<{rank}xi64>", f"%z{number}: tensor<{rank}xi64>"]
                    part = f"graph.dynamic_slice %x{number}, %z{number} sizes(%s{number} : tensor<{rank}xi64>)"
                    lines.append(f"  %{number} = {part} : {type}, tensor<{rank}xi64> -> {type}")
        result = self.result.format(*types)
        text = self.text.format(*types, r=result, **WORDS)
        count = result.count("tensor")
        values = ", ".join(f"%r#{number}" for number in range(count))
        head = f"func.func @{name}({', '.join(arguments)}) -> ({result}) {{"
        return "\n".join([head, *lines, f"  %r:{count} = {text}", f"  return {values} : {result}", "}"])

    def arguments(self, sizes: Sizes) -> list[Array]:
        """Return arrays of zeros for the operands, and what says their sizes where the program computes them."""
        arrays: list[Array] = []
        for type in self.types:
            *shape, element = type.split("x")
            arrays.append(np.zeros([int(size) for size in shape], dtype_of(parse_type(element))))
            if sizes == "computed" and shape:
                arrays += [np.array([int(size) for size in shape]), np.zeros(len(shape), np.int64)]
        return arrays


def _case(rule: str, text: str, types: str, results: str) -> Case:
    is_whole = "{" in results or "tensor" in results
    return Case(rule, text, tuple(types.split()), results if is_whole else f"tensor<{results}>")


def _elementwise(text: str, types: str) -> Case:
    return Case(None, text, tuple(types.split()), "{0}", elementwise=True)


WORDS = {
    "conv": "<NCW x OIW -> NCW>",
    "gather": "window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 1",
    "batched": "window_dims = [], collapsed = [1], batch = [0] x [0], index_map = [1], index_vector_dim = 2",
    "norm": "epsilon 1.0e-05",
}
"""Parts of ops that several cases have."""
CASES = [
    _elementwise("graph.add %0, %1 : {0}", "4xf32 2xf32"),
    _elementwise("graph.maximum %0, %1 : {0}", "3x4xi64 3x5xi64"),
    _elementwise("graph.prelu %0, %1 : {0}", "4xf32 300xf32"),
    _case(
        "contract_c4",
        "graph.contract %0, %1, batch = [] x [], contracting = [1] x [0] : {0}, {1} -> {r}",
        "4x8xf32 6x2xf32",
        "?x?xf32",
    ),
    _case(
        "contract_c4",
        "graph.contract %0, %1, batch = [0] x [0], contracting = [2] x [1] : {0}, {1} -> {r}",
        "4x3x8xf32 3x8x2xf32",
        "?x?x?xf32",
    ),
    _case(
        "contract_c6",
        "graph.contract %0, %1, batch = [] x [], contracting = [1] x [0] lhs_zero_point %2 : {2} : {0}, {1} -> {r}",
        "4x8xi8 8x2xi8 3xi8",
        "?x?xi32",
    ),
    _case("sort_c4", "graph.sort %0, %1 along 0 : {0}, {1} -> {r}", "4xf32 2xf32", "{0}, {1}"),
    _case("top_k_c3", "graph.top_k %0, 0, k = 5 : {0} -> {r}", "3xf32", "tensor<?xf32>, tensor<?xi64>"),
    _case("concat_c4", "graph.concat %0, %1 along 0 : {0}, {1} -> {r}", "4x2xf32 2x3xf32", "?x?xf32"),
    _case("argmax_c3", "graph.argmax %0, 1 : {0} -> {r}", "2x0xf32", "?xi64"),
    _case("argmin_c3", "graph.argmin %0, 1 : {0} -> {r}", "2x0xf32", "?xi64"),
    _case(
        "attention_c2",
        "graph.attention %0, %1, %2 : {0}, {1}, {2} -> {r}",
        "2x2x4x8xf32 3x2x4x8xf32 3x2x4x8xf32",
        "?x?x?x?xf32",
    ),
    _case(
        "attention_c3",
        "graph.attention %0, %1, %2 : {0}, {1}, {2} -> {r}",
        "3x4x8xf32 2x4x8xf32 2x4x8xf32",
        "?x?x?xf32",
    ),
    _case(
        "attention_c3",
        "graph.attention %0, %1, %2 : {0}, {1}, {2} -> {r}",
        "2x4x8xf32 2x4x7xf32 2x4x8xf32",
        "?x?x?xf32",
    ),
    _case(
        "attention_c3",
        "graph.attention %0, %1, %2 : {0}, {1}, {2} -> {r}",
        "2x4x8xf32 2x4x8xf32 2x3x8xf32",
        "?x?x?xf32",
    ),
    _case(
        "attention_c5",
        "graph.attention %0, %1, %2 mask %3 : {3} : {0}, {1}, {2} -> {r}",
        "2x4x8xf32 2x5x8xf32 2x5x8xf32 4x4xf32",
        "?x?x?xf32",
    ),
    _case("batch_norm_c2", "graph.batch_norm %0, %1, %1, %1, %1, 1 {norm} : {0}, {1}", "2x3x4xf32 2xf32", "{0}"),
    _case("layer_norm_c2", "graph.layer_norm %0, [1] scale %1 : {1} {norm} : {0}", "2x3xf32 2xf32", "{0}"),
    _case("rms_norm_c2", "graph.rms_norm %0, [1] scale %1 : {1} {norm} : {0}", "2x3xf32 2xf32", "{0}"),
    _case(
        "group_norm_c2",
        "graph.group_norm %0, 1 over [2] groups 2 scale %1 : {1} {norm} : {0}",
        "2x4x3xf32 3xf32",
        "{0}",
    ),
    _case("group_norm_c4", "graph.group_norm %0, 1 over [2] groups 2 {norm} : {0}", "2x3x3xf32", "{0}"),
    _case(
        "instance_norm_c2",
        "graph.instance_norm %0, 1 over [2] scale %1 : {1} {norm} : {0}",
        "2x4x3xf32 3xf32",
        "{0}",
    ),
    _case("convolution_c3", "graph.convolution %0, %1, {conv} : {0}, {1} -> {r}", "1x2x8xf32 4x3x3xf32", "?x?x?xf32"),
    _case(
        "convolution_c3",
        "graph.convolution %0, %1, {conv} groups 2 : {0}, {1} -> {r}",
        "1x2x8xf32 3x1x3xf32",
        "?x?x?xf32",
    ),
    _case("convolution_c4", "graph.convolution %0, %1, {conv} : {0}, {1} -> {r}", "1x2x2xf32 4x2x5xf32", "?x?x?xf32"),
    _case("convolution_c4", "graph.convolution %0, %1, {conv} : {0}, {1} -> {r}", "1x2x2xf32 4x2x0xf32", "?x?x?xf32"),
    _case(
        "convolution_c6",
        "graph.convolution %0, %1, {conv} kernel_zero_point %2 : {2} : {0}, {1} -> {r}",
        "1x2x8xi8 4x2x3xi8 3xi8",
        "?x?x?xi32",
    ),
    _case(
        "transposed_convolution_c3",
        "graph.transposed_convolution %0, %1, {conv} : {0}, {1} -> {r}",
        "1x3x8xf32 4x3x3xf32",
        "?x?x?xf32",
    ),
    _case(
        "transposed_convolution_c3",
        "graph.transposed_convolution %0, %1, {conv} groups 2 : {0}, {1} -> {r}",
        "1x3x8xf32 3x1x3xf32",
        "?x?x?xf32",
    ),
    _case(
        "transposed_convolution_c4",
        "graph.transposed_convolution %0, %1, {conv} pad_low [4] : {0}, {1} -> {r}",
        "1x4x1xf32 4x3x3xf32",
        "?x?x?xf32",
    ),
    _case(
        "transposed_convolution_c4",
        "graph.transposed_convolution %0, %1, {conv} : {0}, {1} -> {r}",
        "1x4x5xf32 4x3x0xf32",
        "?x?x?xf32",
    ),
    _case("pool_c3", "graph.pool <max> %0, [1] window [5] : {0} -> {r}", "2x3xf32", "?x?xf32"),
    _case(
        "argmax_pool_c3",
        "graph.argmax_pool %0, [1] window [5] : {0} -> {r}",
        "2x3xf32",
        "tensor<?x?xf32>, tensor<?x?xi64>",
    ),
    _case("resize_c3", "graph.resize <nearest> %0, [0] <asymmetric> : {0} -> {r}", "0xf32", "4xf32"),
    _case("pad_c5", "graph.pad <edge> %0, low [-2, 0] high [-2, 0] interior [0, 0] : {0} -> {r}", "3x4xf32", "?x?xf32"),
    _case("pad_c5", "graph.pad <reflect> %0, low [1] high [0] interior [0] : {0} -> {r}", "0xf32", "?xf32"),
    _case("slice_c4", "graph.slice %0, [0, 2] to [?, 5] step [1, 1] : {0} -> {r}", "3x4xf32", "?x3xf32"),
    _case("dynamic_slice_c3", "graph.dynamic_slice %0, %1 : {0}, {1} -> {r}", "3x4xf32 2xi64", "2x5xf32"),
    _case("dynamic_slice_c2", "graph.dynamic_slice %0, %1 : {0}, {1} -> {r}", "3x4xf32 1xi64", "2x2xf32"),
    _case(
        "dynamic_update_slice_c3",
        "graph.dynamic_update_slice %0, %1, %2 : {0}, {1}, {2} -> {0}",
        "3x4xf32 2x5xf32 2xi64",
        "{0}",
    ),
    _case(
        "gather_c4",
        "graph.gather %0[%1], {gather}, slice_sizes = [1, ?] : {0}, {1} -> {r}",
        "4x8xf32 3x2xi64",
        "?x?xf32",
    ),
    _case(
        "gather_c5",
        "graph.gather %0[%1], {batched}, slice_sizes = [1, 1] : {0}, {1} -> {r}",
        "4x8xf32 300x2xi64",
        "?x?xf32",
    ),
    _case(
        "gather_c6",
        "graph.gather %0[%1], {gather}, slice_sizes = [1, 9] : {0}, {1} -> {r}",
        "4x8xf32 3x1xi64",
        "?x9xf32",
    ),
    _case(
        "scatter_c6",
        "graph.scatter <add> %0[%1], %2, {gather} : {0}, {1}, {2} -> {0}",
        "4x8xf32 3x1xi64 300x8xf32",
        "{0}",
    ),
    _case(
        "scatter_c6",
        "graph.scatter <add> %0[%1], %2, {gather} : {0}, {1}, {2} -> {0}",
        "4x8xf32 3x1xi64 3x9xf32",
        "{0}",
    ),
    _case("broadcast_c3", "graph.broadcast %0, [1] : {0} -> {r}", "3xf32", "2x4xf32"),
    _case("reshape_c2", "graph.reshape %0 : {0} -> {r}", "3x4xf32", "13xf32"),
    _case("reshape_c2", "graph.reshape %0 : {0} -> {r}", "3x4xf32", "5x?xf32"),
    _case("quantize_c4", "graph.quantize %0, %1, %2 axis = 1 : {0}, {1}, {2} -> {r}", "2x3xf32 2xf32 2xi8", "?x?xi8"),
    _case(
        "dequantize_c4",
        "graph.dequantize %0, %1, %2 axis = 1 : {0}, {1}, {2} -> {r}",
        "2x3xi8 3xf32 2xi8",
        "?x?xf32",
    ),
    _case(
        "scan_c2",
        "graph.scan over (%a = %0 : {0}, %b = %1 : {1}) -> {r} {{\n"
        "  %c = graph.add %a, %b : tensor<f32>\n  graph.yield %c : tensor<f32>\n}}",
        "300xf32 2xf32",
        "?xf32",
    ),
]
