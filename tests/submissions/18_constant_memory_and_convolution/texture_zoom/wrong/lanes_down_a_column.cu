// expect: global_sectors, work
// x and y of the thread are exchanged: neighbouring lanes write into different rows.

extern "C" __global__ void texture_zoom(cudaTextureObject_t image, float* out, int rows, int cols, float zoom)
{
    int threads = gridDim.x * gridDim.y * blockDim.x * blockDim.y;
    int block = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y;
    int rounded = (rows + 31) / 32 * 32;
    for (int i = block + threadIdx.y * blockDim.x + threadIdx.x; i < rounded * cols; i += threads) {
        int row = i % rounded;
        int col = i / rounded;
        if (row < rows)
            out[row * cols + col] = tex2D<float>(image, (col + 0.5f) / zoom, (row + 0.5f) / zoom);
    }
}
