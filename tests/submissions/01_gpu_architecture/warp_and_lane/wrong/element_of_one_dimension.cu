// expect: correctness, hazards
// Replaces the element by the index of one-dimensional blocks: threads of different rows then write to the same place.

constexpr int WARP_SIZE = 32;

extern "C" __global__ void warp_and_lane(int* warp, int* lane, int n)
{
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        warp[i] = thread / WARP_SIZE;
        lane[i] = thread % WARP_SIZE;
    }
}
