// out[b] is the sum of the 512 elements of `in` that belong to block b, or of as many as there are. A block has 256 threads:
// half of the threads of a tree never add anything, so let all of them add once, before the tree begins.

constexpr int BLOCK = 256;

extern "C" __global__ void first_add_at_load(const float* in, float* out, int n)
{
    __shared__ float part[BLOCK];
    int tid = threadIdx.x;
    int i = blockIdx.x * (2 * BLOCK) + tid;
    float sum = 0.0f;

    // TODO(1): add this thread's two elements to sum: element i and the one that lies a whole block of threads further.
    // Each may be behind the last one. (2 lines)
    // BEGIN SOLUTION
    sum += i < n ? in[i] : 0.0f;
    sum += i + BLOCK < n ? in[i + BLOCK] : 0.0f;
    // END SOLUTION

    part[tid] = sum;
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        __syncthreads();
        if (tid < s)
            part[tid] += part[tid + s];
    }

    if (tid == 0)
        out[blockIdx.x] = part[0];
}
