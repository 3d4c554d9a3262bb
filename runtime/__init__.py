"""Running compiled code: executables, buffers, the thread pool, the CUDA driver."""
