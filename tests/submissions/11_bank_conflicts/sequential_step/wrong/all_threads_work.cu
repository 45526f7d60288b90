// expect: correctness
// Without the condition every thread adds, and the last ones read behind the array.

// TODO(1)
        part[tid] += part[tid + working];
