// expect: correctness
// Each thread looks at one element of the row.

// TODO(3)
        if (threadIdx.x < cols)
            state = {from[threadIdx.x], 1.0f};
