// expect: hazards
// The block keeps 512 elements of x in shared memory, and nobody waits until they are there.

// TODO(1)
    for (int k = lane; k < N; k += WARP)
        sum += A[row * lda + k] * (k < 512 ? kept[k] : x[k]);

// INSTEAD OF
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
// WRITE
    __shared__ float kept[512];
    for (int k = threadIdx.x; k < N && k < 512; k += blockDim.x)
        kept[k] = x[k];

    int thread = blockIdx.x * blockDim.x + threadIdx.x;
