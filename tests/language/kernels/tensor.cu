// Tensor cores: fragments of wmma, mma.sync and its loads.
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

extern "C" __global__ void wmma_tile(const half* a, const half* b, float* c) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a_frag;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b_frag;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c_frag;
    wmma::fill_fragment(c_frag, 0.0f);
    wmma::load_matrix_sync(a_frag, a, 16);
    wmma::load_matrix_sync(b_frag, b, 16);
    wmma::mma_sync(c_frag, a_frag, b_frag, c_frag);
    wmma::store_matrix_sync(c, c_frag, 16, wmma::mem_row_major);
}

extern "C" __global__ void mma_in_assembly(const unsigned* a, const unsigned* b, float* c) {
    float d0, d1, d2, d3;
    unsigned lane = threadIdx.x;
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %7, %7, %7};"
                 : "=f"(d0), "=f"(d1), "=f"(d2), "=f"(d3)
                 : "r"(a[2 * lane]), "r"(a[2 * lane + 1]), "r"(b[lane]), "f"(0.0f));
    c[4 * lane] = d0;
    c[4 * lane + 1] = d1;
    c[4 * lane + 2] = d2;
    c[4 * lane + 3] = d3;
}

extern "C" __global__ void matrices_loaded_by_ldmatrix(const half* in, unsigned* out) {
    __shared__ __align__(16) half tile[64];
    tile[threadIdx.x] = in[threadIdx.x];
    tile[threadIdx.x + 32] = in[threadIdx.x + 32];
    __syncthreads();
    unsigned r, at = (unsigned)__cvta_generic_to_shared(&tile[(threadIdx.x % 8) * 8]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r) : "r"(at));
    out[threadIdx.x] = r;
}
