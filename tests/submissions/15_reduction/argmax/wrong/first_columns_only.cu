// expect: correctness
// Each thread looks at one element.

// TODO(3)
        if (threadIdx.x < cols)
            best = {in[row * cols + threadIdx.x], int(threadIdx.x)};
