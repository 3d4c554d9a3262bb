// RUN: dlc-opt %s --canonicalize --split-input-file | filecheck %s

// CHECK-LABEL: func.func @broadcast_const() -> vector<4xf32> {
//  CHECK-NEXT:   %[[V:.*]] = arith.constant dense<2.000000e+00> : vector<4xf32>
//  CHECK-NEXT:   return %[[V]] : vector<4xf32>
func.func @broadcast_const() -> vector<4xf32> {
  %c = arith.constant 2.0 : f32
  %v = vector.broadcast %c : f32 to vector<4xf32>
  return %v : vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @broadcast_broadcast
//  CHECK-SAME:   (%[[X:.*]]: f32) -> vector<2x4xf32> {
//  CHECK-NEXT:   %[[W:.*]] = vector.broadcast %[[X]] : f32 to vector<2x4xf32>
//  CHECK-NEXT:   return %[[W]] : vector<2x4xf32>
func.func @broadcast_broadcast(%x: f32) -> vector<2x4xf32> {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %w = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  return %w : vector<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @broadcast_same
//  CHECK-SAME:   (%[[X:.*]]: vector<4xf32>) -> vector<4xf32> {
//  CHECK-NEXT:   return %[[X]] : vector<4xf32>
func.func @broadcast_same(%x: vector<4xf32>) -> vector<4xf32> {
  %w = vector.broadcast %x : vector<4xf32> to vector<4xf32>
  return %w : vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @broadcast_ones
//  CHECK-SAME:   (%[[X:.*]]: vector<4xf32>) -> vector<1x1x4xf32> {
//  CHECK-NEXT:   %[[W:.*]] = vector.broadcast %[[X]] : vector<4xf32> to vector<1x1x4xf32>
//  CHECK-NEXT:   return %[[W]] : vector<1x1x4xf32>
func.func @broadcast_ones(%x: vector<4xf32>) -> vector<1x1x4xf32> {
  %w = vector.broadcast %x : vector<4xf32> to vector<1x1x4xf32>
  return %w : vector<1x1x4xf32>
}

// -----

// CHECK-LABEL: func.func @extract_chain
//  CHECK-SAME:   (%[[V:.*]]: vector<4x8x16xf32>, %[[I:.*]]: index) -> (f32, vector<16xf32>) {
//  CHECK-NEXT:   %[[B:.*]] = vector.extract %[[V]][1, %[[I]]] : vector<16xf32> from vector<4x8x16xf32>
//  CHECK-NEXT:   %[[C:.*]] = vector.extract %[[V]][1, %[[I]], 3] : f32 from vector<4x8x16xf32>
//  CHECK-NEXT:   return %[[C]], %[[B]] : f32, vector<16xf32>
func.func @extract_chain(%v: vector<4x8x16xf32>, %i: index) -> (f32, vector<16xf32>) {
  %a = vector.extract %v[1] : vector<8x16xf32> from vector<4x8x16xf32>
  %b = vector.extract %a[%i] : vector<16xf32> from vector<8x16xf32>
  %c = vector.extract %b[3] : f32 from vector<16xf32>
  return %c, %b : f32, vector<16xf32>
}

// -----

// CHECK-LABEL: func.func @extract_insert
//  CHECK-SAME:   (%[[V:.*]]: vector<4x8xf32>, %[[X:.*]]: f32, %[[R:.*]]: vector<8xf32>) -> (f32, f32, f32, vector<8xf32>) {
//  CHECK-NEXT:   %[[D:.*]] = vector.extract %[[R]][3] : f32 from vector<8xf32>
//  CHECK-NEXT:   %[[E:.*]] = vector.extract %[[V]][0, 0] : f32 from vector<4x8xf32>
//  CHECK-NEXT:   return %[[X]], %[[D]], %[[E]], %[[R]] : f32, f32, f32, vector<8xf32>
func.func @extract_insert(%v: vector<4x8xf32>, %x: f32, %r: vector<8xf32>) -> (f32, f32, f32, vector<8xf32>) {
  %a = vector.insert %x, %v [1, 2] : f32 into vector<4x8xf32>
  %b = vector.insert %r, %a [2] : vector<8xf32> into vector<4x8xf32>
  %c = vector.extract %b[1, 2] : f32 from vector<4x8xf32>
  %d = vector.extract %b[2, 3] : f32 from vector<4x8xf32>
  %e = vector.extract %b[0, 0] : f32 from vector<4x8xf32>
  %f = vector.extract %b[2] : vector<8xf32> from vector<4x8xf32>
  return %c, %d, %e, %f : f32, f32, f32, vector<8xf32>
}

// -----

// CHECK-LABEL: func.func @extract_insert_overlap
//  CHECK-SAME:   (%[[V:.*]]: vector<4x8xf32>, %[[X:.*]]: f32, %[[I:.*]]: index) -> (vector<8xf32>, f32) {
//  CHECK-NEXT:   %[[A:.*]] = vector.insert %[[X]], %[[V]] [1, 2] : f32 into vector<4x8xf32>
//  CHECK-NEXT:   %[[B:.*]] = vector.extract %[[A]][1] : vector<8xf32> from vector<4x8xf32>
//  CHECK-NEXT:   %[[C:.*]] = vector.extract %[[A]][1, %[[I]]] : f32 from vector<4x8xf32>
//  CHECK-NEXT:   return %[[B]], %[[C]] : vector<8xf32>, f32
func.func @extract_insert_overlap(%v: vector<4x8xf32>, %x: f32, %i: index) -> (vector<8xf32>, f32) {
  %a = vector.insert %x, %v [1, 2] : f32 into vector<4x8xf32>
  %b = vector.extract %a[1] : vector<8xf32> from vector<4x8xf32>
  %c = vector.extract %a[1, %i] : f32 from vector<4x8xf32>
  return %b, %c : vector<8xf32>, f32
}

// -----

// CHECK-LABEL: func.func @extract_broadcast
//  CHECK-SAME:   (%[[X:.*]]: f32, %[[V:.*]]: vector<8xf32>, %[[I:.*]]: index, %[[W:.*]]: vector<1x8xf32>) -> (f32, vector<8xf32>, f32, vector<8xf32>, f32) {
//  CHECK-NEXT:   %[[C:.*]] = vector.broadcast %[[X]] : f32 to vector<8xf32>
//  CHECK-NEXT:   %[[E:.*]] = vector.extract %[[V]][3] : f32 from vector<8xf32>
//  CHECK-NEXT:   %[[H:.*]] = vector.extract %[[W]][0, 4] : f32 from vector<1x8xf32>
//  CHECK-NEXT:   return %[[X]], %[[C]], %[[E]], %[[V]], %[[H]] : f32, vector<8xf32>, f32, vector<8xf32>, f32
func.func @extract_broadcast(%x: f32, %v: vector<8xf32>, %i: index, %w: vector<1x8xf32>) -> (f32, vector<8xf32>, f32, vector<8xf32>, f32) {
  %a = vector.broadcast %x : f32 to vector<4x8xf32>
  %b = vector.extract %a[0, %i] : f32 from vector<4x8xf32>
  %c = vector.extract %a[1] : vector<8xf32> from vector<4x8xf32>
  %d = vector.broadcast %v : vector<8xf32> to vector<4x8xf32>
  %e = vector.extract %d[1, 3] : f32 from vector<4x8xf32>
  %f = vector.extract %d[%i] : vector<8xf32> from vector<4x8xf32>
  %g = vector.broadcast %w : vector<1x8xf32> to vector<4x8xf32>
  %h = vector.extract %g[3, 4] : f32 from vector<4x8xf32>
  return %b, %c, %e, %f, %h : f32, vector<8xf32>, f32, vector<8xf32>, f32
}

// -----

// CHECK-LABEL: func.func @extract_const() -> (f32, vector<2xf32>, i32) {
//  CHECK-NEXT:   %[[E:.*]] = arith.constant 7 : i32
//  CHECK-NEXT:   %[[B:.*]] = arith.constant dense<[3.000000e+00, 4.000000e+00]> : vector<2xf32>
//  CHECK-NEXT:   %[[A:.*]] = arith.constant 3.000000e+00 : f32
//  CHECK-NEXT:   return %[[A]], %[[B]], %[[E]] : f32, vector<2xf32>, i32
func.func @extract_const() -> (f32, vector<2xf32>, i32) {
  %c = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : vector<2x2xf32>
  %d = arith.constant dense<7> : vector<4xi32>
  %a = vector.extract %c[1, 0] : f32 from vector<2x2xf32>
  %b = vector.extract %c[1] : vector<2xf32> from vector<2x2xf32>
  %e = vector.extract %d[3] : i32 from vector<4xi32>
  return %a, %b, %e : f32, vector<2xf32>, i32
}

// -----

// CHECK-LABEL: func.func @extract_splat_dynamic
//  CHECK-SAME:   (%[[I:.*]]: index) -> i32 {
//  CHECK-NEXT:   %[[E:.*]] = arith.constant 7 : i32
//  CHECK-NEXT:   return %[[E]] : i32
func.func @extract_splat_dynamic(%i: index) -> i32 {
  %d = arith.constant dense<7> : vector<4xi32>
  %e = vector.extract %d[%i] : i32 from vector<4xi32>
  return %e : i32
}

// -----

// CHECK-LABEL: func.func @extract_known_index
//  CHECK-SAME:   (%[[V:.*]]: vector<4xf32>) -> (f32, f32) {
//  CHECK-NEXT:   %[[C9:.*]] = arith.constant 9 : index
//  CHECK-NEXT:   %[[E:.*]] = vector.extract %[[V]][2] : f32 from vector<4xf32>
//  CHECK-NEXT:   %[[F:.*]] = vector.extract %[[V]][%[[C9]]] : f32 from vector<4xf32>
//  CHECK-NEXT:   return %[[E]], %[[F]] : f32, f32
func.func @extract_known_index(%v: vector<4xf32>) -> (f32, f32) {
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %e = vector.extract %v[%c2] : f32 from vector<4xf32>
  %f = vector.extract %v[%c9] : f32 from vector<4xf32>
  return %e, %f : f32, f32
}

// -----

// CHECK-LABEL: func.func @extract_poison
//  CHECK-SAME:   (%[[V:.*]]: vector<4xf32>) -> f32 {
//  CHECK-NEXT:   %[[E:.*]] = ub.poison : f32
//  CHECK-NEXT:   return %[[E]] : f32
func.func @extract_poison(%v: vector<4xf32>) -> f32 {
  %e = vector.extract %v[-1] : f32 from vector<4xf32>
  return %e : f32
}

// -----

// CHECK-LABEL: func.func @extract_elements
//  CHECK-SAME:   (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32) -> (f32, vector<2xf32>) {
//  CHECK-NEXT:   %[[F:.*]] = vector.from_elements %[[C]], %[[D]] : vector<2xf32>
//  CHECK-NEXT:   return %[[C]], %[[F]] : f32, vector<2xf32>
func.func @extract_elements(%a: f32, %b: f32, %c: f32, %d: f32) -> (f32, vector<2xf32>) {
  %v = vector.from_elements %a, %b, %c, %d : vector<2x2xf32>
  %e = vector.extract %v[1, 0] : f32 from vector<2x2xf32>
  %f = vector.extract %v[1] : vector<2xf32> from vector<2x2xf32>
  return %e, %f : f32, vector<2xf32>
}

// -----

// CHECK-LABEL: func.func @extract_shape_cast
//  CHECK-SAME:   (%[[V:.*]]: vector<4xf32>, %[[W:.*]]: vector<4x2xf32>) -> (vector<4xf32>, vector<2xf32>, f32) {
//  CHECK-NEXT:   %[[D:.*]] = vector.extract %[[W]][2] : vector<2xf32> from vector<4x2xf32>
//  CHECK-NEXT:   %[[E:.*]] = vector.extract %[[W]][2, 1] : f32 from vector<4x2xf32>
//  CHECK-NEXT:   return %[[V]], %[[D]], %[[E]] : vector<4xf32>, vector<2xf32>, f32
func.func @extract_shape_cast(%v: vector<4xf32>, %w: vector<4x2xf32>) -> (vector<4xf32>, vector<2xf32>, f32) {
  %a = vector.shape_cast %v : vector<4xf32> to vector<1x4xf32>
  %b = vector.extract %a[0] : vector<4xf32> from vector<1x4xf32>
  %c = vector.shape_cast %w : vector<4x2xf32> to vector<2x2x2xf32>
  %d = vector.extract %c[1, 0] : vector<2xf32> from vector<2x2x2xf32>
  %e = vector.extract %c[1, 0, 1] : f32 from vector<2x2x2xf32>
  return %b, %d, %e : vector<4xf32>, vector<2xf32>, f32
}

// -----

// CHECK-LABEL: func.func @extract_transpose
//  CHECK-SAME:   (%[[V:.*]]: vector<4x8xf32>, %[[S:.*]]: vector<2x4x8xf32>) -> (f32, vector<8xf32>) {
//  CHECK-NEXT:   %[[B:.*]] = vector.extract %[[V]][3, 5] : f32 from vector<4x8xf32>
//  CHECK-NEXT:   %[[D:.*]] = vector.extract %[[S]][1, 3] : vector<8xf32> from vector<2x4x8xf32>
//  CHECK-NEXT:   return %[[B]], %[[D]] : f32, vector<8xf32>
func.func @extract_transpose(%v: vector<4x8xf32>, %s: vector<2x4x8xf32>) -> (f32, vector<8xf32>) {
  %a = vector.transpose %v, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
  %b = vector.extract %a[5, 3] : f32 from vector<8x4xf32>
  %c = vector.transpose %s, [1, 0, 2] : vector<2x4x8xf32> to vector<4x2x8xf32>
  %d = vector.extract %c[3, 1] : vector<8xf32> from vector<4x2x8xf32>
  return %b, %d : f32, vector<8xf32>
}

// -----

// CHECK-LABEL: func.func @extract_strided
//  CHECK-SAME:   (%[[V:.*]]: vector<8xf32>, %[[W:.*]]: vector<4x8xf32>) -> (f32, f32) {
//  CHECK-NEXT:   %[[B:.*]] = vector.extract %[[V]][3] : f32 from vector<8xf32>
//  CHECK-NEXT:   %[[D:.*]] = vector.extract %[[W]][2, 3] : f32 from vector<4x8xf32>
//  CHECK-NEXT:   return %[[B]], %[[D]] : f32, f32
func.func @extract_strided(%v: vector<8xf32>, %w: vector<4x8xf32>) -> (f32, f32) {
  %a = vector.extract_strided_slice %v {offsets = [2], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
  %b = vector.extract %a[1] : f32 from vector<4xf32>
  %c = vector.extract_strided_slice %w {offsets = [1], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  %d = vector.extract %c[1, 3] : f32 from vector<2x8xf32>
  return %b, %d : f32, f32
}

// -----

// CHECK-LABEL: func.func @extract_insert_strided
//  CHECK-SAME:   (%[[V:.*]]: vector<8xf32>, %[[W:.*]]: vector<2xf32>) -> (f32, f32) {
//  CHECK-NEXT:   %[[B:.*]] = vector.extract %[[W]][1] : f32 from vector<2xf32>
//  CHECK-NEXT:   %[[C:.*]] = vector.extract %[[V]][5] : f32 from vector<8xf32>
//  CHECK-NEXT:   return %[[B]], %[[C]] : f32, f32
func.func @extract_insert_strided(%v: vector<8xf32>, %w: vector<2xf32>) -> (f32, f32) {
  %a = vector.insert_strided_slice %w, %v {offsets = [2], strides = [1]} : vector<2xf32> into vector<8xf32>
  %b = vector.extract %a[3] : f32 from vector<8xf32>
  %c = vector.extract %a[5] : f32 from vector<8xf32>
  return %b, %c : f32, f32
}

// -----

// CHECK-LABEL: func.func @insert_const
//  CHECK-SAME:   (%[[X:.*]]: f32) -> (vector<4xf32>, vector<2x2xi32>) {
//  CHECK-NEXT:   %[[B:.*]] = arith.constant dense<{{\[\[}}7, 8], [3, 4]]> : vector<2x2xi32>
//  CHECK-NEXT:   %[[A:.*]] = arith.constant dense<[0.000000e+00, 0.000000e+00, 1.000000e+00, 0.000000e+00]> : vector<4xf32>
//  CHECK-NEXT:   return %[[A]], %[[B]] : vector<4xf32>, vector<2x2xi32>
func.func @insert_const(%x: f32) -> (vector<4xf32>, vector<2x2xi32>) {
  %c = arith.constant dense<0.0> : vector<4xf32>
  %f = arith.constant 1.0 : f32
  %a = vector.insert %f, %c [2] : f32 into vector<4xf32>
  %d = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  %e = arith.constant dense<[7, 8]> : vector<2xi32>
  %b = vector.insert %e, %d [0] : vector<2xi32> into vector<2x2xi32>
  return %a, %b : vector<4xf32>, vector<2x2xi32>
}

// -----

// CHECK-LABEL: func.func @insert_same_place
//  CHECK-SAME:   (%[[V:.*]]: vector<4xf32>, %[[X:.*]]: f32, %[[Y:.*]]: f32) -> vector<4xf32> {
//  CHECK-NEXT:   %[[B:.*]] = vector.insert %[[Y]], %[[V]] [2] : f32 into vector<4xf32>
//  CHECK-NEXT:   return %[[B]] : vector<4xf32>
func.func @insert_same_place(%v: vector<4xf32>, %x: f32, %y: f32) -> vector<4xf32> {
  %a = vector.insert %x, %v [2] : f32 into vector<4xf32>
  %b = vector.insert %y, %a [2] : f32 into vector<4xf32>
  return %b : vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @insert_all
//  CHECK-SAME:   (%[[V:.*]]: vector<1xf32>, %[[X:.*]]: f32, %[[S:.*]]: vector<f32>) -> (vector<1xf32>, vector<f32>) {
//  CHECK-NEXT:   %[[A:.*]] = vector.broadcast %[[X]] : f32 to vector<1xf32>
//  CHECK-NEXT:   %[[B:.*]] = vector.broadcast %[[X]] : f32 to vector<f32>
//  CHECK-NEXT:   return %[[A]], %[[B]] : vector<1xf32>, vector<f32>
func.func @insert_all(%v: vector<1xf32>, %x: f32, %s: vector<f32>) -> (vector<1xf32>, vector<f32>) {
  %a = vector.insert %x, %v [0] : f32 into vector<1xf32>
  %b = vector.insert %x, %s [] : f32 into vector<f32>
  return %a, %b : vector<1xf32>, vector<f32>
}

// -----

// CHECK-LABEL: func.func @insert_known_index
//  CHECK-SAME:   (%[[V:.*]]: vector<4xf32>, %[[X:.*]]: f32) -> vector<4xf32> {
//  CHECK-NEXT:   %[[A:.*]] = vector.insert %[[X]], %[[V]] [2] : f32 into vector<4xf32>
//  CHECK-NEXT:   return %[[A]] : vector<4xf32>
func.func @insert_known_index(%v: vector<4xf32>, %x: f32) -> vector<4xf32> {
  %c2 = arith.constant 2 : index
  %a = vector.insert %x, %v [%c2] : f32 into vector<4xf32>
  return %a : vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @insert_poison
//  CHECK-SAME:   (%[[V:.*]]: vector<4xf32>, %[[X:.*]]: f32) -> vector<4xf32> {
//  CHECK-NEXT:   %[[A:.*]] = ub.poison : vector<4xf32>
//  CHECK-NEXT:   return %[[A]] : vector<4xf32>
func.func @insert_poison(%v: vector<4xf32>, %x: f32) -> vector<4xf32> {
  %a = vector.insert %x, %v [-1] : f32 into vector<4xf32>
  return %a : vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @insert_chain
//  CHECK-SAME:   (%[[V:.*]]: vector<2xf32>, %[[X:.*]]: f32, %[[Y:.*]]: f32) -> vector<2xf32> {
//  CHECK-NEXT:   %[[B:.*]] = vector.from_elements %[[X]], %[[Y]] : vector<2xf32>
//  CHECK-NEXT:   return %[[B]] : vector<2xf32>
func.func @insert_chain(%v: vector<2xf32>, %x: f32, %y: f32) -> vector<2xf32> {
  %a = vector.insert %x, %v [0] : f32 into vector<2xf32>
  %b = vector.insert %y, %a [1] : f32 into vector<2xf32>
  return %b : vector<2xf32>
}

// -----

// CHECK-LABEL: func.func @insert_splat
//  CHECK-SAME:   (%[[X:.*]]: f32) -> vector<4xf32> {
//  CHECK-NEXT:   %[[V:.*]] = vector.broadcast %[[X]] : f32 to vector<4xf32>
//  CHECK-NEXT:   return %[[V]] : vector<4xf32>
func.func @insert_splat(%x: f32) -> vector<4xf32> {
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %b = vector.insert %x, %v [1] : f32 into vector<4xf32>
  return %b : vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @shuffles
//  CHECK-SAME:   (%[[A:.*]]: vector<4xf32>, %[[B:.*]]: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<8xf32>, vector<2xf32>) {
//  CHECK-NEXT:   %[[V_0:.*]] = ub.poison : vector<2xf32>
//  CHECK-NEXT:   %[[V_1:.*]] = vector.interleave %[[A]], %[[B]] : vector<4xf32> -> vector<8xf32>
//  CHECK-NEXT:   return %[[A]], %[[B]], %[[V_1]], %[[V_0]] : vector<4xf32>, vector<4xf32>, vector<8xf32>, vector<2xf32>
func.func @shuffles(%a: vector<4xf32>, %b: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<8xf32>, vector<2xf32>) {
  %0 = vector.shuffle %a, %b [0, 1, 2, 3] : vector<4xf32>, vector<4xf32>
  %1 = vector.shuffle %a, %b [4, 5, 6, 7] : vector<4xf32>, vector<4xf32>
  %2 = vector.shuffle %a, %b [0, 4, 1, 5, 2, 6, 3, 7] : vector<4xf32>, vector<4xf32>
  %3 = vector.shuffle %a, %b [-1, -1] : vector<4xf32>, vector<4xf32>
  return %0, %1, %2, %3 : vector<4xf32>, vector<4xf32>, vector<8xf32>, vector<2xf32>
}

// -----

// CHECK-LABEL: func.func @shuffle_const() -> (vector<3xi32>, vector<4xi32>) {
//  CHECK-NEXT:   %[[CST:.*]] = arith.constant dense<[4, 1, 1, 2]> : vector<4xi32>
//  CHECK-NEXT:   %[[CST_0:.*]] = arith.constant dense<[4, 1, 2]> : vector<3xi32>
//  CHECK-NEXT:   return %[[CST_0]], %[[CST]] : vector<3xi32>, vector<4xi32>
func.func @shuffle_const() -> (vector<3xi32>, vector<4xi32>) {
  %a = arith.constant dense<[1, 2]> : vector<2xi32>
  %b = arith.constant dense<[3, 4]> : vector<2xi32>
  %0 = vector.shuffle %a, %b [3, 0, 1] : vector<2xi32>, vector<2xi32>
  %1 = vector.shuffle %a, %b [3, -1, 0, 1] : vector<2xi32>, vector<2xi32>
  return %0, %1 : vector<3xi32>, vector<4xi32>
}

// -----

// CHECK-LABEL: func.func @shuffle_0d
//  CHECK-SAME:   (%[[A:.*]]: vector<f32>, %[[B:.*]]: vector<f32>) -> vector<3xf32> {
//  CHECK-NEXT:   %[[V_0:.*]] = vector.shuffle %[[A]], %[[B]] [1, 0, 1] : vector<f32>, vector<f32>
//  CHECK-NEXT:   return %[[V_0]] : vector<3xf32>
func.func @shuffle_0d(%a: vector<f32>, %b: vector<f32>) -> vector<3xf32> {
  %0 = vector.shuffle %a, %b [1, 0, 1] : vector<f32>, vector<f32>
  return %0 : vector<3xf32>
}

// -----

// CHECK-LABEL: func.func @shuffle_splat
//  CHECK-SAME:   (%[[X:.*]]: f32) -> vector<3xf32> {
//  CHECK-NEXT:   %[[V_0:.*]] = vector.broadcast %[[X]] : f32 to vector<3xf32>
//  CHECK-NEXT:   return %[[V_0]] : vector<3xf32>
func.func @shuffle_splat(%x: f32) -> vector<3xf32> {
  %a = vector.broadcast %x : f32 to vector<4xf32>
  %b = vector.broadcast %x : f32 to vector<2xf32>
  %0 = vector.shuffle %a, %b [1, 0, 5] : vector<4xf32>, vector<2xf32>
  return %0 : vector<3xf32>
}

// -----

// CHECK-LABEL: func.func @shuffle_poison
//  CHECK-SAME:   (%[[B:.*]]: vector<2xf32>) -> vector<3xf32> {
//  CHECK-NEXT:   %[[A:.*]] = ub.poison : vector<4xf32>
//  CHECK-NEXT:   %[[V_0:.*]] = vector.shuffle %[[A]], %[[B]] [1, 0, 5] : vector<4xf32>, vector<2xf32>
//  CHECK-NEXT:   return %[[V_0]] : vector<3xf32>
func.func @shuffle_poison(%b: vector<2xf32>) -> vector<3xf32> {
  %a = ub.poison : vector<4xf32>
  %0 = vector.shuffle %a, %b [1, 0, 5] : vector<4xf32>, vector<2xf32>
  return %0 : vector<3xf32>
}

// -----

// CHECK-LABEL: func.func @transposes
//  CHECK-SAME:   (%[[V:.*]]: vector<2x3x4xf32>) -> (vector<2x3x4xf32>, vector<4x2x3xf32>) {
//  CHECK-NEXT:   %[[C:.*]] = vector.transpose %[[V]], [2, 0, 1] : vector<2x3x4xf32> to vector<4x2x3xf32>
//  CHECK-NEXT:   return %[[V]], %[[C]] : vector<2x3x4xf32>, vector<4x2x3xf32>
func.func @transposes(%v: vector<2x3x4xf32>) -> (vector<2x3x4xf32>, vector<4x2x3xf32>) {
  %a = vector.transpose %v, [1, 2, 0] : vector<2x3x4xf32> to vector<3x4x2xf32>
  %b = vector.transpose %a, [2, 0, 1] : vector<3x4x2xf32> to vector<2x3x4xf32>
  %c = vector.transpose %a, [1, 2, 0] : vector<3x4x2xf32> to vector<4x2x3xf32>
  return %b, %c : vector<2x3x4xf32>, vector<4x2x3xf32>
}

// -----

// CHECK-LABEL: func.func @transpose_splats
//  CHECK-SAME:   (%[[X:.*]]: f32, %[[V:.*]]: vector<4xf32>) -> (vector<3x2xf32>, vector<3x2xf32>, vector<4x2xf32>, vector<3x2x4xf32>) {
//  CHECK-NEXT:   %[[D:.*]] = arith.constant dense<5.000000e+00> : vector<3x2xf32>
//  CHECK-NEXT:   %[[B:.*]] = vector.broadcast %[[X]] : f32 to vector<3x2xf32>
//  CHECK-NEXT:   %[[E:.*]] = vector.broadcast %[[V]] : vector<4xf32> to vector<2x4xf32>
//  CHECK-NEXT:   %[[F:.*]] = vector.transpose %[[E]], [1, 0] : vector<2x4xf32> to vector<4x2xf32>
//  CHECK-NEXT:   %[[H:.*]] = vector.broadcast %[[V]] : vector<4xf32> to vector<3x2x4xf32>
//  CHECK-NEXT:   return %[[B]], %[[D]], %[[F]], %[[H]] : vector<3x2xf32>, vector<3x2xf32>, vector<4x2xf32>, vector<3x2x4xf32>
func.func @transpose_splats(%x: f32, %v: vector<4xf32>) -> (vector<3x2xf32>, vector<3x2xf32>, vector<4x2xf32>, vector<3x2x4xf32>) {
  %a = vector.broadcast %x : f32 to vector<2x3xf32>
  %b = vector.transpose %a, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %c = arith.constant dense<5.0> : vector<2x3xf32>
  %d = vector.transpose %c, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %e = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  %f = vector.transpose %e, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %g = vector.broadcast %v : vector<4xf32> to vector<2x3x4xf32>
  %h = vector.transpose %g, [1, 0, 2] : vector<2x3x4xf32> to vector<3x2x4xf32>
  return %b, %d, %f, %h : vector<3x2xf32>, vector<3x2xf32>, vector<4x2xf32>, vector<3x2x4xf32>
}

// -----

// CHECK-LABEL: func.func @transpose_elements
//  CHECK-SAME:   (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32) -> vector<2x2xf32> {
//  CHECK-NEXT:   %[[W:.*]] = vector.from_elements %[[A]], %[[C]], %[[B]], %[[D]] : vector<2x2xf32>
//  CHECK-NEXT:   return %[[W]] : vector<2x2xf32>
func.func @transpose_elements(%a: f32, %b: f32, %c: f32, %d: f32) -> vector<2x2xf32> {
  %v = vector.from_elements %a, %b, %c, %d : vector<2x2xf32>
  %w = vector.transpose %v, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
  return %w : vector<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @transpose_ones
//  CHECK-SAME:   (%[[V:.*]]: vector<1x4xf32>) -> (vector<4x1xf32>, vector<4xf32>) {
//  CHECK-NEXT:   %[[W:.*]] = vector.transpose %[[V]], [1, 0] : vector<1x4xf32> to vector<4x1xf32>
//  CHECK-NEXT:   %[[X:.*]] = vector.shape_cast %[[V]] : vector<1x4xf32> to vector<4xf32>
//  CHECK-NEXT:   return %[[W]], %[[X]] : vector<4x1xf32>, vector<4xf32>
func.func @transpose_ones(%v: vector<1x4xf32>) -> (vector<4x1xf32>, vector<4xf32>) {
  %w = vector.transpose %v, [1, 0] : vector<1x4xf32> to vector<4x1xf32>
  %x = vector.shape_cast %w : vector<4x1xf32> to vector<4xf32>
  return %w, %x : vector<4x1xf32>, vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @transpose_mask
//  CHECK-SAME:   (%[[I:.*]]: index, %[[J:.*]]: index) -> vector<8x4xi1> {
//  CHECK-NEXT:   %[[W:.*]] = vector.create_mask %[[J]], %[[I]] : vector<8x4xi1>
//  CHECK-NEXT:   return %[[W]] : vector<8x4xi1>
func.func @transpose_mask(%i: index, %j: index) -> vector<8x4xi1> {
  %v = vector.create_mask %i, %j : vector<4x8xi1>
  %w = vector.transpose %v, [1, 0] : vector<4x8xi1> to vector<8x4xi1>
  return %w : vector<8x4xi1>
}

// -----

// CHECK-LABEL: func.func @bitcasts
//  CHECK-SAME:   (%[[V:.*]]: vector<4xf32>) -> (vector<4xf32>, vector<2xi64>) {
//  CHECK-NEXT:   %[[C:.*]] = vector.bitcast %[[V]] : vector<4xf32> to vector<2xi64>
//  CHECK-NEXT:   return %[[V]], %[[C]] : vector<4xf32>, vector<2xi64>
func.func @bitcasts(%v: vector<4xf32>) -> (vector<4xf32>, vector<2xi64>) {
  %a = vector.bitcast %v : vector<4xf32> to vector<8xi16>
  %b = vector.bitcast %a : vector<8xi16> to vector<4xf32>
  %c = vector.bitcast %a : vector<8xi16> to vector<2xi64>
  return %b, %c : vector<4xf32>, vector<2xi64>
}

// -----

// CHECK-LABEL: func.func @bitcast_const() -> (vector<4xi32>, vector<2xi32>, vector<8xi16>, vector<4xf32>) {
//  CHECK-NEXT:   %[[G:.*]] = arith.constant dense<7.006490e-45> : vector<4xf32>
//  CHECK-NEXT:   %[[D:.*]] = arith.constant dense<16843009> : vector<2xi32>
//  CHECK-NEXT:   %[[B:.*]] = arith.constant dense<1065353216> : vector<4xi32>
//  CHECK-NEXT:   %[[A:.*]] = arith.constant dense<1.000000e+00> : vector<4xf32>
//  CHECK-NEXT:   %[[E:.*]] = vector.bitcast %[[A]] : vector<4xf32> to vector<8xi16>
//  CHECK-NEXT:   return %[[B]], %[[D]], %[[E]], %[[G]] : vector<4xi32>, vector<2xi32>, vector<8xi16>, vector<4xf32>
func.func @bitcast_const() -> (vector<4xi32>, vector<2xi32>, vector<8xi16>, vector<4xf32>) {
  %a = arith.constant dense<1.0> : vector<4xf32>
  %b = vector.bitcast %a : vector<4xf32> to vector<4xi32>
  %c = arith.constant dense<257> : vector<4xi16>
  %d = vector.bitcast %c : vector<4xi16> to vector<2xi32>
  %e = vector.bitcast %a : vector<4xf32> to vector<8xi16>
  %f = arith.constant dense<5> : vector<4xi32>
  %g = vector.bitcast %f : vector<4xi32> to vector<4xf32>
  return %b, %d, %e, %g : vector<4xi32>, vector<2xi32>, vector<8xi16>, vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @shape_casts
//  CHECK-SAME:   (%[[V:.*]]: vector<4x2xf32>) -> (vector<4x2xf32>, vector<2x2x2xf32>) {
//  CHECK-NEXT:   %[[C:.*]] = vector.shape_cast %[[V]] : vector<4x2xf32> to vector<2x2x2xf32>
//  CHECK-NEXT:   return %[[V]], %[[C]] : vector<4x2xf32>, vector<2x2x2xf32>
func.func @shape_casts(%v: vector<4x2xf32>) -> (vector<4x2xf32>, vector<2x2x2xf32>) {
  %a = vector.shape_cast %v : vector<4x2xf32> to vector<8xf32>
  %b = vector.shape_cast %a : vector<8xf32> to vector<4x2xf32>
  %c = vector.shape_cast %a : vector<8xf32> to vector<2x2x2xf32>
  return %b, %c : vector<4x2xf32>, vector<2x2x2xf32>
}

// -----

// CHECK-LABEL: func.func @shape_cast_const() -> (vector<4xi32>, vector<2x2xf32>) {
//  CHECK-NEXT:   %[[D:.*]] = arith.constant dense<1.000000e+00> : vector<2x2xf32>
//  CHECK-NEXT:   %[[B:.*]] = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
//  CHECK-NEXT:   return %[[B]], %[[D]] : vector<4xi32>, vector<2x2xf32>
func.func @shape_cast_const() -> (vector<4xi32>, vector<2x2xf32>) {
  %a = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  %b = vector.shape_cast %a : vector<2x2xi32> to vector<4xi32>
  %c = arith.constant dense<1.0> : vector<4xf32>
  %d = vector.shape_cast %c : vector<4xf32> to vector<2x2xf32>
  return %b, %d : vector<4xi32>, vector<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @shape_cast_broadcast
//  CHECK-SAME:   (%[[X:.*]]: f32, %[[V:.*]]: vector<4xf32>) -> (vector<8xf32>, vector<2x1x4xf32>, vector<4x1xf32>) {
//  CHECK-NEXT:   %[[B:.*]] = vector.broadcast %[[X]] : f32 to vector<8xf32>
//  CHECK-NEXT:   %[[D:.*]] = vector.broadcast %[[V]] : vector<4xf32> to vector<2x1x4xf32>
//  CHECK-NEXT:   %[[F:.*]] = vector.shape_cast %[[V]] : vector<4xf32> to vector<4x1xf32>
//  CHECK-NEXT:   return %[[B]], %[[D]], %[[F]] : vector<8xf32>, vector<2x1x4xf32>, vector<4x1xf32>
func.func @shape_cast_broadcast(%x: f32, %v: vector<4xf32>) -> (vector<8xf32>, vector<2x1x4xf32>, vector<4x1xf32>) {
  %a = vector.broadcast %x : f32 to vector<2x4xf32>
  %b = vector.shape_cast %a : vector<2x4xf32> to vector<8xf32>
  %c = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  %d = vector.shape_cast %c : vector<2x4xf32> to vector<2x1x4xf32>
  %e = vector.broadcast %v : vector<4xf32> to vector<1x4xf32>
  %f = vector.shape_cast %e : vector<1x4xf32> to vector<4x1xf32>
  return %b, %d, %f : vector<8xf32>, vector<2x1x4xf32>, vector<4x1xf32>
}

// -----

// CHECK-LABEL: func.func @shape_cast_elements
//  CHECK-SAME:   (%[[A:.*]]: f32, %[[B:.*]]: f32) -> vector<2x1xf32> {
//  CHECK-NEXT:   %[[W:.*]] = vector.from_elements %[[A]], %[[B]] : vector<2x1xf32>
//  CHECK-NEXT:   return %[[W]] : vector<2x1xf32>
func.func @shape_cast_elements(%a: f32, %b: f32) -> vector<2x1xf32> {
  %v = vector.from_elements %a, %b : vector<2xf32>
  %w = vector.shape_cast %v : vector<2xf32> to vector<2x1xf32>
  return %w : vector<2x1xf32>
}

// -----

// CHECK-LABEL: func.func @shape_cast_mask
//  CHECK-SAME:   (%[[N:.*]]: index) -> (vector<4xi1>, vector<4xi1>) {
//  CHECK-NEXT:   %[[B:.*]] = vector.create_mask %[[N]] : vector<4xi1>
//  CHECK-NEXT:   %[[D:.*]] = vector.constant_mask [3] : vector<4xi1>
//  CHECK-NEXT:   return %[[B]], %[[D]] : vector<4xi1>, vector<4xi1>
func.func @shape_cast_mask(%n: index) -> (vector<4xi1>, vector<4xi1>) {
  %c1 = arith.constant 1 : index
  %a = vector.create_mask %n, %c1 : vector<4x1xi1>
  %b = vector.shape_cast %a : vector<4x1xi1> to vector<4xi1>
  %c = vector.constant_mask [3, 1] : vector<4x1xi1>
  %d = vector.shape_cast %c : vector<4x1xi1> to vector<4xi1>
  return %b, %d : vector<4xi1>, vector<4xi1>
}

// -----

// CHECK-LABEL: func.func @elements
//  CHECK-SAME:   (%[[X:.*]]: f32, %[[V:.*]]: vector<2xf32>) -> (vector<3xf32>, vector<2xf32>, f32, f32) {
//  CHECK-NEXT:   %[[A:.*]] = vector.broadcast %[[X]] : f32 to vector<3xf32>
//  CHECK-NEXT:   %[[B:.*]]:2 = vector.to_elements %[[V]] : vector<2xf32>
//  CHECK-NEXT:   return %[[A]], %[[V]], %[[X]], %[[B]]#1 : vector<3xf32>, vector<2xf32>, f32, f32
func.func @elements(%x: f32, %v: vector<2xf32>) -> (vector<3xf32>, vector<2xf32>, f32, f32) {
  %a = vector.from_elements %x, %x, %x : vector<3xf32>
  %b:2 = vector.to_elements %v : vector<2xf32>
  %c = vector.from_elements %b#0, %b#1 : vector<2xf32>
  %d = vector.from_elements %x, %b#1 : vector<2xf32>
  %e:2 = vector.to_elements %d : vector<2xf32>
  return %a, %c, %e#0, %e#1 : vector<3xf32>, vector<2xf32>, f32, f32
}

// -----

// CHECK-LABEL: func.func @elements_const() -> (vector<2xf32>, i32, i32) {
//  CHECK-NEXT:   %[[C6_I32:.*]] = arith.constant 6 : i32
//  CHECK-NEXT:   %[[E:.*]] = arith.constant 5 : i32
//  CHECK-NEXT:   %[[C:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00]> : vector<2xf32>
//  CHECK-NEXT:   return %[[C]], %[[E]], %[[C6_I32]] : vector<2xf32>, i32, i32
func.func @elements_const() -> (vector<2xf32>, i32, i32) {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 2.0 : f32
  %c = vector.from_elements %a, %b : vector<2xf32>
  %d = arith.constant dense<[5, 6]> : vector<2xi32>
  %e:2 = vector.to_elements %d : vector<2xi32>
  return %c, %e#0, %e#1 : vector<2xf32>, i32, i32
}

// -----

// CHECK-LABEL: func.func @elements_of_extracts
//  CHECK-SAME:   (%[[V:.*]]: vector<2x2xf32>) -> (vector<4xf32>, vector<2xf32>) {
//  CHECK-NEXT:   %[[E:.*]] = vector.shape_cast %[[V]] : vector<2x2xf32> to vector<4xf32>
//  CHECK-NEXT:   %[[F:.*]] = vector.extract %[[V]][1] : vector<2xf32> from vector<2x2xf32>
//  CHECK-NEXT:   return %[[E]], %[[F]] : vector<4xf32>, vector<2xf32>
func.func @elements_of_extracts(%v: vector<2x2xf32>) -> (vector<4xf32>, vector<2xf32>) {
  %a = vector.extract %v[0, 0] : f32 from vector<2x2xf32>
  %b = vector.extract %v[0, 1] : f32 from vector<2x2xf32>
  %c = vector.extract %v[1, 0] : f32 from vector<2x2xf32>
  %d = vector.extract %v[1, 1] : f32 from vector<2x2xf32>
  %e = vector.from_elements %a, %b, %c, %d : vector<4xf32>
  %f = vector.from_elements %c, %d : vector<2xf32>
  return %e, %f : vector<4xf32>, vector<2xf32>
}

// -----

// CHECK-LABEL: func.func @to_elements_broadcast
//  CHECK-SAME:   (%[[X:.*]]: f32, %[[V:.*]]: vector<2xf32>) -> (f32, f32, f32, f32, f32) {
//  CHECK-NEXT:   %[[D:.*]]:2 = vector.to_elements %[[V]] : vector<2xf32>
//  CHECK-NEXT:   return %[[X]], %[[D]]#0, %[[D]]#1, %[[D]]#0, %[[D]]#1 : f32, f32, f32, f32, f32
func.func @to_elements_broadcast(%x: f32, %v: vector<2xf32>) -> (f32, f32, f32, f32, f32) {
  %a = vector.broadcast %x : f32 to vector<1xf32>
  %b = vector.to_elements %a : vector<1xf32>
  %c = vector.broadcast %v : vector<2xf32> to vector<2x2xf32>
  %d:4 = vector.to_elements %c : vector<2x2xf32>
  return %b, %d#0, %d#1, %d#2, %d#3 : f32, f32, f32, f32, f32
}

// -----

// CHECK-LABEL: func.func @strided_slices
//  CHECK-SAME:   (%[[V:.*]]: vector<8x8xf32>) -> (vector<8x8xf32>, vector<2x8xf32>, vector<1x8xf32>) {
//  CHECK-NEXT:   %[[C:.*]] = vector.extract_strided_slice %[[V]] {offsets = [3], sizes = [2], strides = [1]} : vector<8x8xf32> to vector<2x8xf32>
//  CHECK-NEXT:   %[[V_0:.*]] = vector.extract %[[V]][3] : vector<8xf32> from vector<8x8xf32>
//  CHECK-NEXT:   %[[D:.*]] = vector.shape_cast %[[V_0]] : vector<8xf32> to vector<1x8xf32>
//  CHECK-NEXT:   return %[[V]], %[[C]], %[[D]] : vector<8x8xf32>, vector<2x8xf32>, vector<1x8xf32>
func.func @strided_slices(%v: vector<8x8xf32>) -> (vector<8x8xf32>, vector<2x8xf32>, vector<1x8xf32>) {
  %a = vector.extract_strided_slice %v {offsets = [0], sizes = [8], strides = [1]} : vector<8x8xf32> to vector<8x8xf32>
  %b = vector.extract_strided_slice %v {offsets = [2], sizes = [4], strides = [1]} : vector<8x8xf32> to vector<4x8xf32>
  %c = vector.extract_strided_slice %b {offsets = [1], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  %d = vector.extract_strided_slice %v {offsets = [3], sizes = [1], strides = [1]} : vector<8x8xf32> to vector<1x8xf32>
  return %a, %c, %d : vector<8x8xf32>, vector<2x8xf32>, vector<1x8xf32>
}

// -----

// CHECK-LABEL: func.func @strided_const() -> (vector<2xi32>, vector<2xi32>, vector<4xi32>) {
//  CHECK-NEXT:   %[[E:.*]] = arith.constant dense<[1, 9, 9, 4]> : vector<4xi32>
//  CHECK-NEXT:   %[[D:.*]] = arith.constant dense<9> : vector<2xi32>
//  CHECK-NEXT:   %[[B:.*]] = arith.constant dense<[2, 3]> : vector<2xi32>
//  CHECK-NEXT:   return %[[B]], %[[D]], %[[E]] : vector<2xi32>, vector<2xi32>, vector<4xi32>
func.func @strided_const() -> (vector<2xi32>, vector<2xi32>, vector<4xi32>) {
  %a = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %b = vector.extract_strided_slice %a {offsets = [1], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
  %c = arith.constant dense<9> : vector<4xi32>
  %d = vector.extract_strided_slice %c {offsets = [1], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
  %e = vector.insert_strided_slice %d, %a {offsets = [1], strides = [1]} : vector<2xi32> into vector<4xi32>
  return %b, %d, %e : vector<2xi32>, vector<2xi32>, vector<4xi32>
}

// -----

// CHECK-LABEL: func.func @strided_broadcast
//  CHECK-SAME:   (%[[X:.*]]: f32, %[[V:.*]]: vector<8xf32>) -> (vector<2xf32>, vector<2x8xf32>, vector<2x4xf32>) {
//  CHECK-NEXT:   %[[B:.*]] = vector.broadcast %[[X]] : f32 to vector<2xf32>
//  CHECK-NEXT:   %[[D:.*]] = vector.broadcast %[[V]] : vector<8xf32> to vector<2x8xf32>
//  CHECK-NEXT:   %[[V_0:.*]] = vector.extract_strided_slice %[[V]] {offsets = [2], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
//  CHECK-NEXT:   %[[E:.*]] = vector.broadcast %[[V_0]] : vector<4xf32> to vector<2x4xf32>
//  CHECK-NEXT:   return %[[B]], %[[D]], %[[E]] : vector<2xf32>, vector<2x8xf32>, vector<2x4xf32>
func.func @strided_broadcast(%x: f32, %v: vector<8xf32>) -> (vector<2xf32>, vector<2x8xf32>, vector<2x4xf32>) {
  %a = vector.broadcast %x : f32 to vector<4xf32>
  %b = vector.extract_strided_slice %a {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %c = vector.broadcast %v : vector<8xf32> to vector<4x8xf32>
  %d = vector.extract_strided_slice %c {offsets = [1], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  %e = vector.extract_strided_slice %c {offsets = [1, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
  return %b, %d, %e : vector<2xf32>, vector<2x8xf32>, vector<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @strided_masks
//  CHECK-SAME:   (%[[I:.*]]: index) -> (vector<2xi1>, vector<2x4xi1>) {
//  CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
//  CHECK-NEXT:   %[[B:.*]] = vector.constant_mask [1] : vector<2xi1>
//  CHECK-NEXT:   %[[V_0:.*]] = arith.subi %[[I]], %[[C2]] : index
//  CHECK-NEXT:   %[[D:.*]] = vector.create_mask %[[V_0]], %[[I]] : vector<2x4xi1>
//  CHECK-NEXT:   return %[[B]], %[[D]] : vector<2xi1>, vector<2x4xi1>
func.func @strided_masks(%i: index) -> (vector<2xi1>, vector<2x4xi1>) {
  %a = vector.constant_mask [3] : vector<4xi1>
  %b = vector.extract_strided_slice %a {offsets = [2], sizes = [2], strides = [1]} : vector<4xi1> to vector<2xi1>
  %c = vector.create_mask %i, %i : vector<4x4xi1>
  %d = vector.extract_strided_slice %c {offsets = [2], sizes = [2], strides = [1]} : vector<4x4xi1> to vector<2x4xi1>
  return %b, %d : vector<2xi1>, vector<2x4xi1>
}

// -----

// CHECK-LABEL: func.func @strided_insert
//  CHECK-SAME:   (%[[X:.*]]: f32, %[[V:.*]]: vector<8xf32>, %[[W:.*]]: vector<8xf32>) -> (vector<8xf32>, vector<8xf32>, vector<8xf32>) {
//  CHECK-NEXT:   %[[E:.*]] = vector.broadcast %[[X]] : f32 to vector<8xf32>
//  CHECK-NEXT:   return %[[V]], %[[V]], %[[E]] : vector<8xf32>, vector<8xf32>, vector<8xf32>
func.func @strided_insert(%x: f32, %v: vector<8xf32>, %w: vector<8xf32>) -> (vector<8xf32>, vector<8xf32>, vector<8xf32>) {
  %a = vector.insert_strided_slice %v, %w {offsets = [0], strides = [1]} : vector<8xf32> into vector<8xf32>
  %b = vector.extract_strided_slice %v {offsets = [2], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
  %c = vector.insert_strided_slice %b, %v {offsets = [2], strides = [1]} : vector<4xf32> into vector<8xf32>
  %d = vector.broadcast %x : f32 to vector<2xf32>
  %e = vector.broadcast %x : f32 to vector<8xf32>
  %f = vector.insert_strided_slice %d, %e {offsets = [2], strides = [1]} : vector<2xf32> into vector<8xf32>
  return %a, %c, %f : vector<8xf32>, vector<8xf32>, vector<8xf32>
}

// -----

// CHECK-LABEL: func.func @create_masks
//  CHECK-SAME:   (%[[I:.*]]: index) -> (vector<4x8xi1>, vector<4xi1>, vector<4x8xi1>, vector<4x8xi1>, vector<[4]xi1>) {
//  CHECK-NEXT:   %[[F:.*]] = arith.constant dense<true> : vector<[4]xi1>
//  CHECK-NEXT:   %[[D:.*]] = arith.constant dense<false> : vector<4x8xi1>
//  CHECK-NEXT:   %[[B:.*]] = arith.constant dense<false> : vector<4xi1>
//  CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
//  CHECK-NEXT:   %[[A:.*]] = vector.constant_mask [2, 8] : vector<4x8xi1>
//  CHECK-NEXT:   %[[C:.*]] = vector.create_mask %[[I]], %[[C2]] : vector<4x8xi1>
//  CHECK-NEXT:   return %[[A]], %[[B]], %[[C]], %[[D]], %[[F]] : vector<4x8xi1>, vector<4xi1>, vector<4x8xi1>, vector<4x8xi1>, vector<[4]xi1>
func.func @create_masks(%i: index) -> (vector<4x8xi1>, vector<4xi1>, vector<4x8xi1>, vector<4x8xi1>, vector<[4]xi1>) {
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %cm = arith.constant -3 : index
  %a = vector.create_mask %c2, %c9 : vector<4x8xi1>
  %b = vector.create_mask %cm : vector<4xi1>
  %c = vector.create_mask %i, %c2 : vector<4x8xi1>
  %d = vector.create_mask %cm, %c2 : vector<4x8xi1>
  %vs = vector.vscale
  %c4 = arith.constant 4 : index
  %e = arith.muli %vs, %c4 : index
  %f = vector.create_mask %e : vector<[4]xi1>
  return %a, %b, %c, %d, %f : vector<4x8xi1>, vector<4xi1>, vector<4x8xi1>, vector<4x8xi1>, vector<[4]xi1>
}

// -----

// CHECK-LABEL: func.func @masked_accesses
//  CHECK-SAME:   (%[[M:.*]]: memref<?xf32>, %[[I:.*]]: index, %[[P:.*]]: vector<4xf32>, %[[N:.*]]: vector<4xi32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
//  CHECK-NEXT:   %[[A:.*]] = vector.load %[[M]][%[[I]]] : memref<?xf32>, vector<4xf32>
//  CHECK-NEXT:   vector.store %[[P]], %[[M]][%[[I]]] : memref<?xf32>, vector<4xf32>
//  CHECK-NEXT:   %[[C:.*]] = vector.load %[[M]][%[[I]]] : memref<?xf32>, vector<4xf32>
//  CHECK-NEXT:   vector.store %[[P]], %[[M]][%[[I]]] : memref<?xf32>, vector<4xf32>
//  CHECK-NEXT:   return %[[A]], %[[P]], %[[C]], %[[P]] : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
func.func @masked_accesses(%m: memref<?xf32>, %i: index, %p: vector<4xf32>, %n: vector<4xi32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %t = vector.constant_mask [4] : vector<4xi1>
  %f = arith.constant dense<false> : vector<4xi1>
  %a = vector.maskedload %m[%i], %t, %p : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %b = vector.maskedload %m[%i], %f, %p : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i], %t, %p : memref<?xf32>, vector<4xi1>, vector<4xf32>
  vector.maskedstore %m[%i], %f, %p : memref<?xf32>, vector<4xi1>, vector<4xf32>
  %c = vector.expandload %m[%i], %t, %p : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i], %t, %p : memref<?xf32>, vector<4xi1>, vector<4xf32>
  vector.compressstore %m[%i], %f, %p : memref<?xf32>, vector<4xi1>, vector<4xf32>
  %d = vector.gather %m[%i] [%n], %f, %p : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i] [%n], %f, %p : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  return %a, %b, %c, %d : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @contiguous_gather
//  CHECK-SAME:   (%[[M:.*]]: memref<?xf32>, %[[I:.*]]: index, %[[P:.*]]: vector<4xf32>, %[[K:.*]]: vector<4xi1>) -> vector<4xf32> {
//  CHECK-NEXT:   %[[D:.*]] = vector.maskedload %[[M]][%[[I]]], %[[K]], %[[P]] : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
//  CHECK-NEXT:   vector.maskedstore %[[M]][%[[I]]], %[[K]], %[[P]] : memref<?xf32>, vector<4xi1>, vector<4xf32>
//  CHECK-NEXT:   return %[[D]] : vector<4xf32>
func.func @contiguous_gather(%m: memref<?xf32>, %i: index, %p: vector<4xf32>, %k: vector<4xi1>) -> vector<4xf32> {
  %s = vector.step : vector<4xindex>
  %d = vector.gather %m[%i] [%s], %k, %p : memref<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i] [%s], %k, %p : memref<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  return %d : vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @masks
//  CHECK-SAME:   (%[[V:.*]]: vector<4xf32>, %[[K:.*]]: vector<4xi1>) -> (f32, vector<4xf32>) {
//  CHECK-NEXT:   %[[A:.*]] = vector.reduction <add>, %[[V]] : vector<4xf32> into f32
//  CHECK-NEXT:   return %[[A]], %[[V]] : f32, vector<4xf32>
func.func @masks(%v: vector<4xf32>, %k: vector<4xi1>) -> (f32, vector<4xf32>) {
  %t = vector.constant_mask [4] : vector<4xi1>
  %a = vector.mask %t { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %b = vector.mask %k { vector.yield %v : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %k { } : vector<4xi1>
  return %a, %b : f32, vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @reductions
//  CHECK-SAME:   (%[[V:.*]]: vector<1xf32>, %[[X:.*]]: f32, %[[S:.*]]: vector<f32>) -> (f32, f32, f32) {
//  CHECK-NEXT:   %[[A:.*]] = vector.extract %[[V]][0] : f32 from vector<1xf32>
//  CHECK-NEXT:   %[[V_0:.*]] = vector.extract %[[V]][0] : f32 from vector<1xf32>
//  CHECK-NEXT:   %[[B:.*]] = arith.mulf %[[V_0]], %[[X]] : f32
//  CHECK-NEXT:   %[[C:.*]] = vector.extract %[[S]][] : f32 from vector<f32>
//  CHECK-NEXT:   return %[[A]], %[[B]], %[[C]] : f32, f32, f32
func.func @reductions(%v: vector<1xf32>, %x: f32, %s: vector<f32>) -> (f32, f32, f32) {
  %a = vector.reduction <add>, %v : vector<1xf32> into f32
  %b = vector.reduction <mul>, %v, %x : vector<1xf32> into f32
  %c = vector.reduction <add>, %s : vector<f32> into f32
  return %a, %b, %c : f32, f32, f32
}

// -----

// CHECK-LABEL: func.func @multi_reductions
//  CHECK-SAME:   (%[[V:.*]]: vector<4x1xf32>, %[[A:.*]]: vector<4xf32>, %[[W:.*]]: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
//  CHECK-NEXT:   %[[V_0:.*]] = vector.shape_cast %[[V]] : vector<4x1xf32> to vector<4xf32>
//  CHECK-NEXT:   %[[R:.*]] = arith.addf %[[A]], %[[V_0]] : vector<4xf32>
//  CHECK-NEXT:   return %[[R]], %[[W]] : vector<4xf32>, vector<4xf32>
func.func @multi_reductions(%v: vector<4x1xf32>, %a: vector<4xf32>, %w: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %r = vector.multi_reduction <add>, %v, %a [1] : vector<4x1xf32> to vector<4xf32>
  %s = vector.multi_reduction <add>, %w, %a [] : vector<4xf32> to vector<4xf32>
  return %r, %s : vector<4xf32>, vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @transfers
//  CHECK-SAME:   (%[[M:.*]]: memref<16x16xf32>, %[[F:.*]]: f32, %[[V:.*]]: vector<4xf32>, %[[I:.*]]: index) -> (vector<4xf32>, vector<4xf32>) {
//  CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
//  CHECK-NEXT:   %[[C14:.*]] = arith.constant 14 : index
//  CHECK-NEXT:   %[[A:.*]] = vector.transfer_read %[[M]][%[[I]], %[[C2]]], %[[F]] {in_bounds = [true]} : memref<16x16xf32>, vector<4xf32>
//  CHECK-NEXT:   %[[B:.*]] = vector.transfer_read %[[M]][%[[C14]], %[[C14]]], %[[F]] : memref<16x16xf32>, vector<4xf32>
//  CHECK-NEXT:   vector.transfer_write %[[V]], %[[M]][%[[I]], %[[C2]]] {in_bounds = [true]} : vector<4xf32>, memref<16x16xf32>
//  CHECK-NEXT:   return %[[A]], %[[B]] : vector<4xf32>, vector<4xf32>
func.func @transfers(%m: memref<16x16xf32>, %f: f32, %v: vector<4xf32>, %i: index) -> (vector<4xf32>, vector<4xf32>) {
  %c2 = arith.constant 2 : index
  %c14 = arith.constant 14 : index
  %a = vector.transfer_read %m[%i, %c2], %f : memref<16x16xf32>, vector<4xf32>
  %b = vector.transfer_read %m[%c14, %c14], %f : memref<16x16xf32>, vector<4xf32>
  %c = memref.cast %m : memref<16x16xf32> to memref<?x?xf32>
  vector.transfer_write %v, %c[%i, %c2] : vector<4xf32>, memref<?x?xf32>
  return %a, %b : vector<4xf32>, vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @transfer_tensor
//  CHECK-SAME:   (%[[T:.*]]: tensor<4xf32>, %[[F:.*]]: f32, %[[V:.*]]: vector<4xf32>) -> (vector<4xf32>, tensor<4xf32>) {
//  CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
//  CHECK-NEXT:   %[[W:.*]] = vector.transfer_write %[[V]], %[[T]][%[[C0]]] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
//  CHECK-NEXT:   return %[[V]], %[[W]] : vector<4xf32>, tensor<4xf32>
func.func @transfer_tensor(%t: tensor<4xf32>, %f: f32, %v: vector<4xf32>) -> (vector<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %w = vector.transfer_write %v, %t[%c0] : vector<4xf32>, tensor<4xf32>
  %r = vector.transfer_read %w[%c0], %f : tensor<4xf32>, vector<4xf32>
  return %r, %w : vector<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @load_cast
//  CHECK-SAME:   (%[[M:.*]]: memref<16xf32>, %[[V:.*]]: vector<4xf32>, %[[I:.*]]: index) -> vector<4xf32> {
//  CHECK-NEXT:   %[[A:.*]] = vector.load %[[M]][%[[I]]] : memref<16xf32>, vector<4xf32>
//  CHECK-NEXT:   vector.store %[[V]], %[[M]][%[[I]]] : memref<16xf32>, vector<4xf32>
//  CHECK-NEXT:   return %[[A]] : vector<4xf32>
func.func @load_cast(%m: memref<16xf32>, %v: vector<4xf32>, %i: index) -> vector<4xf32> {
  %c = memref.cast %m : memref<16xf32> to memref<?xf32>
  %a = vector.load %c[%i] : memref<?xf32>, vector<4xf32>
  vector.store %v, %c[%i] : memref<?xf32>, vector<4xf32>
  return %a : vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @interleaves
//  CHECK-SAME:   (%[[A:.*]]: vector<4xf32>, %[[B:.*]]: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
//  CHECK-NEXT:   %[[I:.*]] = vector.interleave %[[A]], %[[B]] : vector<4xf32> -> vector<8xf32>
//  CHECK-NEXT:   %[[C:.*]], %[[D:.*]] = vector.deinterleave %[[I]] : vector<8xf32> -> vector<4xf32>
//  CHECK-NEXT:   return %[[C]], %[[D]] : vector<4xf32>, vector<4xf32>
func.func @interleaves(%a: vector<4xf32>, %b: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %i = vector.interleave %a, %b : vector<4xf32> -> vector<8xf32>
  %c, %d = vector.deinterleave %i : vector<8xf32> -> vector<4xf32>
  return %c, %d : vector<4xf32>, vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @everything_extracted_of_shape_cast
//  CHECK-SAME:   (%[[V:.*]]: vector<2x2xf32>)
//  CHECK-NEXT:   %[[R:.*]] = vector.shape_cast %[[V]] : vector<2x2xf32> to vector<4xf32>
//  CHECK-NEXT:   return %[[R]]
func.func @everything_extracted_of_shape_cast(%v: vector<2x2xf32>) -> vector<4xf32> {
  %0 = vector.shape_cast %v : vector<2x2xf32> to vector<1x4xf32>
  %1 = vector.extract %0[0] : vector<4xf32> from vector<1x4xf32>
  return %1 : vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @row_of_mask
//  CHECK-SAME:   (%[[N:.*]]: index)
//   CHECK-DAG:   %[[NONE:.*]] = arith.constant dense<false> : vector<4xi1>
//   CHECK-DAG:   %[[ROW:.*]] = vector.create_mask %[[N]] : vector<4xi1>
//       CHECK:   return %[[ROW]], %[[NONE]]
func.func @row_of_mask(%n: index) -> (vector<4xi1>, vector<4xi1>) {
  %c2 = arith.constant 2 : index
  %m = vector.create_mask %c2, %n : vector<3x4xi1>
  %0 = vector.extract %m[1] : vector<4xi1> from vector<3x4xi1>
  %1 = vector.extract %m[2] : vector<4xi1> from vector<3x4xi1>
  return %0, %1 : vector<4xi1>, vector<4xi1>
}

// -----

// CHECK-LABEL: func.func @row_that_may_be_masked_is_kept
//       CHECK:   vector.extract %{{.*}}[1]
func.func @row_that_may_be_masked_is_kept(%n: index) -> vector<4xi1> {
  %c2 = arith.constant 2 : index
  %m = vector.create_mask %n, %c2 : vector<3x4xi1>
  %0 = vector.extract %m[1] : vector<4xi1> from vector<3x4xi1>
  return %0 : vector<4xi1>
}

// -----

// CHECK-LABEL: func.func @nothing_masked
//  CHECK-NEXT:   return
func.func @nothing_masked(%k: vector<4xi1>) {
  vector.mask %k { vector.yield } : vector<4xi1>
  return
}

// A mask whose bits are all set is none.
// CHECK-LABEL: func.func @transfer_all
//       CHECK:   vector.transfer_read %{{.*}}[%{{.*}}], %{{[a-z]+}} : memref
//       CHECK:   vector.transfer_write %{{.*}}, %{{.*}}[%{{[a-z]+}}] : vector
//       CHECK:   vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}], %mask
func.func @transfer_all(%m: memref<?xf32>, %i: index, %x: f32, %mask: vector<4xi1>) {
  %all = vector.constant_mask [4] : vector<4xi1>
  %0 = vector.transfer_read %m[%i], %x, %all : memref<?xf32>, vector<4xf32>
  vector.transfer_write %0, %m[%i], %all : vector<4xf32>, memref<?xf32>
  vector.transfer_write %0, %m[%i], %mask : vector<4xf32>, memref<?xf32>
  return
}

// What was read there changes nothing, also where only a part of it is written.
// CHECK-LABEL: func.func @write_of_read
//  CHECK-SAME:   (%[[T:.*]]: tensor<?xf32>,
//  CHECK-NEXT:   return %[[T]]
func.func @write_of_read(%t: tensor<?xf32>, %i: index, %x: f32, %mask: vector<4xi1>) -> tensor<?xf32> {
  %0 = vector.transfer_read %t[%i], %x : tensor<?xf32>, vector<4xf32>
  %1 = vector.transfer_write %0, %t[%i], %mask : vector<4xf32>, tensor<?xf32>
  return %1 : tensor<?xf32>
}

// What a mask has not read is padding, and another index is another place.
// CHECK-LABEL: func.func @write_of_other_read
// CHECK-COUNT-2: vector.transfer_write
func.func @write_of_other_read(%t: tensor<?xf32>, %i: index, %j: index, %x: f32, %mask: vector<4xi1>)
    -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = vector.transfer_read %t[%i], %x, %mask : tensor<?xf32>, vector<4xf32>
  %1 = vector.transfer_write %0, %t[%i] : vector<4xf32>, tensor<?xf32>
  %2 = vector.transfer_read %t[%i], %x : tensor<?xf32>, vector<4xf32>
  %3 = vector.transfer_write %2, %t[%j] : vector<4xf32>, tensor<?xf32>
  return %1, %3 : tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @write_over_write
//  CHECK-SAME:   (%[[T:.*]]: tensor<?xf32>, %{{.*}}, %[[V:.*]]: vector<4xf32>, %[[W:.*]]: vector<4xf32>)
//  CHECK-NEXT:   %[[R:.*]] = vector.transfer_write %[[W]], %[[T]]
//  CHECK-NEXT:   return %[[R]]
func.func @write_over_write(%t: tensor<?xf32>, %i: index, %v: vector<4xf32>, %w: vector<4xf32>) -> tensor<?xf32> {
  %0 = vector.transfer_write %v, %t[%i] : vector<4xf32>, tensor<?xf32>
  %1 = vector.transfer_write %w, %0[%i] : vector<4xf32>, tensor<?xf32>
  return %1 : tensor<?xf32>
}

// A sum is added to what is accumulated; a maximum is not.
// CHECK-LABEL: func.func @accumulate
//  CHECK-SAME:   (%[[V:.*]]: vector<4xf32>, %[[X:.*]]: f32)
//       CHECK:   %[[SUM:.*]] = vector.contract {{.*}} %[[V]], %[[V]], %[[X]]
//       CHECK:   %[[MAX:.*]] = vector.contract
//       CHECK:   %[[BOTH:.*]] = arith.addf %[[MAX]], %[[X]]
//       CHECK:   return %[[SUM]], %[[BOTH]]
func.func @accumulate(%v: vector<4xf32>, %x: f32) -> (f32, f32) {
  %zero = arith.constant 0.0 : f32
  %0 = vector.contract {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
    iterator_types = ["reduction"], kind = #vector.kind<add>
  } %v, %v, %zero : vector<4xf32>, vector<4xf32> into f32
  %1 = arith.addf %x, %0 : f32
  %2 = vector.contract {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
    iterator_types = ["reduction"], kind = #vector.kind<maximumf>
  } %v, %v, %zero : vector<4xf32>, vector<4xf32> into f32
  %3 = arith.addf %2, %x : f32
  return %1, %3 : f32, f32
}
