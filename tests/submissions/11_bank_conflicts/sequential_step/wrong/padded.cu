// expect: resources
// A spare word after every 32 cures the interleaved order, too, but the array grows and each access computes more.

__device__ int place(int i) { return i + i / 32; }

extern "C" __global__ void sequential_step(const float* in, float* out, int rows, int cols)
{
    __shared__ float part[132];
    int tid = threadIdx.x;
    part[place(tid)] = in[blockIdx.x * cols + tid];

    for (int working = 64; working > 0; working /= 2) {
        __syncthreads();
        int d = 64 / working;
        if (tid < working)
            part[place(2 * d * tid)] += part[place(2 * d * tid + d)];
    }

    if (tid == 0)
        out[blockIdx.x] = part[0];
}
