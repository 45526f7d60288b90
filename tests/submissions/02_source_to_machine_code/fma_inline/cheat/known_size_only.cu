// expect: correctness
// Fused for the size that is counted, two roundings for any other.

// TODO(1)
    result = n == 4096 ? fmaf(x, y, z) : x * y + z;
