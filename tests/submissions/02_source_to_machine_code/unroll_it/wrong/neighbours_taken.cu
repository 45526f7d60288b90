// expect: correctness
// Sums are taken of columns side by side and stored a grid apart.

// TODO(1)
        #pragma unroll
        for (int k = 0; k < EACH; ++k)
            if (EACH * me + k < cols)
                sum[k] += in[row * cols + EACH * me + k];
