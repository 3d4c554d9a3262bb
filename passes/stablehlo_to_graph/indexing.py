"""Elements at computed positions: gather and scatter."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from dlc.dialects import graph, stablehlo
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.dialects.stablehlo.attributes import GatherDimensionNumbersAttr
from dlc.ir import Operation, Value
from dlc.ir.builtin_types import IntegerType, i1
from dlc.ir.sizes import Dim

from ..graph.matrix_factors import stacked_steps
from ..graph.translated_values import static_shape
from .movement import known_sizes
from .regions import FIRST, SECOND, combining_kind, value_kept
from .translation import Parts, Translated, Translation, translates


@translates(stablehlo.GatherOp)
def translate_gather(op: stablehlo.GatherOp, t: Translation) -> Translated:
    """Windows at computed positions."""
    return _gathered(op.dimension_numbers, t.parts(op.source), t.get(op.start_indices), list(op.slice_sizes))


@translates(stablehlo.DynamicGatherOp)
def translate_dynamic_gather(op: stablehlo.DynamicGatherOp, t: Translation) -> Translated:
    """Windows of sizes that follow from those of arguments, at computed positions."""
    sizes = known_sizes(t.get(op.slice_sizes), "size")
    return _gathered(op.dimension_numbers, t.parts(op.source), t.get(op.start_indices), sizes)


def _gathered(dims: GatherDimensionNumbersAttr, sources: Parts, indices: Value, sizes: Sequence[Dim]) -> Translated:
    return [
        tuple(
            graph.gather(
                source,
                indices,
                dims.offset_dims,
                dims.collapsed_slice_dims,
                dims.operand_batching_dims,
                dims.start_indices_batching_dims,
                dims.start_index_map,
                dims.index_vector_dim,
                sizes,
            )
            for source in sources
        )
    ]


@translates(stablehlo.TorchIndexSelectOp)
def translate_torch_index_select(op: stablehlo.TorchIndexSelectOp, t: Translation) -> Translated:
    """Slices at positions along a dimension."""
    source, index = t.get(op.source), t.get(op.index)
    dim, batch, rank, count = op.dim.value, op.batch_dims.value, len(shape_of(source)), len(shape_of(index))
    dims = list(range(batch))
    windows = [
        each for each in range(rank + count - batch - 1) if not (each < batch or dim <= each < dim + count - batch)
    ]
    sizes = [1 if each == dim or each < batch else None for each in range(rank)]
    return graph.gather(source, index, windows, [dim], dims, dims, [dim], count, sizes)


Dims = tuple[int, ...]
KINDS: dict[type[Operation], str] = {
    stablehlo.AddOp: "add",
    stablehlo.MultiplyOp: "mul",
    stablehlo.MaximumOp: "max",
    stablehlo.MinimumOp: "min",
}


@translates(stablehlo.ScatterOp)
def translate_scatter(op: stablehlo.ScatterOp, t: Translation) -> Translated:
    """Windows that updates replace, or are combined with: by an op of graph, or by any function."""
    indices = t.get(op.scatter_indices)
    inputs, updates = (list(map(t.parts, values)) for values in (op.inputs, op.updates))
    kept = value_kept(op.update_computation)
    if kept == SECOND:
        return [_replaced(op, parts, indices, news) for parts, news in zip(inputs, updates, strict=True)]
    if kept == FIRST:
        return inputs
    combined = combining_kind(op.update_computation)
    kind = KINDS.get(combined) if combined is not None else None
    is_complex = any(len(parts) != 1 for parts in inputs)
    if len(inputs) == 1 and kind is not None and (not is_complex or kind == "add"):
        return [
            tuple(_scattered(op, part, indices, new, kind) for part, new in zip(inputs[0], updates[0], strict=True))
        ]
    if combined in KINDS_OF_TRUTH and len(inputs) == 1 and element_of(inputs[0][0]) is i1:
        return _of_truth_values(op, inputs[0][0], indices, updates[0][0], combined)
    is_unique = op.unique_indices is not None and bool(op.unique_indices.value)
    return (_combined_at_once if is_unique else _combined_in_turn)(op, t, inputs, indices, updates)


def _replaced(op: stablehlo.ScatterOp, parts: Parts, indices: Value, news: Parts) -> Parts:
    return tuple(_scattered(op, part, indices, new, "assign") for part, new in zip(parts, news, strict=True))


KINDS_OF_TRUTH: dict[type[Operation] | None, str] = {
    stablehlo.AddOp: "max",
    stablehlo.AndOp: "min",
    stablehlo.MaximumOp: "max",
    stablehlo.MinimumOp: "min",
    stablehlo.MultiplyOp: "min",
    stablehlo.OrOp: "max",
}
"""Of truth values, `or` is the larger one, `and` the smaller one."""


def _of_truth_values(
    op: stablehlo.ScatterOp, source: Value, indices: Value, update: Value, combined: type[Operation] | None
) -> Value:
    """Return truth values combined."""
    kind = KINDS_OF_TRUTH[combined]
    byte = IntegerType(8, "u")
    combined_bytes = _scattered(op, graph.cast(source, byte), indices, graph.cast(update, byte), kind)
    return graph.compare("ne", combined_bytes, 0)


def _scattered(op: stablehlo.ScatterOp, source: Value, indices: Value, update: Value, kind: str) -> Value:
    if element_of(source) is i1 and kind != "assign":
        return _of_truth_values(op, source, indices, update, combining_kind(op.update_computation))
    return graph.scatter(source, indices, *_windows_of(op), update, kind)  # type: ignore[arg-type]


def _windows_of(op: stablehlo.ScatterOp) -> tuple[Dims, Dims, Dims, Dims, Dims, int]:
    """Return the fields that say where windows are, in the order in which gathers and scatters have them."""
    dims = op.scatter_dimension_numbers
    return (
        dims.update_window_dims,
        dims.inserted_window_dims,
        dims.input_batching_dims,
        dims.scatter_indices_batching_dims,
        dims.scatter_dims_to_operand_dims,
        dims.index_vector_dim,
    )


# -- Windows combined by any function ----------------------------------------------------------------------------------


def _combined_at_once(
    op: stablehlo.ScatterOp, t: Translation, inputs: Sequence[Parts], indices: Value, updates: Sequence[Parts]
) -> list[Parts]:
    """Return tensors whose windows, which do not overlap, are all read, combined with updates, and written back."""
    windows = [
        tuple(
            graph.gather(part, indices, *_windows_of(op), _window_sizes(op, part, new))
            for part, new in zip(parts, news, strict=True)
        )
        for parts, news in zip(inputs, updates, strict=True)
    ]
    combined = t.lift(op.update_computation, shape_of(updates[0][0]), [*windows, *updates])
    return [_replaced(op, parts, indices, news) for parts, news in zip(inputs, combined, strict=True)]


def _window_sizes(op: stablehlo.ScatterOp, source: Value, update: Value) -> list[Dim]:
    """Return the sizes of a window along all dimensions of a tensor."""
    dims = op.scatter_dimension_numbers
    sizes = iter([shape_of(update)[dim] for dim in dims.update_window_dims])
    single = {*dims.inserted_window_dims, *dims.input_batching_dims}
    return [1 if dim in single else next(sizes) for dim in range(len(shape_of(source)))]


def _combined_in_turn(
    op: stablehlo.ScatterOp, t: Translation, inputs: Sequence[Parts], indices: Value, updates: Sequence[Parts]
) -> list[Parts]:
    """Return tensors whose windows, which may overlap, are combined with updates one after the other."""
    dims = op.scatter_dimension_numbers
    single = sorted((*dims.inserted_window_dims, *dims.input_batching_dims))
    indexed = [*dims.scatter_dims_to_operand_dims, *dims.input_batching_dims]
    places = _places(op, indices)
    news = [tuple(_windows_in_turn(op, part) for part in parts) for parts in updates]
    window = shape_of(news[0][0])[1:]
    window_dims = list(range(len(window)))
    sizes = _window_sizes(op, inputs[0][0], updates[0][0])
    types = [value.type for value in (*op.inputs, *op.updates)]

    def step(_: Value, carried: Sequence[Value], given: Sequence[Value]) -> tuple[Sequence[Value], Sequence[Value]]:
        place, *new = given
        old = [graph.gather(each, place, window_dims, single, [], [], indexed, 0, sizes) for each in carried]
        combined = t.lift(op.update_computation, window, t.divided([*old, *new], types))
        flat = [part for parts in combined for part in parts]
        return [
            graph.scatter(value, place, window_dims, single, [], [], indexed, 0, part, "assign")
            for value, part in zip(carried, flat, strict=True)
        ], []

    flat_inputs, flat_news = ([part for parts in values for part in parts] for values in (inputs, news))
    results, _ = stacked_steps(static_shape(places)[0], flat_inputs, step, [places, *flat_news])
    return t.divided(results, op.result_types)


def _places(op: stablehlo.ScatterOp, indices: Value) -> Value:
    """Return the positions of windows one after the other, those in batches last."""
    dims = op.scatter_dimension_numbers
    vector, rank = dims.index_vector_dim, len(shape_of(indices))
    if vector == rank:
        indices = graph.reshape(indices, (*shape_of(indices), 1))
    else:
        indices = graph.transpose(indices, [*(dim for dim in range(rank) if dim != vector), vector])
    *batch, _ = static_shape(indices)
    numbers = [
        graph.iota(dim - (dim > vector), (*batch, 1), element_of(indices)) for dim in dims.scatter_indices_batching_dims
    ]
    places = graph.concat([indices, *numbers], len(batch)) if numbers else indices
    return graph.reshape(places, (prod(batch), shape_of(places)[-1]))


def _windows_in_turn(op: stablehlo.ScatterOp, update: Value) -> Value:
    """Return updates with a leading dimension, along which the windows are."""
    windows = op.scatter_dimension_numbers.update_window_dims
    shape = static_shape(update)
    leading = [dim for dim in range(len(shape)) if dim not in windows]
    moved = graph.transpose(update, [*leading, *windows])
    return graph.reshape(moved, (prod(shape[dim] for dim in leading), *(shape[dim] for dim in windows)))
