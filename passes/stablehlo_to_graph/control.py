"""Branches, loops, calls, tuples and barriers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dlc.dialects import chlo, graph, loop, stablehlo
from dlc.dialects.func import CallOp
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Block, Builder, InsertionPoint, Operation, Region, Type, Value
from dlc.ir.builtin_types import TupleType
from dlc.ir.locations import NameLoc

from ..graph.matrix_factors import stacked_steps
from ..graph.translated_values import static_shape
from ..rewriting.cannot_lower import CannotLower
from .quantized import quantized_type
from .translation import Parts, Translated, Translation, is_complex, kept_parts, parts_of_type, translates


def _yielded(values: Parts) -> Operation:
    return graph.YieldOp(list(values))


def _types(values: Sequence[Value]) -> list[Type]:
    return [part for value in values for part in parts_of_type(value.type)]


@translates(stablehlo.IfOp)
def translate_if(op: stablehlo.IfOp, t: Translation) -> Translated:
    """One of two regions."""
    _check_not_lifted(t)
    types = _types(op.outputs)
    regions = [t.new_region(region, [], _yielded) for region in (op.true_branch, op.false_branch)]
    new = Builder.current().insert(graph.IfOp(t.get(op.pred), types, *regions))
    return t.divided(new.results, op.result_types)


@translates(stablehlo.CaseOp)
def translate_case(op: stablehlo.CaseOp, t: Translation) -> Translated:
    """One of several regions, the last one for every other number."""
    _check_not_lifted(t)
    return t.divided(_chosen(op, t, 0), op.result_types)


def _chosen(op: stablehlo.CaseOp, t: Translation, number: int) -> Parts:
    """Return the values of the region for the index, which is none of the numbers before `number`."""
    if number == len(op.branches) - 1:
        return tuple(part for parts in t.region(op.branches[number]) for part in parts)
    condition = graph.compare("eq", t.get(op.index), number)
    then = t.new_region(op.branches[number], [], _yielded)
    otherwise = _region_of(lambda: _chosen(op, t, number + 1))
    new = Builder.current().insert(graph.IfOp(condition, _types(op.outputs), then, otherwise))
    return tuple(new.results)


def _region_of(compute: Callable[[], Parts]) -> Region:
    """Return a region of what a function inserts, which yields what it returns."""
    block = Block([])
    with Builder(InsertionPoint.at_end(block), Builder.current().location) as builder:
        builder.insert(_yielded(compute()))
    return Region([block])


@translates(stablehlo.WhileOp)
def translate_while(op: stablehlo.WhileOp, t: Translation) -> Translated:
    """A loop: the first region forwards what is carried to the second one."""
    _check_not_lifted(t)
    types = op.operand_types
    inits = t.flat(op.inits)
    before = _condition(op.cond, types, t)
    after = t.new_region(op.body, types, _yielded)
    new = Builder.current().insert(graph.WhileOp(inits, _types(op.outputs), before, after))
    return t.divided(new.results, op.result_types)


def _condition(region: Region, types: Sequence[Type], t: Translation) -> Region:
    new = t.new_region(region, types, lambda values: graph.ConditionOp(values[0], []))
    last = new.entry.end
    condition = last.operands[0]
    last.erase()
    new.entry.append(graph.ConditionOp(condition, list(new.entry.args)))
    return new


@translates(chlo.ScanOp)
def translate_scan(op: chlo.ScanOp, t: Translation) -> Translated:
    """A loop over slices: the outputs are stacked along the dimension that they are taken from."""
    _check_not_lifted(t)
    dim, given = op.dimension.value, len(op.inputs)
    inputs, carried = (t.flat(values) for values in (op.inputs, op.inits))
    argument_types = [value.type for value in op.body.entry.args]

    def step(_: Value, carried: Sequence[Value], slices: Sequence[Value]) -> tuple[Sequence[Value], Sequence[Value]]:
        results = t.region(op.body, t.divided([*slices, *carried], argument_types))
        outputs, following = results[: len(op.outputs)], results[len(op.outputs) :]
        return [part for parts in following for part in parts], [part for parts in outputs for part in parts]

    sources = [_with_leading(part, dim) for part in inputs]
    count = static_shape(sources[0])[0] if given else _declared_length(op)
    backwards = op.is_reverse is not None and bool(op.is_reverse.value)
    following, stacks = stacked_steps(count, carried, step, sources, backwards=backwards)
    outputs = [_with_leading_at(each, dim) for each in stacks]
    return t.divided([*outputs, *following], op.result_types)


def _declared_length(op: chlo.ScanOp) -> int:
    if op.scan_dim_size is None:
        raise CannotLower("needs the attribute 'scan_dim_size', since there are no inputs")
    return op.scan_dim_size.value


def _with_leading(value: Value, dim: int) -> Value:
    rank = len(shape_of(value))
    if not 0 <= dim < rank:
        raise CannotLower(f"dimension must be that of each input, but got {dim} and '{value.type}'")
    return graph.transpose(value, [dim, *(each for each in range(rank) if each != dim)])


def _with_leading_at(value: Value, dim: int) -> Value:
    rank = len(shape_of(value))
    order = list(range(1, rank))
    order.insert(dim, 0)
    return graph.transpose(value, order)


# -- Branches between blocks, which `cf-to-loop` has made conditionals and loops ---------------------------------------


@translates(loop.WhenOp)
def translate_when(op: loop.WhenOp, t: Translation) -> Translated:
    """The same, with regions of graph ops."""
    _check_not_lifted(t)
    regions = [t.new_region(each, [], _loop_yielded) if not each.is_empty else Region() for each in op.regions]
    types = [part for type in op.result_types for part in kept_parts(type)]
    new = Builder.current().insert(loop.WhenOp.create([t.get(op.condition)], types, {}, {}, regions))
    return t.divided(new.results, op.result_types)


@translates(loop.WhileOp)
def translate_loop_while(op: loop.WhileOp, t: Translation) -> Translated:
    """The same, with regions of graph ops."""
    _check_not_lifted(t)
    inits = t.flat(op.inits)
    types = [part for type in op.result_types for part in kept_parts(type)]
    before = t.new_region(op.before, op.operand_types, lambda values: loop.ConditionOp(values[0], list(values[1:])))
    after = t.new_region(op.after, op.result_types, _loop_yielded)
    new = Builder.current().insert(loop.WhileOp.create(inits, types, {}, {}, [before, after]))
    return t.divided(new.results, op.result_types)


def _loop_yielded(values: Parts) -> Operation:
    return loop.YieldOp(list(values))


def _check_not_lifted(t: Translation) -> None:
    if t.is_lifted:
        raise CannotLower("is not supported inside a function that is applied to many elements")


# -- Calls -------------------------------------------------------------------------------------------------------------


@translates(CallOp)
def translate_call(op: CallOp, t: Translation) -> Translated:
    """The body of a function."""
    return t.inline(op.callee.root, list(map(t.parts, op.operands)))


@translates(stablehlo.CompositeOp)
def translate_composite(op: stablehlo.CompositeOp, t: Translation) -> Translated:
    """The function of CHLO that it is, or the body of the function that defines it."""
    known = COMPOSITES.get(op.composite_name.value)
    if known is not None and not any(is_complex(each) or quantized_type(each.type) is not None for each in op.inputs):
        return known(op, t)
    return t.inline(op.decomposition.root, list(map(t.parts, op.inputs)))


Composite = Callable[[stablehlo.CompositeOp, Translation], Translated]
COMPOSITES: dict[str, Composite] = {}
"""Translations of composites by their names, which are better than what defines these."""


WITHOUT_MEANING = frozenset(
    {"Sharding", "annotate_device_placement", "SPMDFullToShardShape", "SPMDShardToFullShape", "LayoutConstraint"}
)
"""Targets of custom calls that give their operands back: they are about machines."""
CALLBACKS = frozenset(
    {"xla_buffer_python_cpu_callback", "xla_ffi_partitioned_python_cpu_callback", "xla_ffi_python_cpu_callback"}
)
"""Targets of custom calls that run a function of Python."""
NAMES_OF_CALLBACKS = {
    "debug_callback": "`jax.debug.callback`",
    "debug_print": "`jax.debug.print`",
    "io_callback": "`jax.experimental.io_callback`",
    "pure_callback": "`jax.pure_callback`",
}
"""Functions of JAX that people call, by the names of the primitives that ops are made for."""
HOW_WITHOUT = "return the values and use them outside, or leave this function to `jax.jit`"
"""The end of messages about functions of Python."""
ASSERTIONS = frozenset({"shape_assertion"})
"""Targets of custom calls that check sizes, as graph ops do themselves."""
CustomCall = Callable[[stablehlo.CustomCallOp, Translation], Translated]
CUSTOM_CALLS: dict[str, CustomCall] = {}
"""Translations of custom calls by their targets."""


def _callback_of(op: Operation) -> str:
    """Return by which function of JAX Python is called, from the name that JAX gives to the location of an op."""
    location = op.location
    name = location.text.rstrip(":") if isinstance(location, NameLoc) else ""
    return NAMES_OF_CALLBACKS.get(name, "a callback")


@translates(stablehlo.CustomCallOp)
def translate_custom_call(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
    """A call whose target is known: it gives its operands back, or something translates it."""
    target = op.call_target_name.value
    if target in CUSTOM_CALLS:
        return CUSTOM_CALLS[target](op, t)
    if target in ASSERTIONS and not op.outputs:
        return []
    if target in CALLBACKS:
        raise CannotLower(
            f"is {_callback_of(op)}, which calls Python back, and compiled programs run without it: {HOW_WITHOUT}"
        )
    if target not in WITHOUT_MEANING:
        raise CannotLower(f"calls '@{target}', a function of another runtime")
    return list(map(t.parts, op.inputs))


# -- Tuples and order --------------------------------------------------------------------------------------------------


@translates(stablehlo.TupleOp)
def translate_tuple(op: stablehlo.TupleOp, t: Translation) -> Translated:
    """The parts of all values."""
    return [tuple(t.flat(op.val))]


@translates(stablehlo.GetTupleElementOp)
def translate_get_tuple_element(op: stablehlo.GetTupleElementOp, t: Translation) -> Translated:
    """The parts of one value."""
    types = op.operand.type_as(TupleType).types
    if op.index.value >= len(types):
        raise CannotLower(f"index must be in 0..{len(types) - 1}, but got {op.index.value}")
    return [t.divided(t.parts(op.operand), types)[op.index.value]]


@translates(stablehlo.OptimizationBarrierOp)
def translate_optimization_barrier(op: stablehlo.OptimizationBarrierOp, t: Translation) -> Translated:
    """The operands: nothing is computed twice for lack of a barrier."""
    return list(map(t.parts, op.operand))


@translates(stablehlo.CreateTokenOp, stablehlo.AfterAllOp)
def translate_token(op: Operation, t: Translation) -> Translated:
    """Nothing: effects keep their order."""
    del op, t
    return [()]
