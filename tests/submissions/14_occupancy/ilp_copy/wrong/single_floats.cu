// expect: machine_code
// Four loads in flight, but of 4 bytes each: as few bytes as one wide load.

extern "C" __global__ void ilp_copy(const float* in, float* out, int n)
{
    for (int begin = blockIdx.x * blockDim.x * 16; begin < min(n, int((blockIdx.x + 1) * blockDim.x * 16)); begin += 4 * blockDim.x) {
        float value[4];
        #pragma unroll
        for (int k = 0; k < 4; ++k) {
            int i = begin + k * blockDim.x + threadIdx.x;
            value[k] = i < n ? in[i] : 0.0f;
        }
        #pragma unroll
        for (int k = 0; k < 4; ++k) {
            int i = begin + k * blockDim.x + threadIdx.x;
            if (i < n)
                out[i] = value[k];
        }
    }
}
