"""The dialect `func`: functions, calls of them, and functions as values."""

from __future__ import annotations

from collections.abc import Callable as Function, Iterable, Sequence
from typing import TYPE_CHECKING, cast

from dlc.ir import Attribute, Block, BlockArgument, Location, Operation, Type, Value
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.attributes import spelled, types_in
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_attributes import ArrayAttr, DictionaryAttr, StringAttr, SymbolRefAttr, TypeAttr, UnitAttr
from dlc.ir.builtin_constraints import (
    any_function,
    flat_symbol_ref,
    function_type_attr,
    string_attr,
    symbol_name,
    unit_attr,
)
from dlc.ir.builtin_types import FunctionType
from dlc.ir.constraints import AttributeConstraint, any_type
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Region,
    Result,
    VariadicOperand,
    VariadicResult,
    also_without_report,
    attr,
    inferred_variadic_result,
    op,
    operand,
    optional_attr,
    region,
    result,
    variadic_operand,
    variadic_result,
)
from dlc.ir.dialect import Dialect
from dlc.ir.interfaces import Call, Callable, Symbol, SymbolUser
from dlc.ir.locations import PendingLocation
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.signatures import check_entry_block, check_signature_attrs, read_signature, write_signature
from dlc.ir.symbol_table import PRIVATE, PUBLIC, check_visibility, visibility
from dlc.ir.traits import (
    AffineScope,
    AutomaticAllocationScope,
    ConstantLike,
    HasParent,
    IsolatedFromAbove,
    Pure,
    ReturnLike,
)

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

Lookup = Function[[SymbolRefAttr], "Operation | None"]

GLOBAL_CTOR = "llvm.global_ctor"
"""The attribute of a public function that runs when the program is loaded: a priority, of which the lowest is first."""
BARE_POINTERS = "llvm.bareptr"
"""The attribute of a function that takes memrefs as pointers to their buffers, and only what their types leave open
beside them. It cannot free their memory, and is called by its name only.
"""
NAME = "dlc.name"
"""The attribute of an argument or a result of a function with its name for those who call it."""
PASSTHROUGH = "passthrough"
"""The attribute of a function that `llvm.func` keeps: a list of what LLVM's functions are asked for by name."""

dictionary_list = AttributeConstraint(
    "Array of dictionary attributes",
    lambda a: isinstance(a, ArrayAttr) and all(isinstance(element, DictionaryAttr) for element in a),
    ArrayAttr,
)


@op("func.func", traits=(AffineScope, AutomaticAllocationScope, IsolatedFromAbove), interfaces=(Symbol, Callable))
class FuncOp(Op):
    """A function: a name, a signature and a body, or no body where it is defined elsewhere.

    The body sees nothing from outside but symbols. `no_inline` forbids to inline calls of it.

    Rules: (func_c1) a visibility is "public", "private" or "nested". (func_c2) a function without a body is not
    public. (func_c3) attributes of arguments and results belong to dialects, one dictionary for each. (func_c4) the
    entry block's arguments are those of the signature.
    Example: func.func private @f(%x: i32 {test.a}) -> i32 attributes {no_inline} { return %x : i32 }
    """

    sym_name: Attr[StringAttr] = attr(symbol_name)
    function_type: Attr[TypeAttr] = attr(function_type_attr)
    sym_visibility: Attr[StringAttr | None] = optional_attr(string_attr, default=None)
    arg_attrs: Attr[ArrayAttr | None] = optional_attr(dictionary_list, default=None)
    res_attrs: Attr[ArrayAttr | None] = optional_attr(dictionary_list, default=None)
    no_inline: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    body: Region = region(default=None)
    syntax = HAND_WRITTEN
    default_dialect = "func"

    @classmethod
    def of(cls, name: str, inputs: Iterable[Type], results: Iterable[Type] = (), visibility: str = PUBLIC) -> FuncOp:
        """A function with an empty entry block that has the arguments of the signature."""
        type = FunctionType(types_in(inputs), types_in(results))
        kept = None if visibility == PUBLIC else StringAttr(visibility)
        return cls(StringAttr(name), TypeAttr(type), kept, body=IRRegion([Block(type.inputs)]))

    @classmethod
    def declaration(cls, name: str, inputs: Iterable[Type], results: Iterable[Type] = ()) -> FuncOp:
        """A private function that is defined elsewhere."""
        type = FunctionType(types_in(inputs), types_in(results))
        return cls(StringAttr(name), TypeAttr(type), StringAttr(PRIVATE))

    @property
    def type(self) -> FunctionType:
        """The signature."""
        return cast(FunctionType, self.function_type.type)

    @property
    def has_signature(self) -> bool:
        """Whether name and type are there: what stands inside is verified though this op may be broken."""
        type, name = self._properties.get("function_type"), self._properties.get("sym_name")
        return isinstance(name, StringAttr) and isinstance(type, TypeAttr) and isinstance(type.type, FunctionType)

    @property
    def entry(self) -> Block:
        """The first block, of a function that has a body."""
        return self.body.entry

    @property
    def args(self) -> Sequence[BlockArgument]:
        """The arguments of a function that has a body."""
        return self.entry.args

    def set_signature(self, inputs: Iterable[Type] | None = None, results: Iterable[Type] | None = None) -> None:
        """Give the signature other types; those that are not given stay. The values in the body are the caller's to
        change.
        """
        old = self.type
        new_inputs = old.inputs if inputs is None else tuple(inputs)
        new_results = old.results if results is None else tuple(results)
        self.function_type = TypeAttr(FunctionType(new_inputs, new_results))

    def argument_attributes(self, number: int) -> dict[str, Attribute]:
        """Return the attributes of an argument by their names."""
        own = self.arg_attrs.elements[number] if self.arg_attrs is not None else None
        return own.as_dict() if isinstance(own, DictionaryAttr) else {}

    def add_arguments(
        self, types: Sequence[Type], attributes: DictionaryAttr, location: Location, at: int | None = None
    ) -> Sequence[BlockArgument]:
        """Insert arguments into signature and body, by default at the end; the operands of calls are the caller's to
        add.
        """
        inputs = self.type.inputs
        at = len(inputs) if at is None else at
        known = self.arg_attrs.elements if self.arg_attrs is not None else (DictionaryAttr(()),) * len(inputs)
        self.arg_attrs = ArrayAttr((*known[:at], *(attributes for _ in types), *known[at:]))
        self.set_signature((*inputs[:at], *types, *inputs[at:]))
        return [self.entry.insert_argument(at + number, type, location) for number, type in enumerate(types)]

    def erase_argument(self, at: int) -> None:
        """Remove an unused argument from signature and body; the operands of calls are the caller's to remove."""
        inputs = self.type.inputs
        self.entry.erase_argument(at)
        if self.arg_attrs is not None:
            known = self.arg_attrs.elements
            self.arg_attrs = ArrayAttr((*known[:at], *known[at + 1 :]))
        self.set_signature((*inputs[:at], *inputs[at + 1 :]))

    def is_declaration(self) -> bool:
        """Return whether the body is elsewhere."""
        return self.body.is_empty

    def callable_region(self) -> IRRegion | None:
        return None if self.body.is_empty else self.body

    def callable_results(self) -> Sequence[Type]:
        return self.type.results

    @also_without_report
    def verify(self, report: Report) -> None:
        check_visibility(self, "func_c1", report)
        if self.body.is_empty and visibility(self) == PUBLIC:
            report.error("func_c2", "symbol declaration cannot have public visibility")
        check_signature_attrs(self, self.type, "func_c3", report)
        check_entry_block(self.type, self.body, "func_c4", report)

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> FuncOp:
        shown = p.accept_keyword("public", "private", "nested")
        name = p.symbol_name()
        signature = read_signature(p)
        offset = p.pos
        attributes = p.attr_dict_with_keyword()
        written = {"arg_attrs": signature.arg_attrs, "res_attrs": signature.res_attrs}
        inferred = next((name for name in attributes if name in _INFERRED_ATTRS or written.get(name)), None)
        if inferred is not None:
            p.fail(
                f"'{inferred}' is an inferred attribute and should not be specified in the explicit attribute "
                f"dictionary",
                offset,
            )
        no_inline = attributes.pop("no_inline", None)
        function = cls(
            StringAttr(name),
            TypeAttr(signature.type),
            StringAttr(shown) if shown else None,
            cast("ArrayAttr | None", attributes.pop("arg_attrs", signature.arg_attrs)),
            cast("ArrayAttr | None", attributes.pop("res_attrs", signature.res_attrs)),
            cast("UnitAttr | None", no_inline),
            _read_body(p, signature.arguments),
        )
        function.location = location
        function.attributes.update(attributes)
        return function

    def write(self, p: AsmPrinter) -> None:
        shown = self.sym_visibility
        p.write(f" {shown.value} " if shown is not None else " ")
        p.write(p.symbol(self.sym_name.value))
        write_signature(p, self.type, self.body, self.arg_attrs, self.res_attrs)
        p.attr_dict(self, _SIGNATURE_ATTRS, keyword=True)
        if not self.body.is_empty:
            p.write(" ")
            p.region(self.body, entry_args=False)


_INFERRED_ATTRS = ("sym_name", "sym_visibility", "function_type")
_SIGNATURE_ATTRS = (*_INFERRED_ATTRS, "arg_attrs", "res_attrs")


def _read_body(p: AsmReader, arguments: Sequence[tuple[str, Type, Location | None, int]]) -> IRRegion:
    """The body; empty, where there is none."""
    if not p.at("{"):
        return IRRegion()
    offset = p.pos
    body = p.region(arguments, isolated=True, default_dialect="func")
    if not p.failed and (body.is_empty or (body.has_one_block and body.entry.is_empty)):
        p.fail("expected non-empty function body", offset)
    return body


@op("func.return", traits=(Pure, ReturnLike, HasParent("func.func")))
class ReturnOp(Op):
    """Leave the function with these values.

    Rules: (return_c1) there are as many values as the function has results. (return_c2) their types are those of
    the results.
    Example: return %a, %b : i32, f32
    """

    values: VariadicOperand = variadic_operand(any_type, default=())
    syntax = "attr-dict ($values^ `:` type($values))?"

    def verify(self, report: Report) -> None:
        function = self.parent_op
        if not isinstance(function, FuncOp) or not function.has_signature:
            return
        name, results = function.sym_name.value, function.type.results
        if len(self.operands) != len(results):
            report.error(
                "return_c1",
                f"has {len(self.operands)} operands, but enclosing function (@{name}) returns {len(results)}",
            )
            return
        for index, (value, expected) in enumerate(zip(self.operands, results, strict=True)):
            if value.type is not expected:
                report.error(
                    "return_c2",
                    f"type of return operand {index} ('{value.type}') doesn't match function result type "
                    f"('{expected}') in function @{name}",
                )


class DirectCall(Call):
    """A call of the symbol `callee`."""

    def callee(self, op: Operation) -> Attribute | Value:  # type: ignore[override]
        return op.properties["callee"]

    def call_arguments(self, op: Operation) -> Sequence[Value]:  # type: ignore[override]
        return op.operands


class IndirectCall(Call):
    """A call of the value that is the first operand."""

    def callee(self, op: Operation) -> Attribute | Value:  # type: ignore[override]
        return op.operands[0]

    def call_arguments(self, op: Operation) -> Sequence[Value]:  # type: ignore[override]
        return op.operands[1:]


@op("func.call", interfaces=(DirectCall, SymbolUser))
class CallOp(Op):
    """Call a function by name.

    Rules: (call_c1) the callee is a function in the enclosing symbol tables. (call_c2) arguments and results are as
    its signature says.
    Example: %r = call @f(%a, %b) : (i32, f32) -> f32
    """

    callee: Attr[SymbolRefAttr] = attr(flat_symbol_ref)
    arguments: VariadicOperand = variadic_operand(any_type)
    outputs: VariadicResult = variadic_result(any_type, default=())
    arg_attrs: Attr[ArrayAttr | None] = optional_attr(dictionary_list, default=None)
    res_attrs: Attr[ArrayAttr | None] = optional_attr(dictionary_list, default=None)
    no_inline: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    syntax = "$callee `(` $arguments `)` attr-dict `:` functional-type($arguments, $outputs)"

    @classmethod
    def of(cls, function: FuncOp, arguments: Sequence[Value]) -> CallOp:
        """A call of a function, whose results it has."""
        return cls(SymbolRefAttr(function.sym_name.value), arguments, function.type.results)

    def verify_symbol_uses(self, lookup: Lookup, report: Report) -> None:
        function = lookup(self.callee)
        if not isinstance(function, FuncOp):
            report.error("call_c1", f"'{self.callee.root}' does not reference a valid function")
            return
        type = function.type
        if len(self.operands) != len(type.inputs):
            report.error("call_c2", "incorrect number of operands for callee")
        elif len(self.results) != len(type.results):
            report.error("call_c2", "incorrect number of results for callee")
        else:
            self._check_types(type, report)

    def _check_types(self, type: FunctionType, report: Report) -> None:
        for index, (value, expected) in enumerate(zip(self.operands, type.inputs, strict=True)):
            if value.type is not expected:
                report.error(
                    "call_c2",
                    f"operand type mismatch: expected operand type '{expected}', but provided '{value.type}' for "
                    f"operand number {index}",
                )
                return
        for index, (value, expected) in enumerate(zip(self.results, type.results, strict=True)):
            if value.type is not expected:
                error = report.error("call_c2", f"result type mismatch at index {index}")
                error.note(self.location, f"      op result types: {spelled(self.result_types)}")
                error.note(self.location, f"function result types: {spelled(type.results)}")
                return


@op("func.call_indirect", interfaces=(IndirectCall,))
class CallIndirectOp(Op):
    """Call a function that is a value.

    Rules: (call_indirect_c1) the arguments have the types that the callee takes.
    Example: %r = call_indirect %f(%a) : (i32) -> f32
    """

    callee: Operand = operand(any_function)
    arguments: VariadicOperand = variadic_operand(any_type)
    outputs: VariadicResult = inferred_variadic_result(any_type)
    arg_attrs: Attr[ArrayAttr | None] = optional_attr(dictionary_list, default=None)
    res_attrs: Attr[ArrayAttr | None] = optional_attr(dictionary_list, default=None)
    syntax = HAND_WRITTEN

    def infer_types(self) -> Sequence[Type]:
        return cast(FunctionType, self.callee.type).results

    def verify(self, report: Report) -> None:
        expected = cast(FunctionType, self.callee.type).inputs
        if tuple(value.type for value in self.arguments) != expected:
            report.error("call_indirect_c1", "failed to verify that callee input types match argument types")

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> CallIndirectOp:
        callee = p.value_name()
        offset = p.pos - len(callee)
        p.expect("(")
        names = p.value_names()
        p.expect(")")
        attributes = p.attr_dict()
        p.expect(":")
        type = p.type()
        if not isinstance(type, FunctionType):
            p.fail(f"invalid kind of type specified: expected builtin.function, but found '{type}'")
        if len(names) != len(type.inputs):
            p.fail(
                f"number of operands and types do not match: got {len(names)} operands and {len(type.inputs)} types",
                offset,
            )
        operands = p.resolve_all(names, offset, type.inputs)
        properties = {name: attributes.pop(name) for name in ("arg_attrs", "res_attrs") if name in attributes}
        called = p.resolve(callee, offset, type)
        return cls.create([called, *operands], type.results, properties, attributes, location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {p.name(self.callee)}({p.names_of(self.arguments)})")
        p.attr_dict(self)
        p.write(f" : {p.type(self.callee.type)}")


@op("func.constant", traits=(Pure, ConstantLike), interfaces=(SymbolUser,))
class ConstantOp(Op):
    """A function as a value.

    Rules: (constant_c1) the symbol is a function in the enclosing symbol tables. (constant_c2) its signature is the
    result's type.
    Example: %f = constant @g : (i32) -> i32
    """

    value: Attr[SymbolRefAttr] = attr(flat_symbol_ref)
    result: Result = result(any_type)
    syntax = "attr-dict $value `:` type($result)"

    def result_names(self) -> Sequence[str | None]:
        return ("f",)

    def verify_symbol_uses(self, lookup: Lookup, report: Report) -> None:
        function = lookup(self.value)
        if not isinstance(function, FuncOp):
            report.error("constant_c1", f"reference to undefined function '{self.value.root}'")
        elif function.type is not self.result.type:
            report.error("constant_c2", "reference to function with mismatched type")


@canonicalization(CallIndirectOp)
def call_known_function(op: CallIndirectOp, rw: Rewriter) -> Match:
    """call_indirect(constant @f, x) -> call @f(x).  Terminates: removes an indirect call."""
    known = op.callee.defined_by(ConstantOp)
    if known is None:
        return rw.no_match("the callee is not a constant")
    call = CallOp(known.value, op.arguments, op.result_types, op.arg_attrs, op.res_attrs)
    return rw.replace(op, call)


def materialize_constant(attribute: Attribute, type: Type, location: Location) -> Operation | None:
    """The op for a folded function."""
    if not isinstance(attribute, SymbolRefAttr) or attribute.nested or not isinstance(type, FunctionType):
        return None
    constant = ConstantOp(attribute, type)
    constant.location = location
    return constant


DIALECT = Dialect.collect("func", globals(), materialize_constant=materialize_constant)
