"""The pass `infer-shapes`: every type says what is known about its tensor's sizes.

What is known is found out by `shape_analysis`, through functions and control flow. Types of results, of what regions
carry and of private functions become as precise as that; where an op needs operands of exactly one type, or a user is
of another dialect, `graph.with_shape` stands in between: it checks when running what could not be told, or says less.
Signatures of public functions stay.

Numbers that contradict each other are errors, which name the op and both values. Names that differ may have one value:
where an op's rule needs names to agree, a `graph.with_shape` stays, or is inserted, that says less. A second run finds
nothing to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_not

from dlc.dialects import func, graph
from dlc.dialects.graph.bases import GraphOp, infer_shapes
from dlc.dialects.graph.rules import Problems
from dlc.dialects.graph.tensors import element_of, shape_of, tensor_of
from dlc.ir import Builder, Operation, Type, TypeAttr, Value
from dlc.ir.builtin_types import FunctionType
from dlc.ir.constraints import TypeVariable
from dlc.ir.diagnostics import DiagnosticEngine
from dlc.ir.sizes import Shape, may_equal, meet, spell
from dlc.ir.traits import Elementwise
from dlc.ir.verifier import verify_alone

from ..manager import Pass, PassRun, statistic
from .shape_analysis import ShapeAnalysis, has_sizes, is_tensor, only_forgets

_HANDING_ON = (graph.YieldOp, graph.ConditionOp, graph.IfOp, graph.WhileOp, graph.ScanOp, graph.CallOp)
"""Ops that take operands of which more is known than they say."""


class Contradiction:
    """Sizes that cannot be as they are said to be."""

    def __init__(self, op: Operation, message: str) -> None:
        self.op = op
        self.message = message


class InferredShapes:
    """The result of shape inference: counts, or contradictions."""

    def __init__(self) -> None:
        self.contradictions: list[Contradiction] = []
        self.refined = 0
        self.inserted = 0
        self.removed = 0

    @property
    def changed(self) -> bool:
        return bool(self.refined or self.inserted or self.removed)


def infer_all_shapes(root: Operation) -> InferredShapes:
    """Make the types inside `root` as precise as is known; nothing is changed where sizes contradict each other."""
    result = InferredShapes()
    analysis = ShapeAnalysis(root)
    ops = list(root.walk())
    for op in ops:
        message = _contradiction_of(op, analysis)
        if message is not None:
            result.contradictions.append(Contradiction(op, message))
    if not result.contradictions:
        _Refinement(analysis, result).run(ops)
    return result


# -- Contradictions ----------------------------------------------------------------------------------------------------


def _contradiction_of(op: Operation, analysis: ShapeAnalysis) -> str | None:
    """A reason why an op cannot work on tensors of the inferred sizes."""
    if not op.name.startswith("graph.") or any(v not in analysis.shapes for v in op.operands if is_tensor(v)):
        return None
    shapes = [_numbers(analysis.shapes[value]) if is_tensor(value) else () for value in op.operands]
    problems = Problems()
    inferred = infer_shapes(op, shapes, problems)
    if problems.found:
        return problems.found[0]
    for number, (result, shape) in enumerate(zip(op.results, inferred or (), strict=False)):
        declared = shape_of(result)
        if len(shape) != len(declared) or not all(
            may_equal(a, b) or isinstance(b, int) != isinstance(a, int) for a, b in zip(declared, shape, strict=True)
        ):
            return f"result #{number} is declared as {spell(declared)}, but its operands say {spell(shape)}"
    return None


def _numbers(shape: Shape) -> Shape:
    """Return the sizes of a shape that are numbers."""
    return tuple(size if isinstance(size, int) else None for size in shape)


# -- Refining ----------------------------------------------------------------------------------------------------------


class _Refinement:
    def __init__(self, analysis: ShapeAnalysis, result: InferredShapes) -> None:
        self.analysis = analysis
        self.found = result
        self.old: dict[Value, Type] = {}
        """The types that were changed, as they were."""

    def run(self, ops: Sequence[Operation]) -> None:
        for op in ops:
            self._refine(op)
        for function in self.analysis.functions.calls:
            returned = self.analysis.returned.get(function)
            self._refine_signature(function, returned or [None] * len(function.type.results))
        for op in ops:
            if not only_forgets(op):
                self._fit_operands(op)
        for op in reversed(ops):
            if only_forgets(op) and not op.has_uses:
                op.erase()
                self.found.removed += 1

    def _refine(self, op: Operation) -> None:
        """Give results and arguments the types that were found."""
        if only_forgets(op):
            return
        for value in (*op.results, *(arg for block in op.blocks for arg in block.args)):
            if is_tensor(value) and value in self.analysis.shapes:
                type = tensor_of(self.analysis.shapes[value], element_of(value))
                if type is not value.type:
                    self.old[value] = value.type
                    value.type = type
                    self.found.refined += 1

    def _refine_signature(self, function: func.FuncOp, returned: Sequence[Shape | None]) -> None:
        results: list[Type] = []
        for type, shape in zip(function.type.results, returned, strict=True):
            is_known = shape is not None and has_sizes(type) and len(shape) == len(type.shape)
            results.append(tensor_of(shape, type.element_type) if is_known else type)  # type: ignore[arg-type, union-attr]
        new_type = FunctionType(tuple(function.entry.arg_types), tuple(results))
        if new_type is not function.type:
            function.function_type = TypeAttr(new_type)
            self.found.refined += 1

    # -- Users that need a type ------------------------------------------------------------------------------------

    def _fit_operands(self, op: Operation) -> None:
        """Put `graph.with_shape` where an operand has not the type that is needed."""
        given, wanted = list(op.operands), self._wanted(op)
        for index, value in enumerate(given):
            type = wanted[index]
            source = _remembered(value)
            if type is None:
                if source is not value:
                    op.set_operand(index, source)
            elif value.type is not type and source.type is type:
                op.set_operand(index, source)
            elif value.type is not type:
                self._insert(op, index, source, type)
        is_changed = any(value in self.old for value in given) or any(map(is_not, given, op.operands))
        if None in wanted and is_changed and not verify_alone(op, DiagnosticEngine()):
            self._say_less(op, given, wanted)
        kept = set(op.operands)
        self.found.removed += sum(only_forgets(value.defining_op) for value in given if value not in kept)

    def _say_less(self, op: Operation, given: Sequence[Value], wanted: Sequence[Type | None]) -> None:
        """Give an op operands of which is said what it was given, where nothing else is needed."""
        for index, value in enumerate(given):
            if wanted[index] is None and value in self.old:
                self._insert(op, index, value, self.old[value])
            elif wanted[index] is None:
                op.set_operand(index, value)

    def _insert(self, op: Operation, index: int, source: Value, type: Type) -> None:
        op.set_operand(index, Builder.before(op).insert(graph.WithShapeOp(source, type)).result)
        self.found.inserted += 1

    def _wanted(self, op: Operation) -> list[Type | None]:
        """The types that operands need; `None` for those of which only more may be said."""
        operands = op.operands
        if isinstance(op, func.ReturnOp) and isinstance(op.parent_op, func.FuncOp):
            return list(op.parent_op.type.results)
        if isinstance(op, func.CallOp) and op in self.analysis.functions.target:
            return list(self.analysis.functions.target[op].type.inputs)
        if Elementwise in op.traits and op.results and is_tensor(op.results[0]):
            shape = shape_of(op.results[0])
            return [tensor_of(shape, element_of(value)) if is_tensor(value) else None for value in operands]
        if isinstance(op, GraphOp):
            return self._wanted_by_variables(op)
        if isinstance(op, _HANDING_ON):
            return [None] * len(operands)
        return [self.old.get(value) or value.type for value in operands]

    def _wanted_by_variables(self, op: GraphOp) -> list[Type | None]:
        """Return the wanted types of operands that share one type."""
        places: dict[TypeVariable, list[int]] = {}
        position = 0
        for field in op.definition.operands:
            operands = getattr(op, field.accessor)
            count = 1 if isinstance(operands, Value) else 0 if operands is None else len(operands)
            if isinstance(field.constraint, TypeVariable):
                places.setdefault(field.constraint, []).extend(range(position, position + count))
            position += count
        results = {field.constraint: value for field, value in zip(op.definition.results, op.results, strict=False)}
        wanted: list[Type | None] = [None] * len(op.operands)
        for variable, indices in places.items():
            if variable in results:
                shape = shape_of(results[variable])
            else:
                shape = self.analysis.shape(op.operands[indices[0]])
                for index in indices[1:]:
                    shape = meet(shape, self.analysis.shape(op.operands[index]))
            for index in indices:
                wanted[index] = tensor_of(shape, element_of(op.operands[index]))
        return wanted


def _remembered(value: Value) -> Value:
    """A value before less was said of it."""
    while (maker := value.defining_op) is not None and only_forgets(maker):
        value = maker.operands[0]
    return value


class InferShapesPass(Pass):
    """Infer sizes, and make types as precise as possible

    Example: infer-shapes
        func.func @f(%x: tensor<2x3xf32>) -> tensor<?x?xf32> {
          %a = graph.transpose %x, [1, 0] : tensor<2x3xf32> -> tensor<?x?xf32>
          %y = graph.exp %a : tensor<?x?xf32>
          return %y : tensor<?x?xf32>
        }
    """

    name = "infer-shapes"
    refined = statistic("num-refined", "Number of types that say more now")
    inserted = statistic("num-inserted", "Number of graph.with_shape ops inserted before users that need a type")

    def run(self, op: Operation, run: PassRun) -> None:
        inferred = infer_all_shapes(op)
        for each in inferred.contradictions:
            run.error(each.op, each.message)
        run.count(self.refined, inferred.refined)
        run.count(self.inserted, inferred.inserted)
        if not inferred.changed:
            run.mark_unchanged()
