"""The core: operations, what they are made of, and what can be asked of them.

A tour, in the order in which a newcomer meets things:

- **Attributes and types** (`attributes`, `builtin_types`, `builtin_attributes`, `enums`) are constants: immutable, and
  interned, so that equal means identical. `IntegerType(32)` is `i32`; `IntegerAttr(7, i32)` prints as `7 : i32`.
- **Operations** (`operations`, `values`, `blocks`) are the nodes of a program. An operation takes values, has results,
  attributes and regions; a region is a list of blocks, a block a list of operations. Every value knows its uses.
- **An op is a class body** (`definition`, `constraints`, `traits`, `interfaces`): what it takes, gives and promises,
  its text, and its rules.

      T = TypeVariable("T", float_like)

      @op("math.sqrt", traits=(Pure,))
      class SqrtOp(Op):
          x: Operand = operand(T)
          root: Result = inferred_result(T)
          syntax = "$x attr-dict `:` type($root)"

  The constructor follows from that: `SqrtOp(x).root` is a value of the type of `x`. A module's ops, attributes and
  patterns become a **dialect** by its last line, `DIALECT = Dialect.collect("math", globals())`.
- **Changing IR**: `Builder` inserts; `Operation` clones, moves, erases and walks; `@pattern` functions rewrite through
  a `Rewriter`, and `@canonicalization` makes one of them part of its dialect.
- **Asking about IR**: `verify` finds everything that is wrong and says it to a `DiagnosticEngine`; `Dominance`,
  `SymbolTable`, `are_equivalent`, `is_pure` and their neighbours answer what passes want to know.
- A `Context` knows the dialects. Text is not read or written here but by `dlc.parser`: this package does not import it.

These are the names that most code needs; field specifiers (`operand`, `result`, `attr` …) and their annotations are in
`definition`, the rest in the modules.
"""

from __future__ import annotations

from .attributes import Attribute, Type, TypedAttribute, attribute, type_
from .blocks import Block, Region
from .builder import Builder, InsertionPoint
from .builtin_attributes import (
    ArrayAttr,
    DenseArrayAttr,
    DenseElementsAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
)
from .builtin_types import (
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    ShapedType,
    TensorType,
    VectorType,
)
from .compilation import dumped_source
from .constraints import AttributeConstraint, TypeConstraint, TypeVariable
from .context import Context
from .definition import Op, op
from .diagnostics import Diagnostic, DiagnosticEngine
from .dialect import Dialect
from .dominance import Dominance
from .effects import is_pure, is_trivially_dead
from .equivalence import are_equivalent, fingerprint
from .errors import DlcError, InvalidAttributeError, InvalidDefinitionError, InvalidIRError
from .interfaces import Interface
from .locations import UNKNOWN_LOC, FileLineColLoc, Location
from .operations import IRMapping, Operation, UnregisteredOp
from .patterns import Match, Pattern, Rewriter, canonicalization, pattern
from .symbol_table import SymbolTable
from .traits import Trait
from .values import BlockArgument, OpResult, Value
from .verifier import Report, verify

__all__ = [
    "UNKNOWN_LOC",
    "ArrayAttr",
    "Attribute",
    "AttributeConstraint",
    "Block",
    "BlockArgument",
    "Builder",
    "Context",
    "DenseArrayAttr",
    "DenseElementsAttr",
    "Diagnostic",
    "DiagnosticEngine",
    "Dialect",
    "DictionaryAttr",
    "DlcError",
    "Dominance",
    "FileLineColLoc",
    "FloatAttr",
    "FloatType",
    "FunctionType",
    "IRMapping",
    "IndexType",
    "InsertionPoint",
    "IntegerAttr",
    "IntegerType",
    "Interface",
    "InvalidAttributeError",
    "InvalidDefinitionError",
    "InvalidIRError",
    "Location",
    "Match",
    "MemRefType",
    "Op",
    "OpResult",
    "Operation",
    "Pattern",
    "Region",
    "Report",
    "Rewriter",
    "ShapedType",
    "StringAttr",
    "SymbolRefAttr",
    "SymbolTable",
    "TensorType",
    "Trait",
    "Type",
    "TypeAttr",
    "TypeConstraint",
    "TypeVariable",
    "TypedAttribute",
    "UnitAttr",
    "UnregisteredOp",
    "Value",
    "VectorType",
    "are_equivalent",
    "attribute",
    "canonicalization",
    "dumped_source",
    "fingerprint",
    "is_pure",
    "is_trivially_dead",
    "op",
    "pattern",
    "type_",
    "verify",
]
