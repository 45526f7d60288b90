// expect: constant_serialisation, shared_wavefronts
// Each lane reads another weight, to put it into shared memory: nine passes, where the loop would have one for each weight.

// TODO(1)
    __shared__ float weights[2 * RADIUS + 1];
    if (threadIdx.x <= 2 * RADIUS)
        weights[threadIdx.x] = filter[threadIdx.x];
    for (int k = threadIdx.x; k < BLOCK + 2 * RADIUS; k += BLOCK) {
        int i = first + k;
        tile[k] = i >= 0 && i < n ? in[i] : 0.0f;
    }
    __syncthreads();

// TODO(2)
    if (i < n) {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * RADIUS; ++k)
            sum += weights[k] * tile[threadIdx.x + k];
        out[i] = sum;
    }
