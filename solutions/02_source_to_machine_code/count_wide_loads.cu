// out[row] is the sum of a row of 4 floats: 192 rows, 3 blocks of 64 threads, one row a thread.
// Predict first: put numbers for the question marks, then check. Leave the kernel as it is.
#define PAD 2    // unused floats behind each row of the tile: 0, 1, 2 or 8. Each is a question of its own

// TODO(1): your predictions, for the four neighbouring loads from the tile, all threads together. (2 numbers)
// BEGIN SOLUTION
// PREDICT(1): requests of the loads in the last line = 12
// PREDICT(2): wavefronts of the loads in the last line = 24
// END SOLUTION
// BEGIN STARTER
//| // PREDICT(1): requests of the loads in the last line = ?
//| // PREDICT(2): wavefronts of the loads in the last line = ?
// END STARTER

extern "C" __global__ void count_wide_loads(const float* in, float* out, int rows, int cols)
{
    __shared__ float tile[64][4 + PAD];
    int t = threadIdx.x;
    int row = blockIdx.x * 64 + t;

    for (int k = 0; k < 4; ++k)
        tile[t][k] = in[4 * row + k];
    __syncthreads();

    out[row] = tile[t][0] + tile[t][1] + tile[t][2] + tile[t][3];
}
