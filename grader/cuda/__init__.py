"""The GPU: launches, timing, Nsight Compute and compute-sanitizer. Knows nothing of courses."""
