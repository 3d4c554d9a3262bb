"""The pass `linalg-to-tensor`: each structured op of `linalg` becomes the one of `tensor` that computes the same.

Sums of products become `tensor.contract`, which may add in any order, as reductions of `linalg` may. Reductions by one
combining operation, fills, transposes and broadcasts have ops of their own too; all others become `tensor.generic`. An
op whose loops `tensor` cannot have stays, and a remark says why.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import arith, bufferization, graph, linalg, tensor
from dlc.dialects.linalg.structured import MEMOIZED
from dlc.dialects.tensor.structured import check_structure
from dlc.ir import Builder, Operation, Region, Type
from dlc.ir.builtin_attributes import UNIT, i64_array
from dlc.ir.builtin_types import FloatType, IntegerType, MemRefType, TensorType, bit_width, i1
from dlc.ir.diagnostics import DiagnosticEngine
from dlc.ir.verifier import Report

from ..manager import Pass, PassRun, statistic
from .renaming import rename_ops, replace_op
from .unit_dims import SmallerOutput

PACKING = {"linalg.pack": "tensor.pack", "linalg.unpack": "tensor.unpack"}


class LinalgToTensor(Pass):
    """Convert ops of MLIR's `linalg` to structured ops of `tensor`

    Example: linalg-to-tensor
        func.func @f(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
          %d = linalg.matvec ins(%a, %b : tensor<4x8xf32>, tensor<8xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
          return %d : tensor<4xf32>
        }
    """

    name = "linalg-to-tensor"
    converted = statistic("num-converted", "Number of ops converted")

    def run(self, op: Operation, run: PassRun) -> None:
        run.count(self.converted, rename_ops(op, lambda each: PACKING.get(each.name), tensor.DIALECT.ops))
        for each in [each for each in op.walk() if each.name.startswith("linalg.")]:
            if isinstance(each, (linalg.IndexOp, linalg.YieldOp)):
                continue
            reason = convert(each)
            if reason is None:
                run.count(self.converted)
            else:
                run.remark(each, f"stays as it is: {reason}")


def convert(op: Operation) -> str | None:
    """Replace an op of `linalg`; return the reason if that cannot be done."""
    if isinstance(op, linalg.SoftmaxOp):
        return _convert_softmax(op)
    if not isinstance(op, linalg.LinalgOp):
        return f"'{op.name}' has no counterpart in the dialect 'tensor'"
    if "window" in op.iterators:
        return "the dialect 'tensor' has no loops of the kind 'window'"
    builder = Builder.before(op)
    inputs = len(op.ins)
    outputs = [SmallerOutput(builder, *each) for each in zip(op.outs, op.maps[inputs:], strict=True)]
    maps = [*op.maps[:inputs], *(each.map for each in outputs)]
    values = [each.value for each in outputs]
    generic = tensor.GenericOp.over(op.ins, values, maps, op.iterators, location=op.location)
    problem = _problem(generic)
    named = _named(op) if problem is None else None
    if named is not None or problem is not None:
        generic.erase()
        for each in outputs:
            each.discard()
        if named is not None:
            _replace(op, named)
        return problem
    body = Region()
    body.take_blocks(op.scalar_body)
    generic.body.entry.erase()
    generic.body.take_blocks(body)
    _take_attributes(generic, op)
    builder.insert(generic)
    for old, new, output in zip(op.results, generic.results, outputs, strict=False):
        new.name_hint = old.name_hint
        old.replace_all_uses_with(output.whole(builder, new))
    op.erase()
    rename_ops(generic, _name_in_body, tensor.DIALECT.ops)
    return None


def _problem(generic: tensor.GenericOp) -> str | None:
    """Return the rule of structured ops that an op does not keep."""
    engine = DiagnosticEngine()
    if check_structure(generic, Report(engine, generic)):
        return None
    return engine.diagnostics[0].text.partition(" op ")[2]


def _name_in_body(op: Operation) -> str | None:
    """Return the name of terminators and indices of the op itself; those of inner ops are converted with these."""
    return {"linalg.yield": "tensor.yield", "linalg.index": "tensor.index"}.get(op.name)


def _replace(op: Operation, new: Operation) -> None:
    _take_attributes(new, op)
    replace_op(op, new)


def _take_attributes(new: Operation, op: Operation) -> None:
    new.attributes.update({name: attr for name, attr in op.attributes.items() if name != MEMOIZED})


# -- Ops with a name ---------------------------------------------------------------------------------------------------


def _named(op: linalg.LinalgOp) -> Operation | None:
    """Return the detached named op of `tensor` that computes the same, if there is one."""
    inputs, outputs, results = op.ins, op.outs, op.result_types
    elements = [argument.type for argument in op.scalar_body.entry.args]
    if len(outputs) != 1:
        return None
    if isinstance(op, linalg.FillOp) and elements[0] is elements[1]:
        return tensor.FillOp(inputs, outputs, results, location=op.location)
    if isinstance(op, linalg.TransposeOp):
        return tensor.TransposeOp(inputs, outputs, results, i64_array(op.numbers), location=op.location)
    if isinstance(op, linalg.BroadcastOp):
        return tensor.BroadcastOp(inputs, outputs, results, i64_array(op.numbers), location=op.location)
    if isinstance(op, linalg.ReduceOp):
        kind = _combining_kind(op)
        if kind is None:
            return None
        attribute, numbers = tensor.CombiningKindAttr(kind), i64_array(op.numbers)
        return tensor.ReduceOp(inputs, outputs, results, attribute, numbers, location=op.location)
    if isinstance(op, (linalg.ContractionOp, linalg.ContractOp)) and _is_contraction(op, elements):
        maps, kinds = tensor.map_array(tuple(op.maps)), tensor.iterator_array(op.iterators)
        return tensor.ContractOp(inputs, outputs, results, maps, kinds, location=op.location)
    return None


def _combining_kind(op: linalg.ReduceOp) -> str | None:
    """Return the kind of a reduction whose body is one combining operation."""
    entry = op.scalar_body.entry
    combine = entry.first
    if combine is None or combine.next is not entry.last or set(combine.operands) != set(entry.args):
        return None
    combiner = arith.COMBINER_OF_OP.get(type(combine))
    kind = combiner.kind if combiner is not None and entry.last is not None else None
    is_yielded = entry.last is not None and list(entry.last.operands) == list(combine.results)
    return kind if is_yielded and kind in tensor.CombiningKindAttr.cases else None


def _is_contraction(op: Operation, elements: Sequence[Type]) -> bool:
    """Return whether `tensor.contract` widens and multiplies numbers of these types in the same way."""
    if any(each is i1 for each in elements):
        return False
    floats = [isinstance(each, FloatType) for each in elements]
    integers = [isinstance(each, IntegerType) for each in elements]
    widths = [bit_width(each) or 0 for each in elements]
    if not (all(floats) or all(integers)):
        return False
    narrower = [each is not elements[2] for each in elements[:2]]
    if any(narrow and width >= widths[2] for narrow, width in zip(narrower, widths[:2], strict=True)):
        return False
    return all(floats) or "unsigned" not in str(op.properties.get("cast"))


def _convert_softmax_in_memory(op: linalg.SoftmaxOp, type: MemRefType) -> None:
    """softmax(m, n) -> the elements of m as a tensor, whose softmax is put into n"""
    builder = Builder.before(op, op.location)
    elements = builder.insert(bufferization.ToTensorOp(op.input, TensorType(type.shape, type.element_type))).result
    softmax = builder.insert(graph.SoftmaxOp(elements, i64_array([op.dimension.value]))).result
    builder.insert(bufferization.MaterializeInDestinationOp(softmax, op.output, None, writable=UNIT))
    op.erase()


def _convert_softmax(op: linalg.SoftmaxOp) -> str | None:
    if isinstance(op.input.type, MemRefType):
        _convert_softmax_in_memory(op, op.input.type)
        return None
    softmax = graph.SoftmaxOp(op.input, i64_array([op.dimension.value]), location=op.location)
    if softmax.results[0].type is not op.results[0].type:
        softmax.erase()
        return f"its input and output have different types '{op.input.type_as(TensorType)}' and '{op.output.type}'"
    _replace(op, softmax)
    return None
