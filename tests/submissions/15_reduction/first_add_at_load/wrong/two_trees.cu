// expect: barriers, work
// Each half gets a tree of its own: right, with twice the work.

constexpr int BLOCK = 256;

extern "C" __global__ void first_add_at_load(const float* in, float* out, int n)
{
    __shared__ float part[BLOCK];
    int tid = threadIdx.x;
    float total = 0.0f;
    for (int half = 0; half < 2; ++half) {
        int i = (2 * blockIdx.x + half) * BLOCK + tid;
        part[tid] = i < n ? in[i] : 0.0f;
        for (int s = BLOCK / 2; s > 0; s /= 2) {
            __syncthreads();
            if (tid < s)
                part[tid] += part[tid + s];
        }
        __syncthreads();
        total += part[0];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = total;
}
