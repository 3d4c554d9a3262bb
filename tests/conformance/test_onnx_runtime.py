"""Ops of `com.microsoft` beside ONNX Runtime, which defines them."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import pytest

onnx: Any = pytest.importorskip("onnx", reason="the extra 'onnx' is not installed")
onnxruntime: Any = pytest.importorskip("onnxruntime")

import dlc  # noqa: E402
from support.onnx_cases import compiled  # noqa: E402

B, S, H, D = 2, 5, 4, 16
"""Batch, steps, heads, and features of a head."""
W = H * D
random = np.random.default_rng(0)


class Case(NamedTuple):
    """A node with inputs; those that are `None` are left out."""

    op: str
    inputs: Mapping[str, Any]
    attributes: Mapping[str, Any]
    outputs: int = 1
    domain: str = "com.microsoft"
    atol: float = 1e-4
    opset: int = 17


def f(*shape: int) -> Any:
    return random.standard_normal(shape).astype(np.float32)


def u8(*shape: int) -> Any:
    return random.integers(0, 256, shape, np.uint8)


def s8(*shape: int) -> Any:
    """Draw weights of 7 bits: ONNX Runtime's sums of two products overflow 16 bits on some processors."""
    return random.integers(-64, 64, shape, np.int8)


def one(number: float, dtype: Any = np.float32) -> Any:
    return np.array(number, dtype)


def scale(*shape: int) -> Any:
    return random.uniform(0.01, 0.1, shape).astype(np.float32)


def cases() -> Iterator[tuple[str, Case]]:
    yield from (("gelu", Case(op, {"x": f(3, W)}, {})) for op in ("Gelu", "FastGelu"))
    yield from ((f"{op}-bias", Case(op, {"x": f(3, W), "b": f(W)}, {})) for op in ("FastGelu", "BiasGelu"))
    yield "QuickGelu", Case("QuickGelu", {"x": f(3, W)}, {"alpha": 1.3})
    yield from normalizations()
    yield from attentions()
    yield from group_queries()
    yield from rotations()
    yield from products()
    yield from quantized()
    yield from experimental()
    yield from experts()
    yield from others()


def normalizations() -> Iterator[tuple[str, Case]]:
    x, skip, g, b, bias = f(B, S, W), f(B, S, W), f(W), f(W), f(W)
    plain = {"x": x, "skip": skip, "g": g, "b": b, "bias": bias}
    yield "SkipLayerNormalization", Case("SkipLayerNormalization", plain, {"epsilon": 1e-3}, 4)
    yield "SkipLayerNormalization-few", Case("SkipLayerNormalization", {"x": x, "skip": skip, "g": g}, {})
    yield (
        "SkipSimplified",
        Case("SkipSimplifiedLayerNormalization", {"x": x, "skip": skip[:1], "g": g, "bias": bias}, {}, 4),
    )
    yield "Simplified", Case("SimplifiedLayerNormalization", {"x": x, "g": g}, {}, domain="")
    one = {"x": f(W), "s": f(1), "b": f(1), "m": f(1), "v": f(1) ** 2}
    yield "BatchNormalization-vector", Case("BatchNormalization", one, {}, domain="")
    embedding = {
        "ids": random.integers(0, 9, (B, S), np.int32),
        "segments": random.integers(0, 2, (B, S), np.int32),
        "words": f(9, W),
        "positions": f(7, W),
        "types": f(2, W),
        "g": g,
        "b": b,
        "mask": (np.arange(S)[None] < np.array([[3], [5]])).astype(np.int32),
    }
    yield "EmbedLayerNormalization", Case("EmbedLayerNormalization", embedding, {"epsilon": 1e-5}, 2)
    few = {**embedding, "segments": None, "types": None, "mask": None}
    yield "EmbedLayerNormalization-few", Case("EmbedLayerNormalization", few, {}, 2)
    placed = {**few, "places": np.array([[4, 0, 6, 1, 1]], np.int32)}
    yield "EmbedLayerNormalization-positions", Case("EmbedLayerNormalization", placed, {}, 2)


def attentions() -> Iterator[tuple[str, Case]]:
    packed = {"x": f(B, S, W), "w": f(W, 3 * W), "b": f(3 * W)}
    few = {"num_heads": H}
    rows = (np.arange(S)[None] < np.array([[3], [5]])).astype(np.int32)
    yield "Attention", Case("Attention", packed, few)
    yield "Attention-causal", Case("Attention", packed, {**few, "unidirectional": 1, "scale": 0.3})
    yield "Attention-rows", Case("Attention", {**packed, "mask": rows}, few)
    yield "Attention-lengths", Case("Attention", {**packed, "mask": np.array([3, 5], np.int32)}, few)
    parts = np.array([3, 5, 1, 2], np.int32)  # where the keys of each sequence end, and where they begin
    for name, more in {"": {}, "-causal": {"unidirectional": 1}, "-filled": {"mask_filter_value": -3.0}}.items():
        yield f"Attention-parts{name}", Case("Attention", {**packed, "mask": parts}, {**few, **more})
    nothing = np.array([0, 5], np.int32)
    yield "Attention-nothing", Case("Attention", {**packed, "mask": nothing}, few)
    square = random.integers(0, 2, (B, S, S), np.int32) | np.eye(S, dtype=np.int32)
    yield "Attention-3d", Case("Attention", {**packed, "mask": square}, {**few, "mask_filter_value": -1e4})
    yield "Attention-bias", Case("Attention", {**packed, "mask": rows, "past": None, "bias": f(1, H, S, S)}, few)
    past = {**packed, "mask": None, "past": f(2, B, H, 3, D)}
    yield "Attention-past", Case("Attention", past, {**few, "unidirectional": 1}, 2)
    sizes = {"num_heads": H, "qkv_hidden_sizes": [W, W, 2 * W]}
    yield "Attention-sizes", Case("Attention", {"x": f(B, S, W), "w": f(W, 4 * W), "b": f(4 * W)}, sizes)
    many = {"q": f(B, S, W), "k": f(B, 7, W), "v": f(B, 7, 2 * W)}
    yield "MultiHead", Case("MultiHeadAttention", many, few)
    keys = (np.arange(7)[None] < np.array([[3], [7]])).astype(np.int32)
    yield "MultiHead-mask", Case("MultiHeadAttention", {**many, "b": f(4 * W), "mask": keys}, {**few, "scale": 0.2})
    yield "MultiHead-bias", Case("MultiHeadAttention", {**many, "b": None, "mask": None, "bias": f(B, H, S, 7)}, few)
    same = {"q": f(B, S, W), "k": f(B, S, W), "v": f(B, S, W), "b": None, "mask": None, "bias": None}
    grown = {**same, "pk": f(B, H, 3, D), "pv": f(B, H, 3, D)}
    yield "MultiHead-past", Case("MultiHeadAttention", grown, {**few, "unidirectional": 1}, 3)
    crossed = {"q": f(B, S, W), "k": f(B, H, 7, D), "v": f(B, H, 7, D)}
    yield "MultiHead-crossed", Case("MultiHeadAttention", crossed, few)


def group_queries() -> Iterator[tuple[str, Case]]:
    shared = {"num_heads": H, "kv_num_heads": 2}
    angles = random.uniform(-3, 3, (16, D // 2)).astype(np.float32)
    caches = {"cos": np.cos(angles), "sin": np.sin(angles)}

    def given(steps: int, past: int, lengths: list[int], total: int, wide: int = 2 * D) -> dict[str, Any]:
        return {
            "q": f(B, steps, W),
            "k": f(B, steps, wide),
            "v": f(B, steps, wide),
            "pk": f(B, 2, past, D),
            "pv": f(B, 2, past, D),
            "lengths": np.array(lengths, np.int32) - 1,
            "total": np.array(total, np.int32),
        }

    yield "GQA-prompt", Case("GroupQueryAttention", given(S, 0, [S, S], S), shared, 3)
    yield "GQA-step", Case("GroupQueryAttention", given(1, 6, [7, 7], 7), {**shared, "scale": 0.5}, 3)
    yield "GQA-rotary", Case("GroupQueryAttention", {**given(1, 6, [7, 7], 7), **caches}, {**shared, "do_rotary": 1}, 3)
    turned = {**shared, "do_rotary": 1, "rotary_interleaved": 1}
    yield "GQA-padded", Case("GroupQueryAttention", {**given(S, 0, [S, 3], S), **caches}, turned, 3)
    yield "GQA-lengths", Case("GroupQueryAttention", {**given(1, 6, [7, 4], 7), **caches}, turned, 3)
    for name, more in (("softcap", {"softcap": 2.0}), ("smooth", {"smooth_softmax": 1})):
        yield f"GQA-{name}", Case("GroupQueryAttention", given(S, 0, [S, 3], S), {**shared, **more}, 3)
    sunk = {**given(1, 6, [7, 4], 7), "cos": None, "sin": None, "p": None, "bias": None, "sink": f(H)}
    yield "GQA-sink", Case("GroupQueryAttention", sunk, shared, 3)
    yield "GQA-buffer", Case("GroupQueryAttention", {**given(1, 9, [7, 4], 7), **caches}, turned, 3)
    window = {**shared, "local_window_size": 3}
    yield "GQA-window", Case("GroupQueryAttention", given(S, 0, [S, S], S), window, 3)
    packed = {**given(S, 0, [S, S], S), "q": f(B, S, W + 4 * D), "k": None, "v": None}
    yield "GQA-packed", Case("GroupQueryAttention", {**packed, **caches}, {**shared, "do_rotary": 1}, 3)


def rotations() -> Iterator[tuple[str, Case]]:
    angles = random.uniform(-3, 3, (16, D // 2)).astype(np.float32)
    caches = {"cos": np.cos(angles), "sin": np.sin(angles)}
    places = random.integers(0, 16, (B, S), np.int64)
    for turned in (0, 1):
        given = {"x": f(B, S, W), "p": places, **caches}
        yield f"Rotary-{turned}", Case("RotaryEmbedding", given, {"interleaved": turned})
        given = {"x": f(B, H, S, D), "p": np.array([4], np.int64), **caches}
        yield f"Rotary-4d-{turned}", Case("RotaryEmbedding", given, {"interleaved": turned})
    half = {name: each[:, : D // 4] for name, each in caches.items()}
    part = {"rotary_embedding_dim": D // 2, "num_heads": H}
    yield "Rotary-part", Case("RotaryEmbedding", {"x": f(B, S, W), "p": places, **half}, part)


def products() -> Iterator[tuple[str, Case]]:
    both = {"transA": 1, "transB": 1, "alpha": 0.5}
    yield "FusedMatMul", Case("FusedMatMul", {"a": f(B, 4, 3), "b": f(B, 5, 4)}, both)
    image = {"x": f(1, 4, 6, 6), "w": f(8, 2, 3, 3), "b": f(8)}
    windows = {"group": 2, "pads": [1, 1, 1, 1], "strides": [2, 2], "kernel_shape": [3, 3]}
    yield "FusedConv", Case("FusedConv", image, {**windows, "activation": "Relu"})
    clip = {"activation": "Clip", "activation_params": [0.0, 1.0]}
    yield "FusedConv-sum", Case("FusedConv", {**image, "z": f(1, 8, 3, 3)}, {**windows, **clip})
    leaky = {"transB": 1, "activation": "LeakyRelu", "activation_alpha": 0.3}
    yield "FusedGemm", Case("FusedGemm", {"a": f(3, 4), "b": f(5, 4), "c": f(5)}, leaky)
    swapped = {"transBatchA": 1, "transA": 1}
    yield "FusedMatMul-batch", Case("FusedMatMul", {"a": f(4, B, 3), "b": f(B, 4, 5)}, swapped)
    for bits, block in ((4, 16), (4, 32), (8, 32)):
        blocks, size = -(-40 // block), block * bits // 8
        given = {"a": f(3, 40), "b": u8(6, blocks, size), "s": scale(6 * blocks)}
        sizes = {"K": 40, "N": 6, "bits": bits, "block_size": block}
        yield f"MatMulNBits-{bits}-{block}", Case("MatMulNBits", given, sizes)
        points = {"z": u8(6 * -(-blocks * bits // 8)), "g": None, "bias": f(6)}
        yield f"MatMulNBits-{bits}-{block}-points", Case("MatMulNBits", {**given, **points}, sizes)
        if bits == 4:
            real = {"z": f(6 * blocks) + 8}
            yield f"MatMulNBits-{bits}-{block}-real", Case("MatMulNBits", {**given, **real}, sizes)
    order = (random.permutation(64) // 16).astype(np.int32)
    moved = {"a": f(3, 64), "b": u8(6, 4, 8), "s": scale(6 * 4), "z": None, "g": order}
    yield "MatMulNBits-order", Case("MatMulNBits", moved, {"K": 64, "N": 6, "bits": 4, "block_size": 16})
    for kind in (0, 1):
        packed = {"a": f(B, 5, 24), "b": u8(60), "largest": scale(-(-120 // 16))}
        attributes = {"K": 24, "N": 5, "block_size": 16, "quant_type": kind}
        yield f"MatMulBnb4-{kind}", Case("MatMulBnb4", packed, attributes)
    dynamic = {"a": f(B, 3, W), "b": s8(W, 6), "s": scale(6), "z": s8(6), "c": f(6)}
    yield "DynamicQuantizeMatMul", Case("DynamicQuantizeMatMul", dynamic, {})
    real = {"a": u8(3, W), "b": s8(W, 6), "sa": scale(), "sb": scale(6)}
    yield "MatMulIntegerToFloat", Case("MatMulIntegerToFloat", real, {})
    points = {"za": one(120, np.uint8), "zb": s8(6), "c": f(6)}
    yield "MatMulIntegerToFloat-points", Case("MatMulIntegerToFloat", {**real, **points}, {})


def experts() -> Iterator[tuple[str, Case]]:
    layer = {"x": f(B, S, 8), "p": f(B * S, 4), "w1": f(4, 12, 8), "b1": f(4, 12), "w2": f(4, 8, 12), "b2": f(4, 8)}
    for activation in ("relu", "gelu", "silu", "identity"):
        yield f"MoE-{activation}", Case("MoE", layer, {"k": 2, "activation_type": activation})
    few = {"x": f(1, 8), "p": f(1, 4), "w1": layer["w1"], "b1": None, "w2": layer["w2"]}
    yield "MoE-few", Case("MoE", few, {"k": 3, "normalize_routing_weights": 1})
    gated = {**layer, "w1": f(4, 24, 8), "b1": f(4, 24)}
    bounds = {"swiglu_limit": 0.5, "activation_alpha": 1.702, "activation_beta": 1.0}
    for name, attributes in (("", {}), ("-bounded", bounds)):
        swiglu = {"k": 2, "activation_type": "swiglu", "swiglu_fusion": 1, "normalize_routing_weights": 1, **attributes}
        yield f"MoE-swiglu{name}", Case("MoE", gated, swiglu)


def others() -> Iterator[tuple[str, Case]]:
    rows = {"x": u8(9, 24), "i": np.array([[3, 8, -1], [0, 0, 5]]), "s": scale(9, 3)}
    blocks = {"bits": 4, "block_size": 16, "gather_axis": 0, "quantize_axis": 1}
    yield "GatherBlockQuantized", Case("GatherBlockQuantized", rows, blocks)
    yield "GatherBlockQuantized-points", Case("GatherBlockQuantized", {**rows, "z": u8(9, 2)}, blocks)
    wide = {**rows, "s": scale(9, 2)}
    yield "GatherBlockQuantized-8", Case("GatherBlockQuantized", {**wide, "z": u8(9, 2)}, {**blocks, "bits": 8})
    layer = {
        "x": f(4, B, 5),
        "w": s8(2, 5, 12),
        "r": s8(2, 3, 12),
        "b": f(2, 24),
        "lengths": np.array([4, 2], np.int32),
        "h": None,
        "c": None,
        "p": None,
        "ws": scale(2, 12) / 10,
        "wz": np.zeros((2, 12), np.int8),
        "rs": scale(2, 12) / 10,
        "rz": np.zeros((2, 12), np.int8),
    }
    both = {"hidden_size": 3, "direction": "bidirectional"}
    yield "DynamicQuantizeLSTM", Case("DynamicQuantizeLSTM", layer, both, 3, atol=0.02)
    one_scale = {**layer, "ws": scale(2) / 10, "wz": s8(2), "rs": scale(2) / 10, "rz": s8(2)}
    yield "DynamicQuantizeLSTM-one", Case("DynamicQuantizeLSTM", one_scale, both, 3, atol=0.02)
    square = f(B, 4, 4) + 3 * np.eye(4, dtype=np.float32)
    yield "Inverse", Case("Inverse", {"x": square}, {})
    for metric in ("euclidean", "sqeuclidean"):
        yield f"CDist-{metric}", Case("CDist", {"a": f(4, 3), "b": f(5, 3)}, {"metric": metric})
    yield "Trilu", Case("Trilu", {"x": f(4, 5), "k": np.array(1)}, {"upper": 0})
    yield "GatherND", Case("GatherND", {"x": f(4, 5), "i": np.array([[1], [3]])}, {})
    yield "TransposeMatMul", Case("TransposeMatMul", {"a": f(3, 4), "b": f(5, 4)}, {"transB": 1, "alpha": 2.0})


def experimental() -> Iterator[tuple[str, Case]]:
    numbers = {"alpha": 0.3, "beta": 1.5}
    for op in ("Affine", "ScaledTanh", "ParametricSoftplus"):
        yield op, Case(op, {"x": f(3, W)}, numbers, domain="", opset=9)
    yield "Scale", Case("Scale", {"x": f(3, W)}, {"scale": 0.3}, domain="", opset=9)
    image = {"x": f(B, 3, 5, 7)}
    yield "ImageScaler", Case("ImageScaler", image, {"scale": 2.0, "bias": [0.1, -0.2, 3.0]}, domain="", opset=9)
    yield "Crop", Case("Crop", image, {"border": [1, 2, 3, 1]}, domain="", opset=9)
    yield "Crop-sizes", Case("Crop", image, {"border": [1, 2, 0, 0], "scale": [2, 3]}, domain="", opset=9)


def quantized() -> Iterator[tuple[str, Case]]:
    point = one(120, np.uint8)
    a = {"a": u8(3, 1, W), "sa": scale(), "za": point}
    both = {**a, "b": u8(3, 4, W), "sb": scale(), "zb": one(7, np.uint8), "sc": one(0.1), "zc": point}
    yield from ((op, Case(op, both, {})) for op in ("QLinearAdd", "QLinearMul"))
    signed = {
        "a": s8(3, W),
        "sa": scale(),
        "za": one(-3, np.int8),
        "b": s8(3, W),
        "sb": scale(),
        "zb": one(5, np.int8),
        "sc": one(0.2),
        "zc": one(0, np.int8),
    }
    yield "QLinearAdd-signed", Case("QLinearAdd", signed, {})
    out = {"sc": one(0.01), "zc": one(3, np.uint8)}
    yield "QLinearSigmoid", Case("QLinearSigmoid", {**a, **out}, {})
    yield "QLinearLeakyRelu", Case("QLinearLeakyRelu", {**a, **out}, {"alpha": 0.3})
    share = {"sc": one(1 / 256), "zc": one(0, np.uint8)}
    yield "QLinearSoftmax", Case("QLinearSoftmax", {**a, **share}, {"opset": 13, "axis": -1})
    image = {"a": u8(1, 3, 6, 6), "sa": scale(), "za": point}
    pool = {"kernel_shape": [3, 3], "strides": [2, 2], "pads": [1, 1, 1, 1]}
    yield "QLinearAveragePool", Case("QLinearAveragePool", {**image, "sc": one(0.05), "zc": point}, pool)
    yield "QLinearGlobalAveragePool", Case("QLinearGlobalAveragePool", {**image, "sc": one(0.05), "zc": point}, {})
    last = {"a": u8(1, 6, 6, 3), "sa": scale(), "za": point}
    mean = {**last, "sc": one(0.05), "zc": point}
    yield "QLinearAveragePool-last", Case("QLinearAveragePool", mean, {**pool, "channels_last": 1})
    yield "QLinearGlobalAveragePool-last", Case("QLinearGlobalAveragePool", mean, {"channels_last": 1})
    yield "NhwcMaxPool", Case("NhwcMaxPool", {"a": last["a"]}, pool)
    kernel = {"w": s8(4, 3, 3, 3), "sw": scale(4) / 10, "zw": np.zeros(4, np.int8), "sc": one(0.5), "zc": point}
    folded = {"channels_last": 1, "kernel_shape": [3, 3], "pads": [1, 1, 1, 1], "strides": [2, 2]}
    yield "QLinearConv-last", Case("QLinearConv", {**last, **kernel}, folded)
    parts = {"sc": one(0.05), "zc": point, **image, "b": u8(1, 2, 6, 6), "sb": scale(), "zb": point}
    yield "QLinearConcat", Case("QLinearConcat", parts, {"axis": 1})
    test = {
        "c": np.array([True, False, True]),
        "a": u8(3),
        "sa": scale(),
        "za": point,
        "b": u8(3),
        "sb": scale(),
        "zb": point,
        "sc": one(0.05),
        "zc": point,
    }
    yield "QLinearWhere", Case("QLinearWhere", test, {})
    gemm = {
        "a": u8(3, W),
        "sa": scale(),
        "za": point,
        "b": s8(6, W),
        "sb": scale(6),
        "zb": s8(6),
        "c": s8(6).astype(np.int32),
    }
    yield "QGemm", Case("QGemm", {**gemm, "sy": one(0.5), "zy": point}, {"transB": 1})
    yield "QGemm-real", Case("QGemm", gemm, {"transB": 1, "alpha": 0.5})
    attention = {
        "x": u8(B, S, W),
        "w": s8(W, 3 * W),
        "b": f(3 * W),
        "sx": one(0.004),
        "sw": one(0.004),  # scores are small beside the -10000 by which ONNX Runtime hides keys
        "mask": np.array([3, 5], np.int32),
        "zx": point,
        "zw": one(2, np.int8),
    }
    yield "QAttention", Case("QAttention", attention, {"num_heads": H})
    yield "QAttention-causal", Case("QAttention", {**attention, "mask": None}, {"num_heads": H, "unidirectional": 1})
    for op in ("QuantizeLinear", "DequantizeLinear"):
        x = f(3, W) if op.startswith("Q") else u8(3, W)
        yield op, Case(op, {"x": x, "s": scale(W), "z": u8(W)}, {"axis": 1})


CASES = dict(cases())


def model_of(case: Case) -> bytes:
    """Return the model of one node, whose inputs are those of the model."""
    helper = onnx.helper
    infos = [
        helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(each.dtype), each.shape)
        for name, each in case.inputs.items()
        if each is not None
    ]
    names = [name if each is not None else "" for name, each in case.inputs.items()]
    skipped = (1, 2) if case.op.endswith("LayerNormalization") and case.outputs == 4 else ()
    outputs = ["" if number in skipped else f"out{number}" for number in range(case.outputs)]
    node = helper.make_node(case.op, names, outputs, domain=case.domain, **case.attributes)
    results = [helper.make_empty_tensor_value_info(name) for name in outputs if name]
    opsets = [helper.make_opsetid("", case.opset), helper.make_opsetid("com.microsoft", 1)]
    graph = helper.make_graph([node], "g", infos, results)
    return helper.make_model(graph, opset_imports=opsets, ir_version=9).SerializeToString()


@pytest.mark.parametrize("name", CASES)
def test_as_in_onnx_runtime(name: str) -> None:
    case = CASES[name]
    model = model_of(case)
    given = {name: each for name, each in case.inputs.items() if each is not None}
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    expected = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"]).run(None, given)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = compiled(model)(*given.values())
    listed = results if isinstance(results, (list, tuple)) else [results]
    for result, wanted in zip(listed, expected, strict=True):
        assert (result.shape, result.dtype) == (wanted.shape, wanted.dtype)
        if wanted.dtype.kind == "f":
            np.testing.assert_allclose(result, wanted, rtol=1e-3, atol=case.atol)
        else:
            assert abs(result.astype(int) - wanted.astype(int)).max() <= 1


# -- Ops that ONNX Runtime has on other devices ------------------------------------------------------------------------


def run(case: Case) -> list[Any]:
    """Return the results of a case."""
    results = compiled(model_of(case))(*(each for each in case.inputs.values() if each is not None))
    return list(results) if isinstance(results, (list, tuple)) else [results]


def test_packed_attention_is_that_of_its_parts() -> None:
    many = {"num_heads": H}
    for queries, keys in ((S, S), (S, 7)):
        query, pairs = f(B, queries, H, D), f(B, keys, H, 2, D)
        key, value = (pairs[:, :, :, number].reshape(B, keys, W) for number in (0, 1))
        parts = {"q": query.reshape(B, queries, W), "k": key, "v": value}
        [expected] = run(Case("MultiHeadAttention", parts, many))
        packed: dict[str, Any] = {"q": parts["q"], "kv": pairs}
        if queries == keys:
            packed = {"qkv": np.concatenate([query[:, :, :, None], pairs], 3)}
        [result] = run(Case("MultiHeadAttention", packed, many))
        np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-6)


def test_a_mask_may_be_for_all_queries_to_come() -> None:
    given = {"x": f(B, S, W), "w": f(W, 3 * W), "b": f(3 * W), "mask": None, "past": f(2, B, H, 3, D)}
    mask = random.integers(0, 2, (B, 1, 11, 11), np.int32)
    used = mask[:, 0, 3 : 3 + S, : 3 + S]
    four, three = ({**given, "mask": each} for each in (mask, used))
    [first, _], [second, _] = (run(Case("Attention", each, {"num_heads": H}, 2)) for each in (four, three))
    np.testing.assert_allclose(first, second, rtol=1e-5, atol=1e-6)


def test_the_statistics_of_a_sum_are_results_too() -> None:
    x, skip, weights = f(B, S, W), f(B, S, W), f(W)
    given = {"x": x, "skip": skip, "g": weights}
    result, mean, deviation = run(Case("SkipLayerNormalization", given, {"epsilon": 1e-3}, 3))
    plain = {"x": x + skip, "g": weights}
    expected = run(Case("LayerNormalization", plain, {"epsilon": 1e-3}, 3, domain=""))
    for got, wanted in zip((result, mean, deviation), expected, strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-5, atol=1e-6)


def test_queries_and_keys_of_groups_are_normalized() -> None:
    weights, query, key = {"qn": f(D), "kn": f(D)}, f(B, S, W), f(B, S, 2 * D)
    rest = {
        "v": f(B, S, 2 * D),
        "pk": f(B, 2, 0, D),
        "pv": f(B, 2, 0, D),
        "lengths": np.full(B, S - 1, np.int32),
        "total": np.array(S, np.int32),
    }
    shared = {"num_heads": H, "kv_num_heads": 2}
    missing = dict.fromkeys(("cos", "sin", "p", "bias", "sink", "ks", "vs"))
    given = {"q": query, "k": key, **rest, **missing, **weights}
    results = run(Case("GroupQueryAttention", given, {**shared, "qk_norm_epsilon": 1e-3}, 3))

    def normalized(x: Any, scale: Any) -> Any:
        parts = x.reshape(B, S, -1, D)
        return (parts / np.sqrt((parts**2).mean(-1, keepdims=True) + 1e-3) * scale).reshape(x.shape)

    plain = {"q": normalized(query, weights["qn"]), "k": normalized(key, weights["kn"]), **rest}
    for result, expected in zip(results, run(Case("GroupQueryAttention", plain, shared, 3)), strict=True):
        np.testing.assert_allclose(result, expected, rtol=1e-4, atol=1e-5)


def test_layers_of_networks_for_images() -> None:
    x, gamma, beta, skip, bias = f(B, 5, 6, 8), f(8), f(8), f(B, 8), f(8)
    total = x + skip[:, None, None] + bias
    groups = total.reshape(B, 30, 4, 2)
    mean, variance = (reduce(groups, (1, 3), keepdims=True) for reduce in (np.mean, np.var))
    plain = ((groups - mean) / np.sqrt(variance + 1e-5)).reshape(x.shape) * gamma + beta
    given = {"x": x, "g": gamma, "b": beta, "skip": skip, "bias": bias}
    result, added = run(Case("SkipGroupNorm", given, {"groups": 4, "activation": 1, "epsilon": 1e-5}, 2))
    np.testing.assert_allclose(added, total, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(result, plain / (1 + np.exp(-plain)), rtol=1e-4, atol=1e-5)
    [first] = run(
        Case(
            "GroupNorm",
            {"x": np.moveaxis(total, 3, 1), "g": gamma, "b": beta},
            {"groups": 4, "activation": 0, "channels_last": 0},
        )
    )
    np.testing.assert_allclose(np.moveaxis(first, 1, 3), plain, rtol=1e-4, atol=1e-5)

    kernel, more = f(6, 3, 3, 4), f(6)
    windows = {"group": 2, "pads": [1, 1, 1, 1], "strides": [2, 2], "kernel_shape": [3, 3]}
    [image] = run(Case("NhwcConv", {"x": x, "w": kernel, "b": more}, windows))
    moved = {"x": np.moveaxis(x, 3, 1), "w": np.moveaxis(kernel, 3, 1), "b": more}
    [expected] = run(Case("Conv", moved, windows, domain=""))
    np.testing.assert_allclose(image, np.moveaxis(expected, 1, 3), rtol=1e-5, atol=1e-6)
    relu = {"x": x, "w": moved["w"], "b": more, "z": image}
    [fused] = run(Case("NhwcFusedConv", relu, {**windows, "activation": "Relu"}))
    np.testing.assert_allclose(fused, np.maximum(2 * image, 0), rtol=1e-5, atol=1e-5)


def test_sums_with_activations() -> None:
    x, bias, more = f(B, S, 8), f(8), f(B, S, 8)
    [added] = run(Case("BiasAdd", {"x": x, "b": bias, "s": more}, {}))
    np.testing.assert_allclose(added, x + bias + more, rtol=1e-5, atol=1e-6)
    [gated] = run(Case("BiasSplitGelu", {"x": x, "b": bias}, {}))
    [gelu] = run(Case("Gelu", {"x": (x + bias)[..., 4:]}, {}))
    np.testing.assert_allclose(gated, (x + bias)[..., :4] * gelu, rtol=1e-5, atol=1e-6)
    [shares] = run(Case("BiasSoftmax", {"x": x, "b": more[:, :1]}, {"axis": 2, "is_inner_broadcast": 0}))
    powers = np.exp(x + more[:, :1])
    np.testing.assert_allclose(shares, powers / powers.sum(-1, keepdims=True), rtol=1e-5, atol=1e-6)
    weights = f(8, 3)
    [product] = run(Case("GemmFastGelu", {"x": x, "w": weights, "b": bias[:3]}, {}))
    [expected] = run(Case("FastGelu", {"x": x @ weights + bias[:3]}, {}))
    np.testing.assert_allclose(product, expected, rtol=1e-4, atol=1e-5)


def test_inputs_that_are_not_supported_are_errors() -> None:
    given = {"a": f(3, 4), "b": f(4, 5), "c": f(5)}
    with pytest.raises(dlc.DlcError, match="input 2 is not supported"):
        run(Case("FusedMatMul", given, {}))
