extern "C" __global__ void histo_global(const unsigned char *buffer, long size, unsigned *histo)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&(histo[buffer[i]]), 1);
        i += stride;
    }
}
#ifndef NB
#define NB 96
#endif
extern "C" __global__ void histo_private(const unsigned *input, unsigned *bins, unsigned n, unsigned num_bins)
{
    __shared__ unsigned h[NB];
    for (unsigned b = threadIdx.x; b < num_bins; b += blockDim.x) h[b] = 0u;
    __syncthreads();
    unsigned acc = 0, prev = 0xffffffffu;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        unsigned b = input[i];
        if (b == prev) ++acc;
        else {
            if (acc > 0) atomicAdd(&h[prev], acc);
            acc = 1;
            prev = b;
        }
    }
    if (acc > 0) atomicAdd(&h[prev], acc);
    __syncthreads();
    for (unsigned b = threadIdx.x; b < num_bins; b += blockDim.x) {
        unsigned v = h[b];
        if (v > 0) atomicAdd(&bins[b], v);
    }
}
// one sub-histogram per warp, dynamic shared
extern "C" __global__ void histo_warps(const uchar4 *img, int *hist, int n4, int shift)
{
    extern __shared__ int sub[];
    const int bins = 256 >> shift, warps = blockDim.x / 32;
    for (int k = threadIdx.x; k < bins * warps; k += blockDim.x) sub[k] = 0;
    __syncthreads();
    int *my = sub + (threadIdx.x >> 5) * bins;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        uchar4 p = img[i];
        atomicAdd(my + (p.x >> shift), 1);
        atomicAdd(my + (p.y >> shift), 1);
        atomicAdd(my + (p.z >> shift), 1);
        atomicAdd(my + (p.w >> shift), 1);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x) {
        int s = 0;
        for (int w = 0; w < warps; ++w) s += sub[w * bins + b];
        if (s) atomicAdd(&hist[b], s);
    }
}
// text histogram exercise: letters in groups of four
extern "C" __global__ void text_histo(const char *data, unsigned length, unsigned *histo)
{
    __shared__ unsigned histo_s[7];
    if (threadIdx.x < 7) histo_s[threadIdx.x] = 0;
    __syncthreads();
    unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned i = tid * 4; i < (tid + 1) * 4 && i < length; ++i) {
        int pos = data[i] - 'a';
        if (pos >= 0 && pos < 26) atomicAdd(&histo_s[pos / 4], 1);
    }
    __syncthreads();
    if (threadIdx.x < 7) atomicAdd(&histo[threadIdx.x], histo_s[threadIdx.x]);
}
