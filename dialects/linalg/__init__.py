"""The dialect `linalg`: structured ops as MLIR 22 has them, with all names.

Named ops are lines of a table (`named_table`). `linalg-to-tensor` converts to the structured ops of `tensor`, which is
what passes here know.
"""

from __future__ import annotations

from dlc.dialects.arith import materialize_constant
from dlc.dialects.tensor import pack_patterns
from dlc.ir.dialect import Dialect

from . import attributes, generic, named, patterns, relayout, shaped, softmax
from .attributes import (
    PARALLEL as PARALLEL,
    REDUCTION as REDUCTION,
    IteratorTypeAttr as IteratorTypeAttr,
)
from .generic import GenericOp as GenericOp, IndexOp as IndexOp, YieldOp as YieldOp
from .named import (
    ContractionOp as ContractionOp,
    ContractOp as ContractOp,
    FillOp as FillOp,
    FillRng2DOp as FillRng2DOp,
    NamedOp as NamedOp,
)
from .relayout import PackOp as PackOp, UnpackOp as UnpackOp
from .shaped import (
    BroadcastOp as BroadcastOp,
    MapOp as MapOp,
    ReduceOp as ReduceOp,
    TransposeOp as TransposeOp,
)
from .softmax import SoftmaxOp as SoftmaxOp
from .structured import LinalgOp as LinalgOp, map_array as map_array

DIALECT = Dialect.collect(
    "linalg",
    globals(),
    modules=(attributes, generic, named, pack_patterns, patterns, relayout, shaped, softmax),
    more_ops=named.TABLE_OPS,
    materialize_constant=materialize_constant,
    dependencies=("arith", "complex", "math"),
    foreign_ops=[f"linalg.winograd_{name}_transform" for name in ("filter", "input", "output")],
)
