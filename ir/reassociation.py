"""Reassociations: which dimensions of a larger shape make up which of a smaller one, as in `[[0, 1], [2]]`.

What `expand_shape` and `collapse_shape` of memrefs and tensors share.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .attributes import Attribute
from .builtin_attributes import ArrayAttr, IntegerAttr, int_attr
from .builtin_types import DYNAMIC, i64
from .constraints import AttributeConstraint
from .strided_layout import multiply_sizes

Groups = Sequence[Sequence[int]]
"""For each dimension of the smaller shape, the dimensions of the larger one that it stands for."""


def groups_of(attr: ArrayAttr) -> list[list[int]]:
    """Return the numbers of a reassociation such as `[[0, 1], [2]]`."""
    return [
        [index.value for index in group if isinstance(index, IntegerAttr)]
        for group in attr
        if isinstance(group, ArrayAttr)
    ]


def groups_attr(groups: Groups) -> ArrayAttr:
    """Return the attribute for groups."""
    return _attr_of(tuple([tuple(group) for group in groups]))


@lru_cache(1024)
def _attr_of(groups: tuple[tuple[int, ...], ...]) -> ArrayAttr:
    return ArrayAttr(tuple(ArrayAttr(tuple(int_attr(index) for index in group)) for group in groups))


def _is_group(attr: Attribute) -> bool:
    return isinstance(attr, ArrayAttr) and all(isinstance(index, IntegerAttr) and index.type is i64 for index in attr)


reassociation_attr = AttributeConstraint(
    "Array of 64-bit integer array attributes",
    lambda attr: isinstance(attr, ArrayAttr) and all(_is_group(group) for group in attr),
    ArrayAttr,
)


# -- Checks ------------------------------------------------------------------------------------------------------------


def group_order_problem(small: Sequence[int], large: Sequence[int], groups: Groups, kind: str) -> str | None:
    """Return the problem with groups that map dimensions of `large` to dimensions of `small`, of memrefs or tensors."""
    if len(small) != len(groups):
        return f"invalid number of reassociation groups: found {len(groups)}, expected {len(small)}"
    flat = [index for group in groups for index in group]
    if flat != list(range(len(flat))):
        return f"reassociation indices must be contiguous, but got {flat}"
    if not all(groups):
        return "reassociation groups must not be empty"
    if flat and flat[-1] >= len(large):
        return f"reassociation index {len(large)} is out of bounds"
    if not small:
        return (
            None
            if all(size == 1 for size in large)
            else f"rank 0 {kind}s can only be extended/collapsed with/from ones, but got {list(large)}"
        )
    if len(flat) != len(large):
        return f"expanded rank ({len(large)}) inconsistent with number of reassociation indices ({len(flat)})"
    return None


def group_size_problem(small: Sequence[int], large: Sequence[int], groups: Groups) -> str | None:
    """Return the group whose sizes do not have the product that it stands for."""
    for dim, (size, group) in enumerate(zip(small, groups, strict=True)):
        product = 1
        for part in group:
            product = multiply_sizes(product, large[part])
        dynamic = any(large[part] == DYNAMIC for part in group)
        if (size == DYNAMIC) != dynamic:
            return f"collapsed dim ({dim}) must be dynamic if and only if reassociation group is dynamic"
        if not dynamic and size != product:
            return f"collapsed dim size ({size}) must equal reassociation group size ({product})"
    return None


# -- Composition -------------------------------------------------------------------------------------------------------


def composed_groups(outer: Groups, inner: Groups) -> list[list[int]]:
    """Groups of groups, flattened."""
    return [[dim for part in group for dim in inner[part]] for group in outer]


def difference_of_groups(coarse: Groups, fine: Groups) -> list[list[int]] | None:
    """Groups over the groups of `fine` that give those of `coarse`; `None` if one of these crosses a border."""
    differences: list[list[int]] = []
    position = 0
    for group in coarse:
        taken = 0
        parts: list[int] = []
        while taken < len(group) and position < len(fine):
            parts.append(position)
            taken += len(fine[position])
            position += 1
        if taken != len(group):
            return None
        differences.append(parts)
    return differences if position == len(fine) else None


def splitting_groups(many: Sequence[int], few: Sequence[int]) -> list[list[int]] | None:
    """Groups of the sizes `many` whose products are `few`; `None` where there are none, or sizes are not known."""
    if len(few) == 1:
        return [list(range(len(many)))]
    if list(many) == list(few) and many.count(DYNAMIC) < 2:
        return [[position] for position in range(len(many))]
    if DYNAMIC in many or DYNAMIC in few:
        return None
    groups: list[list[int]] = []
    position = 0
    for size in few:
        part: list[int] = []
        product = 1
        while position < len(many) and (product < size or not part):
            part.append(position)
            product *= many[position]
            position += 1
        if product != size or not part:
            return None
        groups.append(part)
    groups[-1] += range(position, len(many))
    return groups if all(size == 1 for size in many[position:]) else None
