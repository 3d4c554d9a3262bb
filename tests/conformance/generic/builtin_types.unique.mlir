"builtin.module"() ({
  %1 = "t.make"() : () -> !a.b<c -> d, [x]> // users: %2#0, %2#1
  %2:2 = "t.use"(%1) : (!a.b<c -> d, [x]>) -> (!x<"y">, tensor<4x!x<"()">>) // users: (%3), (%3)
  %3 = "t.nest"(%2#0, %2#1) : (!x<"y">, tensor<4x!x<"()">>) -> tensor<?x!a<->>> // unused
}) : () -> ()

// -----
"builtin.module"() ({
  %1 = "t.alias"() {a = tuple<i32, tensor<4xi32>, (i32, tensor<4xi32>) -> tensor<4xi32>, !a.b<c>>, f = (i32, tensor<4xi32>) -> tensor<4xi32>} : () -> tuple<i32, tensor<4xi32>, (i32, tensor<4xi32>) -> tensor<4xi32>, !a.b<c>> // user: %3
  %2 = "t.alias"() : () -> tensor<?x?xf32, {layout = "nchw"}> // user: %3
  %3 = "t.alias"(%1, %2) : (tuple<i32, tensor<4xi32>, (i32, tensor<4xi32>) -> tensor<4xi32>, !a.b<c>>, tensor<?x?xf32, {layout = "nchw"}>) -> tensor<4x!a.b<c>> // unused
  %4 = "t.x"() : () -> vector<2xi32> // unused
}) : () -> ()

// -----
"builtin.module"() ({
  %1:3 = "t.res"() : () -> (tensor<?x?xf32>, (i32) -> i32, tuple<i32, f32>) // users: (%5), (%5), (%5)
  %2 = "t.res"() : () -> ((i32) -> i32) // user: %4
  %3 = "t.res"() : () -> (() -> ()) // user: %4
  %4 = "t.res"(%2, %3) : ((i32) -> i32, () -> ()) -> (() -> (i32, i32)) // user: %5
  "t.sink"(%1#2, %1#0, %1#1, %4) : (tuple<i32, f32>, tensor<?x?xf32>, (i32) -> i32, () -> (i32, i32)) -> () // id: %5
}) : () -> ()
