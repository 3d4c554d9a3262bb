"""Uses of graph ops of networks, with arguments: what tests of lowerings run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from support.graph_programs import BF16, program, tensor_type, type_of

Array = Any


class Case(NamedTuple):
    """One op on some arrays."""

    name: str
    op: str
    arrays: tuple[Array, ...]
    outputs: tuple[str, ...]
    inputs: tuple[str, ...] | None = None

    @property
    def text(self) -> str:
        return program(self.op, self.inputs or [type_of(array) for array in self.arrays], self.outputs)

    def __repr__(self) -> str:
        return self.name


GENERATOR = np.random.default_rng(42)


def floats(*shape: int, dtype: Any = np.float32) -> Array:
    return GENERATOR.normal(size=shape).astype(dtype)


def integers(dtype: Any, *shape: int) -> Array:
    bounds = np.iinfo(dtype)
    return np.asarray(GENERATOR.integers(bounds.min, bounds.max, shape, endpoint=True)).astype(dtype)


def named(element: str, *sizes: object) -> str:
    """A type in which every size has a name, or none."""
    known = ["?" if not isinstance(size, int) else size for size in sizes]
    names = [str(size) for size in sizes if not isinstance(size, int)]
    return tensor_type(known, element, f"#graph.dims<{', '.join(names)}>" if any(n != "?" for n in names) else "")


# -- Contractions and convolutions -------------------------------------------------------------------------------------

CONTRACT = "graph.contract %0, %1, batch = {} x {}, contracting = {} x {}{} : {{0}}, {{1}} -> {{r0}}"


def contractions() -> Iterator[Case]:
    plain = CONTRACT.format([], [], [1], [0], "")
    for dtype, out in ((np.float32, "f32"), (np.float64, "f64"), (BF16, "bf16"), (BF16, "f32"), (np.int32, "i32")):
        a, b = (
            (integers(dtype, 3, 4), integers(dtype, 4, 5))
            if out == "i32"
            else (floats(3, 4, dtype=dtype), floats(4, 5, dtype=dtype))
        )
        yield Case(f"matmul-{np.dtype(dtype).name}-{out}", plain, (a, b), (tensor_type((3, 5), out),))
    for left, right, out in (
        (np.int8, np.int8, "i32"),
        (np.uint8, np.int8, "i32"),
        (np.uint8, np.uint8, "ui8"),
        (np.int8, np.uint8, "i16"),
    ):
        arrays = integers(left, 3, 4), integers(right, 4, 5)
        yield Case(
            f"matmul-{np.dtype(left).name}-{np.dtype(right).name}-{out}", plain, arrays, (tensor_type((3, 5), out),)
        )
    several = CONTRACT.format([2, 0], [0, 3], [1], [2], "")
    yield Case("batches", several, (floats(2, 3, 4), floats(4, 5, 3, 2)), (tensor_type((4, 2, 5), "f32"),))
    yield Case("outer", CONTRACT.format([], [], [], [], ""), (floats(2), floats(3)), ("tensor<2x3xf32>",))
    yield Case("scalars", CONTRACT.format([], [], [], [], ""), (floats(), floats()), ("tensor<f32>",))
    yield Case("empty-sum", plain, (floats(2, 0), floats(0, 3)), ("tensor<2x3xf32>",))
    yield Case("no-rows", plain, (floats(0, 2), floats(2, 3)), ("tensor<0x3xf32>",))
    inputs = named("f32", "n", "k"), named("f32", "k", "?")
    yield Case("named", plain, (floats(3, 4), floats(4, 5)), (named("f32", "n", "?"),), inputs)
    unknown = named("f32", "?", "?")
    yield Case("unknown", plain, (floats(3, 4), floats(4, 5)), (unknown,), (unknown, unknown))
    for left, right in (((), ()), ((3,), (5,))):
        extra = " lhs_zero_point %2 : {2} rhs_zero_point %3 : {3}"
        points = integers(np.uint8, *left), integers(np.int8, *right)
        op = CONTRACT.format([], [], [1], [0], "").replace(" : {0}", f"{extra} : {{0}}")
        yield Case(
            f"zero-points-{len(left)}",
            op,
            (integers(np.uint8, 3, 4), integers(np.int8, 4, 5), *points),
            ("tensor<3x5xi32>",),
        )


def convolutions() -> Iterator[Case]:
    plain = "graph.{} %0, %1, {} {} : {{0}}, {{1}} -> {{r0}}"
    same = "<NCHW x OIHW -> NCHW>"
    x, k = floats(2, 4, 7, 6), floats(6, 4, 3, 2)
    for name, parameters, layout, kernel, shape in (
        ("plain", "", same, k, (2, 6, 5, 5)),
        ("padded", "strides [2, 1] dilations [1, 2] pad_low [1, 0] pad_high [2, 1]", same, k, (2, 6, 4, 5)),
        ("channels-last", "", "<NCHW x OIHW -> NHWC>", k, (2, 5, 5, 6)),
        ("groups", "pad_low [1, 1] groups 2", same, floats(6, 2, 3, 2), (2, 6, 6, 6)),
        ("depthwise", "groups 4", "<NCHW x OIHW -> HWNC>", floats(8, 1, 3, 2), (5, 5, 2, 8)),
        ("one", "strides [2, 2]", same, floats(6, 4, 1, 1), (2, 6, 4, 3)),
    ):
        op = plain.format("convolution", layout, parameters)
        yield Case(f"convolution-{name}", op, (x, kernel), (tensor_type(shape, "f32"),))
    no_places = plain.format("convolution", "<NC x IO -> CN>", "")
    yield Case("convolution-rank-0", no_places, (floats(2, 3), floats(3, 4)), ("tensor<4x2xf32>",))
    line = "<NCW x OIW -> NCW>"
    yield Case(
        "convolution-bf16",
        plain.format("convolution", line, "pad_low [1]"),
        (floats(1, 2, 5, dtype=BF16), floats(3, 2, 3, dtype=BF16)),
        ("tensor<1x3x4xbf16>",),
    )
    sizes = named("f32", "n", 2, "w"), named("f32", "?", "?", 3)
    yield Case(
        "convolution-named",
        plain.format("convolution", line, "strides [2] pad_low [1]"),
        (floats(2, 2, 7), floats(4, 2, 3)),
        (named("f32", "n", "?", "(w - 2) floordiv 2 + 1"),),
        sizes,
    )
    grouped = named("f32", "n", "c", "?"), named("f32", "o", "?", 3)
    yield Case(
        "convolution-named-groups",
        plain.format("convolution", line, "groups 2"),
        (floats(2, 4, 7), floats(6, 2, 3)),
        (named("f32", "n", "o", "?"),),
        grouped,
    )
    yield Case(
        "convolution-no-places",
        plain.format("convolution", line, ""),
        (floats(1, 2, 2), floats(3, 2, 3)),
        ("tensor<1x3x0xf32>",),
    )
    for point in ((), (6,)):
        arrays = integers(np.uint8, 1, 4, 6), integers(np.int8, 6, 2, 3), integers(np.uint8), integers(np.int8, *point)
        extra = "pad_low [1] groups 2 source_zero_point %2 : {2} kernel_zero_point %3 : {3}"
        op = f"graph.convolution %0, %1, {line} {extra} : {{0}}, {{1}} -> {{r0}}"
        yield Case(f"convolution-zero-points-{len(point)}", op, arrays, ("tensor<1x6x5xi32>",))
    for name, parameters, kernel, shape in (
        ("plain", "", floats(4, 6, 3, 2), (2, 6, 9, 7)),
        (
            "strides",
            "strides [2, 3] pad_low [1, 0] pad_high [0, 1] output_padding [1, 0]",
            floats(4, 6, 3, 2),
            (2, 6, 15, 16),
        ),
        ("dilations", "dilations [2, 3] groups 2", floats(4, 3, 3, 2), (2, 6, 11, 9)),
        ("cropped", "strides [2, 2] pad_low [4, 3] pad_high [5, 0]", floats(4, 6, 3, 2), (2, 6, 6, 9)),
    ):
        op = plain.format("transposed_convolution", same, parameters)
        yield Case(f"transposed-{name}", op, (x, kernel), (tensor_type(shape, "f32"),))
    op = plain.format("transposed_convolution", line, "strides [2] pad_low [3] pad_high [4]")
    yield Case(
        "transposed-named",
        op,
        (floats(2, 3, 6), floats(3, 2, 3)),
        (named("f32", "n", 2, "2 * w - 6"),),
        (named("f32", "n", 3, "w"), "tensor<3x2x3xf32>"),
    )
    arrays = integers(np.uint8, 1, 4, 3), integers(np.int8, 4, 2, 3), integers(np.uint8), integers(np.int8, 4)
    points = "source_zero_point %2 : {2} kernel_zero_point %3 : {3}"
    op = f"graph.transposed_convolution %0, %1, {line} strides [2] groups 2 {points} : {{0}}, {{1}} -> {{r0}}"
    yield Case("transposed-zero-points", op, arrays, ("tensor<1x4x7xi32>",))


# -- Pooling and resizing ----------------------------------------------------------------------------------------------


def pooling() -> Iterator[Case]:
    drawn = "[2, 1] window [3, 2] strides [2, 2] dilations [1, 2] pad_low [1, 0] pad_high [1, 1]"
    arrays = {
        "f32": floats(2, 6, 7),
        "bf16": floats(2, 6, 7, dtype=BF16),
        "i8": integers(np.int8, 2, 6, 7),
        "ui8": integers(np.uint8, 2, 6, 7),
    }
    for element, x in arrays.items():
        for kind in ("max", "min", "sum", "average"):
            for ceil, shape in (("", (2, 3, 4)), (" ceil_mode", (2, 3, 4))):
                for count in ("", " count_padding"):
                    if (kind != "average" and count) or (kind == "average" and "i" in element):
                        continue
                    op = f"graph.pool <{kind}> %0, {drawn}{ceil}{count} : {{0}} -> {{r0}}"
                    yield Case(f"pool-{kind}-{element}{ceil}{count}", op, (x,), (tensor_type(shape, element),))
        op = f"graph.argmax_pool %0, {drawn} : {{0}} -> {{r0}}, {{r1}}"
        yield Case(f"argmax-pool-{element}", op, (x,), (tensor_type((2, 3, 4), element), "tensor<2x3x4xi64>"))
    special = np.array([1, np.nan, -np.inf, -np.inf, np.inf, np.nan, 2, 3], np.float32)
    for kind in ("max", "min", "sum", "average"):
        yield Case(
            f"pool-{kind}-special",
            f"graph.pool <{kind}> %0, [0] window [2] strides [2] pad_low [2] : {{0}} -> {{r0}}",
            (special,),
            ("tensor<5xf32>",),
        )
    yield Case(
        "argmax-special",
        "graph.argmax_pool %0, [0] window [2] strides [2] pad_low [2] : {0} -> {r0}, {r1}",
        (special,),
        ("tensor<5xf32>", "tensor<5xi64>"),
    )
    for size in (1, 4, 5):
        op = "graph.pool <average> %0, [0] window [3] strides [2] pad_low [1] ceil_mode : {0} -> {r0}"
        yield Case(f"pool-named-{size}", op, (floats(size),), (named("f32", "n ceildiv 2"),), (named("f32", "n"),))
        op = "graph.argmax_pool %0, [0] window [2] strides [3] ceil_mode : {0} -> {r0}, {r1}"
        yield Case(
            f"argmax-named-{size}", op, (floats(size),), (named("f32", "?"), named("i64", "?")), (named("f32", "n"),)
        )
    yield Case("pool-empty", "graph.pool <max> %0, [1] window [2] : {0} -> {r0}", (floats(0, 4),), ("tensor<0x3xf32>",))
    yield Case("pool-no-dims", "graph.pool <max> %0, [] window [] : {0} -> {r0}", (floats(3),), ("tensor<3xf32>",))


def resizing() -> Iterator[Case]:
    x = floats(2, 5, 4)
    for coordinates in ("half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric"):
        for kind, extra in (
            *(("nearest", f" rounding <{word}>") for word in ("floor", "ceil", "prefer_floor", "prefer_ceil")),
            ("linear", ""),
            ("cubic", ""),
            ("cubic", " coefficient -0.5 exclude_outside"),
        ):
            for scales in ("", " scales array<f64: 1.3, 0.4>"):
                op = f"graph.resize <{kind}> %0, [1, 2] <{coordinates}>{extra}{scales} : {{0}} -> {{r0}}"
                for shape in ((2, 9, 3), (2, 1, 4)):
                    yield Case(
                        f"resize-{kind}-{coordinates}{extra}{scales}-{shape[1]}", op, (x,), (tensor_type(shape, "f32"),)
                    )
            for scales in ("", " scales array<f64: 2.0, 3.0>", " scales array<f64: 2.1, 3.2>"):
                op = f"graph.resize <{kind}> %0, [1, 2] <{coordinates}>{extra}{scales} : {{0}} -> {{r0}}"
                name = f"resize-{kind}-{coordinates}{extra}{scales}-whole"
                yield Case(name, op, (x,), (tensor_type((2, 10, 12), "f32"),))
    op = "graph.resize <{}> %0, [0] <half_pixel> : {{0}} -> {{r0}}"
    yield Case("resize-i8", op.format("nearest"), (integers(np.int8, 3),), ("tensor<7xi8>",))
    yield Case("resize-bf16", op.format("linear"), (floats(3, dtype=BF16),), ("tensor<7xbf16>",))
    yield Case(
        "resize-named", op.format("cubic"), (floats(3, 2),), (named("f32", "2 * n", "m"),), (named("f32", "n", "m"),)
    )
    yield Case("resize-empty", op.format("linear"), (floats(0, 2),), ("tensor<0x2xf32>",))
    infinite = np.array([1, np.inf, 2, np.nan], np.float32)
    yield Case("resize-special", op.format("linear"), (infinite,), ("tensor<8xf32>",))


# -- Normalizations and attention --------------------------------------------------------------------------------------


def normalizations() -> Iterator[Case]:
    for dtype in (np.float32, np.float64, BF16):
        x, c, last = floats(2, 4, 3, dtype=dtype), floats(4, dtype=dtype), floats(3, dtype=dtype)
        kind = np.dtype(dtype).name
        for name, op, arrays in (
            ("batch", "batch_norm %0, %1, %1, %1, %2, 1 epsilon 0.1 : {0}, {1}", (c, abs(c))),
            ("layer", "layer_norm %0, [2] scale %1 : {1} offset %1 : {1} epsilon 0.1 : {0}", (last,)),
            ("layer-2", "layer_norm %0, [2, 1] scale %1 : {1} epsilon 0.1 : {0}", (floats(3, 4, dtype=dtype),)),
            ("layer-plain", "layer_norm %0, [0, 1] epsilon 0.1 : {0}", ()),
            ("rms", "rms_norm %0, [2] scale %1 : {1} epsilon 0.1 : {0}", (last,)),
            ("group", "group_norm %0, 1 over [2] groups 2 scale %1 : {1} offset %1 : {1} epsilon 0.1 : {0}", (c,)),
            ("group-plain", "group_norm %0, 1 over [0, 2] groups 4 epsilon 0.1 : {0}", ()),
            ("instance", "instance_norm %0, 1 over [2] offset %1 : {1} epsilon 0.1 : {0}", (c,)),
            ("response", "local_response_norm %0, 1 size 4 alpha 0.3 beta 0.75 bias 1.5 : {0}", ()),
            ("l1", "lp_normalize %0, [1] order 1.0 epsilon 0.1 : {0}", ()),
            ("l2", "lp_normalize %0, [1, 2] order 2.0 epsilon 0.1 : {0}", ()),
            ("l3", "lp_normalize %0, [] order 3.0 epsilon 0.1 : {0}", ()),
            ("softmax", "softmax %0, [1] : {0}", ()),
            ("softmax-2", "softmax %0, [2, 0] : {0}", ()),
            ("log-softmax", "log_softmax %0, [1] : {0}", ()),
        ):
            yield Case(f"{name}-{kind}", f"graph.{op}", (x, *arrays), (type_of(x),))
    type, vector = named("f32", "n", "c", "?"), named("f32", "c")
    for name, op, arrays, inputs in (
        (
            "batch",
            "batch_norm %0, %1, %1, %1, %2, 1 epsilon 0.1 : {0}, {1}",
            (floats(4), abs(floats(4))),
            (type, vector, vector),
        ),
        ("layer", "layer_norm %0, [1, 2] epsilon 0.1 : {0}", (), (type,)),
        ("rms", "rms_norm %0, [2] epsilon 0.1 : {0}", (), (type,)),
        ("group", "group_norm %0, 1 over [2] groups 2 scale %1 : {1} epsilon 0.1 : {0}", (floats(4),), (type, vector)),
        ("instance", "instance_norm %0, 1 over [0, 2] epsilon 0.1 : {0}", (), (type,)),
        ("response", "local_response_norm %0, 1 size 3 alpha 0.3 beta 1.0 bias 1.5 : {0}", (), (type,)),
        ("l2", "lp_normalize %0, [1] order 2.0 epsilon 0.1 : {0}", (), (type,)),
        ("softmax", "softmax %0, [1, 2] : {0}", (), (type,)),
        ("log-softmax", "log_softmax %0, [2] : {0}", (), (type,)),
    ):
        yield Case(f"{name}-named", f"graph.{op}", (floats(2, 4, 3), *arrays), (type,), inputs)
        yield Case(f"{name}-empty", f"graph.{op}", (floats(0, 4, 3), *arrays), (type,), inputs)
    special = np.array([[1e3, 1e3], [-np.inf, 0], [np.inf, 0], [-np.inf, -np.inf], [np.nan, 0]], np.float32)
    for op in ("softmax", "log_softmax"):
        yield Case(f"{op}-special", f"graph.{op} %0, [1] : {{0}}", (special,), (type_of(special),))


def attentions() -> Iterator[Case]:
    op = "graph.attention %0, %1, %2 {} : {{0}}, {{1}}, {{2}} -> {{r0}}"
    for dtype in (np.float32, BF16):
        kind = {"float32": "f32", "bfloat16": "bf16"}[np.dtype(dtype).name]
        for heads, shared in ((4, 4), (4, 2), (4, 1)):
            arrays = (
                floats(2, heads, 3, 5, dtype=dtype),
                floats(2, shared, 6, 5, dtype=dtype),
                floats(2, shared, 6, 7, dtype=dtype),
            )
            out = (tensor_type((2, heads, 3, 7), kind),)
            for extra in ("", "scale 0.3", "causal <first>", "causal <last>"):
                yield Case(f"attention-{kind}-{heads}-{shared}-{extra}", op.format(extra), arrays, out)
            for shape in ((3, 6), (6,), (heads, 1, 6), (1, 3, 6), (2, heads, 3, 1), (2, 1, 3, 6), ()):
                mask = floats(*shape, dtype=dtype)
                yield Case(f"attention-{kind}-{shared}-mask-{shape}", op.format("mask %3 : {3}"), (*arrays, mask), out)
                yield Case(
                    f"attention-{kind}-{shared}-bool-{shape}", op.format("mask %3 : {3}"), (*arrays, mask > 0), out
                )
    q, k, v = floats(3, 2, 4), floats(3, 5, 4), floats(3, 5, 6)
    yield Case("attention-no-batch", op.format(""), (q, k, v), ("tensor<3x2x6xf32>",))
    yield Case(
        "attention-hidden",
        op.format("mask %3 : {3}"),
        (q, k, v, np.array([[False] * 5, [True] * 5])),
        ("tensor<3x2x6xf32>",),
    )
    yield Case("attention-no-keys", op.format(""), (q, k[:, :0], v[:, :0]), ("tensor<3x2x6xf32>",))
    inputs = named("f32", "h", "t", "e"), named("f32", "?", "s", "e"), named("f32", "?", "s", 6)
    yield Case("attention-named", op.format("causal <last>"), (q, k, v), (named("f32", "h", "t", 6),), inputs)
    yield Case(
        "attention-named-groups",
        op.format("causal <first>"),
        (floats(6, 2, 4), k, v),
        (named("f32", "h", "t", 6),),
        inputs,
    )
    mask = (*inputs, named("i1", "h", "t", 1))
    yield Case(
        "attention-named-mask",
        op.format("mask %3 : {3}"),
        (q, k, v, floats(3, 2, 1) > 0),
        (named("f32", "h", "t", 6),),
        mask,
    )


CASES = [*contractions(), *convolutions(), *pooling(), *resizing(), *normalizations(), *attentions()]
