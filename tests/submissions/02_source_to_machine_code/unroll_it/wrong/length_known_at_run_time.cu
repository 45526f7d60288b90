// expect: resources
// A loop whose length only the run knows cannot be unrolled completely.

// TODO(1)
        #pragma unroll 1
        for (int k = 0; me + k * threads < cols; ++k)
            sum[k] += in[row * cols + me + k * threads];
