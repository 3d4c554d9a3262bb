"""Ops in which the processes of a program exchange tensors, for programs that run as one process."""

from __future__ import annotations

from dlc.dialects import graph, stablehlo
from dlc.ir import Operation, Value
from dlc.ir.builtin_attributes import DenseElementsAttr

from ..graph.translated_values import filled, numbers_of_constant
from ..rewriting.cannot_lower import CannotLower
from .translation import Translated, Translation, parts_of_type, translates

ALONE = "a program runs as one process"


def _check_alone(op: Operation) -> None:
    """Refuse groups of several processes. Where no groups are given, all processes are one group."""
    groups = op.properties.get("replica_groups")
    if not isinstance(groups, DenseElementsAttr):
        raise CannotLower(f"must have groups of processes that are listed, but got '{groups}'")
    if groups.to_numpy().size > 1:
        raise CannotLower(f"must have one process, since {ALONE}, but got the groups '{groups}'")


@translates(
    stablehlo.AllGatherOp,
    stablehlo.AllReduceOp,
    stablehlo.AllToAllOp,
    stablehlo.CollectiveBroadcastOp,
    stablehlo.CollectiveReduceOp,
    stablehlo.CrossReplicaSumOp,
    stablehlo.ReduceScatterOp,
)
def translate_collective(op: Operation, t: Translation) -> Translated:
    """The operands, since there are no others to combine them with."""
    _check_alone(op)
    return list(map(t.parts, op.operands))


@translates(stablehlo.CollectivePermuteOp)
def translate_collective_permute(op: stablehlo.CollectivePermuteOp, t: Translation) -> Translated:
    """The operand if the process sends it to itself, else zeros."""
    pairs = numbers_of_constant(op.source_target_pairs)
    if any(pairs):
        raise CannotLower(f"must be from process 0 to itself, since {ALONE}, but got '{op.source_target_pairs}'")
    parts = t.parts(op.source)
    return [parts if pairs else tuple(filled(0, part) for part in parts)]


@translates(stablehlo.ReplicaIdOp, stablehlo.PartitionIdOp)
def translate_process(op: stablehlo.ReplicaIdOp | stablehlo.PartitionIdOp, t: Translation) -> Value:
    """0, the number of the only process."""
    del t
    [type] = parts_of_type(op.result.type)
    return graph.constant(DenseElementsAttr.of(type, [0]))
