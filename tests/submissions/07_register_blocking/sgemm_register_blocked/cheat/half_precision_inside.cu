// expect: correctness
// The fragments are rounded to bfloat16: right on whole numbers, wrong on all others.

// TODO(1)
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float a[TM], b[TN];
#pragma unroll
            for (int m = 0; m < TM; ++m)
                a[m] = rounded(tile_a[ty * TM + m][k]);
#pragma unroll
            for (int n = 0; n < TN; ++n)
                b[n] = rounded(tile_b[k][tx * TN + n]);
#pragma unroll
            for (int m = 0; m < TM; ++m)
#pragma unroll
                for (int n = 0; n < TN; ++n)
                    sum[m][n] += a[m] * b[n];
        }
        __syncthreads();

// INSTEAD OF
}

extern "C" __global__ void __launch_bounds__(256, 2)
// WRITE
}

__device__ float rounded(float value)
{
    return __uint_as_float((__float_as_uint(value) + 0x8000u) & 0xffff0000u);
}

extern "C" __global__ void __launch_bounds__(256, 2)
