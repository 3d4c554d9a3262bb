// A global that is loaded and is not there.
module {
  func.func @f() -> i32 {
    %r = ml_program.global_load @none : i32
    return %r : i32
  }
}

// -----
// A global that is loaded as another type.
module {
  ml_program.global private @g(dense<1> : tensor<4xi32>) : tensor<4xi32>
  func.func @f() -> tensor<5xi32> {
    %r = ml_program.global_load @g : tensor<5xi32>
    return %r : tensor<5xi32>
  }
}

// -----
// A global that is stored and may not be.
module {
  ml_program.global private @g(dense<1> : tensor<4xi32>) : tensor<4xi32>
  func.func @f(%x: tensor<4xi32>) {
    ml_program.global_store @g = %x : tensor<4xi32>
    return
  }
}

// -----
// A constant load of a global that changes.
module {
  ml_program.global private mutable @g(dense<1> : tensor<4xi32>) : tensor<4xi32>
  func.func @f() -> tensor<4xi32> {
    %r = ml_program.global_load_const @g : tensor<4xi32>
    return %r : tensor<4xi32>
  }
}

// -----
// A constant global without a value.
module {
  ml_program.global private @g : tensor<5xi32>
}

// -----
// A function that returns another type.
module {
  ml_program.func @f(%x: i32) -> i64 {
    ml_program.return %x : i32
  }
}

// -----
// An output of a graph that is none.
module {
  ml_program.subgraph @f(%x: i32) -> i64 {
    ml_program.output %x : i32
  }
}

// -----
// A return in a function of another dialect.
module {
  func.func @f() {
    ml_program.return
  }
}
