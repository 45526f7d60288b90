// out[i] = in[i] for every i from 0 to n - 1, launched with one block of 64 threads for n = 1536. The numbers are taken
// as a row-major matrix with rows of LD floats and no gaps, so LD is its leading dimension. Warp 0 copies the upper half
// and walks along the rows, warp 1 copies the lower half and walks down the columns.
// Predict first: put numbers for the question marks, then check. Leave the kernel as it is.
#define LD 24    // 4, 8, 24 or 48; each is a question of its own

// TODO(1): your predictions, each for one warp and its whole walk. (4 numbers)
// BEGIN SOLUTION
// PREDICT(1): along the rows, requests of the loads = 32
// PREDICT(2): along the rows, sectors of the loads = 96
// PREDICT(3): down the columns, requests of the loads = 24
// PREDICT(4): down the columns, sectors of the loads = 768
// END SOLUTION
// BEGIN STARTER
//| // PREDICT(1): along the rows, requests of the loads = ?
//| // PREDICT(2): along the rows, sectors of the loads = ?
//| // PREDICT(3): down the columns, requests of the loads = ?
//| // PREDICT(4): down the columns, sectors of the loads = ?
// END STARTER

extern "C" __global__ void count_walks(const float* in, float* out, int n)
{
    int half = n / 2;
    int rows = half / LD; // of each half
    int lane = threadIdx.x % 32;

    if (threadIdx.x < 32) {
        for (int row = 0; row < rows; ++row)
            for (int col = lane; col < LD; col += 32)
                out[row * LD + col] = in[row * LD + col]; // along
    } else {
        for (int row = lane; row < rows; row += 32)
            for (int col = 0; col < LD; ++col)
                out[half + row * LD + col] = in[half + row * LD + col]; // down
    }
}
