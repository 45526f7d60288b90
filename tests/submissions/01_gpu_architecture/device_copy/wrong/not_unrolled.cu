// expect: speed
// One load, one store, and the next load only then: right, but too little is on its way at any moment.

extern "C" __global__ void device_copy(const float* in, float* out, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int stride = gridDim.x * blockDim.x;
#pragma unroll 1
    for (int i = first; i < n; i += stride)
        out[i] = in[i];
}
