"""Single ops for `torch_ops.py`: functions and what they are called with, large enough that memory matters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

torch: Any = import_module("torch")
functional: Any = import_module("torch.nn.functional")

Op = tuple[Callable[..., Any], Callable[[], Sequence[Any]]]
"""A function, and what makes its arguments."""

MILLION = (1 << 20,)
MATRIX = (512, 2048)
IMAGES = (8, 64, 56, 56)


def normal(*shapes: Sequence[int]) -> Callable[[], Sequence[Any]]:
    """Return what makes normally distributed numbers in some shapes."""
    return lambda: [torch.randn(*shape) for shape in shapes]


def positive(*shapes: Sequence[int]) -> Callable[[], Sequence[Any]]:
    """Return what makes positive numbers in some shapes."""
    return lambda: [torch.rand(*shape) + 0.1 for shape in shapes]


def indices(shape: Sequence[int], below: int, *others: Sequence[int]) -> Callable[[], Sequence[Any]]:
    """Return what makes numbers in some shapes, and indices below a limit."""
    return lambda: [*(torch.randn(*each) for each in others), torch.randint(0, below, tuple(shape))]


def of_type(name: str, *shapes: Sequence[int]) -> Callable[[], Sequence[Any]]:
    """Return what makes whole numbers of a type."""
    return lambda: [torch.randint(1, 100, tuple(shape)).to(getattr(torch, name)) for shape in shapes]


def unary(function: Callable[[Any], Any], make: Callable[[], Sequence[Any]]) -> Op:
    """Return an op of one argument."""
    return function, make


def binary(function: Callable[[Any, Any], Any], make: Callable[[], Sequence[Any]]) -> Op:
    """Return an op of two arguments."""
    return function, make


def ternary(function: Callable[[Any, Any, Any], Any], make: Callable[[], Sequence[Any]]) -> Op:
    """Return an op of three arguments."""
    return function, make


ELEMENTWISE: Mapping[str, Op] = {
    **{name: (getattr(torch, name), normal(MILLION)) for name in ("exp", "tanh", "erf", "sigmoid", "sin", "expm1")},
    **{name: (getattr(torch, name), positive(MILLION)) for name in ("log", "sqrt", "log1p", "rsqrt")},
    **{
        name: (getattr(functional, name), normal(MILLION)) for name in ("gelu", "silu", "mish", "softplus", "hardswish")
    },
    **{name: (getattr(torch, name), normal(MILLION, MILLION)) for name in ("add", "atan2", "gt", "maximum")},
    "remainder": (torch.remainder, positive(MILLION, MILLION)),
    "power": (torch.pow, positive(MILLION, MILLION)),
    "clamp": unary(lambda x: x.clamp(-1, 1), normal(MILLION)),
    "where": binary(lambda x, y: torch.where(x > 0, x, y), normal(MILLION, MILLION)),
    "and of truth values": (torch.logical_and, of_type("bool", MILLION, MILLION)),
    "sum of int64": (torch.add, of_type("int64", MILLION, MILLION)),
    "product of int8": (torch.mul, of_type("int8", MILLION, MILLION)),
    "quotient of int64": (torch.floor_divide, of_type("int64", MILLION, MILLION)),
    "to float16": unary(lambda x: x.half(), normal(MILLION)),
    "from bfloat16": unary(lambda x: x.float(), of_type("bfloat16", MILLION)),
    "to int8": unary(lambda x: x.to(torch.int8), normal(MILLION)),
    "outer product": binary(lambda a, b: a[:, None] * b, normal((1024,), (1024,))),
    "bias of columns": (torch.add, normal(MATRIX, (2048,))),
    "factor of rows": binary(lambda x, y: x * y[:, None], normal(MATRIX, (512,))),
    "bias of channels": binary(lambda x, y: torch.relu(x + y[:, None, None]), normal(IMAGES, (64,))),
}

REDUCTIONS: Mapping[str, Op] = {
    **{
        f"{name} of rows": (getattr(torch, name), lambda: [torch.randn(*MATRIX), -1]) for name in ("sum", "amax", "var")
    },
    **{
        f"{name} of columns": (getattr(torch, name), lambda: [torch.randn(*MATRIX), 0])
        for name in ("sum", "amax", "var")
    },
    "sum of few columns": unary(lambda x: x.sum(0), normal((100_000, 64))),
    "sum of all": (torch.sum, normal(MILLION)),
    "statistics of channels": unary(lambda x: x.sum((0, 2, 3)), normal(IMAGES)),
    "argmax of rows": unary(lambda x: x.argmax(-1), normal(MATRIX)),
    "argmax of columns": unary(lambda x: x.argmax(0), normal(MATRIX)),
    "any": unary(lambda x: (x > 3).any(-1), normal(MATRIX)),
    "softmax of rows": unary(lambda x: x.softmax(-1), normal(MATRIX)),
    "softmax of columns": unary(lambda x: x.softmax(0), normal(MATRIX)),
    "softmax of channels": unary(lambda x: x.softmax(1), normal(IMAGES)),
    "log softmax": unary(lambda x: x.log_softmax(-1), normal((256, 30_000))),
    "layer norm": unary(lambda x: functional.layer_norm(x, x.shape[-1:]), normal((512, 768))),
    "group norm": unary(lambda x: functional.group_norm(x, 8), normal(IMAGES)),
    "batch norm of a batch": unary(lambda x: functional.batch_norm(x, None, None, training=True), normal(IMAGES)),
    "running sum of rows": unary(lambda x: x.cumsum(-1), normal(MATRIX)),
    "running sum of columns": unary(lambda x: x.cumsum(0), normal(MATRIX)),
    "cross entropy": (functional.cross_entropy, indices((512,), 1000, (512, 1000))),
}

MOVEMENT: Mapping[str, Op] = {
    "transpose": unary(lambda x: x.t().contiguous(), normal(MATRIX)),
    "channels last": unary(lambda x: x.permute(0, 2, 3, 1).contiguous(), normal(IMAGES)),
    "heads": unary(lambda x: x.permute(0, 2, 1, 3).contiguous(), normal((8, 128, 12, 64))),
    "concat of rows": binary(lambda a, b: torch.cat([a, b], -1), normal((4096, 64), (4096, 64))),
    "concat of channels": binary(lambda a, b: torch.cat([a, b], 1), normal(IMAGES, IMAGES)),
    "pad": unary(lambda x: functional.pad(x, (1, 1, 1, 1)), normal(IMAGES)),
    "pad by reflection": unary(lambda x: functional.pad(x, (3, 3, 3, 3), mode="reflect"), normal(IMAGES)),
    "roll": unary(lambda x: x.roll((3, 3), (2, 3)), normal(IMAGES)),
    "flip": unary(lambda x: x.flip(-1), normal(MATRIX)),
    "repeat": unary(lambda x: x.repeat(2, 2), normal(MATRIX)),
    "triangle": (torch.tril, normal((1024, 1024))),
    "strided slice": unary(lambda x: x[:, ::2, 1:-1, 1:-1].contiguous(), normal(IMAGES)),
    "pixel shuffle": unary(lambda x: functional.pixel_shuffle(x, 2), normal(IMAGES)),
    "embedding": binary(lambda w, i: functional.embedding(i, w), indices((4096,), 30_000, (30_000, 256))),
    "gather": binary(lambda x, i: x.gather(1, i), indices(MATRIX, 2048, MATRIX)),
    "index select": binary(lambda x, i: x.index_select(1, i), indices((512,), 2048, MATRIX)),
    "scatter add": ternary(lambda x, s, i: x.scatter_add(0, i, s), indices((100_000,), 1000, (1000,), (100_000,))),
    "index add": ternary(lambda x, s, i: x.index_add(0, i, s), indices((20_000,), 1000, (1000, 64), (20_000, 64))),
    "one hot": unary(lambda i: functional.one_hot(i, 1000), indices((2000,), 1000)),
    "sort": unary(lambda x: x.sort(-1), normal((64, 1000))),
    "top 10": unary(lambda x: x.topk(10), normal((64, 1000))),
}

WINDOWS: Mapping[str, Op] = {
    "max pool 2": unary(lambda x: functional.max_pool2d(x, 2), normal(IMAGES)),
    "max pool 3, stride 2": unary(lambda x: functional.max_pool2d(x, 3, 2, 1), normal(IMAGES)),
    "average pool 3": unary(lambda x: functional.avg_pool2d(x, 3, 1, 1), normal(IMAGES)),
    "resize to nearest": unary(lambda x: functional.interpolate(x, scale_factor=2), normal(IMAGES)),
    "resize, bilinear": unary(lambda x: functional.interpolate(x, scale_factor=2, mode="bilinear"), normal(IMAGES)),
    "resize, bicubic": unary(
        lambda x: functional.interpolate(x, size=(112, 112), mode="bicubic"), normal((2, 16, 56, 56))
    ),
    "sample a grid": binary(
        lambda x, grid: functional.grid_sample(x, grid, align_corners=False),
        lambda: [torch.randn(2, 16, 56, 56), torch.rand(2, 56, 56, 2) * 2 - 1],
    ),
    "convolution 1-D": binary(lambda x, w: functional.conv1d(x, w, padding=1), normal((4, 64, 1024), (64, 64, 3))),
    "convolution 1-D, depthwise": binary(
        lambda x, w: functional.conv1d(x, w, padding=3, groups=256),
        normal((4, 256, 1024), (256, 1, 7)),
    ),
    "convolution 1-D, dilated": binary(
        lambda x, w: functional.conv1d(x, w, padding=8, dilation=8),
        normal((4, 64, 1024), (64, 64, 3)),
    ),
    "convolution 3-D": binary(
        lambda x, w: functional.conv3d(x, w, padding=1),
        normal((1, 16, 16, 32, 32), (16, 16, 3, 3, 3)),
    ),
    "convolution, grouped": binary(
        lambda x, w: functional.conv2d(x, w, padding=1, groups=8),
        normal((1, 64, 56, 56), (64, 8, 3, 3)),
    ),
    "convolution 5×5": binary(lambda x, w: functional.conv2d(x, w, padding=2), normal((1, 32, 56, 56), (32, 32, 5, 5))),
    "convolution, transposed": binary(
        lambda x, w: functional.conv_transpose2d(x, w, stride=2, padding=1),
        normal((1, 64, 28, 28), (64, 32, 4, 4)),
    ),
    "product of matrices": (torch.matmul, normal((256, 256), (256, 256))),
    "batch of products": (torch.bmm, normal((48, 128, 64), (48, 64, 128))),
    "matrix times vector": (torch.mv, normal(MATRIX, (2048,))),
    "attention": (functional.scaled_dot_product_attention, normal(*[(1, 12, 256, 64)] * 3)),
}


def linear_layer(rows: int, element: str) -> Op:
    """Return a linear layer of an element type, whose weights are constants, and rows for it."""
    kind = getattr(torch, element)
    weights = (torch.randn(1536, 384) / 20).to(kind)
    return unary(lambda x: functional.linear(x, weights), lambda: [torch.randn(rows, 384).to(kind)])


LAYERS: Mapping[str, Op] = {
    "product of bfloat16": (
        torch.matmul,
        lambda: [torch.randn(*shape).bfloat16() for shape in ((256, 768), (768, 3072))],
    ),
    "linear layer": linear_layer(128, "float32"),
    "linear layer of bfloat16": linear_layer(128, "bfloat16"),
    "few rows, linear layer of bfloat16": linear_layer(4, "bfloat16"),
}

OPS: Mapping[str, Op] = {**ELEMENTWISE, **REDUCTIONS, **MOVEMENT, **WINDOWS, **LAYERS}
