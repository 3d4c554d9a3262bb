"""The pass `xdsl`: passes of xDSL on a module of dlc.

The op is converted, xDSL's passes run on the copy, and what they made is converted back and verified. Only then does it
take the place of what was there: a pass that raises, or leaves IR that does not verify, changes nothing, and is one
error, at the op that it was at work on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import metadata
from types import TracebackType
from typing import Any

from xdsl.context import Context as XContext
from xdsl.dialects.builtin import ModuleOp, UnknownLoc
from xdsl.ir import Operation as XOperation
from xdsl.passes import ModulePass, PassPipeline
from xdsl.transforms import get_all_passes
from xdsl.utils.exceptions import ArgSpecParseError, DiagnosticException

from dlc.passes.manager import Pass, PassRun, option

from ...ir import UNKNOWN_LOC, Location, Operation, StringAttr
from ...ir.context import Context
from ...ir.diagnostics import DiagnosticEngine, did_you_mean
from ...ir.errors import DlcError
from ...ir.locations import fuse
from ...ir.verifier import verify
from . import catalog
from .attributes import AttributeImporter, ConversionError
from .conversion import from_xdsl, to_xdsl_module


class XdslFailed(DlcError):
    """A pass of xDSL did not succeed; `location` is that of the op concerned, as far as it is known."""

    def __init__(self, message: str, location: Location) -> None:
        super().__init__(message)
        self.location = location


# -- Which passes there are --------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def available_passes() -> dict[str, Callable[[], type[ModulePass]]]:
    """xDSL's passes and those of its plugins, by name."""
    by_name: dict[str, Callable[[], type[ModulePass]]] = {}
    for plugin in metadata.entry_points(group="xdsl.universe"):
        if plugin.name not in ("xdsl", catalog.OWN_PLUGIN):
            universe: Any = plugin.load()
            by_name.update(universe.all_passes)
    by_name.update(get_all_passes())
    return by_name


def parse_passes(text: str) -> Sequence[ModulePass]:
    """The passes that a text such as `a,b{option=1}` names."""
    known = available_passes()
    for name in _names(text):
        if name not in known:
            raise DlcError(f"xDSL has no pass '{name}'{did_you_mean(name, known)}")
    try:
        return PassPipeline.parse_spec(known, text).passes
    except ArgSpecParseError as error:
        raise DlcError(f"cannot read the passes '{text}': {_one_line(error)}") from None
    except Exception as error:  # noqa: BLE001 (whatever a pass raises about its options)
        raise DlcError(f"cannot make the passes '{text}': {_one_line(error)}") from None


def _names(text: str) -> list[str]:
    """The names outside of braces."""
    names: list[str] = []
    depth, start = 0, 0
    for index, character in enumerate(f"{text},"):
        if character == "{":
            names += [text[start:index]] if depth == 0 else []
            depth += 1
        elif character == "}":
            depth -= 1
            start = index + 1
        elif character == "," and depth == 0:
            names.append(text[start:index])
            start = index + 1
    return [name.strip() for name in names if name.strip()]


# -- Running them ------------------------------------------------------------------------------------------------------


def run_xdsl_passes(op: Operation, passes: Sequence[ModulePass], context: Context | None = None) -> Operation:
    """Return the result of running passes of xDSL on a copy of `op`; raise `XdslFailed` or `ConversionError`.

    Dialects that come in are loaded into `context`.
    """
    x_module = to_xdsl_module(op)
    x_context = XContext(allow_unregistered=True)
    for name, factory in catalog.factories().items():
        x_context.register_dialect(name, factory)
    for each in passes:
        try:
            each.apply(x_context, x_module)
        except (Exception, ArgSpecParseError) as error:
            raise _failure(each, error, x_module, op) from error
    return _result(from_xdsl(x_module, context), op, ",".join(each.name for each in passes))


def _result(result: Operation, op: Operation, names: str) -> Operation:
    if op.name != result.name:
        inner = list(result.regions[0].entry.ops)
        if len(inner) != 1 or inner[0].name != op.name:
            contents = ", ".join(f"'{each.name}'" for each in inner) or "nothing"
            raise XdslFailed(f"'{op.name}' op became {contents} in xDSL's passes '{names}'", op.location)
        result = inner[0]
        result.detach()
    _locate_new_ops(result, op.location, names)
    _check(result, names)
    return result


def _locate_new_ops(root: Operation, fallback: Location, names: str) -> None:
    """Ops that xDSL made come from where the op before them came from, by its passes."""
    by = StringAttr(f"xdsl{{passes={names}}}")
    for op in root.walk():
        if op.location is UNKNOWN_LOC:
            neighbour = op.prev or op.parent_op
            place = neighbour.location if neighbour is not None else fallback
            if place is not UNKNOWN_LOC:
                op.location = fuse([place], by)


def _check(result: Operation, names: str) -> None:
    findings = DiagnosticEngine()
    if not verify(result, findings):
        first = findings.diagnostics[0]
        more = len(findings.diagnostics) - 1
        rest = f" (and {more} more)" if more else ""
        raise XdslFailed(f"{first.text}, after xDSL's passes '{names}'{rest}", first.location)


# -- What went wrong, and where ----------------------------------------------------------------------------------------


def _failure(each: ModulePass, error: BaseException, x_module: ModuleOp, op: Operation) -> XdslFailed:
    concerned = _op_at_work(error.__traceback__, x_module)
    location = _location_of(concerned) if concerned is not None else UNKNOWN_LOC
    name = concerned.name if concerned is not None and location is not UNKNOWN_LOC else op.name
    raised = "" if isinstance(error, DiagnosticException) else f" with {type(error).__name__}"
    reason = f": {_one_line(error)}" if str(error) else ""
    message = f"'{name}' op xDSL's pass '{each.name}' failed{raised}{reason}"
    return XdslFailed(message, location if location is not UNKNOWN_LOC else op.location)


def _op_at_work(traceback: TracebackType | None, x_module: ModuleOp) -> XOperation | None:
    """The op that the innermost function was called for: patterns and verifiers all have it in a variable."""
    culprit: XOperation | None = None
    while traceback is not None:
        local = traceback.tb_frame.f_locals
        for name in ("op", "self"):
            value = local.get(name)
            if isinstance(value, XOperation) and (value is not x_module or culprit is None):
                culprit = value
        traceback = traceback.tb_next
    return culprit


def _location_of(x_op: XOperation) -> Location:
    """The location of an op of xDSL, or else of the nearest op around it that has one."""
    current: XOperation | None = x_op
    while current is not None and isinstance(current.location, UnknownLoc):
        current = current.parent_op()
    return AttributeImporter().location(current.location) if current is not None else UNKNOWN_LOC


def _one_line(error: BaseException) -> str:
    text = next((line for line in str(error).split("\n") if line.strip()), "").strip()
    return text or type(error).__name__


# -- The pass ----------------------------------------------------------------------------------------------------------


class XdslPasses(Pass):
    """Run passes of xDSL"""

    name = "xdsl"
    passes: tuple[str, ...] = option("The passes, as xDSL writes them: 'convert-scf-to-cf,canonicalize'", default=())

    def run(self, op: Operation, run: PassRun) -> None:
        try:
            result = run_xdsl_passes(op, parse_passes(",".join(self.passes)), run.context)
        except (XdslFailed, ConversionError) as error:
            place = op.location if error.location is UNKNOWN_LOC else error.location
            run.context.diagnostics.error(place, str(error))
            run.fail()
            return
        _replace(op, result)


def _replace(op: Operation, replacement: Operation) -> None:
    """Let `op` be what was made of it."""
    for region, fresh in zip(op.regions, replacement.regions, strict=True):
        for block in region.blocks:
            block.drop_all_references()
        for block in region.blocks:
            block.erase()
        region.take_blocks(fresh)
    for held, new in ((op.properties, replacement.properties), (op.attributes, replacement.attributes)):
        held.clear()
        held.update(new)
