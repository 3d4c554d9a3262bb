"""Hints for operands and properties of graph ops for which random ones would hardly ever fit.

A hint gives some of an op's fields by name; the others are drawn. Sizes that must agree are chosen together here; that
they do agree is for the verifier to say. `NOT_DRAWN` says of the remaining ops why they are not drawn as such.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dlc.dialects import graph
from dlc.dialects.graph.accumulation import contains
from dlc.dialects.graph.size_lists import SizesAttr
from dlc.dialects.graph.tensors import (
    element_of,
    float_tensor,
    index_tensor,
    number_tensor,
    shape_of,
    tensor_of,
    with_element,
)
from dlc.ir.attributes import Type
from dlc.ir.builtin_attributes import UNIT, DenseArrayAttr, FloatAttr, IntegerAttr, StringAttr, i64_array
from dlc.ir.builtin_types import FloatType, IntegerType, TensorType, bit_width, f64, i1, i32, i64
from dlc.ir.definition import Op
from dlc.ir.operations import Operation
from dlc.ir.sizes import Dim, Shape, Size, add, multiply
from dlc.ir.values import Value

from .drawn_graphs import ELEMENTS, GraphDrawer, Unfit

Fields = Mapping[str, Any]
Hint = Callable[[GraphDrawer], Fields]
HINTS: dict[type[Operation], Hint] = {}
NOT_DRAWN: dict[type[Operation], str] = {
    graph.YieldOp: "ends the regions of others",
    graph.ConditionOp: "ends the first region of a graph.while",
}


def hint(*kinds: type[Operation]) -> Callable[[Hint], Hint]:
    """Make a function the hint for some kinds of op."""

    def register(function: Hint) -> Hint:
        HINTS.update(dict.fromkeys(kinds, function))
        return function

    return register


def integer(number: int) -> IntegerAttr:
    return IntegerAttr(number, i64)


def number(value: float) -> FloatAttr:
    return FloatAttr.of(value, f64)


def any_tensor(_: Type) -> bool:
    return True


# -- Numbers -----------------------------------------------------------------------------------------------------------


@hint(graph.ConstantOp)
def constant(d: GraphDrawer) -> Fields:
    """Arrays as arguments have them."""
    shape = tuple(dim for dim in d.shape() if isinstance(dim, int))
    drawn = d.any_constant(tensor_of(shape, d.element()))
    return {"value": drawn.defining_op.properties["value"]}  # type: ignore[union-attr]


@hint(graph.DivOp, graph.RemOp, graph.ModOp)
def divisor(d: GraphDrawer) -> Fields:
    """No integer is divided by zero."""
    lhs = d.pick(number_tensor.accepts)
    if isinstance(element_of(lhs), FloatType):
        return {"lhs": lhs}
    return {"lhs": lhs, "rhs": d.filled(d.choose((1, 2, 3, 5)), element_of(lhs), shape_of(lhs))}


@hint(graph.ClampOp)
def bounds(d: GraphDrawer) -> Fields:
    """The lower one is not greater."""
    low, high = sorted(d.choose((-2.0, -0.5, 0.0, 1.0, float("inf"), -float("inf"))) for _ in range(2))
    return {"low": number(low), "high": number(high)}


@hint(graph.BitcastOp)
def same_bits(d: GraphDrawer) -> Fields:
    """Elements of one width."""
    source = d.pick(number_tensor.accepts)
    width = bit_width(element_of(source))
    elements = [element for element in ELEMENTS if element is not i1 and bit_width(element) == width]
    return {"operand": source, "result": with_element(source.type, d.choose(elements))}


@hint(graph.RandomBitsOp, graph.RandomUniformOp, graph.RandomNormalOp)
def seeded(d: GraphDrawer) -> Fields:
    """A seed, and sizes that are known."""
    return {"seed": d.tensor(i64, ())}


def _random_result(kind: type[Operation]) -> Hint:
    assert issubclass(kind, Op)
    accepts = kind.definition.results[0].type_constraint.accepts
    return lambda d: {**seeded(d), "result": tensor_of(d.shape(), d.element(accepts))}


for _kind in (graph.RandomBitsOp, graph.RandomUniformOp, graph.RandomNormalOp):
    HINTS[_kind] = _random_result(_kind)


@hint(graph.QuantizeOp)
def quantized(d: GraphDrawer) -> Fields:
    """A scale that is not too small, and a zero point of few bits."""
    source = d.pick(float_tensor.accepts)
    axis = d.random.randrange(len(shape_of(source))) if shape_of(source) and d.chance(0.5) else None
    shape = () if axis is None else (shape_of(source)[axis],)
    kind = d.choose([each for each in ELEMENTS if isinstance(each, IntegerType) and 1 < each.width <= 16])
    scale = d.filled(d.choose((0.125, 0.1, 1.0)), element_of(source), shape)
    point = None if axis is None else integer(axis)
    return {"source": source, "scale": scale, "zero_point": d.tensor(kind, shape), "axis": point}


@hint(graph.DequantizeOp)
def dequantized(d: GraphDrawer) -> Fields:
    """Integers with a zero point of their type."""
    source = d.pick(graph.DequantizeOp.definition.operands[0].type_constraint.accepts)
    axis = d.random.randrange(len(shape_of(source))) if shape_of(source) and d.chance(0.5) else None
    shape = () if axis is None else (shape_of(source)[axis],)
    return {
        "source": source,
        "scale": d.tensor(d.element(float_tensor.accepts), shape),
        "zero_point": d.tensor(element_of(source), shape),
        "axis": None if axis is None else integer(axis),
    }


# -- Movement ----------------------------------------------------------------------------------------------------------


@hint(graph.BroadcastOp)
def broadcast(d: GraphDrawer) -> Fields:
    """New dimensions, and more of those of size 1; sizes in the type, or from an operand."""
    source = d.pick(any_tensor)
    shape = shape_of(source)
    rank = len(shape) + d.random.choice((0, 1, 1, 2))
    dims = sorted(d.random.sample(range(rank), len(shape)))
    wanted: list[Dim] = [d.size() for _ in range(rank)]
    for size, dim in zip(shape, dims, strict=True):
        if size != 1 or d.chance(0.4):
            wanted[dim] = size
    fields: dict[str, Any] = {"source": source, "dims": i64_array(dims)}
    return {**fields, **_sized(d, wanted, element_of(source))}


def _sized(d: GraphDrawer, wanted: Sequence[Dim], element: Type) -> Fields:
    """A result of some sizes: as its type says, or an operand of numbers, if these are the same in all worlds."""
    numbers = [world_sizes(d, dim) for dim in wanted]
    if d.chance(0.75) or any(len(set(each)) != 1 for each in numbers):
        return {"result": tensor_of(tuple(wanted), element)}
    sizes = d.constant([each[0] for each in numbers], TensorType((len(wanted),), i64))
    told = [None if d.chance(0.5) else dim for dim in wanted]
    return {"result": tensor_of(tuple(told), element), "sizes": sizes}


def world_sizes(d: GraphDrawer, dim: Dim) -> list[int | None]:
    """Return the value of a size in each world."""
    return [world.size(dim) for world in d.worlds] if dim is not None else [None, 0]


@hint(graph.ReshapeOp)
def reshape(d: GraphDrawer) -> Fields:
    """Dimensions made one, or several of them; sizes of 1 come and go; one size is left to be found out."""
    source = d.pick(any_tensor)
    shape = _regrouped(d, shape_of(source))
    if d.chance(0.2) and shape:
        shape[d.random.randrange(len(shape))] = None
    fields: dict[str, Any] = {"source": source}
    if None in shape:
        return {**fields, "result": tensor_of(tuple(shape), element_of(source))}
    return {**fields, **_sized(d, shape, element_of(source))}


def _regrouped(d: GraphDrawer, shape: Shape) -> list[Dim]:
    sizes: list[Dim] = []
    for dim in shape:
        if sizes and dim is not None and sizes[-1] is not None and d.chance(0.4):
            sizes[-1] = multiply(sizes[-1], dim)
        elif dim != 1 or d.chance(0.7):
            sizes.append(dim)
    split: list[Dim] = []
    for dim in sizes:
        factors = [n for n in (2, 3) if isinstance(dim, int) and dim and dim % n == 0]
        if factors and isinstance(dim, int) and d.chance(0.3):
            split += [dim // factors[0], factors[0]]
        else:
            split.append(dim)
    if d.chance(0.25):
        split.insert(d.random.randint(0, len(split)), 1)
    return split


@hint(graph.WithShapeOp)
def told(d: GraphDrawer) -> Fields:
    """Less is said of sizes, or what holds in all worlds."""
    source = d.pick(any_tensor, 1)
    shape = list(shape_of(source))
    for dim, size in enumerate(shape):
        if d.chance(0.4):
            shape[dim] = None
        elif size is None:
            shape[dim] = d.choose([1, 2, 3, *map(Size.named, d.names)])
    return {"source": source, "result": tensor_of(tuple(shape), element_of(source))}


@hint(graph.IotaOp)
def iota(d: GraphDrawer) -> Fields:
    """Any sizes."""
    shape = d.shape(1)
    element = d.element(number_tensor.accepts)
    return {"dim": integer(d.random.randrange(len(shape))), **_sized(d, shape, element)}


@hint(graph.SliceOp)
def sliced(d: GraphDrawer) -> Fields:
    """Bounds that are within sizes."""
    source = d.pick(any_tensor)
    starts: list[Dim] = []
    limits: list[Dim] = []
    for size in shape_of(source):
        most = size if isinstance(size, int) else 2
        start = d.random.randint(0, min(most, 2))
        starts.append(start)
        limits.append(None if d.chance(0.5) else _limit(d, size, start, most))
    strides = [d.random.choice((1, 1, 2, 3)) for _ in starts]
    return {
        "source": source,
        "starts": SizesAttr.of(starts),
        "limits": SizesAttr.of(limits),
        "strides": i64_array(strides),
    }


def _limit(d: GraphDrawer, size: Dim, start: int, most: int) -> Dim:
    if isinstance(size, Size) and d.chance(0.5):
        return add(size, -1) if d.chance(0.5) else size
    return d.random.randint(start, max(most, start))


@hint(graph.DynamicSliceOp)
def dynamic_slice(d: GraphDrawer) -> Fields:
    """A part that is no larger."""
    source = d.pick(any_tensor)
    shape = [
        d.random.randint(0, size) if isinstance(size, int) and d.chance(0.6) else size for size in shape_of(source)
    ]
    if None in shape:
        raise Unfit
    return {"source": source, "starts": _starts(d, len(shape)), **_sized(d, shape, element_of(source))}


def _starts(d: GraphDrawer, rank: int) -> Value:
    element = d.element(lambda type: isinstance(type.element_type, IntegerType) and type.element_type.width >= 8)
    return d.tensor(element, (rank,))


@hint(graph.DynamicUpdateSliceOp)
def dynamic_update(d: GraphDrawer) -> Fields:
    """An update that is no larger."""
    source = d.pick(any_tensor)
    shape = [
        d.random.randint(0, size) if isinstance(size, int) and d.chance(0.6) else size for size in shape_of(source)
    ]
    return {
        "source": source,
        "update": d.tensor(element_of(source), tuple(shape)),
        "starts": _starts(d, len(shape)),
    }


@hint(graph.ConcatOp)
def concat(d: GraphDrawer) -> Fields:
    """Parts that agree in all sizes but one."""
    first = d.pick(any_tensor, 1)
    shape, parts = list(shape_of(first)), [first]
    dim = d.random.randrange(len(shape))
    for _ in range(d.random.randrange(3)):
        other = [size if i != dim or d.chance(0.5) else d.size() for i, size in enumerate(shape)]
        parts.append(d.tensor(element_of(first), tuple(other)))
    d.random.shuffle(parts)
    return {"parts": parts, "dim": integer(dim)}


@hint(graph.PadOp)
def pad(d: GraphDrawer) -> Fields:
    """A little more, or less; a value where there is to be one."""
    source = d.pick(any_tensor)
    mode, rank = d.choose(graph.PaddingAttr.cases), len(shape_of(source))
    is_constant = mode == "constant"
    low, high = ([d.random.choice((-1, 0, 0, 1, 2)) for _ in range(rank)] for _ in range(2))
    return {
        "source": source,
        "mode": graph.PaddingAttr(mode),
        "low": SizesAttr.of(low),
        "high": SizesAttr.of(high),
        "interior": i64_array([d.random.choice((0, 0, 1, 2)) if is_constant else 0 for _ in range(rank)]),
        "value": d.tensor(element_of(source), ()) if is_constant else None,
    }


# -- Computed positions ------------------------------------------------------------------------------------------------


class Places:
    """How indices lie in a source: what gather and scatter have in common."""

    def __init__(self, d: GraphDrawer) -> None:
        self.source = d.pick(any_tensor, 1)
        shape = shape_of(self.source)
        rank = len(shape)
        self.batch = [d.random.randrange(rank)] if rank > 1 and d.chance(0.25) else []
        others = [dim for dim in range(rank) if dim not in self.batch]
        mapped = d.subset(others, 1)
        self.index_map = d.random.sample(mapped, len(mapped))
        self.collapsed = [dim for dim in mapped if d.chance(0.5)]
        self.windows: list[Dim] = [self._window(d, dim, shape) for dim in range(rank)]
        counts: list[Dim] = [*(shape[dim] for dim in self.batch), *(d.size() for _ in range(d.random.randrange(2)))]
        self.vector_dim = d.random.randint(0, len(counts))
        self.index_batch = [0 if self.vector_dim > 0 else 1] if self.batch else []
        sizes = [*counts[: self.vector_dim], len(mapped), *counts[self.vector_dim :]]
        if len(mapped) == 1 and d.chance(0.4):
            sizes, self.vector_dim, self.index_batch = counts, len(counts), [0] if self.batch else []
        self.counts = counts
        element = d.element(lambda type: type.element_type in (i32, i64))
        self.indices = d.tensor(element, tuple(sizes))
        kept = rank - len(self.collapsed) - len(self.batch)
        self.window_dims = sorted(d.random.sample(range(kept + len(counts)), kept))

    def _window(self, d: GraphDrawer, dim: int, shape: Shape) -> Dim:
        size = shape[dim]
        if dim in (*self.collapsed, *self.batch):
            return 1
        if dim not in self.index_map or not isinstance(size, int):
            return None if d.chance(0.7) or not isinstance(size, int) else d.random.randint(0, size)
        return d.random.randint(1, size) if size else 0

    def fields(self) -> dict[str, Any]:
        return {
            "source": self.source,
            "indices": self.indices,
            "window_dims": i64_array(self.window_dims),
            "collapsed_dims": i64_array(self.collapsed),
            "batch_dims": i64_array(self.batch),
            "index_batch_dims": i64_array(self.index_batch),
            "index_map": i64_array(self.index_map),
            "index_vector_dim": integer(self.vector_dim),
        }


@hint(graph.GatherOp)
def gather(d: GraphDrawer) -> Fields:
    """Windows at indices."""
    places = Places(d)
    return {**places.fields(), "slice_sizes": SizesAttr.of(places.windows)}


@hint(graph.ScatterOp)
def scatter(d: GraphDrawer) -> Fields:
    """Updates of the sizes that windows would have; nothing is promised of where they lie."""
    places = Places(d)
    shape, windows = shape_of(places.source), iter(places.windows)
    sizes = [whole if size is None else size for size, whole in zip(windows, shape, strict=True)]
    kept = iter([size for i, size in enumerate(sizes) if i not in (*places.collapsed, *places.batch)])
    counts = iter(places.counts)
    rank = len(places.counts) + len(places.window_dims)
    updates = [next(kept) if dim in places.window_dims else next(counts) for dim in range(rank)]
    return {**places.fields(), "updates": d.tensor(element_of(places.source), tuple(updates)), "unique": None}


@hint(graph.CheckIndicesOp)
def check_indices(d: GraphDrawer) -> Fields:
    """Indices in range, below one limit or as many as vectors have components."""
    given, limit = d.pick(index_tensor.accepts), d.choose((1, 2, 3, 5))
    shape = shape_of(given)
    [indices] = d.add(graph.ModOp(given, d.filled(limit, element_of(given), shape)))
    sizes = shape[-1:] if shape and isinstance(shape[-1], int) and d.chance(0.5) else ()
    return {"indices": indices, "limits": d.filled(limit, i64, sizes), "msg": StringAttr("an index is out of range")}


@hint(graph.SortOp)
def sort(d: GraphDrawer) -> Fields:
    """Parts of one shape, of different elements."""
    first = d.pick(any_tensor, 1)
    others = [d.tensor(d.element(), shape_of(first)) for _ in range(d.random.randrange(3))]
    return {"parts": [first, *others]}


# -- Sums of products --------------------------------------------------------------------------------------------------


def _wide_enough(d: GraphDrawer, element: Type) -> Type:
    """The same elements, or some that hold all of them."""
    wider = [wide for wide in ELEMENTS if wide is not i1 and contains(wide, element)]
    return d.choose(wider) if d.chance(0.4) else element


@hint(graph.ContractOp)
def contract(d: GraphDrawer) -> Fields:
    """Two sides that share batch dimensions and what is summed over."""
    lhs = d.pick(number_tensor.accepts)
    element, shape = element_of(lhs), shape_of(lhs)
    order = d.random.sample(range(len(shape)), len(shape))
    batches = d.random.choice((0, 0, 1))
    batch, summed = order[:batches], order[batches : batches + d.random.choice((0, 1, 1, 1, 2))]
    right: list[tuple[str, Dim]] = [("batch", shape[dim]) for dim in batch] + [("sum", shape[dim]) for dim in summed]
    right += [("own", d.size()) for _ in range(d.random.randrange(2))]
    places = d.random.sample(range(len(right)), len(right))
    rhs = d.tensor(element, tuple(right[place][1] for place in places))
    at = {place: position for position, place in enumerate(places)}
    fields: dict[str, Any] = {
        "lhs": lhs,
        "rhs": rhs,
        "lhs_batch": i64_array(batch),
        "rhs_batch": i64_array([at[number] for number in range(len(batch))]),
        "lhs_contracting": i64_array(summed),
        "rhs_contracting": i64_array([at[len(batch) + number] for number in range(len(summed))]),
        "result": tensor_of((), _wide_enough(d, element)),
    }
    for side, value, dims in (("lhs", lhs, (*summed,)), ("rhs", rhs, fields["rhs_contracting"].elements)):
        if isinstance(element, IntegerType) and d.chance(0.3):
            kept = tuple(size for dim, size in enumerate(shape_of(value)) if dim not in dims)
            fields[f"{side}_zero_point"] = d.tensor(element, d.choose([(), kept]))
    return fields


def _window_lists(d: GraphDrawer, rank: int, extents: Sequence[int]) -> dict[str, DenseArrayAttr | None]:
    """Strides and the like, each there or not."""
    numbers: dict[str, list[int]] = {
        "strides": [d.random.choice((1, 2, 3)) for _ in range(rank)],
        "dilations": [d.random.choice((1, 1, 2)) for _ in range(rank)],
        "pad_low": [d.random.randint(0, extent) for extent in extents],
        "pad_high": [d.random.randint(0, extent) for extent in extents],
    }
    return {name: i64_array(values) if d.chance(0.5) else None for name, values in numbers.items()}


def _convolution(d: GraphDrawer, *, transposed: bool) -> Fields:
    spatial = "HW"[: d.random.choice((0, 1, 1, 2))]
    source = d.pick(number_tensor.accepts, 2 + len(spatial))
    labels = [_word(d, "NC" + spatial), _word(d, "OI" + spatial), _word(d, "NC" + spatial)]
    if len(shape_of(source)) != len(labels[0]):
        raise Unfit
    sizes = dict(zip(labels[0], shape_of(source), strict=True))
    element, groups = element_of(source), 1
    channels = sizes["C"]
    if isinstance(channels, int) and channels > 1 and d.chance(0.4):
        groups = channels
    kernel: dict[str, Dim] = {letter: d.random.randint(1, 3) for letter in spatial}
    if transposed:
        kernel |= {"O": channels, "I": d.random.randint(1, 2)}
    else:
        inputs = channels // groups if isinstance(channels, int) and groups > 1 else channels
        kernel |= {"I": inputs, "O": groups * d.random.randint(1, 2)}
    fields: dict[str, Any] = {
        "source": source,
        "kernel": d.tensor(element, tuple(kernel[letter] for letter in labels[1])),
        "layout": graph.ConvolutionLayoutAttr(*labels),
        "groups": integer(groups) if groups > 1 or d.chance(0.2) else None,
        "result": tensor_of((), _wide_enough(d, element)),
        **_window_lists(d, len(spatial), [1] * len(spatial)),
    }
    if isinstance(element, IntegerType) and d.chance(0.3):
        fields["source_zero_point"] = d.tensor(element, ())
        fields["kernel_zero_point"] = d.tensor(element, d.choose([(), (kernel["O"],)]))
    return fields


def _word(d: GraphDrawer, letters: str) -> str:
    return "".join(d.random.sample(letters, len(letters)))


@hint(graph.ConvolutionOp)
def convolution(d: GraphDrawer) -> Fields:
    """A kernel for the channels of a source."""
    return _convolution(d, transposed=False)


@hint(graph.TransposedConvolutionOp)
def transposed_convolution(d: GraphDrawer) -> Fields:
    """The same the other way round."""
    fields = _convolution(d, transposed=True)
    spatial = len(fields["layout"].spatial)
    return {**fields, "output_padding": i64_array([d.random.randint(0, 1) for _ in range(spatial)])}


def _pool(d: GraphDrawer, source: Value) -> dict[str, Any]:
    rank = len(shape_of(source))
    dims = d.subset(range(rank), 1)[:2]
    dims = d.random.sample(dims, len(dims))
    window = [d.random.randint(1, 3) for _ in dims]
    return {
        "source": source,
        "dims": i64_array(dims),
        "window": i64_array(window),
        "ceil_mode": UNIT if d.chance(0.3) else None,
        **_window_lists(d, len(dims), window),
    }


@hint(graph.PoolOp)
def pool(d: GraphDrawer) -> Fields:
    """A small window; averages are of floats."""
    kind = d.choose(graph.PoolingAttr.cases)
    is_average = kind == "average"
    source = d.pick((float_tensor if is_average else number_tensor).accepts, 1)
    counts = UNIT if is_average and d.chance(0.5) else None
    return {**_pool(d, source), "kind": graph.PoolingAttr(kind), "count_padding": counts}


@hint(graph.ArgmaxPoolOp)
def argmax_pool(d: GraphDrawer) -> Fields:
    """A small window."""
    return _pool(d, d.pick(number_tensor.accepts, 1))


@hint(graph.ResizeOp)
def resize(d: GraphDrawer) -> Fields:
    """Other sizes along some dimensions."""
    kind = d.choose(graph.InterpolationAttr.cases)
    source = d.pick(any_tensor if kind == "nearest" else float_tensor.accepts, 1)
    shape = list(shape_of(source))
    dims = d.subset(range(len(shape)), 1)
    for dim in dims:
        shape[dim] = d.size()
    rounding = graph.NearestRoundingAttr(d.choose(graph.NearestRoundingAttr.cases))
    return {
        "kind": graph.InterpolationAttr(kind),
        "source": source,
        "dims": i64_array(dims),
        "rounding": rounding if kind == "nearest" and d.chance(0.7) else None,
        "coefficient": number(-0.5) if kind == "cubic" and d.chance(0.5) else None,
        "exclude_outside": UNIT if kind == "cubic" and d.chance(0.5) else None,
        "result": tensor_of(tuple(shape), element_of(source)),
    }


# -- Normalizations ----------------------------------------------------------------------------------------------------


@hint(graph.BatchNormOp)
def batch_norm(d: GraphDrawer) -> Fields:
    """Numbers for each channel; variances are positive."""
    source = d.pick(float_tensor.accepts, 1)
    dim = d.random.randrange(len(shape_of(source)))
    each = (element_of(source), (shape_of(source)[dim],))
    fields = {name: d.tensor(*each) for name in ("scale", "offset", "mean")}
    variance = d.add(graph.AbsOp(d.tensor(*each)))[0]
    return {"source": source, "dim": integer(dim), **fields, "variance": variance}


def _optional(d: GraphDrawer, element: Type, shape: Shape, *names: str) -> dict[str, Value | None]:
    return {name: d.tensor(element, shape) if d.chance(0.6) else None for name in names}


@hint(graph.LayerNormOp)
def layer_norm(d: GraphDrawer) -> Fields:
    """Scale and offset, or not."""
    source = d.pick(float_tensor.accepts, 1)
    dims = d.subset(range(len(shape_of(source))), 1)
    shape = tuple(shape_of(source)[dim] for dim in dims)
    return {
        "source": source,
        "dims": i64_array(dims),
        **_optional(d, element_of(source), shape, "scale", "offset"),
    }


@hint(graph.RmsNormOp)
def rms_norm(d: GraphDrawer) -> Fields:
    """A scale, or none."""
    fields = dict(layer_norm(d))
    del fields["offset"]
    return fields


@hint(graph.GroupNormOp)
def group_norm(d: GraphDrawer) -> Fields:
    """Groups that divide the channels."""
    fields = dict(instance_norm(d))
    source, dim = fields["source"], fields["dim"]
    assert isinstance(source, Value)
    assert isinstance(dim, IntegerAttr)
    channels = shape_of(source)[dim.value]
    most = channels if isinstance(channels, int) and channels else 1
    return {**fields, "groups": integer(d.choose([n for n in range(1, most + 1) if most % n == 0]))}


@hint(graph.InstanceNormOp)
def instance_norm(d: GraphDrawer) -> Fields:
    """Channels, and other dimensions to take the mean along."""
    source = d.pick(float_tensor.accepts, 1)
    rank = len(shape_of(source))
    dim = d.random.randrange(rank)
    dims = d.subset([other for other in range(rank) if other != dim])
    more = _optional(d, element_of(source), (shape_of(source)[dim],), "scale", "offset")
    return {"source": source, "dim": integer(dim), "dims": i64_array(dims), **more}


@hint(graph.AttentionOp)
def attention(d: GraphDrawer) -> Fields:
    """Places and features that fit, heads that are shared, a mask or none."""
    query = d.pick(float_tensor.accepts, 3)
    element, (*along, heads, places, features) = element_of(query), shape_of(query)
    shared = d.choose([n for n in range(1, heads + 1) if heads % n == 0]) if isinstance(heads, int) and heads else heads
    keys = d.size()
    mask = None
    if d.chance(0.5):
        scores = [*along, heads, places, keys]
        sizes = [1 if d.chance(0.3) else size for size in scores][d.random.randrange(len(scores)) :]
        mask = d.tensor(d.choose([element, i1]), tuple(sizes))
    return {
        "query": query,
        "key": d.tensor(element, (*along, shared, keys, features)),
        "value": d.tensor(element, (*along, shared, keys, d.size())),
        "mask": mask,
    }
