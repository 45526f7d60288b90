// expect: resources, work
// Loops that are not unrolled index the sums at run time: they lie in local memory.

// INSTEAD OF
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int n = 0; n < 8; ++n) {
// WRITE
#pragma unroll 1
            for (int i = 0; i < 4; ++i)
#pragma unroll 1
                for (int n = 0; n < 8; ++n) {
