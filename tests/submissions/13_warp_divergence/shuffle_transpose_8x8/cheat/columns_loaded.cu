// expect: machine_code
// Loads columns from global memory in place of rows: the values never were in registers of other lanes.

extern "C" __global__ void shuffle_transpose_8x8(const float* in, float* out, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= 8 * n)
        return;
    int lane = row % 8;
    const float* column = in + 8 * (row - lane) + lane;
    float4 left = make_float4(column[0], column[8], column[16], column[24]);
    float4 right = make_float4(column[32], column[40], column[48], column[56]);
    reinterpret_cast<float4*>(out)[2 * row] = left;
    reinterpret_cast<float4*>(out)[2 * row + 1] = right;
}
