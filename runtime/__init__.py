"""Running compiled code: executables, buffers, the thread pool; in `gpu/` the CUDA driver."""
