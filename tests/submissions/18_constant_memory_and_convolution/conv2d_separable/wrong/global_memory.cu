// expect: shared_wavefronts, global_sectors, speed
// Every thread reads its 81 neighbours from global memory.

constexpr int RADIUS = 4;

__constant__ float across[2 * RADIUS + 1];
__constant__ float down[2 * RADIUS + 1];

extern "C" __global__ void conv2d_separable(const float* in, float* out, int rows, int cols)
{
    int col = blockIdx.x * 32 + threadIdx.x;

    for (int y = threadIdx.y; y < 32; y += 8) {
        int row = blockIdx.y * 32 + y;
        if (row >= rows || col >= cols)
            continue;
        float sum = 0.0f;
        for (int dy = -RADIUS; dy <= RADIUS; ++dy)
            for (int dx = -RADIUS; dx <= RADIUS; ++dx)
                if (row + dy >= 0 && row + dy < rows && col + dx >= 0 && col + dx < cols)
                    sum += down[dy + RADIUS] * across[dx + RADIUS] * in[(row + dy) * cols + col + dx];
        out[row * cols + col] = sum;
    }
}
