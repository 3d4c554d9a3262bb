"""From `gpu` to the dialect `llvm`, for the GPUs of any vendor; what differs between them is a `Device`."""
