"""Ops of `stablehlo` that concern other processes, queues and the order of effects; they are read and printed."""

from __future__ import annotations

from typing import ClassVar

from dlc.ir import ArrayAttr, Attribute, DenseElementsAttr, IntegerAttr, StringAttr, UnitAttr
from dlc.ir.builtin_constraints import bool_attr_constraint, i64_attr, integer_elements, string_attr, unit_attr
from dlc.ir.constraints import AttributeConstraint
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Region,
    Result,
    VariadicOperand,
    VariadicResult,
    attr,
    op,
    operand,
    optional_attr,
    region,
    result,
    variadic_operand,
    variadic_result,
)

from .attributes import ChannelHandleAttr
from .bases import any_value, future, tensor, tensor_or_token, token
from .control import array_attr
from .forms import read_all_types, write_all_types

groups_attr = AttributeConstraint("groups of processes", lambda _given: True, Attribute)


@op("stablehlo.create_token")
class CreateTokenOp(Op):
    """A new token.

    Example: %t = stablehlo.create_token : !stablehlo.token
    """

    result: Result = result(token)
    syntax = "attr-dict `:` type(results)"


@op("stablehlo.after_all")
class AfterAllOp(Op):
    """A token for everything that has given tokens before.

    Example: %t = stablehlo.after_all %a, %b : !stablehlo.token
    """

    inputs: VariadicOperand = variadic_operand(token)
    result: Result = result(token)
    syntax = "$inputs attr-dict `:` custom<SameTypes>(ref($inputs), type($inputs), type($result))"
    directives: ClassVar = {"SameTypes": (read_all_types, write_all_types)}


@op("stablehlo.infeed")
class InfeedOp(Op):
    """Values from a queue of the machine.

    Example:
        %r, %t = "stablehlo.infeed"(%token) <{infeed_config = ""}>
          : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
    """

    token_: Operand = operand(token)
    outputs: VariadicResult = variadic_result(any_value)
    infeed_config: Attr[StringAttr | None] = optional_attr(string_attr, default=None)
    layout: Attr[ArrayAttr | None] = optional_attr(array_attr, default=None)


@op("stablehlo.outfeed")
class OutfeedOp(Op):
    """Values for a queue of the machine; the last operand is a token.

    Example:
        %t = "stablehlo.outfeed"(%x, %token) <{outfeed_config = ""}>
          : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
    """

    inputs: VariadicOperand = variadic_operand(tensor_or_token)
    result: Result = result(token)
    outfeed_config: Attr[StringAttr | None] = optional_attr(string_attr, default=None)


@op("stablehlo.send")
class SendOp(Op):
    """Values for a channel; the last operand is a token.

    Example:
        %t = "stablehlo.send"(%x, %token) <{
          channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true
        }> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
    """

    inputs: VariadicOperand = variadic_operand(tensor_or_token)
    result: Result = result(token)
    channel_handle: Attr[ChannelHandleAttr] = attr(ChannelHandleAttr)
    is_host_transfer: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None)
    source_target_pairs: Attr[DenseElementsAttr | None] = optional_attr(integer_elements, default=None)


@op("stablehlo.recv")
class RecvOp(Op):
    """Values from a channel.

    Example:
        %r, %t = "stablehlo.recv"(%token) <{
          channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true
        }> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
    """

    token_: Operand = operand(token)
    outputs: VariadicResult = variadic_result(any_value)
    channel_handle: Attr[ChannelHandleAttr] = attr(ChannelHandleAttr)
    is_host_transfer: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None)
    source_target_pairs: Attr[DenseElementsAttr | None] = optional_attr(integer_elements, default=None)


@op("stablehlo.replica_id")
class ReplicaIdOp(Op):
    """The number of the process among those that run the same part.

    Example: %r = stablehlo.replica_id : tensor<ui32>
    """

    result: Result = result(tensor)
    syntax = "attr-dict `:` type(results)"


@op("stablehlo.partition_id")
class PartitionIdOp(Op):
    """The number of the part that the process runs.

    Example: %r = stablehlo.partition_id : tensor<ui32>
    """

    result: Result = result(tensor)
    syntax = "attr-dict `:` type(results)"


@op("stablehlo.all_gather")
class AllGatherOp(Op):
    """Tensors of all processes of a group, behind one another.

    Example:
        %r = "stablehlo.all_gather"(%x) <{
          all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
        }> : (tensor<4xf32>) -> tensor<8xf32>
    """

    parts: VariadicOperand = variadic_operand(tensor)
    outputs: VariadicResult = variadic_result(tensor)
    all_gather_dim: Attr[IntegerAttr] = attr(i64_attr)
    replica_groups: Attr[Attribute] = attr(groups_attr)
    channel_handle: Attr[ChannelHandleAttr | None] = optional_attr(ChannelHandleAttr, default=None)
    use_global_device_ids: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)


@op("stablehlo.all_reduce")
class AllReduceOp(Op):
    """Tensors of all processes of a group, combined by the function in the region.

    Example:
        %r = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }) : (tensor<4xf32>) -> tensor<4xf32>
    """

    parts: VariadicOperand = variadic_operand(tensor)
    outputs: VariadicResult = variadic_result(tensor)
    replica_groups: Attr[Attribute] = attr(groups_attr)
    channel_handle: Attr[ChannelHandleAttr | None] = optional_attr(ChannelHandleAttr, default=None)
    use_global_device_ids: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    computation: Region = region(default=None)


@op("stablehlo.reduce_scatter")
class ReduceScatterOp(Op):
    """The part of the combined tensors that belongs to the process.

    Example:
        %r = "stablehlo.reduce_scatter"(%x) <{
          replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64
        }> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }) : (tensor<4xf32>) -> tensor<2xf32>
    """

    source: Operand = operand(tensor)
    result: Result = result(tensor)
    scatter_dimension: Attr[IntegerAttr] = attr(i64_attr)
    replica_groups: Attr[Attribute] = attr(groups_attr)
    channel_handle: Attr[ChannelHandleAttr | None] = optional_attr(ChannelHandleAttr, default=None)
    use_global_device_ids: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    computation: Region = region(default=None)


@op("stablehlo.all_to_all")
class AllToAllOp(Op):
    """A part of the tensor of each process of a group.

    Example:
        %r = "stablehlo.all_to_all"(%x) <{
          concat_dimension = 0 : i64, split_count = 2 : i64, split_dimension = 1 : i64,
          replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
        }> : (tensor<2x4xf32>) -> tensor<4x2xf32>
    """

    parts: VariadicOperand = variadic_operand(tensor)
    outputs: VariadicResult = variadic_result(tensor)
    split_dimension: Attr[IntegerAttr] = attr(i64_attr)
    concat_dimension: Attr[IntegerAttr] = attr(i64_attr)
    split_count: Attr[IntegerAttr] = attr(i64_attr)
    replica_groups: Attr[Attribute] = attr(groups_attr)
    channel_handle: Attr[ChannelHandleAttr | None] = optional_attr(ChannelHandleAttr, default=None)


@op("stablehlo.collective_broadcast")
class CollectiveBroadcastOp(Op):
    """The tensor of the first process of a group.

    Example:
        %r = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}>
          : (tensor<4xf32>) -> tensor<4xf32>
    """

    parts: VariadicOperand = variadic_operand(tensor)
    outputs: VariadicResult = variadic_result(tensor)
    replica_groups: Attr[Attribute] = attr(groups_attr)
    channel_handle: Attr[ChannelHandleAttr | None] = optional_attr(ChannelHandleAttr, default=None)
    has_dynamic_root: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)


@op("stablehlo.collective_reduce")
class CollectiveReduceOp(Op):
    """The combined tensors, for one process of a group.

    Example:
        %r = "stablehlo.collective_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }) : (tensor<4xf32>) -> tensor<4xf32>
    """

    parts: VariadicOperand = variadic_operand(tensor)
    outputs: VariadicResult = variadic_result(tensor)
    replica_groups: Attr[Attribute] = attr(groups_attr)
    channel_handle: Attr[ChannelHandleAttr | None] = optional_attr(ChannelHandleAttr, default=None)
    use_global_device_ids: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    has_dynamic_root: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    computation: Region = region(default=None)


@op("stablehlo.collective_permute")
class CollectivePermuteOp(Op):
    """The tensor of another process.

    Example:
        %r = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}>
          : (tensor<4xf32>) -> tensor<4xf32>
    """

    source: Operand = operand(tensor)
    result: Result = result(tensor)
    source_target_pairs: Attr[DenseElementsAttr] = attr(integer_elements)
    channel_handle: Attr[ChannelHandleAttr | None] = optional_attr(ChannelHandleAttr, default=None)


@op("stablehlo.cross-replica-sum")
class CrossReplicaSumOp(Op):
    """The sum of the tensors of all processes of a group.

    Example:
        %r = "stablehlo.cross-replica-sum"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}>
          : (tensor<4xf32>) -> tensor<4xf32>
    """

    source: Operand = operand(tensor)
    result: Result = result(tensor)
    replica_groups: Attr[DenseElementsAttr] = attr(integer_elements)


@op("stablehlo.async_start")
class AsyncStartOp(Op):
    """Begins to compute the region.

    Example:
        %r = "stablehlo.async_start"(%x) ({
        ^bb0(%a: tensor<4xf32>):
          stablehlo.return %a : tensor<4xf32>
        }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
    """

    parts: VariadicOperand = variadic_operand(tensor)
    result: Result = result(future)
    body: Region = region(default=None)


@op("stablehlo.async_done")
class AsyncDoneOp(Op):
    """The values of an operation that has begun.

    Example: %r = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
    """

    source: Operand = operand(future)
    outputs: VariadicResult = variadic_result(tensor)
