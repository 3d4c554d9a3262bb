"""Ops, attributes and types of xDSL made up from their declarations: small modules to try the bridge with.

A sample need not make sense; it meets the constraints that are declared, one by one. What nobody can guess (a string
that must be a register's name, an attribute whose parameters depend on one another) has no sample.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from functools import cache, lru_cache
from typing import Any, cast

from xdsl.dialects import builtin as x, test
from xdsl.dialects.utils.bit_enum_attribute import BitEnumAttribute
from xdsl.dialects.utils.enum_attribute import EnumAttribute
from xdsl.ir import (
    Attribute as XAttribute,
    Block,
    BuiltinAttribute,
    Data,
    Operation as XOperation,
    ParametrizedAttribute,
    Region,
    TypeAttribute,
)
from xdsl.ir.affine import AffineMap
from xdsl.irdl import (
    AllOf,
    AnyAttr,
    AnyOf,
    AttrConstraint,
    AttrSetConstraint,
    AttrSizedOperandSegments,
    AttrSizedResultSegments,
    BaseAttr,
    IRDLOperation,
    MessageConstraint,
    OptionalDef,
    ParamAttrConstraint,
    VarConstraint,
    VariadicDef,
    VerificationContext,
)
from xdsl.traits import IsTerminator, SingleBlockImplicitTerminator

from . import catalog
from .constraints import of_each
from .exporting import make_op

POOL: tuple[XAttribute, ...] = (
    x.i32, x.IndexType(), x.f32, x.i64, x.i1, x.f64, x.IntegerType(8), x.IntegerType(4),
    x.TensorType(x.f32, [4, 4]), x.MemRefType(x.f32, [4, 4]), x.VectorType(x.f32, [4]), x.VectorType(x.i32, [4]),
    x.TensorType(x.i32, [2]), x.MemRefType(x.i32, [4]), x.ComplexType(x.f32),
    x.FunctionType.from_lists([x.i32], [x.f32]),
    x.UnrankedTensorType(x.f32), x.UnrankedMemRefType.from_type(x.f32),
    x.IntegerAttr(1, 32), x.IntegerAttr(1, 64), x.IntegerAttr(1, x.IndexType()), x.IntegerAttr(1, 1),
    x.StringAttr("text"), x.SymbolRefAttr("symbol"), x.UnitAttr(), x.FloatAttr(1.0, 32), x.FloatAttr(1.0, 64),
    x.ArrayAttr([]), x.ArrayAttr([x.IntegerAttr(1, 64)]), x.DictionaryAttr({}), x.NoneAttr(),
    x.IntAttr(1), x.IntAttr(4),
    x.DenseArrayBase.from_list(x.i64, [1, 2]), x.DenseArrayBase.from_list(x.i32, [1]),
    x.DenseIntOrFPElementsAttr.from_list(x.TensorType(x.i32, [2]), [1, 2]),
    x.AffineMapAttr(AffineMap.identity(2)), x.FloatData(1.0), x.StridedLayoutAttr([4, 1]),
)  # fmt: skip
"""Attributes to try if a constraint does not determine one."""


# -- Attributes --------------------------------------------------------------------------------------------------------


def sample_attribute(constraint: AttrConstraint[Any], context: VerificationContext) -> XAttribute | None:
    """An attribute or type that meets a constraint, with the variables as `context` has them."""
    for candidate in _candidates(constraint, context):
        trial = _fork(context)
        try:
            constraint.verify(candidate, trial)
        except Exception:  # noqa: BLE001 (constraints raise what they like; the next candidate may do)
            continue
        constraint.verify(candidate, context)
        return candidate
    return None


def _fork(context: VerificationContext) -> VerificationContext:
    """Copy the variables, so that changes can be dropped."""
    return VerificationContext(**{each.name: dict(getattr(context, each.name)) for each in fields(context)})


def _candidates(constraint: AttrConstraint[Any], context: VerificationContext) -> Iterator[XAttribute]:
    if constraint.can_infer(context.attr_variables | context.int_variables | context.range_variables):
        yield constraint.infer(context)
    if isinstance(constraint, (VarConstraint, MessageConstraint)):
        inner: Any = constraint.constraint if isinstance(constraint, VarConstraint) else constraint.constr
        yield from _candidates(inner, context)
    elif isinstance(constraint, (AnyOf, AllOf)):
        for part in constraint.attr_constrs:
            yield from _candidates(part, context)
    elif isinstance(constraint, AttrSetConstraint):
        yield from sorted(constraint.values, key=str)
    elif isinstance(constraint, ParamAttrConstraint):
        yield from (each for each in POOL if isinstance(each, constraint.base_attr))
        yield from _parametrized(constraint.base_attr, constraint.param_constrs, context)
    elif isinstance(constraint, x.ArrayOfConstraint):
        element = sample_attribute(of_each(cast(Any, constraint).elem_range_constraint), context)
        yield from ([x.ArrayAttr([element]), x.ArrayAttr([])] if element is not None else [x.ArrayAttr([])])
    elif isinstance(constraint, BaseAttr):
        yield from instances_of(constraint.attr)
    if not isinstance(constraint, AnyAttr):
        yield from POOL
    else:
        yield x.i32


def _parametrized(
    base: Any, constraints: Sequence[AttrConstraint[Any]], context: VerificationContext
) -> Iterator[XAttribute]:
    parameters = [sample_attribute(each, context) for each in constraints]
    if base is x.MemRefType:  # no layout: one drawn by itself would be of another rank
        parameters[2:] = [x.NoneAttr(), x.NoneAttr()]
    if None not in parameters:
        try:
            is_number = base in (x.IntegerAttr, x.FloatAttr)  # whose constructors bring values into range
            yield cast(Any, base)(*parameters) if is_number else cast(Any, base).new(parameters)
        except Exception:  # noqa: BLE001 (verifiers raise what they like)
            return


@cache
def instances_of(base: Any) -> tuple[XAttribute, ...]:
    """Some attributes of a class, or of classes below it."""
    known = [each for each in POOL if isinstance(each, base)]
    sample = sample_of_class(base) if not known else None
    below: list[XAttribute] = []
    if sample is None and not known:
        below = [each for each in _everything() if isinstance(each, base)][:4]
    return (*([sample] if sample is not None else []), *known, *below)


@cache
def sample_of_class(base: Any) -> XAttribute | None:
    """An attribute of exactly this class."""
    try:
        if issubclass(base, (EnumAttribute, BitEnumAttribute)):
            kind = cast(Any, base)
            first = next(iter(kind.enum_type))
            return kind([first] if issubclass(base, BitEnumAttribute) else first)
        if hasattr(base, "unallocated"):  # registers: which one is not decided yet
            return base.unallocated()
        if issubclass(base, ParametrizedAttribute) and not issubclass(base, BuiltinAttribute):
            definition = base.get_irdl_definition()
            constraints = [each.constr for _, each in definition.parameters]
            return next(_parametrized(base, constraints, VerificationContext()), None)
        if issubclass(base, Data) and not issubclass(base, BuiltinAttribute):
            return next((sample for value in ("text", 1, ()) if (sample := _data(base, value)) is not None), None)
    except Exception:  # noqa: BLE001 (classes that are no real attributes raise what they like)
        return None
    return None


def _data(base: Any, value: object) -> XAttribute | None:
    """Data with a value, if its text reads back as the same."""
    try:
        sample = base(value)
        text = str(sample)
    except Exception:  # noqa: BLE001 (as above)
        return None
    return sample if text else None


@lru_cache(maxsize=1)
def _everything() -> tuple[XAttribute, ...]:
    """A sample of each class of each dialect that has one."""
    samples: list[XAttribute] = []
    for name in catalog.dialect_names():
        contents = catalog.contents(name)
        if contents is not None:
            members = [*contents.types.values(), *contents.attributes.values()]
            samples += [sample for member in members if (sample := sample_of_class(member)) is not None]
    return tuple(samples)


# -- Ops ---------------------------------------------------------------------------------------------------------------

SIZES = ((1, False), (2, True), (0, False), (1, True))
"""Sizes of a variadic group, and whether optional parts are present: tried in this order."""


def sample_modules(x_class: type[XOperation]) -> Iterator[x.ModuleOp]:
    """Return different modules that contain an op of a class, or none if no op could be made up."""
    if not issubclass(x_class, IRDLOperation):
        return
    modules: list[x.ModuleOp] = []
    for size, with_optional in SIZES:
        try:
            module = _module(x_class, size, with_optional)
        except Exception:  # noqa: BLE001 (so do methods of constraints)
            continue
        if module is not None and not any(module.is_structurally_equivalent(other) for other in modules):
            modules.append(module)
            yield module


def _module(x_class: type[IRDLOperation], size: int, with_optional: bool) -> x.ModuleOp | None:
    definition = x_class.get_irdl_definition()
    context = VerificationContext()
    counts = {"size": size, "optional": int(with_optional)}
    operand_types = _types(definition.operands, counts, context)
    result_types = _types(definition.results, counts, context)
    properties = _attributes(definition.properties, with_optional, context)
    attributes = _attributes(definition.attributes, with_optional, context)
    if operand_types is None or result_types is None or properties is None or attributes is None:
        return None
    for option in definition.options:
        for kind, groups in ((AttrSizedOperandSegments, operand_types), (AttrSizedResultSegments, result_types)):
            if isinstance(option, kind):
                sizes = x.DenseArrayBase.from_list(x.i32, [len(group) for group in groups])
                (properties if option.as_property else attributes)[option.attribute_name] = sizes
    source = test.TestOp(result_types=[type for group in operand_types for type in group])
    regions = [region for _, each in definition.regions for region in _regions(each, x_class, with_optional, context)]
    is_branch = bool(definition.successors)
    targets = [Block() for _ in definition.successors] if is_branch else []
    op = make_op(
        x_class,
        source.results,
        [type for group in result_types for type in group],
        properties,
        attributes,
        x.UNKNOWN_LOC,
        targets,
        regions,
    )
    return _around(source, op, targets)


def _around(source: XOperation, op: XOperation, targets: Sequence[Block]) -> x.ModuleOp:
    """A module with an op where an op of its kind can be."""
    if not op.has_trait(IsTerminator) and not targets:
        return x.ModuleOp([source, op])
    for target in targets:
        target.add_op(test.TestTermOp())
    return x.ModuleOp([test.TestOp(regions=[Region([Block([source, op]), *targets])])])


def _types(
    groups: Sequence[tuple[str, Any]], counts: dict[str, int], context: VerificationContext
) -> list[list[XAttribute]] | None:
    types_of_fields: list[list[XAttribute]] = []
    for _, group in groups:
        count = 1
        if is_variadic(group):
            count = counts["optional"] if is_optional(group) else counts["size"]
        types = [sample_attribute(of_each(group.constr), context) for _ in range(count)]
        if not all(isinstance(type, TypeAttribute) for type in types):
            return None
        types_of_fields.append([type for type in types if type is not None])
    return types_of_fields


def is_variadic(declared: Any) -> bool:
    return isinstance(declared, VariadicDef)


def is_optional(declared: Any) -> bool:
    return isinstance(declared, OptionalDef)


def _attributes(
    declared: dict[str, Any], with_optional: bool, context: VerificationContext
) -> dict[str, XAttribute] | None:
    attributes: dict[str, XAttribute] = {}
    for name, each in declared.items():
        if name.endswith("SegmentSizes") or (is_optional(each) and not with_optional):
            continue
        attr = each.default_value or sample_attribute(each.constr, context)
        if attr is None:
            if is_optional(each):
                continue
            return None
        attributes[name] = attr
    return attributes


def _regions(declared: Any, x_class: Any, with_optional: bool, context: VerificationContext) -> list[Region]:
    if is_optional(declared) and not with_optional:
        return []
    entry = sample_attribute(of_each(declared.entry_args), context) if with_optional else None
    block = Block(arg_types=[entry] if entry is not None else [])
    for trait in x_class.traits:
        if isinstance(trait, SingleBlockImplicitTerminator):
            block.add_op(make_op(trait.op_type, [], [], {}, {}, x.UNKNOWN_LOC))
    if block.last_op is None:
        block.add_op(test.TestTermOp())
    return [Region([block])]
