"""JAX functions, traced for arguments, and exported ones, as modules of StableHLO read by dlc's own parser."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ...dialects import register_all
from ...dialects.builtin import ModuleOp
from ...dialects.func import FuncOp
from ...ir.builtin_attributes import ArrayAttr, DictionaryAttr, StringAttr
from ...ir.context import Context
from ...ir.errors import DlcError
from ...ir.symbol_table import SymbolTable
from ...parser import parse
from .installed import export, jax

NAME = "dlc.name"
ENTRY = "main"
PLATFORM = "cpu"


class InvalidJaxFunction(DlcError):
    """A function cannot be compiled: JAX cannot trace it, or it is for another machine."""


class Imported(NamedTuple):
    """A module whose function `main` takes and returns the leaves of trees of arrays."""

    module: ModuleOp
    inputs: Any
    """The tree of the arguments, a pair of positional and keyword ones."""
    outputs: Any
    """The tree of the results."""
    dtypes: list[Any]
    """The dtype of each leaf of the arguments."""


def is_jitted(given: object) -> bool:
    """Return whether an object is a function under `jax.jit`."""
    return isinstance(given, jax.stages.Wrapped)


def is_function(given: object) -> bool:
    """Return whether an object is a JAX function or an exported one; any Python function may be one."""
    return isinstance(given, export.Exported) or is_jitted(given) or inspect.isfunction(given)


def import_function(given: Any, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None) -> Imported:
    """Return the module of an exported function, or of a function for arguments like these.

    Arguments are trees of arrays, numbers, or `jax.ShapeDtypeStruct`, whose sizes may be symbolic
    (`jax.export.symbolic_shape`).
    """
    if isinstance(given, export.Exported):
        if args or kwargs:
            raise InvalidJaxFunction("an exported function has its arguments already, but got others")
        return _of_exported(given)
    leaves, inputs = jax.tree.flatten((tuple(args), dict(kwargs or {})))
    try:
        jitted = jax.jit(given, keep_unused=True)  # each argument stays, also one that no result depends on
        if any(_is_symbolic(leaf) for leaf in leaves):
            return _of_exported(export.export(jitted, platforms=[PLATFORM])(*args, **(kwargs or {})), inputs)
        lowered = jitted.trace(*args, **(kwargs or {})).lower(lowering_platforms=(PLATFORM,))
    except Exception as error:  # tracing runs the caller's code
        raise InvalidJaxFunction(f"JAX cannot trace {_name_of(given)}: {error}") from error
    text = lowered.compiler_ir("stablehlo").operation.get_asm(enable_debug_info=True)
    dtypes = [each.dtype for each in jax.tree.leaves(lowered.args_info)]
    return Imported(_parsed(text, _labels(given, inputs)), inputs, lowered.out_tree, dtypes)


def _of_exported(exported: Any, inputs: Any = None) -> Imported:
    """Return the module of an exported function; arguments that it has dropped are refused."""
    if PLATFORM not in exported.platforms:
        got = ", ".join(exported.platforms)
        raise InvalidJaxFunction(f"an exported function must be for the platform 'cpu', but got '{got}'")
    if len(exported.module_kept_var_idx) != len(exported.in_avals):
        raise InvalidJaxFunction(
            "an exported function must keep all arguments, but drops some that are not used: "
            "export jax.jit(f, keep_unused=True)"
        )
    tree = exported.in_tree if inputs is None else inputs
    module = _parsed(exported.mlir_module(), _labels(None, tree))
    return Imported(module, tree, exported.out_tree, [each.dtype for each in exported.in_avals])


def _is_symbolic(leaf: Any) -> bool:
    return any(not isinstance(size, int) for size in getattr(leaf, "shape", ()))


def _name_of(given: Any) -> str:
    return f"'{getattr(given, '__name__', type(given).__name__)}'"


def _labels(given: Any, tree: Any) -> list[str]:
    """Return a name for each leaf of the arguments: `x`, or `params['w']` inside a tree."""
    paths, _ = jax.tree_util.tree_flatten_with_path(jax.tree.unflatten(tree, list(range(tree.num_leaves))))
    names = _parameter_names(given)
    return [_label(path, names) for path, _ in paths]


def _parameter_names(given: Any) -> list[str]:
    try:
        parameters = inspect.signature(given).parameters.values() if given is not None else ()
    except (TypeError, ValueError):
        return []
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [each.name for each in parameters if each.kind in kinds]


def _label(path: Sequence[Any], names: Sequence[str]) -> str:
    group, first, *rest = path
    key = first.idx if hasattr(first, "idx") else first.key
    is_positional = getattr(group, "idx", 0) == 0
    name = (names[key] if key < len(names) else f"arg{key}") if is_positional else str(key)
    return name + jax.tree_util.keystr(tuple(rest))


def _parsed(text: str, labels: Sequence[str]) -> ModuleOp:
    context = Context(allow_unregistered=True)  # attributes of other dialects say how machines share the work
    register_all(context)
    module = parse(text, context, filename="jax")
    if not isinstance(module, ModuleOp) or context.diagnostics.diagnostics:
        reasons = "; ".join(each.message for each in context.diagnostics.diagnostics[:3])
        raise InvalidJaxFunction(f"the StableHLO that JAX has made cannot be read: {reasons}")
    function = SymbolTable(module).lookup(ENTRY)
    if isinstance(function, FuncOp):
        if len(labels) == len(function.type.inputs):
            function.arg_attrs = ArrayAttr(tuple(DictionaryAttr.of({NAME: StringAttr(name)}) for name in labels))
            for argument, name in zip(function.entry.args, labels, strict=True):
                argument.name_hint = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_")[:80] or None
        function.res_attrs = None
    return module
