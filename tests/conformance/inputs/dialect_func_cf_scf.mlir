func.func private @decl(i32, f32) -> (i32 {d.res}, f32)
func.func private @no_args() -> ()
func.func private @fn_type((i32) -> (i32, i32)) -> ((f32) -> ())
func.func private @vis() attributes {d.a = 1, no_inline}
func.func nested @nested() { return }
func.func @"quoted name \22x\22"(%a: i32 {d.arg = "x", d.other}) -> (i32 {d.r = [1, 2]}) { return %a : i32 }
func.func @callers(%f: (i32) -> i32, %x: i32) -> i32 {
  %y = arith.constant 1.0 : f32
  %0 = call @"quoted name \22x\22"(%x) : (i32) -> i32
  %1:2 = func.call @decl(%x, %y) : (i32, f32) -> (i32, f32)
  %2 = call_indirect %f(%0) : (i32) -> i32
  %g = constant @decl : (i32, f32) -> (i32, f32)
  return %2 : i32
}
// -----
func.func @cfg(%c: i1, %n: i32) -> i32 {
  cf.cond_br %c, ^bb1(%n : i32), ^bb2(%n, %c : i32, i1)
^bb1(%x: i32):
  cf.br ^bb3(%x : i32)
^bb2(%y: i32, %z: i1):
  cf.assert %z, "message with \22quotes\22 and \\n"
  cf.cond_br %z weights([1, 99]), ^bb3(%y : i32), ^bb4
^bb3(%r: i32):
  return %r : i32
^bb4:
  cf.switch %n : i32, [
    default: ^bb3(%n : i32),
    42: ^bb1(%n : i32),
    -7: ^bb4
  ]
}
// -----
func.func @scf(%lb: index, %ub: index, %s: index, %m: memref<?xf32>, %c: i1, %init: f32) -> (f32, f32) {
  %r = scf.for %i = %lb to %ub step %s iter_args(%acc = %init) -> (f32) {
    %v = memref.load %m[%i] : memref<?xf32>
    %n = arith.addf %acc, %v : f32
    scf.yield %n : f32
  } {loop.hint = "unroll"}
  scf.for %i = %lb to %ub step %s {
    scf.if %c {
      memref.store %r, %m[%i] : memref<?xf32>
    } else {
      memref.store %init, %m[%i] : memref<?xf32>
    }
  }
  %q:2 = scf.if %c -> (f32, f32) {
    scf.yield %r, %init : f32, f32
  } else {
    scf.yield %init, %r : f32, f32
  }
  %w = scf.while (%a = %init) : (f32) -> f32 {
    %k = arith.cmpf olt, %a, %init : f32
    scf.condition(%k) %a : f32
  } do {
  ^bb0(%b: f32):
    scf.yield %b : f32
  }
  %red = scf.parallel (%i, %j) = (%lb, %lb) to (%ub, %ub) step (%s, %s) init (%init) -> f32 {
    scf.reduce(%init : f32) {
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      scf.reduce.return %z : f32
    }
  }
  %e = scf.execute_region -> f32 {
    cf.br ^bb1
  ^bb1:
    scf.yield %r : f32
  }
  %sw = scf.index_switch %lb -> f32
  case 0 { scf.yield %r : f32 }
  case -3 { scf.yield %w : f32 }
  default { scf.yield %e : f32 }
  return %q#0, %q#1 : f32, f32
}
// -----
func.func @forall(%t: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %r = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<?xf32>) {
    %s = tensor.extract_slice %t[%i] [1] [1] : tensor<?xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  } {mapping = [#gpu.thread<x>]}
  scf.forall (%i, %j) = (0, 0) to (4, 8) step (1, 2) { }
  return %r : tensor<?xf32>
}
