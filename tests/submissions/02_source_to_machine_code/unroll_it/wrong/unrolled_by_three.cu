// expect: resources
// Nine is three times three, but three copies of the body in a loop are still a loop.

// TODO(1)
        #pragma unroll 3
        for (int k = 0; k < EACH; ++k)
            if (me + k * threads < cols)
                sum[k] += in[row * cols + me + k * threads];
