module attributes {transform.with_named_sequence} {
  transform.named_sequence @helper(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.match ops{["linalg.matmul", "linalg.generic"]} attributes {tag = "x"} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops:2 = transform.structured.tile_using_for %0 tile_sizes [4, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.op<"scf.for">)
    %p = transform.param.constant 42 : i64 -> !transform.param<i64>
    transform.annotate %1 "my.name" = %p : !transform.any_op, !transform.param<i64>
    transform.apply_patterns to %1 {
      transform.apply_patterns.canonicalization
    } {apply_cse, max_iterations = 3} : !transform.any_op
    %2 = transform.include @helper failures(propagate) (%1) : (!transform.any_op) -> !transform.any_op
    transform.print %2 {name = "here"} : !transform.any_op
    %3 = transform.cast %2 : !transform.any_op to !transform.op<"linalg.matmul">
    transform.yield
  }
}
// -----
module attributes {transform.with_named_sequence} {
  transform.sequence failures(suppress) {
  ^bb0(%arg0: !transform.any_op):
    %0:2 = split_handle %arg0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    foreach %arg0 : !transform.any_op {
    ^bb1(%a: !transform.any_op):
      transform.yield
    }
    transform.alternatives %arg0 : !transform.any_op {
    ^bb0(%x: !transform.any_op):
      transform.yield
    }, {
    ^bb0(%x: !transform.any_op):
    }
  }
}
// -----
pdl.pattern @fold : benefit(2) {
  %t = pdl.type : i32
  %ts = pdl.types : [i32, f32]
  %v = pdl.operand : %t
  %a = pdl.attribute = 1 : i32
  %b = pdl.attribute : %t
  %op = pdl.operation "my.op"(%v : !pdl.value) {"value" = %a, "odd name" = %b} -> (%t : !pdl.type)
  %r = pdl.result 0 of %op
  pdl.apply_native_constraint "check"(%r, %a : !pdl.value, !pdl.attribute)
  pdl.rewrite %op with "rewriter"(%v : !pdl.value)
}
// -----
pdl.pattern : benefit(1) {
  %in = pdl.operands
  %ts = pdl.types
  %root = operation (%in : !pdl.range<value>) -> (%ts : !pdl.range<type>)
  rewrite %root {
    %n = operation "my.new"(%in : !pdl.range<value>) -> (%ts : !pdl.range<type>)
    replace %root with %n
  }
}
module @matchers {
  pdl_interp.func @matcher(%root: !pdl.operation) {
    pdl_interp.check_operation_name of %root is "my.op" -> ^bb1, ^end
  ^bb1:
    %0 = pdl_interp.get_operand 0 of %root
    pdl_interp.switch_operand_count of %root to dense<[0, 10]> : vector<2xi32>(^end, ^bb2) -> ^end
  ^bb2:
    pdl_interp.record_match @rewriters::@r(%root : !pdl.operation) : benefit(1), generatedOps(["a", "b"]), loc([%root]), root("my.op") -> ^end
  ^end:
    pdl_interp.finalize
  }
  module @rewriters {
    pdl_interp.func @r(%op: !pdl.operation) {
      pdl_interp.erase %op
      pdl_interp.finalize
    }
  }
}
// -----
irdl.dialect @cmath {
  irdl.type @complex {
    %0 = irdl.is f32
    %1 = irdl.is f64
    %2 = irdl.any_of(%0, %1)
    irdl.parameters(elem: %2)
  }
  irdl.operation @norm {
    %0 = irdl.any
    %1 = irdl.parametric @cmath::@complex<%0>
    irdl.operands(in: %1, rest: variadic %0)
    irdl.results(out: optional %0)
    %r = irdl.region
    %r2 = irdl.region(%0) with size 3
    irdl.regions(body: %r, other: %r2)
    irdl.attributes { "name" = %0 }
  }
  irdl.attribute @attr { }
}
