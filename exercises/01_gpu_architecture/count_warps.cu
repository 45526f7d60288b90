// out[i] = in[i] for every i from 0 to n - 1, launched with 3 blocks of 20 x 5 threads for n = 180: of the 100 threads
// of a block 60 copy one element each. Predict first, then check. Leave the kernel as it is.
#define PART 0    // who copies? 0: columns 0 to 11; 1: columns 8 to 19; 2: rows 0 to 2; 3: rows 2 to 4

// TODO(1): your prediction, for all three blocks together. (1 number)
// PREDICT(1): requests of the load, one for each warp in which somebody copies = ?

constexpr int FIRST_X = PART == 1 ? 8 : 0, WIDTH = PART < 2 ? 12 : 20;    // the part of the block that copies
constexpr int FIRST_Y = PART == 3 ? 2 : 0, HEIGHT = PART < 2 ? 5 : 3;

extern "C" __global__ void count_warps(const float* in, float* out, int n)
{
    int x = static_cast<int>(threadIdx.x) - FIRST_X;    // counted from the first column and the first row that copy
    int y = static_cast<int>(threadIdx.y) - FIRST_Y;
    int i = 60 * blockIdx.x + x + WIDTH * y;

    if (x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT && i < n)
        out[i] = in[i];
}
