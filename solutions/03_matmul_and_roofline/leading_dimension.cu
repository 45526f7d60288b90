// out = 2 * in, where in is a part of a larger matrix: it has rows x cols elements, but its rows lie ld apart. out is a
// matrix of its own, rows x cols without gaps. One thread, one element.

extern "C" __global__ void leading_dimension(const float* in, float* out, int rows, int cols, int ld)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;

    // TODO(1): mend this. It is right for a whole matrix, and reads other people's numbers in a part of one. (change 1
    // line)
    if (row < rows && col < cols)
        // BEGIN SOLUTION
        out[row * cols + col] = 2.0f * in[row * ld + col];
        // END SOLUTION
        // BEGIN STARTER
        //| out[row * cols + col] = 2.0f * in[row * cols + col];
        // END STARTER
}
