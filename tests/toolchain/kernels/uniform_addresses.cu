// Addresses that are the same for the whole warp: uniform registers as base or as second part of the address.
extern "C" __global__ void uniform_addresses(const float* in, float* out, int n, int m)
{
    extern __shared__ float s[];
    s[threadIdx.x] = in[blockIdx.x * n + 3];
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < n; ++k)
        sum += s[k + blockIdx.x * 4] * s[threadIdx.x + k * m] + in[blockIdx.y * m + k];
    out[blockIdx.x] = sum;
    out[blockIdx.x * m + threadIdx.x] = s[5] + s[blockIdx.y] + s[(blockIdx.z + 3) * n + threadIdx.x];
}
