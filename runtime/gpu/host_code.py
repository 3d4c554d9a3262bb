"""From the host's functions in the dialect `llvm` to steps (`host_program`).

Structures are taken apart: a value of several members is several registers. Computations of constants become constants.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from dlc.dialects import llvm
from dlc.dialects.llvm.comparison import ICMP_PREDICATES
from dlc.ir import Block, FloatAttr, IntegerAttr, Operation, StringAttr, Type, Value
from dlc.ir.builtin_types import FloatType, IntegerType
from dlc.ir.diagnostics import DiagnosticEngine, file_location

from .host_program import ARITHMETIC, MOST_BITS, HostBlock, HostFunction, Step

LAUNCH = "gpu.launch "
"""The prefix of functions whose calls are launches; the number of the launch is at the end."""
POINTER_BITS = 64
_BINARY: Mapping[type[Operation], str] = {
    llvm.AddOp: "add",
    llvm.SubOp: "sub",
    llvm.MulOp: "mul",
    llvm.AndOp: "and",
    llvm.OrOp: "or",
    llvm.XOrOp: "xor",
    llvm.ShlOp: "shl",
    llvm.LShrOp: "lshr",
    llvm.AShrOp: "ashr",
    llvm.UDivOp: "udiv",
    llvm.URemOp: "urem",
    llvm.SDivOp: "sdiv",
    llvm.SRemOp: "srem",
    llvm.SMaxOp: "smax",
    llvm.SMinOp: "smin",
    llvm.UMaxOp: "umax",
    llvm.UMinOp: "umin",
}
_DIVISIONS = ("udiv", "urem", "sdiv", "srem")
_UNCHANGED = (llvm.ZExtOp, llvm.PtrToIntOp, llvm.IntToPtrOp, llvm.BitcastOp, llvm.AddrSpaceCastOp, llvm.FreezeOp)
_PREDICATES = {number: name for name, number in ICMP_PREDICATES.items()}
_IGNORED = (llvm.AssumeOp,)


class NotForHost(Exception):
    """An op that the host cannot run, and the reason."""

    def __init__(self, op: Operation, reason: str) -> None:
        super().__init__(reason)
        self.op = op


def host_functions(
    module: Operation, failure: str, globals: Container[str], diagnostics: DiagnosticEngine
) -> dict[str, HostFunction] | None:
    """Return the functions of a module by name, or `None` if errors were reported.

    `failure` is the function that is called with a message when the program fails; `globals` are those on the device.
    """
    ops = list(module.regions[0].entry.ops)
    texts = {op.sym_name.value: op.value for op in ops if isinstance(op, llvm.GlobalOp)}
    messages = {name: value.value for name, value in texts.items() if isinstance(value, StringAttr)}
    defined = [op for op in ops if isinstance(op, llvm.FuncOp) and not op.is_declaration()]
    names = {op.sym_name.value for op in defined}
    functions: dict[str, HostFunction] = {}
    is_fine = True
    for op in defined:
        if op.sym_name.value == failure:
            continue
        try:
            functions[op.sym_name.value] = _Function(op, failure, messages, names, globals).translate()
        except NotForHost as reason:
            diagnostics.error(reason.op.location, f"'{reason.op.name}' op {reason}")
            is_fine = False
    return functions if is_fine else None


class _Function:
    """The translation of one function."""

    def __init__(
        self, op: llvm.FuncOp, failure: str, messages: Mapping[str, str], names: Container[str], globals: Container[str]
    ) -> None:
        self.op = op
        self.failure = failure
        self.messages = messages
        self.names = names
        """The functions that can be called."""
        self.globals = globals
        self.count = 0
        self.registers: dict[Value, tuple[int, ...]] = {}
        self.constants: dict[int, int] = {}
        self.known: dict[int, int] = {}
        """The register of each constant."""
        self.numbers: dict[Block, int] = {}
        self.extra: list[HostBlock] = []
        self.steps: list[Step] = []
        self.stack: list[int] = []
        """Memory of the stack, which is freed at the end."""

    def translate(self) -> HostFunction:
        """Return the function as data."""
        blocks = list(self.op.body.blocks)
        self.numbers = {block: number for number, block in enumerate(blocks)}
        for block in blocks:
            for argument in block.args:
                self._define(argument)
        parameters = sum(len(self.registers[argument]) for argument in blocks[0].args)
        done = [HostBlock((), (("fail", "the program has come to a place that cannot be reached"),))] * len(blocks)
        for block in _in_order(blocks[0]):
            self.steps = []
            for op in block.ops:
                self._translate(op)
            arguments = tuple(register for argument in block.args for register in self.registers[argument])
            done[self.numbers[block]] = HostBlock(() if block is blocks[0] else arguments, tuple(self.steps))
        constants = tuple((register, value) for register, value in self.constants.items())
        return HostFunction(self.op.sym_name.value, parameters, self.count, constants, (*done, *self.extra))

    # -- Registers -----------------------------------------------------------------------------------------------------

    def _fresh(self) -> int:
        self.count += 1
        return self.count - 1

    def _define(self, value: Value) -> tuple[int, ...]:
        registers = tuple(self._fresh() for _ in _leaves(value.type, self.op))
        self.registers[value] = registers
        return registers

    def _constant(self, number: int) -> int:
        if number not in self.known:
            self.known[number] = self._fresh()
            self.constants[self.known[number]] = number
        return self.known[number]

    def _all(self, value: Value) -> tuple[int, ...]:
        registers = self.registers.get(value)
        if registers is None:
            definition = value.defining_op
            raise NotForHost(definition or self.op, "defines a value before it is computed")
        return registers

    def _one(self, value: Value) -> int:
        return self._all(value)[0]

    def _compute(self, name: str, a: int, b: int, bits: int) -> int:
        """Return the register of a result; constants are computed now."""
        if a in self.constants and b in self.constants and not (name in _DIVISIONS and not self.constants[b]):
            value = int(ARITHMETIC[name](self.constants[a], self.constants[b], bits))
            return self._constant(value & ((1 << bits) - 1))
        if name == "add" and 0 in (self.constants.get(a), self.constants.get(b)):
            return a if self.constants.get(b) == 0 else b
        if name == "mul" and 1 in (self.constants.get(a), self.constants.get(b)):
            return a if self.constants.get(b) == 1 else b
        result = self._fresh()
        self.steps.append((name, result, a, b, bits))
        return result

    # -- Ops -----------------------------------------------------------------------------------------------------------

    def _translate(self, op: Operation) -> None:
        name = _BINARY.get(type(op))
        if name is not None:
            result = self._compute(
                name, self._one(op.operands[0]), self._one(op.operands[1]), _bits(op.operands[0], op)
            )
            self.registers[op.results[0]] = (result,)
        elif isinstance(op, _UNCHANGED):
            self.registers[op.results[0]] = self._all(op.operands[0])
        elif isinstance(op, _IGNORED):
            pass
        else:
            self._translate_other(op)

    def _translate_other(self, op: Operation) -> None:
        match op:
            case llvm.ConstantOp():
                self.registers[op.res] = tuple(map(self._constant, _constants_of(op)))
            case llvm.ZeroOp() | llvm.PoisonOp() | llvm.UndefOp():
                self.registers[op.res] = tuple(self._constant(0) for _ in _leaves(op.res.type, op))
            case llvm.ICmpOp():
                predicate = _PREDICATES[op.predicate.value]
                result = self._compute(predicate, self._one(op.lhs), self._one(op.rhs), _bits(op.lhs, op))
                self.registers[op.results[0]] = (result,)
            case llvm.SelectOp():
                self._select(op)
            case llvm.SExtOp():
                self._step("sext", op, self._one(op.operands[0]), _bits(op.operands[0], op), _bits(op.results[0], op))
            case llvm.TruncOp():
                self._step("trunc", op, self._one(op.operands[0]), _bits(op.results[0], op))
            case llvm.GetElementPtrOp():
                self.registers[op.res] = (self._address(op),)
            case llvm.ExtractValueOp():
                start, end = _range_of(op.container.type, op.position.elements, op)
                self.registers[op.results[0]] = self._all(op.container)[start:end]
            case llvm.InsertValueOp():
                start, end = _range_of(op.container.type, op.position.elements, op)
                old = self._all(op.container)
                self.registers[op.results[0]] = (*old[:start], *self._all(op.value), *old[end:])
            case llvm.PtrMaskOp():
                pointer, mask = op.operands
                self.registers[op.results[0]] = (self._compute("and", self._one(pointer), self._one(mask), 64),)
            case _:
                self._translate_memory(op)

    def _translate_memory(self, op: Operation) -> None:
        match op:
            case llvm.AddressOfOp():
                self._global(op, op.global_name.root)
            case llvm.LoadOp():
                self._step("read", op, self._one(op.addr), _bits(op.res, op))
            case llvm.StoreOp():
                self.steps.append(("write", self._one(op.value), self._one(op.addr), _bits(op.value, op)))
            case llvm.MemcpyOp() | llvm.MemmoveOp():
                self.steps.append(("copy", *(self._one(value) for value in op.operands[:3])))
            case llvm.MemsetOp():
                self.steps.append(("fill", *(self._one(value) for value in op.operands[:3])))
            case llvm.AllocaOp():
                size = self._constant(sum(_bytes(each) for each in _leaves(op.elem_type.type, op)))
                count = self._compute("mul", self._one(op.arraySize), size, POINTER_BITS)
                self._step("allocate", op, count, _place(op))
                self.stack.append(self._one(op.res))
            case llvm.CallOp():
                self._call(op)
            case _:
                self._translate_control(op)

    def _translate_control(self, op: Operation) -> None:
        match op:
            case llvm.BrOp():
                self.steps.append(("jump", *self._target(op, 0)))
            case llvm.CondBrOp():
                self.steps.append(("branch", self._one(op.condition), *self._target(op, 0), *self._target(op, 1)))
            case llvm.SwitchOp():
                self._switch(op)
            case llvm.ReturnOp():
                self.steps += [("free", register) for register in self.stack]
                self.steps.append(("return", self._all(op.arg) if op.arg is not None else ()))
            case llvm.UnreachableOp():
                if not self.steps or self.steps[-1][0] != "fail":
                    self.steps.append(("fail", "the program has come to a place that cannot be reached"))
            case _:
                raise NotForHost(op, "is computed by the host, which has only integers; it must be in a kernel")

    def _global(self, op: Operation, name: str) -> None:
        if name in self.globals:
            self._step("address", op, name)
        elif name not in self.messages:
            raise NotForHost(op, f"uses '{name}', whose contents cannot be copied to a device")

    def _step(self, name: str, op: Operation, *operands: Any) -> None:
        self.steps.append((name, self._define(op.results[0])[0], *operands))

    def _select(self, op: llvm.SelectOp) -> None:
        condition, first, second = (self._all(value) for value in op.operands)
        results: list[int] = []
        for a, b in zip(first, second, strict=True):
            results.append(self._fresh())
            self.steps.append(("select", results[-1], condition[0], a, b))
        self.registers[op.results[0]] = tuple(results)

    def _address(self, op: llvm.GetElementPtrOp) -> int:
        address, type = self._one(op.base), op.elem_type.type
        for position, index in enumerate(op.indices):
            if position:
                if isinstance(type, llvm.StructType):
                    raise NotForHost(op, "goes into a structure in memory")
                type = getattr(type, "element_type", type)
            size = self._constant(sum(map(_bytes, _leaves(type, op))))
            number = self._constant(index % (1 << POINTER_BITS)) if isinstance(index, int) else self._one(index)
            address = self._compute("add", address, self._compute("mul", number, size, POINTER_BITS), POINTER_BITS)
        return address

    def _call(self, op: llvm.CallOp) -> None:
        if op.callee is None:
            raise NotForHost(op, "calls a function by its address")
        name, arguments = op.callee.root, list(op.callee_operands)
        if name == self.failure:
            definition = arguments[0].defining_op
            text = self.messages.get(definition.global_name.root) if isinstance(definition, llvm.AddressOfOp) else None
            self.steps.append(("fail", (text or "an assertion does not hold").rstrip("\n")))
            return
        registers = tuple(register for value in arguments for register in self._all(value))
        if name == "malloc" or name == "aligned_alloc":
            self._step("allocate", op, registers[-1], _place(op))
        elif name == "free":
            self.steps.append(("free", registers[0]))
        elif name.startswith(LAUNCH):
            self.steps.append(("launch", int(name.rpartition(" ")[2]), registers))
        elif name not in self.names:
            raise NotForHost(op, f"calls '{name}', which does not exist on the host")
        else:
            results = () if op.result is None else self._define(op.result)
            self.steps.append(("call", name, registers, results))

    def _target(self, op: Operation, number: int) -> tuple[int, tuple[int, ...]]:
        branch: Any = op
        values: Sequence[Value] = branch.successor_operands(number)
        return self.numbers[op.successors[number]], tuple(each for value in values for each in self._all(value))

    def _switch(self, op: llvm.SwitchOp) -> None:
        """Compare the value with one case after the other, in blocks of their own."""
        value, bits = self._one(op.value), _bits(op.value, op)
        first = len(self.numbers) + len(self.extra)
        self.extra += [HostBlock((), ()) for _ in op.values]
        chain = [*range(first, first + len(op.values))]
        default = self._target(op, 0)
        self.steps.append(("jump", chain[0], ()) if chain else ("jump", *default))
        for number, (case, block) in enumerate(zip(op.values, chain, strict=True)):
            is_equal = self._fresh()
            otherwise = (chain[number + 1], ()) if number + 1 < len(chain) else default
            compare: Step = ("eq", is_equal, value, self._constant(case % (1 << bits)), bits)
            branch: Step = ("branch", is_equal, *self._target(op, number + 1), *otherwise)
            self.extra[block - len(self.numbers)] = HostBlock((), (compare, branch))


def _in_order(entry: Block) -> list[Block]:
    """Return all blocks that can be reached, each after those that dominate it."""
    order: list[Block] = []
    seen, pending = {entry}, [(entry, iter(_successors(entry)))]
    while pending:
        block, successors = pending[-1]
        following = next((each for each in successors if each not in seen), None)
        if following is None:
            order.append(block)
            pending.pop()
        else:
            seen.add(following)
            pending.append((following, iter(_successors(following))))
    return order[::-1]


def _successors(block: Block) -> Sequence[Block]:
    return () if block.last is None else block.last.successors


# -- Types -------------------------------------------------------------------------------------------------------------


def _leaves(type: Type, op: Operation) -> Sequence[Type]:
    """Return the types of all numbers and pointers in a value."""
    if isinstance(type, llvm.StructType):
        return [leaf for member in type.body for leaf in _leaves(member, op)]
    if isinstance(type, llvm.ArrayType):
        return [*_leaves(type.element_type, op)] * type.count
    if not isinstance(type, (IntegerType, FloatType, llvm.PointerType)):
        raise NotForHost(op, f"has a value of type '{type}' outside of kernels")
    return [type]


def _range_of(type: Type, position: Sequence[int], op: Operation) -> tuple[int, int]:
    """Return where the registers of a member begin and end."""
    start = 0
    for number in position:
        members = (
            type.body if isinstance(type, llvm.StructType) else [getattr(type, "element_type", type)] * (number + 1)
        )
        start += sum(len(_leaves(member, op)) for member in members[:number])
        type = members[number]
    return start, start + len(_leaves(type, op))


def _bits(value: Value, op: Operation) -> int:
    leaves = _leaves(value.type, op)
    width = getattr(leaves[0], "width", POINTER_BITS) if len(leaves) == 1 else MOST_BITS + 1
    if width > MOST_BITS:
        raise NotForHost(op, f"has a value of type '{value.type}' outside of kernels")
    return width


def _bytes(type: Type) -> int:
    width = getattr(type, "width", POINTER_BITS)
    return max(8, 1 << (width - 1).bit_length()) // 8


def _constants_of(op: llvm.ConstantOp) -> Iterator[int]:
    value = op.value
    if isinstance(value, IntegerAttr):
        yield value.value % (1 << _bits(op.res, op))
    elif isinstance(value, FloatAttr):
        yield value.bits
    else:
        raise NotForHost(op, f"has a value of type '{op.res.type}' outside of kernels")


def _place(op: Operation) -> str:
    place = file_location(op.location)
    return "" if place is None else f"{place.filename}:{place.line}:{place.column}"
