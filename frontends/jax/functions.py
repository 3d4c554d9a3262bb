"""JAX functions, traced for arguments, and exported ones, as modules of StableHLO read by dlc's own parser."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ...dialects import register_all
from ...dialects.builtin import ModuleOp
from ...dialects.func import NAME, FuncOp
from ...ir import Operation
from ...ir.builtin_attributes import ArrayAttr, DictionaryAttr, StringAttr
from ...ir.context import Context
from ...ir.errors import DlcError
from ...ir.symbol_table import SymbolTable
from ...parser import parse
from ..problems import traced_line
from .installed import export, interpreters, jax, jaxlib_mlir, stablehlo

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
    results: list[Any]
    """The shape and dtype of each leaf of the results, and whether it is weakly typed, as JAX has traced them."""


def is_jitted(given: object) -> bool:
    """Return whether an object is a function under `jax.jit`."""
    return isinstance(given, jax.stages.Wrapped)


def is_function(given: object) -> bool:
    """Return whether an object is a JAX function or an exported one; anything that can be called may be one."""
    return isinstance(given, export.Exported) or (callable(given) and not inspect.isclass(given))


class StaticArguments:
    """The arguments of a function under `jax.jit` that are part of the function, and not of its data."""

    def __init__(self, function: Any) -> None:
        known = getattr(function, "_jit_info", None)  # JAX has no other way to say it
        self.numbers: tuple[int, ...] = tuple(getattr(known, "static_argnums", None) or ())
        self.names: tuple[str, ...] = tuple(getattr(known, "static_argnames", None) or ())

    def divided(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any], Any]:
        """Return the other positional and keyword arguments, and the static ones."""
        if not self.numbers and not self.names:
            return tuple(args), dict(kwargs), ()
        numbers = {number % len(args) for number in self.numbers if -len(args) <= number < len(args)}
        given = {number: each for number, each in enumerate(args) if number in numbers}
        named = {name: each for name, each in kwargs.items() if name in self.names}
        others = tuple(each for number, each in enumerate(args) if number not in numbers)
        rest = {name: each for name, each in kwargs.items() if name not in named}
        return others, rest, (tuple(given.items()), tuple(sorted(named.items())))


def import_function(given: Any, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None) -> Imported:
    """Return the module of an exported function, or of a function for arguments like these.

    Arguments are trees of arrays, numbers, or `jax.ShapeDtypeStruct`, whose sizes may be symbolic
    (`jax.export.symbolic_shape`).
    """
    if isinstance(given, export.Exported):
        if args or kwargs:
            raise InvalidJaxFunction("an exported function has its arguments already, but got others")
        return _of_exported(given)
    given = given if is_jitted(given) else jax.jit(given)
    others, named, _ = StaticArguments(given).divided(args, kwargs or {})
    leaves, inputs = jax.tree.flatten((others, named))
    try:
        if any(_is_symbolic(leaf) for leaf in leaves):
            jitted = jax.jit(given, keep_unused=True)
            exported = export.export(jitted, platforms=[PLATFORM])(*args, **(kwargs or {}))
            return _of_exported(exported, inputs, given)
        traced = given.trace(*args, **(kwargs or {}))
        function, kinds = jax.extend.core.jaxpr_as_fun(traced.jaxpr), traced.jaxpr.in_avals
        # Each argument stays, also one that no result depends on.
        lowered = jax.jit(function, keep_unused=True).trace(*kinds).lower(lowering_platforms=(PLATFORM,))
    except Exception as error:  # tracing runs the caller's code
        place = traced_line(error, "jax", "jaxlib", "numpy")
        raise InvalidJaxFunction(f"JAX cannot trace {_name_of(given)}{place}: {error}") from error
    outputs = jax.tree.structure(traced.out_info)
    module = _parsed(_text_of(lowered.compiler_ir("stablehlo")), _labels(given, inputs))
    dtypes = [each.dtype for each in traced.jaxpr.in_avals]
    return Imported(module, inputs, outputs, dtypes, list(traced.jaxpr.out_avals))


def _of_exported(exported: Any, inputs: Any = None, given: Any = None) -> Imported:
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
    module = _parsed(text_of_bytecode(exported.mlir_module_serialized), _labels(given, tree))
    dtypes = [each.dtype for each in exported.in_avals]
    return Imported(module, tree, exported.out_tree, dtypes, list(exported.out_avals))


def text_of_bytecode(content: bytes) -> str:
    """Return a module in MLIR's bytecode, also of versioned StableHLO, as text, read by the library that JAX brings."""
    with interpreters.make_ir_context() as context:
        try:
            return _text_of(stablehlo.deserialize_portable_artifact(context, content))
        except Exception as error:  # noqa: BLE001 (its type is that of a library of C++)
            reason = str(error)
        try:
            return _text_of(jaxlib_mlir.Module.parse(content))
        except Exception:  # noqa: BLE001
            raise InvalidJaxFunction(f"the bytecode cannot be read: {reason}") from None


def _text_of(module: Any) -> str:
    """Return the text of a module; ops of Shardy, which say how machines share work, are in generic form."""
    text = module.operation.get_asm(enable_debug_info=True)
    if "sdy." not in text:
        return text
    return module.operation.get_asm(enable_debug_info=True, print_generic_op_form=True)


def _is_symbolic(leaf: Any) -> bool:
    return any(not isinstance(size, int) for size in getattr(leaf, "shape", ()))


def _name_of(given: Any) -> str:
    return f"'{getattr(given, '__name__', type(given).__name__)}'"


def _leave_out_shardings(module: Operation) -> None:
    """Remove ops of Shardy: there is one machine, so constraints change nothing."""
    for op in [each for each in module.walk() if each.name.startswith("sdy.")]:
        if op.name == "sdy.sharding_constraint":
            op.results[0].replace_all_uses_with(op.operands[0])
        if not any(result.has_uses for result in op.results):
            op.erase()


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
    _leave_out_shardings(module)
    function = SymbolTable(module).lookup(ENTRY)
    if isinstance(function, FuncOp):
        if len(labels) == len(function.type.inputs):
            function.arg_attrs = ArrayAttr(tuple(DictionaryAttr.of({NAME: StringAttr(name)}) for name in labels))
            for argument, name in zip(function.entry.args, labels, strict=True):
                argument.name_hint = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_")[:80] or None
        function.res_attrs = None
    return module
