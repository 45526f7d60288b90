// expect: hazards
// Each branch has a barrier of its own: threads of one block wait at two places.

// TODO(1)
    float before = 0.0f;
    if (t > 0) {
        __syncthreads();
        before = segment[t - 1];
    } else {
        __syncthreads();
    }
