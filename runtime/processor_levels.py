"""Code for several processors in one module, such as levels of x86-64.

    layer_main -> layer_main.0 (x86-64-v4), layer_main.1 (x86-64-v2), or the status UNSUPPORTED_PROCESSOR

The best that the processor can run is chosen when a function is first called, or when the program is loaded, if it
prepares memory then. Each function has the features of its processor as attributes, so LLVM compiles all of them as one
module. Constants that are the same are there once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dlc.codegen.target import Target, required_features
from dlc.dialects import llvm
from dlc.ir import ArrayAttr, Attribute, Block, Builder, IntegerAttr, Operation, StringAttr, SymbolRefAttr, Value
from dlc.ir.builtin_types import i1, i32
from dlc.ir.errors import DlcError
from dlc.ir.symbol_table import rename_symbol_uses, set_symbol_name, symbol_name, symbol_uses

from .build import take_constructors
from .c_interface import UNSUPPORTED_PROCESSOR
from .support_code import library_module

BASELINE = "x86-64"
"""The processor that the choice itself is compiled for."""
HAS_FEATURES, LEVEL, KNOWN_LEVEL, AT_LOAD = "dlc_has_features", "dlc_level", "dlc_known_level", "dlc_at_load"
LEAF_1, LEAF_7_EBX, LEAF_7_ECX, LEAF_7_EDX, EXTENDED = range(5)
"""The masks of `dlc_has_features` without the last one."""
BITS: Mapping[str, tuple[int, int]] = {
    **{name: (LEAF_1, bit) for name, bit in {"sse3": 0, "pclmul": 1, "ssse3": 9, "fma": 12, "cx16": 13}.items()},
    **{name: (LEAF_1, bit) for name, bit in {"sse4.1": 19, "sse4.2": 20, "movbe": 22, "popcnt": 23, "aes": 25}.items()},
    **{name: (LEAF_1, bit) for name, bit in {"avx": 28, "f16c": 29}.items()},
    **{
        name: (LEAF_7_EBX, bit) for name, bit in {"bmi": 3, "avx2": 5, "bmi2": 8, "avx512f": 16, "avx512dq": 17}.items()
    },
    **{name: (LEAF_7_EBX, bit) for name, bit in {"avx512cd": 28, "avx512bw": 30, "avx512vl": 31}.items()},
    **{name: (LEAF_7_ECX, bit) for name, bit in {"avx512vbmi": 1, "avx512vbmi2": 6, "avx512vnni": 11}.items()},
    **{name: (LEAF_7_ECX, bit) for name, bit in {"avx512bitalg": 12, "avx512vpopcntdq": 14}.items()},
    "lzcnt": (EXTENDED, 5),
}
"""Where `cpuid` shows a feature."""
ALWAYS = frozenset({"64bit", "cmov", "cx8", "fxsr", "mmx", "sse", "sse2", "x87"})
"""The features that all processors of the family have."""
SAVED, SAVED_512 = 0x6, 0xE6
"""The registers that the system must save for AVX and for AVX-512."""


def check_levels(targets: Sequence[Target]) -> None:
    """Raise an error if a program cannot choose among some targets when it runs."""
    for each in targets:
        if each.architecture != "x86_64" or each.triple != targets[0].triple:
            raise DlcError(f"several processors in one program are levels of x86-64, but got '{each.triple}'")
        if each.cpu not in ("", "generic") and not each.cpu.startswith("x86-64"):
            raise DlcError(f"several processors in one program are levels of x86-64, but got '{each.cpu}'")
        _masks(each)


def _masks(target: Target) -> list[int]:
    """Return the arguments of `dlc_has_features` for a target."""
    features = required_features(target) - ALWAYS
    unknown = sorted(features - set(BITS))
    if unknown:
        raise DlcError(
            f"a program cannot tell whether a processor has '{', '.join(unknown)}'; choose a level of x86-64"
        )
    masks = [0] * 5
    for name in features:
        word, bit = BITS[name]
        masks[word] |= 1 << bit
    is_wide = any(name.startswith("avx512") for name in features)
    return [*masks, SAVED_512 if is_wide else SAVED if features & {"avx", "avx2", "fma", "f16c"} else 0]


def joined(modules: Sequence[Operation], targets: Sequence[Target], names: Sequence[str]) -> Operation:
    """Return a module with the functions of several ones, the best first, and functions that choose among them."""
    first = modules[0]
    block = first.regions[0].entry
    known: dict[tuple[Attribute, ...], str] = {}
    declared: dict[str, None] = {}
    at_load: list[list[str]] = []
    for number, (module, target) in enumerate(zip(modules, targets, strict=True)):
        at_load.append([f"{each}.{number}" for each in take_constructors(module)])
        _rename(module, str(number), known)
        for op in list(module.regions[0].entry.ops):
            name = symbol_name(op) or ""
            is_declared = isinstance(op, (llvm.FuncOp, llvm.GlobalOp)) and op.is_declaration()
            if name in declared:
                op.erase()
                continue
            if is_declared or _constant_key(op) is not None:
                declared[name] = None
            if isinstance(op, llvm.FuncOp) and not op.is_declaration():
                _require(op, target)
            if module is not first:
                op.detach()
                block.append(op)
    _add_level(block, targets)
    for name in names:
        _add_choice(block, name, len(modules))
    _add_loading(block, at_load)
    return first


def _constant_key(op: Operation) -> tuple[Attribute, ...] | None:
    """Return what equal constants have in common, or `None` if an op is not a private constant."""
    if not isinstance(op, llvm.GlobalOp) or op.constant is None or op.value is None or op.linkage is llvm.EXTERNAL:
        return None
    return op.global_type, op.value


def _rename(module: Operation, suffix: str, known: dict[tuple[Attribute, ...], str]) -> None:
    """Give what a module defines names of its own, and constants that are known the known ones."""
    names: dict[str, str] = {}
    for op in module.regions[0].entry.ops:
        old = symbol_name(op)
        if old is None or (isinstance(op, (llvm.FuncOp, llvm.GlobalOp)) and op.is_declaration()):
            continue
        key = _constant_key(op)
        names[old] = f"{old}.{suffix}" if key is None else known.setdefault(key, f"{old}.{suffix}")
        set_symbol_name(op, names[old])
    for user, reference in list(symbol_uses(module)):
        if reference.root in names:
            rename_symbol_uses(user, reference.root, names[reference.root])


def _require(function: llvm.FuncOp, target: Target) -> None:
    """Let a function be called in its module alone, and be compiled for a target."""
    function.target_cpu = StringAttr(target.cpu or "x86-64")
    features = [each for each in target.features.split(",") if each]
    function.target_features = llvm.TargetFeaturesAttr.of(*features) if features else None
    function.linkage = llvm.LinkageAttr("internal")


# -- The choice --------------------------------------------------------------------------------------------------------


def _add_level(block: Block, targets: Sequence[Target]) -> None:
    """Add the function that returns the number of the best target, or -1 if the processor can run none of them."""
    for op in list(library_module("processor_features.mlir").regions[0].entry.ops):
        op.detach()
        block.append(op)
    builder = Builder.at_end(block)
    unknown = IntegerAttr(len(targets), i32)
    builder.insert(llvm.GlobalOp.of(KNOWN_LEVEL, i32, unknown, linkage="internal"))
    function = builder.insert(llvm.FuncOp.of(LEVEL, [], i32, linkage="internal"))
    look, done = Block(), Block([i32])
    b = Builder.at_end(function.entry)
    place = b.insert(llvm.AddressOfOp.of(KNOWN_LEVEL)).res
    kept = b.insert(llvm.LoadOp(place, i32)).res
    is_kept = b.insert(llvm.ICmpOp.of("ne", kept, _integer(b, len(targets)))).res
    b.insert(llvm.CondBrOp(is_kept, done, look, [kept]))
    function.body.append(look)
    function.body.append(done)
    b = Builder.at_end(look)
    level = _integer(b, -1)
    for number, target in reversed(list(enumerate(targets))):
        masks = [_integer(b, mask - (mask >> 31 << 32)) for mask in _masks(target)]
        has = b.insert(llvm.CallOp.named(HAS_FEATURES, masks, i1)).result
        assert has is not None, "the function returns a bit"
        level = b.insert(llvm.SelectOp(has, _integer(b, number), level)).res
    b.insert(llvm.StoreOp(level, place))
    b.insert(llvm.BrOp(done, [level]))
    Builder.at_end(done).insert(llvm.ReturnOp(done.args[0]))


def _add_choice(block: Block, name: str, count: int) -> None:
    """Add the function that calls the best one of several, which have its name and a number."""
    best = next(op for op in block.ops if symbol_name(op) == f"{name}.0")
    assert isinstance(best, llvm.FuncOp), "the functions are there"
    function = Builder.at_end(block).insert(llvm.FuncOp.of(name, best.type.inputs, i32))
    for number, test in _cases(function, count):
        result = test.insert(llvm.CallOp.named(f"{name}.{number}", function.entry.args, i32)).result
        test.insert(llvm.ReturnOp(result))
    end = Builder.at_end(_last_block(function))
    end.insert(llvm.ReturnOp(_integer(end, UNSUPPORTED_PROCESSOR)))


def _add_loading(block: Block, at_load: Sequence[Sequence[str]]) -> None:
    """Add the function that runs when the program is loaded, if anything does."""
    if not any(at_load):
        return
    function = Builder.at_end(block).insert(llvm.FuncOp.of(AT_LOAD, [], linkage="internal"))
    for number, test in _cases(function, len(at_load)):
        for name in at_load[number]:
            test.insert(llvm.CallOp.named(name, []))
        test.insert(llvm.ReturnOp())
    Builder.at_end(_last_block(function)).insert(llvm.ReturnOp())
    lists = (SymbolRefAttr(AT_LOAD), IntegerAttr(0, i32), llvm.ZeroAttr())
    Builder.at_end(block).insert(llvm.GlobalCtorsOp(*(ArrayAttr((each,)) for each in lists)))


def _cases(function: llvm.FuncOp, count: int) -> list[tuple[int, Builder]]:
    """Return a builder at the end of a block for each level; the last block of the function is for no level."""
    b = Builder.at_end(function.entry)
    level = b.insert(llvm.CallOp.named(LEVEL, [], i32)).result
    assert level is not None, "the function returns a number"
    cases: list[tuple[int, Builder]] = []
    for number in range(count):
        case, rest = Block(), Block()
        is_it = b.insert(llvm.ICmpOp.of("eq", level, _integer(b, number))).res
        b.insert(llvm.CondBrOp(is_it, case, rest))
        function.body.append(case)
        function.body.append(rest)
        cases.append((number, Builder.at_end(case)))
        b = Builder.at_end(rest)
    return cases


def _last_block(function: llvm.FuncOp) -> Block:
    *_, last = function.body.blocks
    return last


def _integer(b: Builder, value: int) -> Value:
    return b.insert(llvm.ConstantOp.of(value, i32)).res
