// out = 2 * in, for a matrix of rows x cols elements. Grid and block have two dimensions: one thread, one element.

extern "C" __global__ void first_2d_index(const float* in, float* out, int rows, int cols)
{
    // TODO(1): the row and the column of this thread in the whole grid. Neighbours in x must stay neighbours in
    // memory. (2 lines)
    // BEGIN SOLUTION
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    // END SOLUTION
    // BEGIN STARTER
    //| int row = 0;
    //| int col = 0;
    // END STARTER

    if (row < rows && col < cols)
        out[row * cols + col] = 2.0f * in[row * cols + col];
}
