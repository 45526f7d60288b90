// Which elements of A does a lane hold when its warp executes mma.m16n8k16 on halves? Each thread writes down those of
// its lane: places[i * 8 + r * 2 + h] = row * 16 + column, for half h (0 is the lower one) of register r (0 to 3).

extern "C" __global__ void fragment_map(int* places, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    int group = threadIdx.x % 32 / 4;     // 8 groups of 4 lanes
    int within = threadIdx.x % 32 % 4;    // the lane's number in its group
    for (int r = 0; r < 4; ++r)
        for (int h = 0; h < 2; ++h) {
            // TODO(1): row and column in A, 16 x 16. (2 lines)
            int row = group;
            int col = within;
            places[i * 8 + r * 2 + h] = row * 16 + col;
        }
}
