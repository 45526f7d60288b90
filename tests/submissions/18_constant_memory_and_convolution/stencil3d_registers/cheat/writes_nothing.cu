// expect: correctness
// Does nothing.

extern "C" __global__ void stencil3d_registers(const float* in, float* out, int nx, int ny, int nz)
{
}
