// expect: correctness
// Rows of B taken to be N elements apart.

// INSTEAD OF
    const __half* from_b = &B[thread / (BN / 8) * ldb + col0 + thread % (BN / 8) * 8];
// WRITE
    const __half* from_b = &B[thread / (BN / 8) * N + col0 + thread % (BN / 8) * 8];

// INSTEAD OF
            __pipeline_memcpy_async(to_b + stage + row * BN * 2, from_b + (step * BK + row) * ldb, 16);
// WRITE
            __pipeline_memcpy_async(to_b + stage + row * BN * 2, from_b + (step * BK + row) * N, 16);
