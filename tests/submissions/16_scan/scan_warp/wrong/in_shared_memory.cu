// expect: work, resources, machine_code
// Hillis-Steele in shared memory: right, without a shuffle.

extern "C" __global__ void scan_warp(const int* in, int* inclusive, int* exclusive, int n)
{
    __shared__ volatile int part[1024];
    int lane = threadIdx.x % 32;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int own = i < n ? in[i] : 0;
    part[threadIdx.x] = own;
    __syncwarp();
    for (int distance = 1; distance < 32; distance *= 2) {
        int below = lane >= distance ? part[threadIdx.x - distance] : 0;
        __syncwarp();
        part[threadIdx.x] = part[threadIdx.x] + below;
        __syncwarp();
    }
    if (i < n) {
        inclusive[i] = part[threadIdx.x];
        exclusive[i] = part[threadIdx.x] - own;
    }
}
