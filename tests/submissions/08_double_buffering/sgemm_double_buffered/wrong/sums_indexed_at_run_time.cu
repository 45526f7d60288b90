// expect: resources
// The outer loops are not unrolled, so the sums are indexed at run time and live in local memory.

// INSTEAD OF
#pragma unroll
            for (int m = 0; m < 8; ++m)
// WRITE
#pragma unroll 1
            for (int m = 0; m < 8; ++m)
