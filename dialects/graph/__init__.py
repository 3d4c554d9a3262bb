"""The dialect `graph`: what a model says, as ops on whole tensors with static or named sizes.

Ops are few and orthogonal: operands of an elementwise op have one type, broadcasting is an op of its own. Sizes are
numbers or have names (`sizes`), and follow from those of operands (`bases.InferShapes`). Nothing here knows of memory,
loops or layouts in memory.
"""

from __future__ import annotations

from dlc.ir.dialect import Dialect

from . import (
    activations,
    arithmetic,
    attention,
    bitwise,
    calls,
    cast_patterns,
    casts,
    comparison,
    constant,
    contraction,
    control,
    control_patterns,
    convolution,
    division,
    elementwise_patterns,
    functions,
    indexing,
    movement,
    movement_patterns,
    normalization,
    padding,
    pooling,
    quantization,
    random,
    reduction,
    resize,
    rounding,
    scan,
    shape_values,
    shapes,
    size_lists,
    sizes,
    slicing,
    slicing_patterns,
    sorting,
)
from .activations import (
    CeluOp,
    EluOp,
    GeluFormAttr,
    GeluOp,
    HardSigmoidOp,
    HardSwishOp,
    LeakyReluOp,
    MishOp,
    PReluOp,
    ReluOp,
    SeluOp,
    SigmoidOp,
    SiluOp,
    SoftplusOp,
    SoftsignOp,
    ThresholdedReluOp,
)
from .arithmetic import AbsOp, AddOp, MaximumOp, MinimumOp, MulOp, NegOp, SignOp, SubOp
from .attention import AttentionOp, CausalAttr
from .bitwise import (
    AndOp,
    CountLeadingZerosOp,
    NotOp,
    OrOp,
    PopcountOp,
    ShiftLeftOp,
    ShiftRightOp,
    XorOp,
)
from .calls import CallOp
from .casts import BitcastOp, CastOp
from .comparison import ClampOp, CompareOp, IsFiniteOp, IsInfOp, IsNanOp, PredicateAttr, SelectOp
from .constant import ConstantOp, materialize_constant
from .contraction import ContractOp
from .control import ConditionOp, IfOp, WhileOp, YieldOp
from .convolution import ConvolutionLayoutAttr, ConvolutionOp, TransposedConvolutionOp
from .division import DivOp, ModOp, PowOp, RemOp
from .functions import (
    AcoshOp,
    AcosOp,
    AsinhOp,
    AsinOp,
    Atan2Op,
    AtanhOp,
    AtanOp,
    CbrtOp,
    CopysignOp,
    CoshOp,
    CosOp,
    ErfOp,
    Exp2Op,
    ExpM1Op,
    ExpOp,
    Log1pOp,
    Log2Op,
    LogOp,
    ReciprocalOp,
    RsqrtOp,
    SinhOp,
    SinOp,
    SqrtOp,
    TanhOp,
    TanOp,
)
from .indexing import GatherOp, NonzeroOp, ScatterKindAttr, ScatterOp
from .movement import BroadcastOp, ReshapeOp, ReverseOp, TransposeOp
from .normalization import (
    BatchNormOp,
    GroupNormOp,
    InstanceNormOp,
    LayerNormOp,
    LocalResponseNormOp,
    LogSoftmaxOp,
    LpNormalizeOp,
    RmsNormOp,
    SoftmaxOp,
)
from .padding import PaddingAttr, PadOp
from .pooling import ArgmaxPoolOp, PoolingAttr, PoolOp
from .quantization import DequantizeOp, QuantizeOp
from .random import RandomBitsOp, RandomNormalOp, RandomUniformOp
from .reduction import AccumulationAttr, ArgmaxOp, ArgminOp, CumulativeOp, ReduceOp, ReductionAttr
from .resize import CoordinatesAttr, InterpolationAttr, NearestRoundingAttr, ResizeOp
from .rounding import CeilOp, FloorOp, RoundHalfAwayOp, RoundOp, TruncOp
from .scan import ScanOp
from .shapes import DimOp, IotaOp, RankOp, ShapeOp, SizeOp, WithShapeOp
from .size_lists import SizesAttr
from .sizes import DimsAttr, Size
from .slicing import ConcatOp, DynamicSliceOp, DynamicUpdateSliceOp, SliceOp
from .sorting import SortOp, TopKOp

__all__ = [
    "AbsOp", "AccumulationAttr", "AcosOp", "AcoshOp", "AddOp", "AndOp", "ArgmaxOp", "ArgmaxPoolOp", "ArgminOp",
    "AsinOp", "AsinhOp", "Atan2Op", "AtanOp", "AtanhOp", "AttentionOp", "BatchNormOp", "BitcastOp", "BroadcastOp",
    "CallOp", "CastOp", "CausalAttr", "CbrtOp", "CeilOp", "CeluOp", "ClampOp", "CompareOp", "ConcatOp", "ConditionOp",
    "ConstantOp", "ContractOp", "ConvolutionLayoutAttr", "ConvolutionOp", "CoordinatesAttr", "CopysignOp", "CosOp",
    "CoshOp", "CountLeadingZerosOp", "CumulativeOp", "DequantizeOp", "DimOp", "DimsAttr", "DivOp", "DynamicSliceOp",
    "DynamicUpdateSliceOp", "EluOp", "ErfOp", "Exp2Op", "ExpM1Op", "ExpOp", "FloorOp", "GatherOp", "GeluFormAttr",
    "GeluOp", "GroupNormOp", "HardSigmoidOp", "HardSwishOp", "IfOp", "InstanceNormOp", "InterpolationAttr", "IotaOp",
    "IsFiniteOp", "IsInfOp", "IsNanOp", "LayerNormOp", "LeakyReluOp", "LocalResponseNormOp", "Log1pOp", "Log2Op",
    "LogOp", "LogSoftmaxOp", "LpNormalizeOp", "MaximumOp", "MinimumOp", "MishOp", "ModOp", "MulOp",
    "NearestRoundingAttr", "NegOp", "NonzeroOp", "NotOp", "OrOp", "PReluOp", "PadOp", "PaddingAttr", "PoolOp",
    "PoolingAttr", "PopcountOp", "PowOp", "PredicateAttr", "QuantizeOp", "RandomBitsOp", "RandomNormalOp",
    "RandomUniformOp", "RankOp", "ReciprocalOp", "ReduceOp", "ReductionAttr", "ReluOp", "RemOp", "ReshapeOp",
    "ResizeOp", "ReverseOp", "RmsNormOp", "RoundHalfAwayOp", "RoundOp", "RsqrtOp", "ScanOp", "ScatterKindAttr",
    "ScatterOp", "SelectOp", "SeluOp", "ShapeOp", "ShiftLeftOp", "ShiftRightOp", "SigmoidOp", "SignOp", "SiluOp",
    "SinOp", "SinhOp", "Size", "SizeOp", "SizesAttr", "SliceOp", "SoftmaxOp", "SoftplusOp", "SoftsignOp", "SortOp",
    "SqrtOp", "SubOp", "TanOp", "TanhOp", "ThresholdedReluOp", "TopKOp", "TransposeOp", "TransposedConvolutionOp",
    "TruncOp", "WhileOp", "WithShapeOp", "XorOp", "YieldOp",
]  # fmt: skip

_MODULES = (
    *(activations, arithmetic, bitwise, casts, comparison, division),
    *(cast_patterns, elementwise_patterns, functions, quantization, random, rounding),
    *(attention, contraction, convolution, normalization, pooling, resize),
    *(calls, control, control_patterns, scan),
    *(constant,),
    *(movement, movement_patterns, reduction, shapes, shape_values, sizes, size_lists),
    *(indexing, padding, slicing, slicing_patterns, sorting),
)
_MEMBERS = {f"{module.__name__}.{name}": member for module in _MODULES for name, member in vars(module).items()}

DIALECT = Dialect.collect("graph", _MEMBERS, materialize_constant=materialize_constant)
