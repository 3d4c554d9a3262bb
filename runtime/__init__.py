"""Running compiled code: executables, buffers, the thread pool; in `gpu/` CUDA and HIP."""
