"""The front end of Pico: from the tree of a program to IR."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, cast

from lark import UnexpectedInput

import dlc
from dlc.dialects.builtin import ModuleOp
from dlc.dialects.func import CallOp, FuncOp, ReturnOp
from dlc.ir import Builder, FileLineColLoc, Type, Value
from dlc.ir.builtin_attributes import FloatAttr
from dlc.ir.builtin_types import f32
from dlc.ir.context import Context
from dlc.ir.diagnostics import did_you_mean
from dlc.ir.errors import InvalidAttributeError
from dlc.ir.locations import Source

from ch01.grammar import Call, Expression, Function, Name, Number, Place, parse
from ch02 import dialect as pico

OPS = {
    "add": pico.AddOp,
    "mul": pico.MulOp,
    "matmul": pico.MatmulOp,
    "relu": pico.ReluOp,
    "exp": pico.ExpOp,
    "transpose": pico.TransposeOp,
}
ANY = pico.ArrayType()


class FrontEnd:
    """Makes the IR of one program."""

    def __init__(self, source: Source, context: Context) -> None:
        self.filename = source.filename
        self.diagnostics = context.diagnostics
        self.diagnostics.add_source(source)
        self.functions: dict[str, FuncOp] = {}

    def module(self, program: list[Function]) -> ModuleOp:
        """Return the module of a program; a function may call those that follow, so their signatures come first."""
        for each in program:
            if each.name in self.functions or each.name in OPS:
                self.diagnostics.error(self.location(each.place), f"there is a function '{each.name}' already")
            types = [self.array_type(param.shape, param.place) for param in each.params]
            function = FuncOp.of(each.name, types, [ANY], "public" if each.name == "main" else "private")
            function.location = self.location(each.place)
            self.functions[each.name] = function
        for each in program:
            self.body(each, self.functions[each.name])
        return ModuleOp.containing(self.functions.values())

    def array_type(self, shape: pico.Shape | None, place: Place) -> pico.ArrayType:
        """Return the type of a parameter; a type that its `verify` refuses is a mistake of the program."""
        try:
            return pico.ArrayType(shape)
        except InvalidAttributeError as error:
            self.diagnostics.error(self.location(place), str(error))
            return ANY

    def body(self, tree: Function, function: FuncOp) -> None:
        """Insert the ops of a function."""
        names: dict[str, Value] = {}
        for param, value in zip(tree.params, function.entry.args, strict=True):
            if param.name in names:
                self.diagnostics.error(self.location(param.place), f"there is a parameter '{param.name}' already")
            value.name_hint = param.name
            names[param.name] = value
        with Builder.at_end(function.entry) as builder:
            result = self.cast(self.value(tree.body, names, builder), self.location(tree.place), builder)
            builder.insert(ReturnOp([result], location=self.location(tree.place)))

    def value(self, tree: Expression, names: dict[str, Value], builder: Builder) -> Value:
        """Insert the ops of an expression, and return its value."""
        if isinstance(tree, Number):
            return self.constant(tree.value, tree.place, builder)
        if isinstance(tree, Name):
            if tree.name in names:
                return names[tree.name]
            return self.mistake(tree.place, f"there is no '{tree.name}'{did_you_mean(tree.name, names)}", builder)
        arguments = [self.value(each, names, builder) for each in tree.arguments]
        return self.call(tree, arguments, builder)

    def call(self, tree: Call, arguments: list[Value], builder: Builder) -> Value:
        """Insert an op, or the call of a function; what a function takes has any shape."""
        function, location = self.functions.get(tree.function), self.location(tree.place)
        kind = cast("Any", OPS.get(tree.function))
        if kind is not None:
            count = len(kind.definition.operands)
        elif function is not None:
            count = len(function.type.inputs)
        else:
            hint = did_you_mean(tree.function, [*OPS, *self.functions])
            return self.mistake(tree.place, f"there is no function '{tree.function}'{hint}", builder)
        if len(arguments) != count:
            message = f"the number of arguments of '{tree.function}' must be {count}, but got {len(arguments)}"
            return self.mistake(tree.place, message, builder)
        if kind is not None:
            op: pico.ArrayOp = builder.insert(kind(*arguments, ANY, location=location))
            return op.results[0]
        assert function is not None  # otherwise there was a mistake
        inputs = zip(arguments, function.type.inputs, strict=True)
        passed = [self.cast(value, location, builder, type) for value, type in inputs]
        call = builder.insert(CallOp.of(function, passed))
        call.location = location
        return call.results[0]

    def cast(self, value: Value, location: FileLineColLoc, builder: Builder, type: Type = ANY) -> Value:
        """Return a value as one of another type, of which more or less is known."""
        if value.type is type:
            return value
        return builder.insert(pico.CastOp(value, type, location=location)).out

    def constant(self, value: float, place: Place, builder: Builder) -> Value:
        """Insert a number."""
        location = self.location(place)
        return builder.insert(pico.ConstantOp(FloatAttr.of(value, f32), pico.ArrayType(()), location=location)).out

    def mistake(self, place: Place, message: str, builder: Builder) -> Value:
        """Report an error, and return a value to go on with, so that one run reports all errors."""
        self.diagnostics.error(self.location(place), message)
        return self.constant(0.0, place, builder)

    def location(self, place: Place) -> FileLineColLoc:
        """Return a place as a location of the IR."""
        return FileLineColLoc.at(self.filename, *place)


def read(path: str, context: Context) -> ModuleOp:
    """Return the module of a program in a file; raise `dlc.InvalidProgram` with all its errors."""
    source, diagnostics = Source(path, Path(path).read_text(encoding="utf-8")), context.diagnostics
    module, first = ModuleOp.containing([]), len(diagnostics.diagnostics)
    front_end = FrontEnd(source, context)
    try:
        module = front_end.module(parse(source.text))
    except UnexpectedInput as error:
        diagnostics.error(front_end.location((error.line, error.column)), "the program cannot go on like this")
    if diagnostics.diagnostics[first:]:
        raise dlc.InvalidProgram(context, diagnostics.diagnostics[first:])
    return module


if __name__ == "__main__":
    context = dlc.make_context()
    context.load_module("ch02.dialect")
    try:
        print(read(sys.argv[1], context))
    except dlc.InvalidProgram as error:
        sys.exit(str(error))
