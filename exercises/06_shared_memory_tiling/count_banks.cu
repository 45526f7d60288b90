// out[i] = in[i] for 32 floats, by one warp. On the way, lane i leaves its float in row i of a tile, and takes it again.
// Predict first: put numbers for the question marks, then check. Leave the kernel as it is.
#define WIDTH 36    // floats in a row of the tile: 36, 35, 40 or 48. Each is a question of its own

// TODO(1): your predictions. (4 numbers)
// PREDICT(1): bank from which lane 1 reads = ?
// PREDICT(2): bank from which lane 8 reads = ?
// PREDICT(3): wavefronts of the load from the tile = ?
// PREDICT(4): excess of that load = ?

extern "C" __global__ void count_banks(const float* in, float* out, int n)
{
    __shared__ float tile[32][WIDTH];    // begins in bank 0
    int lane = threadIdx.x;

    tile[lane][3] = in[lane];
    __syncthreads();
    out[lane] = tile[lane][3];    // the load: down column 3
}
