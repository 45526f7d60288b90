// expect: correctness
// A row has cols elements, not as many as there are threads.

// TODO(1)
        #pragma unroll
        for (int k = 0; k < EACH; ++k)
            if (me + k * threads < cols)
                sum[k] += in[row * threads + me + k * threads];
