// expect: correctness
// Rows of B taken to be N elements apart.

// INSTEAD OF
            __pipeline_memcpy_async(to_b + stage + row * BN * 2, from_b + (step * BK + row) * ldb, 16);
// WRITE
            __pipeline_memcpy_async(to_b + stage + row * BN * 2, from_b + (step * BK + row) * N, 16);
