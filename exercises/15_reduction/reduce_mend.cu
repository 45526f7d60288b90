// out[b] is the sum of the 256 elements of `in` that belong to block b, or of as many as there are. A block adds them up in
// a tree: in eight steps, each of which leaves half as many numbers.

extern "C" __global__ void reduce_mend(const float* in, float* out, int n)
{
    __shared__ float part[256];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    part[tid] = i < n ? in[i] : 0.0f;

    // TODO(1): mend this tree. It is right, but the threads that add are spread over all warps, and finding them takes a
    // remainder. Let the first s threads add, and halve s. (change 2 of the 5 lines)
    for (int s = 1; s < blockDim.x; s *= 2) {
        __syncthreads();
        if (tid % (2 * s) == 0)
            part[tid] += part[tid + s];
    }

    if (tid == 0)
        out[blockIdx.x] = part[0];
}
