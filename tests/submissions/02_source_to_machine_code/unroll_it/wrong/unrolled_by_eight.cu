// expect: resources
// Eight rounds at once and one more: k of the ninth comes out of a loop.

// TODO(1)
        #pragma unroll 8
        for (int k = 0; k < EACH; ++k)
            if (me + k * threads < cols)
                sum[k] += in[row * cols + me + k * threads];
