// Every thread writes down its lane. A block is one warp at most, of any shape, so the number of its warp is 0.
// Who am I? In this file threadIdx does not say: the name is taken away. The special registers of PTX still know.
#define threadIdx threadIdx_is_taken_away

extern "C" __global__ void who_am_i(int* warp, int* lane, int n)
{
    int mine;
    // TODO(1): the special register %laneid holds the lane of this thread. Move it into `mine`: one instruction of
    // PTX, written inline. (1 line)
    mine = 0;

    int i = blockIdx.x * blockDim.x * blockDim.y + mine;    // the threads of the blocks before mine, and those before me
    if (i < n) {
        warp[i] = 0;
        lane[i] = mine;
    }
}
