// RUN: dlc-opt %s | dlc-opt | filecheck %s

// Every op of arith, with every flag, in its own form.

// Names of constants say what they are, unless the source names them.
// CHECK-LABEL: func.func @constants
func.func @constants(%i: i32, %j: i32, %k: i8, %l: i64, %n: index, %b: i1, %x: f32, %y: f32, %h: f16, %d: f64, %e: f8E8M0FNU, %vi: vector<4xi32>, %vx: vector<4xf32>, %vb: vector<4xi1>, %ti: tensor<2x?xi32>, %tx: tensor<*xf32>, %m: memref<4xi32>) {
  // CHECK: arith.constant 42 : i32
  %c = arith.constant 42 : i32
  // CHECK: arith.constant -1 : index
  %c1 = arith.constant -1 : index
  // CHECK: arith.constant true
  %t = arith.constant true
  // CHECK: arith.constant {test.a} 1.500000e+00 : f32
  %f = arith.constant {test.a} 1.500000e+00 : f32
  // CHECK: arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %v = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  // CHECK: arith.constant dense<0.000000e+00> : tensor<2x2xf32>
  %s = arith.constant dense<0.000000e+00> : tensor<2x2xf32>
  // CHECK: arith.constant dense<1> : vector<[4]xi32>
  %w = arith.constant dense<1> : vector<[4]xi32>
  // CHECK: arith.constant 0x7F800000 : f32
  %inf = arith.constant 0x7F800000 : f32
  return
}

// CHECK-LABEL: func.func @integers
func.func @integers(%i: i32, %j: i32, %k: i8, %l: i64, %n: index, %b: i1, %x: f32, %y: f32, %h: f16, %d: f64, %e: f8E8M0FNU, %vi: vector<4xi32>, %vx: vector<4xf32>, %vb: vector<4xi1>, %ti: tensor<2x?xi32>, %tx: tensor<*xf32>, %m: memref<4xi32>) {
  // CHECK: arith.addi %{{.*}}, %{{.*}} : i32
  %r_addi = arith.addi %i, %j : i32
  // CHECK: arith.subi %{{.*}}, %{{.*}} : i32
  %r_subi = arith.subi %i, %j : i32
  // CHECK: arith.muli %{{.*}}, %{{.*}} : i32
  %r_muli = arith.muli %i, %j : i32
  // CHECK: arith.shli %{{.*}}, %{{.*}} : i32
  %r_shli = arith.shli %i, %j : i32
  // CHECK: arith.divui %{{.*}}, %{{.*}} : i32
  %r_divui = arith.divui %i, %j : i32
  // CHECK: arith.divsi %{{.*}}, %{{.*}} : i32
  %r_divsi = arith.divsi %i, %j : i32
  // CHECK: arith.shrui %{{.*}}, %{{.*}} : i32
  %r_shrui = arith.shrui %i, %j : i32
  // CHECK: arith.shrsi %{{.*}}, %{{.*}} : i32
  %r_shrsi = arith.shrsi %i, %j : i32
  // CHECK: arith.ceildivui %{{.*}}, %{{.*}} : i32
  %r_ceildivui = arith.ceildivui %i, %j : i32
  // CHECK: arith.ceildivsi %{{.*}}, %{{.*}} : i32
  %r_ceildivsi = arith.ceildivsi %i, %j : i32
  // CHECK: arith.floordivsi %{{.*}}, %{{.*}} : i32
  %r_floordivsi = arith.floordivsi %i, %j : i32
  // CHECK: arith.remui %{{.*}}, %{{.*}} : i32
  %r_remui = arith.remui %i, %j : i32
  // CHECK: arith.remsi %{{.*}}, %{{.*}} : i32
  %r_remsi = arith.remsi %i, %j : i32
  // CHECK: arith.andi %{{.*}}, %{{.*}} : i32
  %r_andi = arith.andi %i, %j : i32
  // CHECK: arith.ori %{{.*}}, %{{.*}} : i32
  %r_ori = arith.ori %i, %j : i32
  // CHECK: arith.xori %{{.*}}, %{{.*}} : i32
  %r_xori = arith.xori %i, %j : i32
  // CHECK: arith.maxsi %{{.*}}, %{{.*}} : i32
  %r_maxsi = arith.maxsi %i, %j : i32
  // CHECK: arith.maxui %{{.*}}, %{{.*}} : i32
  %r_maxui = arith.maxui %i, %j : i32
  // CHECK: arith.minsi %{{.*}}, %{{.*}} : i32
  %r_minsi = arith.minsi %i, %j : i32
  // CHECK: arith.minui %{{.*}}, %{{.*}} : i32
  %r_minui = arith.minui %i, %j : i32
  return
}

// CHECK-LABEL: func.func @integer_flags
func.func @integer_flags(%i: i32, %j: i32, %k: i8, %l: i64, %n: index, %b: i1, %x: f32, %y: f32, %h: f16, %d: f64, %e: f8E8M0FNU, %vi: vector<4xi32>, %vx: vector<4xf32>, %vb: vector<4xi1>, %ti: tensor<2x?xi32>, %tx: tensor<*xf32>, %m: memref<4xi32>) {
  // CHECK: arith.addi %{{.*}}, %{{.*}} overflow<nsw, nuw> : i32
  %r_addi = arith.addi %i, %j overflow<nsw, nuw> : i32
  // CHECK: arith.subi %{{.*}}, %{{.*}} overflow<nsw, nuw> : i32
  %r_subi = arith.subi %i, %j overflow<nsw, nuw> : i32
  // CHECK: arith.muli %{{.*}}, %{{.*}} overflow<nsw, nuw> : i32
  %r_muli = arith.muli %i, %j overflow<nsw, nuw> : i32
  // CHECK: arith.shli %{{.*}}, %{{.*}} overflow<nsw, nuw> : i32
  %r_shli = arith.shli %i, %j overflow<nsw, nuw> : i32
  // CHECK: arith.addi %{{.*}}, %{{.*}} {test.a} : i32
  %r = arith.addi %i, %j overflow<none> {test.a} : i32
  // CHECK: arith.addi %{{.*}}, %{{.*}} overflow<nuw> : i32
  %q = arith.addi %i, %j overflow<nuw> : i32
  // CHECK: arith.divui %{{.*}}, %{{.*}} exact : i32
  %r_divui = arith.divui %i, %j exact : i32
  // CHECK: arith.divsi %{{.*}}, %{{.*}} exact : i32
  %r_divsi = arith.divsi %i, %j exact : i32
  // CHECK: arith.shrui %{{.*}}, %{{.*}} exact : i32
  %r_shrui = arith.shrui %i, %j exact : i32
  // CHECK: arith.shrsi %{{.*}}, %{{.*}} exact : i32
  %r_shrsi = arith.shrsi %i, %j exact : i32
  return
}

// Every op works on vectors, tensors and index too.
// CHECK-LABEL: func.func @shapes
func.func @shapes(%i: i32, %j: i32, %k: i8, %l: i64, %n: index, %b: i1, %x: f32, %y: f32, %h: f16, %d: f64, %e: f8E8M0FNU, %vi: vector<4xi32>, %vx: vector<4xf32>, %vb: vector<4xi1>, %ti: tensor<2x?xi32>, %tx: tensor<*xf32>, %m: memref<4xi32>) {
  // CHECK: arith.addi %{{.*}}, %{{.*}} : vector<4xi32>
  %0 = arith.addi %vi, %vi : vector<4xi32>
  // CHECK: arith.muli %{{.*}}, %{{.*}} : tensor<2x?xi32>
  %1 = arith.muli %ti, %ti : tensor<2x?xi32>
  // CHECK: arith.addf %{{.*}}, %{{.*}} : tensor<*xf32>
  %2 = arith.addf %tx, %tx : tensor<*xf32>
  // CHECK: arith.divsi %{{.*}}, %{{.*}} : index
  %3 = arith.divsi %n, %n : index
  // CHECK: arith.cmpi eq, %{{.*}}, %{{.*}} : tensor<2x?xi32>
  %4 = arith.cmpi eq, %ti, %ti : tensor<2x?xi32>
  // CHECK: arith.cmpf oeq, %{{.*}}, %{{.*}} : tensor<*xf32>
  %5 = arith.cmpf oeq, %tx, %tx : tensor<*xf32>
  // CHECK: arith.cmpi ne, %{{.*}}, %{{.*}} : vector<4xi32>
  %6 = arith.cmpi ne, %vi, %vi : vector<4xi32>
  return
}

// CHECK-LABEL: func.func @several_results
func.func @several_results(%i: i32, %j: i32, %k: i8, %l: i64, %n: index, %b: i1, %x: f32, %y: f32, %h: f16, %d: f64, %e: f8E8M0FNU, %vi: vector<4xi32>, %vx: vector<4xf32>, %vb: vector<4xi1>, %ti: tensor<2x?xi32>, %tx: tensor<*xf32>, %m: memref<4xi32>) {
  // CHECK: arith.addui_extended %{{.*}}, %{{.*}} : i32, i1
  %s, %o = arith.addui_extended %i, %j : i32, i1
  // CHECK: arith.mulsi_extended %{{.*}}, %{{.*}} : i32
  %lo, %hi = arith.mulsi_extended %i, %j : i32
  // CHECK: arith.mului_extended %{{.*}}, %{{.*}} : vector<4xi32>
  %lo2, %hi2 = arith.mului_extended %vi, %vi : vector<4xi32>
  // CHECK: arith.addui_extended %{{.*}}, %{{.*}} : vector<4xi32>, vector<4xi1>
  %s2, %o2 = arith.addui_extended %vi, %vi : vector<4xi32>, vector<4xi1>
  return
}

// CHECK-LABEL: func.func @floats
func.func @floats(%i: i32, %j: i32, %k: i8, %l: i64, %n: index, %b: i1, %x: f32, %y: f32, %h: f16, %d: f64, %e: f8E8M0FNU, %vi: vector<4xi32>, %vx: vector<4xf32>, %vb: vector<4xi1>, %ti: tensor<2x?xi32>, %tx: tensor<*xf32>, %m: memref<4xi32>) {
  // CHECK: arith.negf %{{.*}} : f32
  %n0 = arith.negf %x : f32
  // CHECK: arith.negf %{{.*}} fastmath<fast> : f32
  %n1 = arith.negf %x fastmath<fast> : f32
  // CHECK: arith.addf %{{.*}}, %{{.*}} : f32
  %r_addf = arith.addf %x, %y : f32
  // CHECK: arith.subf %{{.*}}, %{{.*}} : f32
  %r_subf = arith.subf %x, %y : f32
  // CHECK: arith.mulf %{{.*}}, %{{.*}} : f32
  %r_mulf = arith.mulf %x, %y : f32
  // CHECK: arith.divf %{{.*}}, %{{.*}} : f32
  %r_divf = arith.divf %x, %y : f32
  // CHECK: arith.remf %{{.*}}, %{{.*}} : f32
  %r_remf = arith.remf %x, %y : f32
  // CHECK: arith.maximumf %{{.*}}, %{{.*}} : f32
  %r_maximumf = arith.maximumf %x, %y : f32
  // CHECK: arith.minimumf %{{.*}}, %{{.*}} : f32
  %r_minimumf = arith.minimumf %x, %y : f32
  // CHECK: arith.maxnumf %{{.*}}, %{{.*}} : f32
  %r_maxnumf = arith.maxnumf %x, %y : f32
  // CHECK: arith.minnumf %{{.*}}, %{{.*}} : f32
  %r_minnumf = arith.minnumf %x, %y : f32
  // CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<nnan,ninf> : vector<4xf32>
  %q_addf = arith.addf %vx, %vx fastmath<nnan,ninf> : vector<4xf32>
  // CHECK: arith.subf %{{.*}}, %{{.*}} fastmath<nnan,ninf> : vector<4xf32>
  %q_subf = arith.subf %vx, %vx fastmath<nnan,ninf> : vector<4xf32>
  // CHECK: arith.mulf %{{.*}}, %{{.*}} fastmath<nnan,ninf> : vector<4xf32>
  %q_mulf = arith.mulf %vx, %vx fastmath<nnan,ninf> : vector<4xf32>
  // CHECK: arith.divf %{{.*}}, %{{.*}} fastmath<nnan,ninf> : vector<4xf32>
  %q_divf = arith.divf %vx, %vx fastmath<nnan,ninf> : vector<4xf32>
  // CHECK: arith.remf %{{.*}}, %{{.*}} fastmath<nnan,ninf> : vector<4xf32>
  %q_remf = arith.remf %vx, %vx fastmath<nnan,ninf> : vector<4xf32>
  // CHECK: arith.maximumf %{{.*}}, %{{.*}} fastmath<nnan,ninf> : vector<4xf32>
  %q_maximumf = arith.maximumf %vx, %vx fastmath<nnan,ninf> : vector<4xf32>
  // CHECK: arith.minimumf %{{.*}}, %{{.*}} fastmath<nnan,ninf> : vector<4xf32>
  %q_minimumf = arith.minimumf %vx, %vx fastmath<nnan,ninf> : vector<4xf32>
  // CHECK: arith.maxnumf %{{.*}}, %{{.*}} fastmath<nnan,ninf> : vector<4xf32>
  %q_maxnumf = arith.maxnumf %vx, %vx fastmath<nnan,ninf> : vector<4xf32>
  // CHECK: arith.minnumf %{{.*}}, %{{.*}} fastmath<nnan,ninf> : vector<4xf32>
  %q_minnumf = arith.minnumf %vx, %vx fastmath<nnan,ninf> : vector<4xf32>
  // CHECK: arith.addf %{{.*}}, %{{.*}} {test.a} : f32
  %z = arith.addf %x, %y fastmath<none> {test.a} : f32
  // CHECK: arith.mulf %{{.*}}, %{{.*}} fastmath<fast> : f32
  %zz = arith.mulf %x, %y fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> : f32
  return
}

// CHECK-LABEL: func.func @integer_casts
func.func @integer_casts(%i: i32, %j: i32, %k: i8, %l: i64, %n: index, %b: i1, %x: f32, %y: f32, %h: f16, %d: f64, %e: f8E8M0FNU, %vi: vector<4xi32>, %vx: vector<4xf32>, %vb: vector<4xi1>, %ti: tensor<2x?xi32>, %tx: tensor<*xf32>, %m: memref<4xi32>) {
  // CHECK: arith.extui %{{.*}} : i32 to i64
  %0 = arith.extui %i : i32 to i64
  // CHECK: arith.extsi %{{.*}} : vector<4xi32> to vector<4xi64>
  %1 = arith.extsi %vi : vector<4xi32> to vector<4xi64>
  // CHECK: arith.trunci %{{.*}} : i32 to i16
  %2 = arith.trunci %i : i32 to i16
  // CHECK: arith.trunci %{{.*}} overflow<nsw, nuw> : i32 to i16
  %3 = arith.trunci %i overflow<nsw, nuw> : i32 to i16
  // CHECK: arith.index_cast %{{.*}} : i32 to index
  %4 = arith.index_cast %i : i32 to index
  // CHECK: arith.index_cast %{{.*}} : index to i8
  %5 = arith.index_cast %n : index to i8
  // CHECK: arith.index_castui %{{.*}} : index to i64
  %6 = arith.index_castui %n : index to i64
  // CHECK: arith.index_cast %{{.*}} : memref<4xi32> to memref<4xindex>
  %7 = arith.index_cast %m : memref<4xi32> to memref<4xindex>
  // CHECK: arith.extui %{{.*}} : tensor<2x?xi32> to tensor<2x?xi64>
  %8 = arith.extui %ti : tensor<2x?xi32> to tensor<2x?xi64>
  return
}

// CHECK-LABEL: func.func @float_casts
func.func @float_casts(%i: i32, %j: i32, %k: i8, %l: i64, %n: index, %b: i1, %x: f32, %y: f32, %h: f16, %d: f64, %e: f8E8M0FNU, %vi: vector<4xi32>, %vx: vector<4xf32>, %vb: vector<4xi1>, %ti: tensor<2x?xi32>, %tx: tensor<*xf32>, %m: memref<4xi32>) {
  // CHECK: arith.extf %{{.*}} : f16 to f32
  %0 = arith.extf %h : f16 to f32
  // CHECK: arith.extf %{{.*}} fastmath<contract> : f16 to f32
  %1 = arith.extf %h fastmath<contract> : f16 to f32
  // CHECK: arith.truncf %{{.*}} : f32 to bf16
  %2 = arith.truncf %x : f32 to bf16
  // CHECK: arith.truncf %{{.*}} toward_zero : f32 to bf16
  %3 = arith.truncf %x toward_zero : f32 to bf16
  // CHECK: arith.truncf %{{.*}} to_nearest_even fastmath<nnan> : f32 to f16
  %to_nearest_even = arith.truncf %x to_nearest_even fastmath<nnan> : f32 to f16
  // CHECK: arith.truncf %{{.*}} downward fastmath<nnan> : f32 to f16
  %downward = arith.truncf %x downward fastmath<nnan> : f32 to f16
  // CHECK: arith.truncf %{{.*}} upward fastmath<nnan> : f32 to f16
  %upward = arith.truncf %x upward fastmath<nnan> : f32 to f16
  // CHECK: arith.truncf %{{.*}} toward_zero fastmath<nnan> : f32 to f16
  %toward_zero = arith.truncf %x toward_zero fastmath<nnan> : f32 to f16
  // CHECK: arith.truncf %{{.*}} to_nearest_away fastmath<nnan> : f32 to f16
  %to_nearest_away = arith.truncf %x to_nearest_away fastmath<nnan> : f32 to f16
  // CHECK: arith.scaling_extf %{{.*}}, %{{.*}} : f16, f8E8M0FNU to f32
  %4 = arith.scaling_extf %h, %e : f16, f8E8M0FNU to f32
  // CHECK: arith.scaling_extf %{{.*}}, %{{.*}} fastmath<fast> : f16, f8E8M0FNU to f32
  %5 = arith.scaling_extf %h, %e fastmath<fast> : f16, f8E8M0FNU to f32
  // CHECK: arith.scaling_truncf %{{.*}}, %{{.*}} : f32, f8E8M0FNU to f16
  %6 = arith.scaling_truncf %x, %e : f32, f8E8M0FNU to f16
  // CHECK: arith.scaling_truncf %{{.*}}, %{{.*}} to_nearest_even fastmath<fast> : f32, f8E8M0FNU to f16
  %7 = arith.scaling_truncf %x, %e to_nearest_even fastmath<fast> : f32, f8E8M0FNU to f16
  return
}

// CHECK-LABEL: func.func @other_casts
func.func @other_casts(%i: i32, %j: i32, %k: i8, %l: i64, %n: index, %b: i1, %x: f32, %y: f32, %h: f16, %d: f64, %e: f8E8M0FNU, %vi: vector<4xi32>, %vx: vector<4xf32>, %vb: vector<4xi1>, %ti: tensor<2x?xi32>, %tx: tensor<*xf32>, %m: memref<4xi32>) {
  // CHECK: arith.sitofp %{{.*}} : i32 to f32
  %0 = arith.sitofp %i : i32 to f32
  // CHECK: arith.uitofp %{{.*}} : vector<4xi32> to vector<4xf64>
  %1 = arith.uitofp %vi : vector<4xi32> to vector<4xf64>
  // CHECK: arith.fptosi %{{.*}} : f32 to i8
  %2 = arith.fptosi %x : f32 to i8
  // CHECK: arith.fptoui %{{.*}} : f32 to i1
  %3 = arith.fptoui %x : f32 to i1
  // CHECK: arith.bitcast %{{.*}} : f32 to i32
  %4 = arith.bitcast %x : f32 to i32
  // CHECK: arith.bitcast %{{.*}} : vector<4xi32> to vector<4xf32>
  %5 = arith.bitcast %vi : vector<4xi32> to vector<4xf32>
  // CHECK: arith.bitcast %{{.*}} : memref<4xi32> to memref<4xf32>
  %6 = arith.bitcast %m : memref<4xi32> to memref<4xf32>
  return
}

// CHECK-LABEL: func.func @comparisons
func.func @comparisons(%i: i32, %j: i32, %k: i8, %l: i64, %n: index, %b: i1, %x: f32, %y: f32, %h: f16, %d: f64, %e: f8E8M0FNU, %vi: vector<4xi32>, %vx: vector<4xf32>, %vb: vector<4xi1>, %ti: tensor<2x?xi32>, %tx: tensor<*xf32>, %m: memref<4xi32>) {
  // CHECK: arith.cmpi eq, %{{.*}}, %{{.*}} : i32
  %eq = arith.cmpi eq, %i, %j : i32
  // CHECK: arith.cmpi ne, %{{.*}}, %{{.*}} : i32
  %ne = arith.cmpi ne, %i, %j : i32
  // CHECK: arith.cmpi slt, %{{.*}}, %{{.*}} : i32
  %slt = arith.cmpi slt, %i, %j : i32
  // CHECK: arith.cmpi sle, %{{.*}}, %{{.*}} : i32
  %sle = arith.cmpi sle, %i, %j : i32
  // CHECK: arith.cmpi sgt, %{{.*}}, %{{.*}} : i32
  %sgt = arith.cmpi sgt, %i, %j : i32
  // CHECK: arith.cmpi sge, %{{.*}}, %{{.*}} : i32
  %sge = arith.cmpi sge, %i, %j : i32
  // CHECK: arith.cmpi ult, %{{.*}}, %{{.*}} : i32
  %ult = arith.cmpi ult, %i, %j : i32
  // CHECK: arith.cmpi ule, %{{.*}}, %{{.*}} : i32
  %ule = arith.cmpi ule, %i, %j : i32
  // CHECK: arith.cmpi ugt, %{{.*}}, %{{.*}} : i32
  %ugt = arith.cmpi ugt, %i, %j : i32
  // CHECK: arith.cmpi uge, %{{.*}}, %{{.*}} : i32
  %uge = arith.cmpi uge, %i, %j : i32
  // CHECK: arith.cmpf false, %{{.*}}, %{{.*}} : f32
  %ffalse = arith.cmpf false, %x, %y : f32
  // CHECK: arith.cmpf oeq, %{{.*}}, %{{.*}} : f32
  %foeq = arith.cmpf oeq, %x, %y : f32
  // CHECK: arith.cmpf ogt, %{{.*}}, %{{.*}} : f32
  %fogt = arith.cmpf ogt, %x, %y : f32
  // CHECK: arith.cmpf oge, %{{.*}}, %{{.*}} : f32
  %foge = arith.cmpf oge, %x, %y : f32
  // CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} : f32
  %folt = arith.cmpf olt, %x, %y : f32
  // CHECK: arith.cmpf ole, %{{.*}}, %{{.*}} : f32
  %fole = arith.cmpf ole, %x, %y : f32
  // CHECK: arith.cmpf one, %{{.*}}, %{{.*}} : f32
  %fone = arith.cmpf one, %x, %y : f32
  // CHECK: arith.cmpf ord, %{{.*}}, %{{.*}} : f32
  %ford = arith.cmpf ord, %x, %y : f32
  // CHECK: arith.cmpf ueq, %{{.*}}, %{{.*}} : f32
  %fueq = arith.cmpf ueq, %x, %y : f32
  // CHECK: arith.cmpf ugt, %{{.*}}, %{{.*}} : f32
  %fugt = arith.cmpf ugt, %x, %y : f32
  // CHECK: arith.cmpf uge, %{{.*}}, %{{.*}} : f32
  %fuge = arith.cmpf uge, %x, %y : f32
  // CHECK: arith.cmpf ult, %{{.*}}, %{{.*}} : f32
  %fult = arith.cmpf ult, %x, %y : f32
  // CHECK: arith.cmpf ule, %{{.*}}, %{{.*}} : f32
  %fule = arith.cmpf ule, %x, %y : f32
  // CHECK: arith.cmpf une, %{{.*}}, %{{.*}} : f32
  %fune = arith.cmpf une, %x, %y : f32
  // CHECK: arith.cmpf uno, %{{.*}}, %{{.*}} : f32
  %funo = arith.cmpf uno, %x, %y : f32
  // CHECK: arith.cmpf true, %{{.*}}, %{{.*}} : f32
  %ftrue = arith.cmpf true, %x, %y : f32
  // CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} fastmath<nnan> : f32
  %z = arith.cmpf olt, %x, %y fastmath<nnan> : f32
  // CHECK: arith.cmpi slt, %{{.*}}, %{{.*}} {test.a} : index
  %q = arith.cmpi slt, %n, %n {test.a} : index
  return
}

// CHECK-LABEL: func.func @choices
func.func @choices(%i: i32, %j: i32, %k: i8, %l: i64, %n: index, %b: i1, %x: f32, %y: f32, %h: f16, %d: f64, %e: f8E8M0FNU, %vi: vector<4xi32>, %vx: vector<4xf32>, %vb: vector<4xi1>, %ti: tensor<2x?xi32>, %tx: tensor<*xf32>, %m: memref<4xi32>) {
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : i32
  %0 = arith.select %b, %i, %j : i32
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<4xi32>
  %1 = arith.select %b, %vi, %vi : vector<4xi32>
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<4xi1>, vector<4xi32>
  %2 = arith.select %vb, %vi, %vi : vector<4xi1>, vector<4xi32>
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} {test.a} : memref<4xi32>
  %3 = arith.select %b, %m, %m {test.a} : memref<4xi32>
  return
}
