// expect: async_copies, machine_code
// The tiles go through registers: no copy is asynchronous.

// INSTEAD OF
            __pipeline_memcpy_async(to_a + stage + row * BK * 2, from_a + row * lda + step * BK, 16);
// WRITE
            *reinterpret_cast<uint4*>(to_a + stage + row * BK * 2) = *reinterpret_cast<const uint4*>(from_a + row * lda + step * BK);

// INSTEAD OF
            __pipeline_memcpy_async(to_b + stage + row * BN * 2, from_b + (step * BK + row) * ldb, 16);
// WRITE
            *reinterpret_cast<uint4*>(to_b + stage + row * BN * 2) = *reinterpret_cast<const uint4*>(from_b + (step * BK + row) * ldb);
