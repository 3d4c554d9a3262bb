"""Accesses through `memref.subview` as accesses of the memref that the view looks into, so that two can be compared."""

from __future__ import annotations

from dlc.dialects import memref
from dlc.ir.affine import AffineMap, affine_dims
from dlc.ir.index_lists import Index

from .accesses import Access, Form, Term, forms_of


def in_source(access: Access) -> Access | None:
    """Return an access through a subview as an access of the view's source, or `None` if it cannot be written so."""
    view = access.value.defined_by(memref.SubViewOp) if access.value is not None else None
    if view is None or access.forms is None:
        return None
    forms: list[Form] = []
    extents: list[int] = []
    own = iter(zip(access.forms, access.extents, strict=True))
    for offset, stride, is_dropped in zip(view.mixed_offsets, view.mixed_strides, view.dropped_dims(), strict=True):
        start = _form_of(offset, access)
        form, extent = (Form({}, 0), 1) if is_dropped else next(own)
        if start is None or not isinstance(stride, int) or (extent > 1 and stride != 1):
            return None
        forms.append(_sum(start, form, stride))
        extents.append(extent)
    return access.at(view.source, forms, extents)


def _form_of(offset: Index, access: Access) -> Form | None:
    """Return the offset of a view as a form, or `None` if it is not affine."""
    if isinstance(offset, int):
        return Form({}, offset)
    forms = forms_of(AffineMap(1, 0, affine_dims(1)), [offset], access.op)
    return forms[0] if forms is not None else None


def _sum(first: Form, second: Form, factor: int) -> Form:
    """Return the sum of a form and a multiple of another one."""
    terms: dict[Term, int] = dict(first.terms)
    for term, count in second.terms.items():
        terms[term] = terms.get(term, 0) + factor * count
    return Form({term: count for term, count in terms.items() if count}, first.constant + factor * second.constant)
