"""Elements at computed positions: gather and scatter."""

from __future__ import annotations

from dlc.dialects import graph, stablehlo
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.dialects.stablehlo.attributes import GatherDimensionNumbersAttr
from dlc.ir import Operation, Value
from dlc.ir.builtin_types import IntegerType, i1

from ..rewriting.cannot_lower import CannotLower
from .movement import known_numbers
from .regions import FIRST, SECOND, combining_kind, value_kept
from .translation import Parts, Translated, Translation, translates


@translates(stablehlo.GatherOp)
def translate_gather(op: stablehlo.GatherOp, t: Translation) -> Translated:
    """Windows at computed positions."""
    return _gathered(op.dimension_numbers, t.parts(op.source), t.get(op.start_indices), list(op.slice_sizes))


@translates(stablehlo.DynamicGatherOp)
def translate_dynamic_gather(op: stablehlo.DynamicGatherOp, t: Translation) -> Translated:
    """Windows of constant sizes at computed positions."""
    sizes = known_numbers(t.get(op.slice_sizes), "size")
    return _gathered(op.dimension_numbers, t.parts(op.source), t.get(op.start_indices), sizes)


def _gathered(dims: GatherDimensionNumbersAttr, sources: Parts, indices: Value, sizes: list[int]) -> Translated:
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


KINDS: dict[type[Operation], str] = {
    stablehlo.AddOp: "add",
    stablehlo.MultiplyOp: "mul",
    stablehlo.MaximumOp: "max",
    stablehlo.MinimumOp: "min",
}


@translates(stablehlo.ScatterOp)
def translate_scatter(op: stablehlo.ScatterOp, t: Translation) -> Translated:
    """Windows combined with updates, of one tensor by one op, or replaced."""
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
    if combined is not None and len(inputs) == 1 and not is_complex and element_of(inputs[0][0]) is i1:
        return _of_truth_values(op, inputs[0][0], indices, updates[0][0], combined)
    raise CannotLower(
        "is only supported with a region that adds, multiplies, takes the larger or the smaller, or assigns"
    )


def _replaced(op: stablehlo.ScatterOp, parts: Parts, indices: Value, news: Parts) -> Parts:
    return tuple(_scattered(op, part, indices, new, "assign") for part, new in zip(parts, news, strict=True))


def _of_truth_values(
    op: stablehlo.ScatterOp, source: Value, indices: Value, update: Value, combined: type[Operation] | None
) -> Value:
    """Return truth values combined: `or` is the larger one, `and` the smaller one."""
    kinds: dict[type[Operation] | None, str] = {
        stablehlo.OrOp: "max",
        stablehlo.AndOp: "min",
        stablehlo.MaximumOp: "max",
        stablehlo.MinimumOp: "min",
    }
    kinds |= {stablehlo.AddOp: "max", stablehlo.MultiplyOp: "min"}
    kind = kinds.get(combined)
    if kind is None:
        raise CannotLower("is only supported on truth values with a region of 'or' or 'and'")
    byte = IntegerType(8, "u")
    combined_bytes = _scattered(op, graph.cast(source, byte), indices, graph.cast(update, byte), kind)
    return graph.compare("ne", combined_bytes, 0)


def _scattered(op: stablehlo.ScatterOp, source: Value, indices: Value, update: Value, kind: str) -> Value:
    dims = op.scatter_dimension_numbers
    if element_of(source) is i1 and kind != "assign":
        return _of_truth_values(op, source, indices, update, combining_kind(op.update_computation))
    return graph.scatter(
        source,
        indices,
        dims.update_window_dims,
        dims.inserted_window_dims,
        dims.input_batching_dims,
        dims.scatter_indices_batching_dims,
        dims.scatter_dims_to_operand_dims,
        dims.index_vector_dim,
        update,
        kind,  # type: ignore[arg-type]
    )
