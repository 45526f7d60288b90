// expect: correctness
// tid <= working: one thread too many, which in the first step reads behind the array.

// TODO(1)
        if (tid <= working)
            part[tid] += part[tid + working];
