"""Ways in from other frameworks: onnx, torch, jax, xdsl."""
