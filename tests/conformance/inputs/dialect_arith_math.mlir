func.func @ints(%a: i32, %b: i32, %c: i64, %v: vector<4xi8>, %i: index, %t: tensor<2x?xi16>) -> (i32, i1) {
  %0 = arith.constant 42 : i32
  %1 = arith.addi %a, %b overflow<nsw, nuw> : i32
  %2 = arith.subi %a, %b overflow<nsw> : i32
  %3 = arith.muli %v, %v : vector<4xi8>
  %4 = arith.divsi %a, %b : i32
  %5 = arith.divui %a, %b : i32
  %6 = arith.ceildivsi %a, %b : i32
  %7 = arith.floordivsi %a, %b : i32
  %8 = arith.remsi %a, %b : i32
  %9 = arith.andi %t, %t : tensor<2x?xi16>
  %10 = arith.shli %a, %b overflow<none> : i32
  %11 = arith.shrui %a, %b exact : i32
  %12 = arith.cmpi slt, %a, %b : i32
  %13 = arith.cmpi uge, %v, %v : vector<4xi8>
  %14 = arith.select %12, %a, %b : i32
  %15 = arith.extsi %a : i32 to i64
  %16 = arith.trunci %c overflow<nuw> : i64 to i32
  %17 = arith.index_cast %i : index to i32
  %18 = arith.index_castui %a : i32 to index
  %19, %20 = arith.addui_extended %a, %b : i32, i1
  %21:2 = arith.mulsi_extended %a, %b : i32
  %22 = arith.maxsi %a, %b : i32
  %23 = arith.minui %a, %b : i32
  %24 = arith.bitcast %a : i32 to f32
  %25 = arith.constant dense<[true, false]> : vector<2xi1>
  %26 = arith.constant dense<> : tensor<0xi4>
  %27 = arith.extui %12 : i1 to i8
  return %22, %20 : i32, i1
}
// -----
func.func @floats(%a: f32, %b: f32, %h: f16, %d: f64, %v: vector<[4]xf32>, %x: f8E4M3FN) -> f32 {
  %0 = arith.constant 0x7FC00000 : f32
  %1 = arith.addf %a, %b fastmath<fast> : f32
  %2 = arith.subf %a, %b fastmath<nnan,ninf> : f32
  %3 = arith.mulf %v, %v : vector<[4]xf32>
  %4 = arith.divf %a, %b fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> : f32
  %5 = arith.remf %a, %b : f32
  %6 = arith.negf %a fastmath<contract> : f32
  %7 = arith.cmpf olt, %a, %b : f32
  %8 = arith.cmpf une, %a, %b fastmath<nnan> : f32
  %9 = arith.cmpf true, %v, %v : vector<[4]xf32>
  %10 = arith.maximumf %a, %b : f32
  %11 = arith.minnumf %a, %b : f32
  %12 = arith.extf %h : f16 to f32
  %13 = arith.truncf %d to_nearest_even : f64 to f32
  %14 = arith.truncf %d : f64 to bf16
  %15 = arith.fptosi %a : f32 to i32
  %16 = arith.uitofp %15 : i32 to f64
  %17 = arith.constant 1.0 : f80
  %18 = arith.constant dense<1.0> : tensor<4xf128>
  %19 = arith.constant -0.0 : bf16
  %20 = arith.constant dense<[1.0, 0x7E00]> : vector<2xf16>
  %21 = arith.constant 448.0 : f8E4M3FN
  %22 = arith.scaling_extf %x, %x : f8E4M3FN, f8E4M3FN to f32
  return %4 : f32
}
// -----
func.func @math(%a: f32, %v: vector<4xf64>, %i: i32, %c: complex<f32>) {
  %0 = math.sin %a : f32
  %1 = math.cos %v fastmath<afn> : vector<4xf64>
  %2 = math.fma %a, %a, %a : f32
  %3 = math.powf %a, %a : f32
  %4 = math.fpowi %a, %i : f32, i32
  %5 = math.ipowi %i, %i : i32
  %6 = math.ctpop %i : i32
  %7 = math.absi %i : i32
  %8 = math.copysign %a, %a : f32
  %9 = math.isnan %a : f32
  %10 = math.roundeven %a : f32
  %11, %12 = math.sincos %a : f32
  %13 = math.tanh %a {tag} : f32
  %14 = math.clampf %a to [%a, %a] : f32
  return
}
// -----
func.func @complex(%a: complex<f32>, %b: complex<f32>, %r: f32) {
  %0 = complex.constant [1.0 : f32, -2.0 : f32] : complex<f32>
  %1 = complex.create %r, %r : complex<f32>
  %2 = complex.add %a, %b : complex<f32>
  %3 = complex.mul %a, %b fastmath<nnan> : complex<f32>
  %4 = complex.re %a : complex<f32>
  %5 = complex.abs %a : complex<f32>
  %6 = complex.eq %a, %b : complex<f32>
  %7 = complex.pow %a, %b : complex<f32>
  %8 = complex.bitcast %a : complex<f32> to i64
  %9 = complex.constant [0x7F800000 : f32, 0.1 : f32] : complex<f32>
  %10 = complex.constant [0.1, -0.0] : complex<f64>
  return
}
// -----
func.func @index(%a: index, %b: index) {
  %0 = index.add %a, %b
  %1 = index.cmp slt(%a, %b)
  %2 = index.constant -42
  %3 = index.bool.constant true
  %4 = index.sizeof
  %5 = index.castu %a : index to i32
  %6 = index.maxs %a, %b
  %7 = ub.poison : vector<4xi32>
  %8 = ub.poison <#ub.poison> : !llvm.ptr
  %9 = arith.constant 9223372036854775807 : index
  return
}
