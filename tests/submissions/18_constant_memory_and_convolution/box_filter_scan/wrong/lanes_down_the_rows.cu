// expect: global_sectors, work
// One thread runs a window along a row: two additions for each result, and neighbouring lanes are a row apart.

extern "C" __global__ void box_filter_scan(const int* in, int* out, int rows, int cols, int radius)
{
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
        const int* from = in + row * cols;
        int sum = 0;
        for (int k = 0; k < min(radius, cols); ++k)
            sum += from[k];
        for (int col = 0; col < cols; ++col) {
            if (col + radius < cols)
                sum += from[col + radius];
            out[row * cols + col] = sum;
            if (col - radius >= 0)
                sum -= from[col - radius];
        }
    }
}
