"""Attention by blocks of queries is the attention of the interpreter, whatever does not fill a block or a vector."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dlc
from dlc.passes.graph_to_tensor.attention_blocks import keys_in_block, queries_in_block

CASES = (  # heads of queries, of keys; queries; keys; features of keys, of values; causal; the mask
    ((2, 2, 12, 16, 4, 16), "", None),
    ((2, 1, 13, 17, 5, 3), "", None),
    ((4, 2, 20, 15, 3, 17), "causal <first>", None),
    ((2, 2, 12, 30, 4, 2), "causal <last>", None),
    ((2, 1, 14, 9, 3, 4), "", (14, 9)),
    ((2, 1, 14, 9, 3, 4), "", (2, 1, 9)),
    ((2, 2, 25, 18, 3, 4), "", (2, 25, 1)),
    ((2, 2, 12, 16, 3, 4), "causal <last>", (2, 12, 16)),
    ((2, 2, 12, 1, 3, 4), "", (12, 1)),
    ((2, 1, 13, 520, 3, 4), "causal <last>", (520,)),
    ((1, 1, 300, 270, 3, 4), "causal <first>", (300, 1)),
    ((2, 1, 110, 520, 3, 4), "causal <last>", None),
    ((1, 1, 330, 300, 3, 4), "causal <last>", None),
    ((1, 1, 260, 530, 3, 4), "causal <first>", (1, 260, 530)),
)


def attention(name: str, sizes: tuple[int, ...], causal: str, mask: tuple[int, ...] | None, element: str) -> str:
    heads, shared, queries, keys, features, wide = sizes
    types = [f"tensor<3x{heads}x{queries}x{features}xf32>", f"tensor<3x{shared}x{keys}x{features}xf32>"]
    types += [f"tensor<3x{shared}x{keys}x{wide}xf32>"]
    result = f"tensor<3x{heads}x{queries}x{wide}xf32>"
    parameters = ", ".join(f"%{number}: {type}" for number, type in enumerate(types))
    written = ""
    if mask is not None:
        type = f"tensor<{'x'.join(map(str, mask))}x{element}>"
        parameters, written = f"{parameters}, %3: {type}", f"mask %3 : {type}"
    return f"""func.func @{name}({parameters}) -> {result} {{
      %r = graph.attention %0, %1, %2 {written} {causal} : {", ".join(types)} -> {result}
      return %r : {result}
    }}"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("number", range(0, len(CASES), 2))
def test_blocks_compute_attention(number: int) -> None:
    drawn = list(enumerate(CASES))[number : number + 2]
    kinds = {place: "i1" if mask is not None and place % 4 < 2 else "f32" for place, (_, _, mask) in drawn}
    text = "\n".join(attention(f"case_{place}", *case, kinds[place]) for place, case in drawn)
    program, interpreter = dlc.compile(text, threads=1, level=1, cache=False), dlc.Interpreter(dlc.parse(text))
    for place, (sizes, _, mask) in drawn:
        given = arguments(sizes, mask, kinds[place])
        actual, [wanted] = program.run(f"case_{place}", *given), interpreter.run(f"case_{place}", *given)
        np.testing.assert_allclose(actual, wanted, rtol=2e-5, atol=2e-6)


@pytest.mark.parametrize(("causal", "skips"), [("causal <first>", True), ("causal <last>", True), ("", False)])
def test_blocks_of_keys_that_no_query_of_a_group_sees_are_skipped(causal: str, skips: bool) -> None:
    module = dlc.parse(attention("main", (1, 1, 512, 512, 4, 4), causal, None, "f32"))
    dlc.run_pipeline(module, "graph-to-tensor")
    assert ("loop.when" in str(module)) == skips


def arguments(sizes: tuple[int, ...], mask: tuple[int, ...] | None, element: str) -> list[Any]:
    heads, shared, queries, keys, features, wide = sizes
    random = np.random.default_rng(sum(sizes))
    shapes = ((heads, queries, features), (shared, keys, features), (shared, keys, wide))
    arrays = [random.standard_normal((3, *shape)).astype(np.float32) for shape in shapes]
    if mask is None:
        return arrays
    seen = random.random(mask) > 0.4
    return [*arrays, seen if element == "i1" else np.where(seen, 0.5, -np.inf).astype(np.float32)]


@pytest.mark.parametrize(("queries", "keys", "rows"), [(12, 64, 12), (197, 208, 18), (128, 128, 12), (60, 128, 60)])
def test_blocks_waste_few_queries(queries: int, keys: int, rows: int) -> None:
    assert queries_in_block(queries, keys) == rows


@pytest.mark.parametrize(("keys", "size"), [(1, 16), (197, 208), (256, 256), (257, 144), (1000, 256)])
def test_blocks_of_keys_are_equal(keys: int, size: int) -> None:
    assert keys_in_block(keys) == size


OPEN = (  # causal; the shape of a mask; its elements
    ("", None, ""),
    ("causal <first>", "?x1x1xm", "i1"),
    ("causal <last>", "?x4xnxm", "f32"),
    ("", "nxm", "i1"),
)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("number", range(len(OPEN)))
def test_open_sizes_are_computed_by_blocks_where_there_are_many(number: int) -> None:
    causal, mask, element = OPEN[number]

    def tensor_of(shape: str, element: str = "f32") -> str:
        names = ", ".join("b" if size == "?" else size for size in shape.split("x") if not size.isdigit())
        sizes = "x".join(size if size.isdigit() else "?" for size in shape.split("x"))
        return f"tensor<{sizes}x{element}, #graph.dims<{names}>>"

    types = [tensor_of(shape) for shape in ("?x4xnx8", "?x2xmx8", "?x2xmx5")]
    result, written = tensor_of("?x4xnx5"), ""
    parameters = ", ".join(f"%{place}: {type}" for place, type in enumerate(types))
    if mask is not None:
        type = tensor_of(mask, element)
        parameters, written = f"{parameters}, %3: {type}", f"mask %3 : {type}"
    text = f"""func.func @main({parameters}) -> {result} {{
      %r = graph.attention %0, %1, %2 {written} {causal} : {", ".join(types)} -> {result}
      return %r : {result}
    }}"""
    program, interpreter = dlc.compile(text, threads=2, level=1, cache=False), dlc.Interpreter(dlc.parse(text))
    random = np.random.default_rng(number)
    for batch, queries, keys in ((1, 12, 200), (2, 11, 200), (1, 91, 257), (2, 12, 199), (1, 31, 0), (0, 60, 256)):
        shapes = ((batch, 4, queries, 8), (batch, 2, keys, 8), (batch, 2, keys, 5))
        given: list[Any] = [random.standard_normal(shape).astype(np.float32) for shape in shapes]
        if mask is not None:
            named = {"?": batch, "n": queries, "m": keys, "1": 1, "4": 4}
            seen = random.random([named[size] for size in mask.split("x")]) > 0.3
            given.append(seen if element == "i1" else np.where(seen, 0.5, -np.inf).astype(np.float32))
        [wanted] = interpreter.run("main", *given)
        np.testing.assert_allclose(program(*given), wanted, rtol=2e-5, atol=2e-6)


def test_no_open_size_needs_all_scores() -> None:
    types = ["tensor<8x?x64xf32, #graph.dims<n>>"] * 3
    module = dlc.parse(f"""func.func @main(%q: {types[0]}, %k: {types[0]}, %v: {types[0]}) -> {types[0]} {{
      %r = graph.attention %q, %k, %v : {", ".join(types)} -> {types[0]}
      return %r : {types[0]}
    }}""")
    dlc.run_pipeline(module, "graph-to-tensor")
    [choice] = [op for op in module.walk() if op.name == "loop.when"]
    blocks, whole = ({str(type) for op in region.walk() for type in op.result_types} for region in choice.regions)
    assert "tensor<8x1x?x?xf32>" in whole - blocks
    assert "tensor<8x1x?x30x128xf32>" in blocks
