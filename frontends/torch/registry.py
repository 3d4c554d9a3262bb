"""The table of importers: for each op of ATen the function that builds its graph ops.

    @imports("relu")
    def import_relu(node: Node, x: Value) -> Value:
        return graph.relu(x)

A name is that of an op, for all of its overloads, or of one overload, `mean.dim`. An importer has the parameters of the
op in their order, with its defaults: tensors are values, symbolic integers are sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from ...ir import Value
from .complex_values import Complex

Result = Value | Complex
Importer = Callable[..., "Result | Sequence[Result | None]"]

AnyImporter = TypeVar("AnyImporter", bound=Importer)

NAMESPACES = ("aten", "prims", "higher_order", "torchvision", "transformers")
"""The namespaces of ops that have importers; names of those in `aten` are short. `higher_order` has ops on graphs,
`torchvision` and `transformers` those that these libraries add.
"""
_importers: dict[str, Importer] = {}
_complex_importers: dict[str, Importer] = {}


def imports(*ops: str) -> Callable[[AnyImporter], AnyImporter]:
    """Register a function as the importer of some ops or overloads."""
    return _registers(_importers, ops)


def imports_complex(*ops: str) -> Callable[[AnyImporter], AnyImporter]:
    """Register a function as the importer of some ops or overloads where operands or results are complex tensors."""
    return _registers(_complex_importers, ops)


def _registers(table: dict[str, Importer], ops: Sequence[str]) -> Callable[[AnyImporter], AnyImporter]:
    def register(importer: AnyImporter) -> AnyImporter:
        table.update(dict.fromkeys(ops, importer))
        return importer

    return register


def importer_of(target: Any) -> Importer | None:
    """Return the importer of what a node calls, if there is one."""
    return next((_importers[key] for key in _keys(target) if key in _importers), None)


def complex_importer_of(target: Any) -> Importer | None:
    """Return the importer of what a node calls on complex tensors; one for all overloads is for none with its own."""
    for key in _keys(target):
        if key in _complex_importers or key in _importers:
            return _complex_importers.get(key)
    return None


def _keys(target: Any) -> list[str]:
    """Return the names under which the importer of what a node calls may be registered, the overload first."""
    namespace, name, overload = name_parts(target)
    if namespace not in NAMESPACES:
        return []
    short = name if namespace == "aten" else f"{namespace}.{name}"
    return [f"{short}.{overload}", short]


def name_parts(target: Any) -> tuple[str, str, str]:
    """Return the namespace, the name and the overload of what a node calls."""
    schema = getattr(target, "_schema", None)
    if schema is None:
        return getattr(target, "namespace", ""), getattr(target, "__name__", str(target)), ""
    namespace, _, name = schema.name.partition("::")
    return namespace, name, schema.overload_name or "default"


def name_of(target: Any) -> str:
    """Return the name of what a node calls, as torch prints it: `aten.add.Tensor`."""
    return ".".join(filter(None, name_parts(target)))
