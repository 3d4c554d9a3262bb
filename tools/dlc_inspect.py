"""dlc inspect: what a program takes, returns and contains, without running it.

dlc inspect model.mlir
dlc inspect model.dlc --json
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TextIO

from dlc.ir.sizes import Dim

from ..api import InvalidProgram, default_context
from ..dialects.func import FuncOp
from ..ir import Operation
from ..ir.builtin_attributes import DenseElementsAttr, DenseResourceElementsAttr
from ..ir.builtin_types import TensorType
from ..runtime.function_signatures import entries_of
from ..runtime.image import Image
from ..runtime.image_file import read_image
from ..runtime.signature import Signature
from ..sources import module_of
from .command_parser import CommandParser
from .program_files import (
    add_module_options,
    context_of,
    is_compiled,
    path_of,
    port_fields,
    run_command,
    write_json,
)
from .work_by_op import without_mark, work_by_op


def run(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Run the command and return its exit status."""
    return run_command(_parser(), _inspect, argv, stdout, stderr)


def _inspect(options: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> None:
    del stderr
    path = path_of(options.file)
    if is_compiled(path):
        fields = _of_image(read_image(path))
    else:
        fields = _of_module(module_of(path, context_of(options) or default_context()))
    if options.json:
        write_json(fields, stdout)
    else:
        stdout.write("\n".join(_lines(fields)) + "\n")


def _of_image(image: Image) -> dict[str, Any]:
    constants = [each.size for each in image.globals.values() if each.contents is not None]
    return {
        "entries": {each.name: _signature(each) for each in image.signatures},
        "unsupported": dict(image.unsupported),
        "target": image.target.triple,
        "cpu": ", ".join(each.target.cpu for each in (image, *image.variants)),
        "threads": image.threads,
        "code_bytes": sum(map(len, image.objects)),
        "constant_bytes": sum(constants),
    }


def _of_module(module: Operation) -> dict[str, Any]:
    entries = entries_of(module)
    counts = Counter(op.name for op in module.walk() if op is not module and not isinstance(op, FuncOp))
    elements, size = _parameters(module)
    fields: dict[str, Any] = {
        "entries": {name: _signature(each) for name, each in entries.items() if isinstance(each, Signature)},
        "unsupported": {name: each for name, each in entries.items() if isinstance(each, str)},
        "ops": dict(counts.most_common()),
        "parameters": elements,
        "parameter_bytes": size,
    }
    try:
        work = work_by_op(module)
    except InvalidProgram as error:
        return {**fields, "errors": [f"{without_mark(each.location)}: {each.message}" for each in error.diagnostics]}
    named = {name: {"flops": _number(each.flops), "bytes": _number(each.bytes)} for name, each in work.by_op.items()}
    flops = {name: _number(each) for name, each in work.by_function.items() if name in fields["entries"]}
    return {**fields, "flops": flops, "work": named}


def _number(size: Dim) -> int | str | None:
    """Return a number, a formula, or `None` if it is unknown."""
    return size if isinstance(size, int) or size is None else str(size)


def _signature(signature: Signature) -> dict[str, Any]:
    return {
        "inputs": [port_fields(each) for each in signature.parameters],
        "outputs": [port_fields(each) for each in signature.outputs],
    }


def _parameters(module: Operation) -> tuple[int, int]:
    """Return the number of elements and bytes of constants, each constant once."""
    constants = {
        attr
        for op in module.walk()
        for attr in op.properties.values()
        if isinstance(attr, (DenseElementsAttr, DenseResourceElementsAttr)) and isinstance(attr.type, TensorType)
    }
    elements = sum(attr.type.num_elements for attr in constants if isinstance(attr.type, TensorType))
    return elements, sum(map(_stored_bytes, constants))


def _stored_bytes(attr: DenseElementsAttr | DenseResourceElementsAttr) -> int:
    raw = attr.raw if isinstance(attr, DenseElementsAttr) else attr.blob.raw
    return 0 if raw is None else len(raw)


def _lines(fields: Mapping[str, Any]) -> list[str]:
    lines: list[str] = []
    for name, entry in fields["entries"].items():
        lines.append(f"@{name}")
        for side in ("inputs", "outputs"):
            for port in entry[side]:
                shape = ", ".join("?" if size is None else str(size) for size in port["shape"])
                doc = f"  {port['doc']}" if port["doc"] else ""
                lines.append(f"  {side[:-1]:<7} {port['name']}: {port['dtype']}[{shape}]{doc}")
        if "flops" in fields:
            lines.append(f"  {'flops':<7} {_shown(fields['flops'].get(name))}")
    lines += [f"@{name} cannot be called: it {reason}" for name, reason in fields["unsupported"].items()]
    for key in ("target", "cpu", "threads", "code_bytes", "constant_bytes", "parameters", "parameter_bytes"):
        if key in fields:
            lines.append(f"{key.replace('_', ' ')}: {fields[key]}")
    lines += [_op_line(name, count, fields.get("work", {}).get(name)) for name, count in fields.get("ops", {}).items()]
    return [*lines, *(f"does not compile: {error}" for error in fields.get("errors", ()))]


def _op_line(name: str, count: int, work: Mapping[str, Any] | None) -> str:
    line = f"{count:>6} {name}"
    if work is None or (work["flops"] == 0 and work["bytes"] == 0):
        return line
    return f"{line:<40} flops: {_shown(work['flops'])}  bytes: {_shown(work['bytes'])}"


def _shown(number: int | str | None) -> str:
    return "?" if number is None else str(number)


def _parser() -> CommandParser:
    parser = CommandParser("dlc inspect", "Show the inputs, outputs and contents of a program.")
    parser.add_argument("file", metavar="FILE", help="MLIR text, a model, or a compiled program; told by its content")
    add_module_options(parser)
    parser.add_argument("--json", action="store_true", help="print it as JSON")
    return parser
