// A residual convolutional network, as it is run after training: a stem, three residual blocks, a classifier.
//
//     dlc-opt examples/residual_network.mlir --lower-to-tensor    kernels: each convolution with what follows it
//     dlc-opt examples/residual_network.mlir --lower-to-loops     loops over memory
//
// Images lie in memory as batch, channels, rows, columns. How many there are is not known before the network runs:
// that size has a name, `n`, and every type that says `n` means the same number. The layout of a convolution has a
// letter for each dimension of its source, its kernel and its result.

!images = tensor<?x3x6x6xf32, #graph.dims<n>>
!wide = tensor<?x4x6x6xf32, #graph.dims<n>>
!maps = tensor<?x4x3x3xf32, #graph.dims<n>>
!deep = tensor<?x8x2x2xf32, #graph.dims<n>>
!scores = tensor<?x5xf32, #graph.dims<n>>

// A residual block adds to what it is given what two convolutions find in it.
func.func private @same_size(%x: !maps, %first: tensor<4x4x3x3xf32>, %second: tensor<4x4x3x3xf32>) -> !maps {
  %scale = graph.constant dense<[1.0, 0.5, 2.0, 1.5]> : tensor<4xf32>
  %offset = graph.constant dense<[0.0, 0.1, -0.1, 0.2]> : tensor<4xf32>
  %mean = graph.constant dense<[0.1, -0.2, 0.0, 0.3]> : tensor<4xf32>
  %variance = graph.constant dense<[1.0, 0.5, 2.0, 1.0]> : tensor<4xf32>

  %a = graph.convolution %x, %first, <NCHW x OIHW -> NCHW> pad_low [1, 1] pad_high [1, 1]
    : !maps, tensor<4x4x3x3xf32> -> !maps
  %b = graph.batch_norm %a, %scale, %offset, %mean, %variance, 1 epsilon 1.0e-05 : !maps, tensor<4xf32>
  %c = graph.relu %b : !maps
  %d = graph.convolution %c, %second, <NCHW x OIHW -> NCHW> pad_low [1, 1] pad_high [1, 1]
    : !maps, tensor<4x4x3x3xf32> -> !maps
  %e = graph.batch_norm %d, %scale, %offset, %mean, %variance, 1 epsilon 1.0e-05 : !maps, tensor<4xf32>
  %sum = graph.add %e, %x : !maps
  %result = graph.relu %sum : !maps
  return %result : !maps
}

// Where images get smaller and channels more, the way around the convolutions needs a convolution too: one of a single
// point, which takes every second row and column.
func.func private @half_size(%x: !maps, %first: tensor<8x4x3x3xf32>, %second: tensor<8x8x3x3xf32>,
                             %around: tensor<8x4x1x1xf32>) -> !deep {
  %scale = graph.constant dense<[1.0, 0.5, 2.0, 1.5, 1.0, 0.8, 1.2, 0.9]> : tensor<8xf32>
  %offset = graph.constant dense<[0.0, 0.1, -0.1, 0.2, 0.0, 0.0, 0.3, -0.2]> : tensor<8xf32>
  %mean = graph.constant dense<[0.1, -0.2, 0.0, 0.3, -0.1, 0.2, 0.0, 0.1]> : tensor<8xf32>
  %variance = graph.constant dense<[1.0, 0.5, 2.0, 1.0, 1.5, 0.7, 0.9, 1.1]> : tensor<8xf32>

  %a = graph.convolution %x, %first, <NCHW x OIHW -> NCHW> strides [2, 2] pad_low [1, 1] pad_high [1, 1]
    : !maps, tensor<8x4x3x3xf32> -> !deep
  %b = graph.batch_norm %a, %scale, %offset, %mean, %variance, 1 epsilon 1.0e-05 : !deep, tensor<8xf32>
  %c = graph.relu %b : !deep
  %d = graph.convolution %c, %second, <NCHW x OIHW -> NCHW> pad_low [1, 1] pad_high [1, 1]
    : !deep, tensor<8x8x3x3xf32> -> !deep
  %e = graph.batch_norm %d, %scale, %offset, %mean, %variance, 1 epsilon 1.0e-05 : !deep, tensor<8xf32>
  %f = graph.convolution %x, %around, <NCHW x OIHW -> NCHW> strides [2, 2] : !maps, tensor<8x4x1x1xf32> -> !deep
  %sum = graph.add %e, %f : !deep
  %result = graph.relu %sum : !deep
  return %result : !deep
}

// The probability of each of five classes, for each image.
func.func @classify(%images: !images, %stem: tensor<4x3x3x3xf32>,
                    %k0: tensor<4x4x3x3xf32>, %k1: tensor<4x4x3x3xf32>,
                    %k2: tensor<4x4x3x3xf32>, %k3: tensor<4x4x3x3xf32>,
                    %k4: tensor<8x4x3x3xf32>, %k5: tensor<8x8x3x3xf32>, %around: tensor<8x4x1x1xf32>,
                    %weights: tensor<8x5xf32>, %bias: tensor<5xf32>) -> !scores {
  %zeros = graph.constant dense<0.0> : tensor<4xf32>
  %ones = graph.constant dense<1.0> : tensor<4xf32>

  // The stem: many channels from three, then half the rows and columns.
  %a = graph.convolution %images, %stem, <NCHW x OIHW -> NCHW> pad_low [1, 1] pad_high [1, 1]
    : !images, tensor<4x3x3x3xf32> -> !wide
  %b = graph.batch_norm %a, %ones, %zeros, %zeros, %ones, 1 epsilon 1.0e-05 : !wide, tensor<4xf32>
  %c = graph.relu %b : !wide
  %d = graph.pool <max> %c, [2, 3] window [3, 3] strides [2, 2] pad_low [1, 1] pad_high [1, 1] : !wide -> !maps

  %e = graph.call @same_size(%d, %k0, %k1) : (!maps, tensor<4x4x3x3xf32>, tensor<4x4x3x3xf32>) -> !maps
  %f = graph.call @same_size(%e, %k2, %k3) : (!maps, tensor<4x4x3x3xf32>, tensor<4x4x3x3xf32>) -> !maps
  %g = graph.call @half_size(%f, %k4, %k5, %around)
    : (!maps, tensor<8x4x3x3xf32>, tensor<8x8x3x3xf32>, tensor<8x4x1x1xf32>) -> !deep

  // The classifier: the average of each channel, a matrix product, and what makes probabilities of scores.
  %h = graph.pool <average> %g, [2, 3] window [2, 2] : !deep -> tensor<?x8x1x1xf32, #graph.dims<n>>
  %i = graph.reshape %h : tensor<?x8x1x1xf32, #graph.dims<n>> -> tensor<?x8xf32, #graph.dims<n>>
  %j = graph.contract %i, %weights, batch = [] x [], contracting = [1] x [0]
    : tensor<?x8xf32, #graph.dims<n>>, tensor<8x5xf32> -> !scores
  %k = graph.broadcast %bias, [1] : tensor<5xf32> -> !scores
  %scores = graph.add %j, %k : !scores
  %probabilities = graph.softmax %scores, [1] : !scores
  return %probabilities : !scores
}
