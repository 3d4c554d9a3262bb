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

Importer = Callable[..., "Value | Sequence[Value | None]"]

AnyImporter = TypeVar("AnyImporter", bound=Importer)

NAMESPACES = ("aten", "prims", "higher_order")
"""The namespaces of ops that have importers; names of those in `aten` are short. `higher_order` has ops on graphs."""
_importers: dict[str, Importer] = {}


def imports(*ops: str) -> Callable[[AnyImporter], AnyImporter]:
    """Register a function as the importer of some ops or overloads."""

    def register(importer: AnyImporter) -> AnyImporter:
        _importers.update(dict.fromkeys(ops, importer))
        return importer

    return register


def importer_of(target: Any) -> Importer | None:
    """Return the importer of what a node calls, if there is one."""
    namespace, name, overload = name_parts(target)
    if namespace not in NAMESPACES:
        return None
    prefix = "" if namespace == "aten" else f"{namespace}."
    return _importers.get(f"{prefix}{name}.{overload}") or _importers.get(f"{prefix}{name}")


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
