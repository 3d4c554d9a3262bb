"""Functions for C as they are declared: one for each entry of a module, and the header.

    int32_t layer_main(int64_t n, const float *x, const float *w, float *y, void *workspace, int64_t workspace_bytes);

First the sizes that are known only when the program runs, then the inputs, the outputs, and the workspace. Arrays are
row-major. What they do is in `c_functions`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dlc.ir.builtin_types import IndexType
from dlc.ir.errors import DlcError
from dlc.ir.sizes import Dim, Size, size_of_argument

from .signature import Array, Number, Signature

OK, NULL_POINTER, INVALID_SIZE, MISALIGNED, OVERLAPPING, SMALL_WORKSPACE, UNSUPPORTED_PROCESSOR = range(7)
STATUSES = {
    "OK": "",
    "NULL_POINTER": "an array or the workspace is NULL",
    "INVALID_SIZE": "a size is negative, or an array is larger than memory",
    "MISALIGNED": "an array is not aligned to its elements, or the workspace not to 64 bytes",
    "OVERLAPPING": "memory that is written overlaps other memory",
    "SMALL_WORKSPACE": "workspace_bytes is too small",
    "UNSUPPORTED_PROCESSOR": "the program has no code for this processor",
}
"""The statuses in the order of their numbers, with the reasons; after all but the first, no memory was touched."""
WORKSPACE_ALIGNMENT = 64
C_TYPES: Mapping[str, str] = {
    "bool": "bool",
    **{f"{sign}int{bits}": f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)},
    "float32": "float",
    "float64": "double",
}
"""The C types of element types; others are passed as their bytes."""
C_KEYWORDS = """
auto break case char const continue default do double else enum extern float for goto if inline int long register
restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
"""
OTHER_NAMES = """
and and_eq asm bitand bitor bool catch class compl const_cast delete dynamic_cast explicit export false friend linux
mutable namespace new not not_eq operator or or_eq private protected public reinterpret_cast static_cast template this
throw true try typeid typename unix using virtual wchar_t xor xor_eq
"""
"""Keywords of C++, and names that compilers and the header's includes define."""
DEFINED = re.compile(r"u?int\w*_t|\w+_(MIN|MAX)|_[A-Z_]\w*", re.ASCII)
"""Names that the header's includes may define, and those that are reserved."""


class ExportError(DlcError, ValueError):
    """A function cannot be exported to C."""


@dataclass(frozen=True)
class CFunction:
    """A function as C sees it."""

    name: str
    prefix: str
    """The beginning of the names of all functions in the header, and of its macros in capitals."""
    signature: Signature
    sizes: tuple[str, ...]
    """The sizes that the caller passes, by the names that they have in the program."""
    workspace_bytes: int

    def parameters(self) -> list[str]:
        """Return the declarations of the parameters."""
        names = _Names(self.prefix)
        declared = [f"int64_t {names.of(size)}" for size in self.sizes]
        declared += [
            _declared(each.kind, names.of(each.name), is_constant=not each.is_written)
            for each in self.signature.parameters
        ]
        declared += [f"{_c_type(each.kind)} *{names.of(each.name)}" for each in self.signature.outputs]
        return [*declared, "void *workspace", "int64_t workspace_bytes"]


def c_function(signature: Signature, prefix: str, workspace_bytes: int) -> CFunction:
    """Return the function for C of an entry; raise `ExportError` if there is none."""
    name = identifier(f"{prefix}_{signature.name}")
    sizes: dict[str, None] = {}
    for each in signature.parameters:
        if isinstance(each.kind, Array):
            if each.kind.strides is not None:
                raise ExportError(f"cannot export @{signature.name}: argument '{each.name}' has explicit strides")
            for dim, size in enumerate(each.kind.sizes):
                sizes.update(dict.fromkeys(_size_names(size, each.name, dim)))
        elif each.kind.dtype is None or each.kind.dtype.name not in C_TYPES:
            raise ExportError(f"cannot export @{signature.name}: C has no type for argument '{each.name}: {each.kind}'")
    for each in signature.outputs:
        unknown = [size for size in _sizes_of(each.kind) if not isinstance(size, int) and not _is_known(size, sizes)]
        if unknown:
            raise ExportError(
                f"cannot export @{signature.name}: the sizes of output '{each.name}' do not follow from those of the "
                "arguments; name them, as in tensor<?xf32, #graph.dims<n>>"
            )
    return CFunction(name, prefix, signature, tuple(sizes), workspace_bytes)


def identifier(text: str) -> str:
    """Return a text as a C identifier."""
    name = re.sub(r"\W", "_", text, flags=re.ASCII) or "_"
    return f"_{name}" if name[0].isdigit() else name


def _sizes_of(kind: Number | Array) -> tuple[Dim, ...]:
    return kind.sizes if isinstance(kind, Array) else ()


def _size_names(size: Dim, argument: str, dim: int) -> Iterable[str]:
    if isinstance(size, Size):
        return size.names
    return (size_of_argument(argument, dim),) if size is None else ()


def _is_known(size: Dim, names: Mapping[str, None]) -> bool:
    return isinstance(size, Size) and all(name in names for name in size.names)


class _Names:
    """Unique C names of the parameters of one function."""

    def __init__(self, prefix: str) -> None:
        self._macros = f"{prefix.upper()}_"
        self._taken: set[str] = {"workspace", "workspace_bytes", *C_KEYWORDS.split(), *OTHER_NAMES.split()}

    def of(self, name: str) -> str:
        """Return a C name for a name of the program."""
        base = identifier(name)
        if base.startswith(self._macros) or DEFINED.fullmatch(base):
            base = f"{base}_"
        candidate, number = base, 0
        while candidate in self._taken:
            number += 1
            candidate = f"{base}_{number}"
        self._taken.add(candidate)
        return candidate


def _c_type(kind: Number | Array) -> str:
    if isinstance(kind, Number) and isinstance(kind.type, IndexType):
        return "int64_t"
    name = kind.dtype.name
    if name in ("complex64", "complex128"):
        return "float" if name == "complex64" else "double"
    return C_TYPES.get(name) or f"uint{8 * kind.dtype.itemsize}_t"


def _declared(kind: Number | Array, name: str, *, is_constant: bool) -> str:
    c_type = _c_type(kind)
    if isinstance(kind, Number):
        return f"{c_type} {name}"
    return f"{'const ' * is_constant}{c_type} *{name}"


# -- The header --------------------------------------------------------------------------------------------------------


_HEAD = f"""\
/* Compiled by dlc. Arrays are row-major; outputs and the workspace must not overlap other arguments.
 * The workspace is memory for one call at a time, aligned to {WORKSPACE_ALIGNMENT} bytes; NULL if its size is 0."""
_HOSTED = """\
 * Buffers of dynamic size are allocated with malloc. If there is not enough memory, or an assertion of
 * the program fails, the reason is written to standard error and the process ends. */"""
_FREESTANDING = """\
 * There are no other buffers. Of libraries, only memcpy, memmove and memset are used, which compilers
 * call for any program. A failed assertion of the program is a trap. */"""


_THREADS = """\
/* Parallel loops call parallel_for(pool, ...), which calls body(context, begin, end) for ranges that make up 0 to
 * count, on any threads, and returns when all of them are done. Ranges should have `grain` numbers or more, and be run
 * by at most `threads` threads. By default, or with NULL, loops run on the thread of the caller. Set it before any
 * call. */
typedef void {prefix}_body(void *context, int64_t begin, int64_t end);
typedef void {prefix}_parallel_for(
    void *pool, {prefix}_body *body, void *context, int64_t count, int64_t grain, int64_t threads);
void {prefix}_set_parallel_for({prefix}_parallel_for *parallel_for, void *pool);
"""


def c_header(functions: Sequence[CFunction], prefix: str, *, is_freestanding: bool, is_parallel: bool = False) -> str:
    """Return the header that declares functions; one of them sets what runs parallel loops."""
    macro = identifier(prefix).upper()
    lines = [
        _HEAD,
        _FREESTANDING if is_freestanding else _HOSTED,
        f"#ifndef {macro}_H\n#define {macro}_H\n",
        "#include <stdbool.h>\n#include <stdint.h>\n",
        '#ifdef __cplusplus\nextern "C" {\n#endif\n',
        *(
            f"#define {macro}_{name} {value}{text and f' /* {text} */'}"
            for value, (name, text) in enumerate(STATUSES.items())
        ),
        "",
    ]
    if is_parallel:
        lines.append(_THREADS.format(prefix=prefix))
    for each in functions:
        lines += [
            f"#define {each.name.upper()}_WORKSPACE_BYTES {each.workspace_bytes}",
            _comment(each),
            _prototype(each),
        ]
    lines += ["#ifdef __cplusplus\n}\n#endif\n", "#endif"]
    return "\n".join(lines) + "\n"


def _prototype(function: CFunction) -> str:
    return f"int32_t {function.name}({', '.join(function.parameters())});\n"


def _comment(function: CFunction) -> str:
    signature = function.signature
    ports = [("in", each) for each in signature.parameters] + [("out", each) for each in signature.outputs]
    lines = [f"@{signature.name}"]
    lines += [f"{side:<3} {each}{f': {each.doc}' if each.doc else ''}" for side, each in ports]
    text = "\n * ".join(map(_comment_text, lines))
    return f"/* {text} */"


def _comment_text(text: str) -> str:
    """Return a text without what begins or ends a comment."""
    return text.replace("*/", "* /").replace("/*", "/ *")
