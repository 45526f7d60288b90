// expect: correctness
// Only the first 256 columns are written.

// TODO(3)
        if (tid < cols)
            to[tid] = prefix[min(tid + radius + 1, cols)] - prefix[max(tid - radius, 0)];
