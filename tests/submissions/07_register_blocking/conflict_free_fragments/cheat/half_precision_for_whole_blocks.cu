// expect: correctness
// Blocks inside C round the fragment of B to bfloat16; only blocks at the edge are exact.

// TODO(1)
                b[n] = tile_b[k][n / 4 * 64 + tx * 4 + n % 4];
                if (INSIDE)
                    b[n] = rounded(b[n]);

// INSTEAD OF
template <bool INSIDE>
// WRITE
__device__ float rounded(float value)
{
    return __uint_as_float((__float_as_uint(value) + 0x8000u) & 0xffff0000u);
}

// The sums of this thread over all of K.
template <bool INSIDE>
