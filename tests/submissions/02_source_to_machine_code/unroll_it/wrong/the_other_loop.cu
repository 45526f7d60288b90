// expect: resources
// The pragma stands above the body and not above the loop, which stays as it is.

// TODO(1)
        #pragma unroll 1
        for (int k = 0; k < EACH; ++k) {
            #pragma unroll
            for (int once = 0; once < 1; ++once)
                if (me + k * threads < cols)
                    sum[k] += in[row * cols + me + k * threads];
        }
