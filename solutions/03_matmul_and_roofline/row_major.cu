// out = 2 * in, for a matrix of rows x cols elements. Both matrices are row-major, and their rows lie ld elements apart:
// what stands between two rows belongs to somebody else. One thread, one element.

extern "C" __global__ void row_major(const float* in, float* out, int rows, int cols, int ld)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows || col >= cols)
        return;

    // TODO(1): where does the element (row, col) lie, counted in elements? (1 line)
    // BEGIN SOLUTION
    int index = col + row * ld;
    // END SOLUTION
    // BEGIN STARTER
    //| int index = 0;
    // END STARTER

    out[index] = 2.0f * in[index];
}
