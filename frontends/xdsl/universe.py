"""The plugin for xDSL's tools, under the entry point `dlc` of the group `xdsl.universe`.

`xdsl-opt` gets every dialect of dlc that it has none of that name for, and every pass: as `dlc-cse`, and as plain `cse`
where xDSL has no pass of that name. Names that are in both would be an error there. Nothing of a dialect or of a pass
is imported before it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module, metadata
from typing import Any

from xdsl.context import Context as XContext
from xdsl.dialects import get_all_dialects
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Dialect as XDialect
from xdsl.passes import ModulePass
from xdsl.transforms import get_all_passes
from xdsl.universe import Universe
from xdsl.utils.arg_spec import ArgSpec
from xdsl.utils.exceptions import PassFailedException

from dlc.passes.manager import Pass
from dlc.passes.manager.pipeline import Pipeline
from dlc.passes.manager.pipeline_text import pass_from_options
from dlc.passes.manager.registry import PASSES

from ...dialects import BUNDLED, register_all
from ...ir.context import Context
from ...ir.diagnostics import ERROR
from ...ir.errors import DlcError
from . import conversion
from .carriers import CARRIERS, AttributeCarrier, TypeCarrier, carrier_class
from .dlc_ops import dlc_op
from .dlc_text import shared_context


def dialect_modules() -> dict[str, str]:
    """The dialects of dlc and of packages that add to it, which xDSL has none of that name for."""
    modules = dict(BUNDLED)
    for entry in metadata.entry_points(group="dlc.dialects"):
        modules.setdefault(entry.name, entry.value.partition(":")[0])
    known = get_all_dialects()
    return {name: module for name, module in modules.items() if name not in known}


def make_dialect(module: str) -> XDialect:
    """A dialect of dlc as a dialect of xDSL."""
    dialect: Any = import_module(module).DIALECT
    shared_context().load(dialect)
    attributes = [carrier_class(each) for each in (*dialect.attributes.values(), *dialect.types.values())]
    return XDialect(dialect.name, [dlc_op(each) for each in dialect.ops.values()], attributes)


def _dialects() -> dict[str, Callable[[], XDialect]]:
    dialects: dict[str, Callable[[], XDialect]] = {
        name: lambda module=module: make_dialect(module) for name, module in dialect_modules().items()
    }
    dialects[CARRIERS] = lambda: XDialect(CARRIERS, [], [AttributeCarrier, TypeCarrier])
    return dialects


# -- Passes ------------------------------------------------------------------------------------------------------------


class FailedPass(PassFailedException, SystemExit):
    """A failure of a pass of dlc. Where nobody catches it, as in `xdsl-opt`, Python prints the message alone."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.code = message


def make_pass(name: str, own: str) -> type[ModulePass]:
    """A pass of dlc as a pass of xDSL called `name`; its options are one text, as dlc writes them, or as xDSL does."""

    def apply(self: Any, ctx: XContext, op: ModuleOp) -> None:
        del ctx
        with errors_are_failures():
            run_dlc_pass(own, self.options, op)

    def from_spec(cls: Any, spec: ArgSpec) -> Any:
        options = options_text(spec)
        with errors_are_failures():
            pass_from_options(own, options)
        return cls(options)

    namespace = {
        "__module__": __name__,
        "__doc__": PASSES[own].description,
        "__annotations__": {"options": str},
        "name": name,
        "options": "",
        "apply": apply,
        "from_spec": classmethod(from_spec),
    }
    x_pass: Any = type(f"Dlc{own.title().replace('-', '')}", (ModulePass,), namespace)
    return dataclass(frozen=True)(x_pass)


def options_text(spec: ArgSpec) -> str:
    """The options of a pass in a pipeline of xDSL, as dlc writes them: `{options="a=1 b"}` equals `{a=1 b}`."""
    texts: list[str] = []
    for name, values in spec.parameters.items():
        listed = ",".join(str(each).lower() if isinstance(each, bool) else str(each) for each in values)
        if name == "options":
            texts.append(listed)
        else:
            texts.append(f"{name}={listed}" if values else name)
    return " ".join(texts)


@contextmanager
def errors_are_failures() -> Generator[None]:
    """Turn errors of dlc, such as an unknown option, into failures of the pass."""
    try:
        yield
    except DlcError as error:
        raise FailedPass(str(error)) from None


def run_dlc_pass(name: str, options: str, x_module: ModuleOp) -> None:
    """Run a pass of dlc on a module of xDSL, in place; the module stays as it was if the pass fails."""
    module = conversion.from_xdsl(x_module)
    context = Context(allow_unregistered=True)
    register_all(context)
    passes = pass_from_options(name, options)
    pipeline = Pipeline.of_passes(passes) if all(isinstance(each, Pass) for each in passes) else Pipeline(items=passes)
    if not pipeline.run(module, context):
        errors = [each for each in context.diagnostics.diagnostics if each.severity == ERROR]
        raise FailedPass("\n".join(map(context.diagnostics.render, errors)))
    result = conversion.to_xdsl(module)
    body = result.detach_region(0)
    x_module.detach_region(0)
    x_module.add_region(body)
    x_module.properties, x_module.attributes = result.properties, result.attributes


def _passes() -> dict[str, Callable[[], type[ModulePass]]]:
    known = get_all_passes()
    passes: dict[str, Callable[[], type[ModulePass]]] = {}
    for own in PASSES:
        if own == "xdsl":  # these are there already
            continue
        for name in (own, f"dlc-{own}"):
            if name not in known:
                passes[name] = lambda name=name, own=own: make_pass(name, own)
    return passes


DLC_UNIVERSE = Universe(all_dialects=_dialects(), all_passes=_passes())
