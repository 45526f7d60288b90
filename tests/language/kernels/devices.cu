// Features of one kind of device: textures, clusters, bulk copies, 8-bit floats.
#include <cuda_fp8.h>

extern "C" __global__ void texture_fetches(cudaTextureObject_t texture, float* out) {
    out[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 0.5f);
}

extern "C" __global__ void texture_of_a_line(cudaTextureObject_t texture, float* out) {
    out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);
}

extern "C" __global__ void surface_writes(cudaSurfaceObject_t surface, const float* in) {
    surf2Dwrite(in[threadIdx.x], surface, threadIdx.x * 4, 0);
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) cluster_ranks(unsigned* out) {
    unsigned rank, size;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
    out[2 * blockIdx.x] = rank;
    out[2 * blockIdx.x + 1] = size;
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) cluster_barrier(const int* in, int* out) {
    __shared__ int mine;
    if (threadIdx.x == 0) mine = in[blockIdx.x];
    asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
    out[blockIdx.x] = mine;
}

extern "C" __global__ void floats_of_8_bits(const float* in, unsigned char* out) {
    out[threadIdx.x] = __nv_cvt_float_to_fp8(in[threadIdx.x], __NV_SATFINITE, __NV_E4M3);
}

extern "C" __global__ void back_from_8_bits(const unsigned char* in, float* out) {
    __nv_fp8_e4m3 x;
    x.__x = in[threadIdx.x];
    out[threadIdx.x] = float(x);
}

extern "C" __global__ void elected_lane(int* out) {
    unsigned leader;
    asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(leader));
    out[threadIdx.x] = leader;
}
