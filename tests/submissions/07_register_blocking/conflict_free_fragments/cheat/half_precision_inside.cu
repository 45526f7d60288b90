// expect: correctness
// The fragment of B is rounded to bfloat16: right on whole numbers, wrong on all others.

// TODO(1)
                b[n] = rounded(tile_b[k][n / 4 * 64 + tx * 4 + n % 4]);

// INSTEAD OF
template <bool INSIDE>
// WRITE
__device__ float rounded(float value)
{
    return __uint_as_float((__float_as_uint(value) + 0x8000u) & 0xffff0000u);
}

// The sums of this thread over all of K.
template <bool INSIDE>
