"""Programs on GPUs: the host side as data, device memory, and the libraries of vendors, CUDA and HIP."""
