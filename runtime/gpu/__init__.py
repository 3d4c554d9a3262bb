"""Programs on GPUs: the host side as data, device memory, and the CUDA driver."""
