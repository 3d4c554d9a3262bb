// RUN: not dlc-opt %s 2>&1 | filecheck %s

// CHECK: error: dialect 'pdl' not found for custom op 'pdl.pattern'; --load-xdsl=pdl, in Python dlc.frontends.xdsl.load_into(context, ['pdl']), loads that of xDSL
pdl.pattern @p : benefit(1) {
}
// CHECK: error: operation 'transform.yield' is of the unregistered dialect 'transform'; --load-xdsl=transform, in Python dlc.frontends.xdsl.load_into(context, ['transform']), loads that of xDSL; --allow-unregistered-dialect
"transform.yield"() : () -> ()
// CHECK: error: type '!pdl.value' is of the unregistered dialect 'pdl'; --load-xdsl=pdl,
func.func private @f(!pdl.value)
// CHECK: error: dialect 'transfrom' not found for custom op 'transfrom.yield'{{.*}}; --load-dialect=MODULE
transfrom.yield
