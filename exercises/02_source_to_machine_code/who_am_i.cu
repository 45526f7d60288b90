// Every thread writes down its warp within its block, and its lane in that warp. Blocks have one or two dimensions.

extern "C" __global__ void who_am_i(int* warp, int* lane, int n)
{
    int before = blockIdx.x * blockDim.x * blockDim.y;    // threads of the blocks before mine
    int i = before + threadIdx.y * blockDim.x + threadIdx.x;

    int mine;
    // TODO(1): the special register %laneid holds the lane of this thread. Move it into `mine`: one instruction of
    // PTX, written inline. (1 line)
    mine = threadIdx.x % 32;

    if (i < n) {
        warp[i] = (i - before) / 32;
        lane[i] = mine;
    }
}
