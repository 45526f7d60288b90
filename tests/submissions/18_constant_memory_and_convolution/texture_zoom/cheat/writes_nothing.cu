// expect: correctness
// Does nothing.

extern "C" __global__ void texture_zoom(cudaTextureObject_t image, float* out, int rows, int cols, float zoom)
{
}
