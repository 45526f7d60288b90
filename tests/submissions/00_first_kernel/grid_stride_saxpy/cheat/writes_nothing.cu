// expect: correctness
// Does nothing, for any grid.

extern "C" __global__ void grid_stride_saxpy(float a, const float* x, float* y, int n)
{

}
