// expect: resources
// Two rounds at a time leave a loop of four and one round more: k still changes at run time.

// TODO(1)
        #pragma unroll 2
        for (int k = 0; k < EACH; ++k)
            if (me + k * threads < cols)
                sum[k] += in[row * cols + me + k * threads];
