// Inclusive scans of segments of 1,024 integers after Hillis and Steele, one element a thread: in one array with two barriers
// a step, and in two arrays with one.

constexpr int BLOCK = 1024;

extern "C" __global__ void __launch_bounds__(BLOCK) scan_one_array(const int* in, int* out, int n)
{
    __shared__ int part[BLOCK];
    int tid = threadIdx.x;
    int i = blockIdx.x * BLOCK + tid;
    part[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (int step = 1; step < BLOCK; step *= 2) {
        int before = tid >= step ? part[tid - step] : 0;
        __syncthreads();
        part[tid] += before;
        __syncthreads();
    }
    if (i < n)
        out[i] = part[tid];
}

extern "C" __global__ void __launch_bounds__(BLOCK) scan_two_arrays(const int* in, int* out, int n)
{
    __shared__ int part[2][BLOCK];
    int tid = threadIdx.x;
    int i = blockIdx.x * BLOCK + tid;
    int now = 0;
    part[0][tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (int step = 1; step < BLOCK; step *= 2) {
        part[1 - now][tid] = part[now][tid] + (tid >= step ? part[now][tid - step] : 0);
        now = 1 - now;
        __syncthreads();
    }
    if (i < n)
        out[i] = part[now][tid];
}
