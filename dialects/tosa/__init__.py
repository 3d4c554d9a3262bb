"""The dialect `tosa`: MLIR's form of TOSA, the Tensor Operator Set Architecture, version 1.1 as in MLIR 22.

TensorFlow Lite and torch-mlir write it. The ops are read, verified and printed as MLIR does it; what they compute is
said by what `tosa-to-graph` makes of them. Where the specification leaves something open, or MLIR's lowering differs
from it, the op says so.
"""

from __future__ import annotations

from dlc.ir.dialect import Dialect

from . import (
    attributes,
    bases,
    contraction,
    control,
    convolution,
    elementwise,
    indexing,
    movement,
    pooling,
    quantized,
    reduction,
    shapes,
)
from .attributes import (
    BlockSizeAttr as BlockSizeAttr,
    ConvQuantAttr as ConvQuantAttr,
    ExtensionAttr as ExtensionAttr,
    LevelAttr as LevelAttr,
    MatmulQuantAttr as MatmulQuantAttr,
    MXInt8Type as MXInt8Type,
    NanModeAttr as NanModeAttr,
    PadQuantAttr as PadQuantAttr,
    ProfileAttr as ProfileAttr,
    ResizeModeAttr as ResizeModeAttr,
    RoundingModeAttr as RoundingModeAttr,
    ShapeType as ShapeType,
    SpecificationVersionAttr as SpecificationVersionAttr,
    TargetEnvAttr as TargetEnvAttr,
    UnaryQuantAttr as UnaryQuantAttr,
)
from .contraction import (
    FFT2dOp as FFT2dOp,
    MatMulOp as MatMulOp,
    MatmulTBlockScaledOp as MatmulTBlockScaledOp,
    RFFT2dOp as RFFT2dOp,
)
from .control import (
    CustomOp as CustomOp,
    IfOp as IfOp,
    VariableOp as VariableOp,
    VariableReadOp as VariableReadOp,
    VariableWriteOp as VariableWriteOp,
    WhileOp as WhileOp,
    YieldOp as YieldOp,
)
from .convolution import (
    Conv2DOp as Conv2DOp,
    Conv3DOp as Conv3DOp,
    DepthwiseConv2DOp as DepthwiseConv2DOp,
    TransposeConv2DOp as TransposeConv2DOp,
)
from .elementwise import (
    AbsOp as AbsOp,
    AddOp as AddOp,
    ArithmeticRightShiftOp as ArithmeticRightShiftOp,
    BitwiseAndOp as BitwiseAndOp,
    BitwiseNotOp as BitwiseNotOp,
    BitwiseOrOp as BitwiseOrOp,
    BitwiseXorOp as BitwiseXorOp,
    CeilOp as CeilOp,
    ClampOp as ClampOp,
    ClzOp as ClzOp,
    CosOp as CosOp,
    EqualOp as EqualOp,
    ErfOp as ErfOp,
    ExpOp as ExpOp,
    ExtremumOp as ExtremumOp,
    FloorOp as FloorOp,
    GreaterEqualOp as GreaterEqualOp,
    GreaterOp as GreaterOp,
    IntDivOp as IntDivOp,
    LogicalAndOp as LogicalAndOp,
    LogicalLeftShiftOp as LogicalLeftShiftOp,
    LogicalNotOp as LogicalNotOp,
    LogicalOrOp as LogicalOrOp,
    LogicalRightShiftOp as LogicalRightShiftOp,
    LogicalXorOp as LogicalXorOp,
    LogOp as LogOp,
    MaximumOp as MaximumOp,
    MinimumOp as MinimumOp,
    MulOp as MulOp,
    NegateOp as NegateOp,
    PowOp as PowOp,
    ReciprocalOp as ReciprocalOp,
    RsqrtOp as RsqrtOp,
    SelectOp as SelectOp,
    SigmoidOp as SigmoidOp,
    SinOp as SinOp,
    SubOp as SubOp,
    TanhOp as TanhOp,
)
from .indexing import (
    GatherOp as GatherOp,
    ResizeOp as ResizeOp,
    ScatterOp as ScatterOp,
)
from .movement import (
    ConcatOp as ConcatOp,
    ConstOp as ConstOp,
    IdentityOp as IdentityOp,
    PadOp as PadOp,
    ReshapeOp as ReshapeOp,
    ReverseOp as ReverseOp,
    SliceOp as SliceOp,
    TileOp as TileOp,
    TransposeOp as TransposeOp,
)
from .pooling import (
    AvgPool2dOp as AvgPool2dOp,
    MaxPool2dOp as MaxPool2dOp,
)
from .quantized import (
    ApplyScaleOp as ApplyScaleOp,
    CastFromBlockScaledOp as CastFromBlockScaledOp,
    CastOp as CastOp,
    CastToBlockScaledOp as CastToBlockScaledOp,
    RescaleOp as RescaleOp,
    TableOp as TableOp,
)
from .reduction import (
    ArgMaxOp as ArgMaxOp,
    ReduceAllOp as ReduceAllOp,
    ReduceAnyOp as ReduceAnyOp,
    ReduceExtremumOp as ReduceExtremumOp,
    ReduceMaxOp as ReduceMaxOp,
    ReduceMinOp as ReduceMinOp,
    ReduceOp as ReduceOp,
    ReduceProductOp as ReduceProductOp,
    ReduceSumOp as ReduceSumOp,
)
from .shapes import (
    AddShapeOp as AddShapeOp,
    ConcatShapeOp as ConcatShapeOp,
    ConstShapeOp as ConstShapeOp,
    DimOp as DimOp,
    DivCeilShapeOp as DivCeilShapeOp,
    DivFloorShapeOp as DivFloorShapeOp,
    Exp2ShapeOp as Exp2ShapeOp,
    Log2CeilShapeOp as Log2CeilShapeOp,
    Log2FloorShapeOp as Log2FloorShapeOp,
    MaxShapeOp as MaxShapeOp,
    MinShapeOp as MinShapeOp,
    ModShapeOp as ModShapeOp,
    MulShapeOp as MulShapeOp,
    SliceShapeOp as SliceShapeOp,
    SubShapeOp as SubShapeOp,
    UnaryShapeOp as UnaryShapeOp,
)

_MODULES = (
    attributes,
    bases,
    contraction,
    control,
    convolution,
    elementwise,
    indexing,
    movement,
    pooling,
    quantized,
    reduction,
    shapes,
)

DIALECT = Dialect.collect("tosa", globals(), modules=_MODULES)
