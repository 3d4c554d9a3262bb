"""Attention by tiles on a GPU: few queries, parts of keys, unknown sizes, masks; run with all threads, against f64."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, strategies as st

import dlc
from dlc.passes.graph_to_tensor.attention_tiles import parts_of_keys
from dlc.passes.pipelines import GPU, MEMORY, TENSOR, gpu_machine_options, pipeline_text
from support.properties import examples

NUMPY = {"f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32}
TOLERANCE = {"f16": 1e-3, "bf16": 1e-2, "f32": 1e-5}


class Case(NamedTuple):
    """Attention of some heads that share keys, and how it is compiled."""

    element: str
    heads: tuple[int, int, int]
    """The sizes of the batch, the heads of the keys, and the heads of the query that share one."""
    queries: int
    keys: int
    features: tuple[int, int] = (16, 16)
    """Of keys, and of values."""
    mask: tuple[int, ...] | None = None
    bits: bool = False
    """Whether the mask says which keys are seen."""
    causal: str = ""
    unknown: str = ""
    """The sizes that are unknown: `b` is that of the batch, `q` the number of queries, `k` that of keys."""
    launches: int = 2
    arch: str = "sm_80"


CASES = (
    Case("f16", (1, 2, 3), 1, 600),
    Case("f16", (1, 1, 3), 2, 100, unknown="k"),
    Case("bf16", (1, 2, 4), 1, 70, mask=(1, 1, 1, 70), bits=True, unknown="k"),
    Case("bf16", (1, 2, 2), 3, 70, mask=(1, 1, 3, 70), causal="last", unknown="k"),
    Case("f16", (2, 1, 2), 5, 20, mask=(2, 2, 5, 20), bits=True),
    Case("f16", (2, 1, 1), 15, 65, causal="last", unknown="bk"),
    Case("f16", (1, 1, 2), 5, 3, causal="first"),
    Case("f16", (1, 1, 2), 8, 64, mask=(64,), launches=2),
    Case("f16", (1, 1, 2), 17, 33, unknown="qk"),
    Case("bf16", (1, 2, 1), 17, 63, causal="last", unknown="bqk", mask=(17, 1)),
    Case("f16", (1, 1, 1), 40, 17, causal="last"),
    Case("f16", (1, 1, 1), 40, 17, causal="first", unknown="k"),
    Case("f16", (1, 1, 1), 16, 65, causal="first", launches=1),
    Case("f16", (1, 1, 2), 3, 40, unknown="k", arch="gfx90a"),
    Case("bf16", (1, 1, 2), 3, 40, unknown="k", arch="gfx1100"),
    Case("f16", (1, 1, 3), 2, 100, unknown="k", arch="sm_75"),
    Case("f16", (1, 1, 2), 17, 33, unknown="qk", arch="sm_75"),
    Case("f16", (1, 1, 2), 3, 40, unknown="k", arch="gfx908"),
    Case("f32", (1, 1, 3), 2, 40, unknown="k"),
    Case("f32", (1, 1, 1), 17, 33, causal="last", features=(16, 32)),
)


def attention(case: Case) -> tuple[str, list[Any], Any]:
    """Return a program, its arguments, and what it should return."""
    (batch, shared, group), random = case.heads, np.random.default_rng(case.keys)
    shapes = [
        (batch, shared * group, case.queries, case.features[0]),
        (batch, shared, case.keys, case.features[0]),
        (batch, shared, case.keys, case.features[1]),
    ]
    arguments = [random.standard_normal(shape).astype(NUMPY[case.element]) for shape in shapes]
    types = [_type(shape, case, dims) for shape, dims in zip(shapes, ("b.q.", "b.k.", "b.k."), strict=True)]
    result = _type((*shapes[0][:3], case.features[1]), case, "b.q.")
    query, *others = (each.astype(np.float64) for each in arguments)
    key, value = (np.repeat(each, group, axis=1) for each in others)
    scores = query @ np.swapaxes(key, -1, -2) / np.sqrt(case.features[0])
    signature, written = "", ""
    if case.mask is not None:
        mask = random.standard_normal(case.mask)
        arguments.append(mask > -0.5 if case.bits else mask.astype(NUMPY[case.element]))
        is_of_key = case.mask[-1] != 1
        dims = "." * (len(case.mask) - 1) + ("k" if is_of_key else ".")
        type = _type(case.mask, case._replace(element="i1" if case.bits else case.element), dims)
        signature, written = f", %m: {type}", f" mask %m : {type}"
        scores = np.where(arguments[-1], scores, -np.inf) if case.bits else scores + arguments[-1].astype(np.float64)
    if case.causal:
        more = case.keys - case.queries if case.causal == "last" else 0
        scores = np.where(np.arange(case.keys) <= np.arange(case.queries)[:, None] + more, scores, -np.inf)
        written = f"{written} causal <{case.causal}>"
    most = scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores - np.where(np.isinf(most), 0, most))
    expected = powers @ value / np.maximum(powers.sum(axis=-1, keepdims=True), 1e-300)
    q, k, v = types
    source = f"""func.func @f(%q: {q}, %k: {k}, %v: {v}{signature}) -> {result} {{
      %0 = graph.attention %q, %k, %v{written} : {q}, {k}, {v} -> {result}
      return %0 : {result}
    }}"""
    return source, arguments, expected


def _type(shape: tuple[int, ...], case: Case, dims: str) -> str:
    """Return the type of a tensor, whose dimensions have these names where they may be unknown."""
    sizes = ["?" if name in case.unknown and name != "." else str(size) for size, name in zip(shape, dims, strict=True)]
    return f"tensor<{'x'.join([*sizes, case.element])}>"


@pytest.mark.sampled(6)
@pytest.mark.parametrize("case", CASES, ids=map(str, range(len(CASES))))
def test_attention(case: Case) -> None:
    """One kernel computes parts of keys, up to 16 of them for four multiprocessors, and one combines them."""
    assert launches_of(case) == case.launches


@st.composite
def cases_around_thresholds(draw: st.DrawFn) -> Case:
    """Draw a case whose queries fill a tile, or few or some more, and whose keys do so with one or two tiles."""
    causal, keys = draw(st.sampled_from(["", "first", "last"])), draw(st.sampled_from([1, 15, 16, 31, 33, 64, 65, 129]))
    queries = draw(st.sampled_from([1, 2, 8, 15, 16, 17, 33]))
    mask = draw(st.sampled_from([None, (keys,), (queries, keys), (queries, 1)]))
    heads = (1, draw(st.integers(1, 2)), draw(st.sampled_from([1, 3, 8])))
    unknown = "".join(name for name in "bqk" if draw(st.booleans()))
    element, bits = draw(st.sampled_from(["f16", "bf16", "f32"])), draw(st.booleans())
    return Case(element, heads, queries, keys, mask=mask, bits=bits, causal=causal, unknown=unknown)


@examples(1)
@given(cases_around_thresholds())
def test_attention_around_thresholds(case: Case) -> None:
    assert launches_of(case) <= 4


def launches_of(case: Case) -> int:
    """Check what a program computes for a case, and return how many kernels it launches."""
    source, arguments, expected = attention(case)
    options = gpu_machine_options(case.arch)
    options["graph-to-tensor"] = re.sub(r"multiprocessors=\d+", "multiprocessors=4", options["graph-to-tensor"])
    module = dlc.parse(source)
    dlc.run_pipeline(module, pipeline_text((TENSOR, MEMORY, GPU), options))
    dlc.verify(module)
    [result] = np.atleast_1d(dlc.Interpreter(module).run("f", *arguments))[None]
    text = str(module)
    assert re.search(r"nvgpu\.mma\.sync|amdgpu\.(mfma|wmma)|vector\.fma", text), "it is computed by tiles"
    assert np.abs(result - expected).max() <= TOLERANCE[case.element] * np.abs(expected).max()
    return text.count("gpu.launch_func")


@pytest.mark.parametrize(
    ("blocks", "rows", "keys", "parts"),
    [
        (8, 16, 8192, 32),  # 432 blocks of 16 queries fill 108 multiprocessors, but parts have 256 keys
        (8, 16, None, 54),
        (8, 64, 8192, 13),
        (64, 64, 8192, 1),
        (8, 16, 511, 1),
        (8, 16, 512, 2),
        (500, 16, None, 1),
    ],
)
def test_parts_of_keys(blocks: int, rows: int, keys: int | None, parts: int) -> None:
    assert parts_of_keys(blocks, rows, keys, 108) == parts
