#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <typename G>
__device__ int reduce_sum(G g, int *temp, int val)
{
    int lane = g.thread_rank();
    for (int i = g.size() / 2; i > 0; i /= 2) {
        temp[lane] = val;
        g.sync();
        if (lane < i) val += temp[lane + i];
        g.sync();
    }
    return val;
}
extern "C" __global__ void cg_sum_block(int *sum, const int *input, int n)
{
    extern __shared__ int temp[];
    auto g = cg::this_thread_block();
    int my = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) my += input[i];
    int r = reduce_sum(g, temp, my);
    if (g.thread_rank() == 0) atomicAdd(sum, r);
}
extern "C" __global__ void cg_tile_sum(const float *in, float *out, int n)
{
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? in[i] : 0.f;
    for (int k = tile.size() / 2; k > 0; k >>= 1) v += tile.shfl_down(v, k);
    if (tile.thread_rank() == 0 && i < n) out[i / 8] = v;
}
// one 16-tile per CSR-like row: row r has r%7*3 entries starting at hash
extern "C" __global__ void cg_spmv16(const float *val, const int *col, const float *x, float *y, int rows, int nnz, int ncols)
{
    auto t = cg::tiled_partition<16>(cg::this_thread_block());
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 16;
    if (row >= rows) return;
    int start = (row * 37) % (nnz - 40), len = (row % 7) * 5 + 1;
    float s = 0;
    for (int k = t.thread_rank(); k < len; k += t.size()) s += val[start + k] * x[col[start + k] % ncols];
    for (int o = 8; o; o /= 2) s += t.shfl_xor(s, o);
    if (!t.thread_rank()) y[row] = s;
}
// warp per row softmax with shared staging for each tile
extern "C" __global__ void cg_softmax(const float *in, float *out, int rows, int cols)
{
    __shared__ float st[4][100];
    auto w = cg::tiled_partition<32>(cg::this_thread_block());
    int wr = w.meta_group_rank(), row = blockIdx.x * 4 + wr;
    if (row >= rows) return;
    float m = -1e30f;
    for (int c = w.thread_rank(); c < cols; c += 32) { float q = in[row * cols + c]; st[wr][c] = q; m = fmaxf(m, q); }
    for (int o = 16; o > 0; o >>= 1) m = fmaxf(m, w.shfl_xor(m, o));
    w.sync();
    float s = 0;
    for (int c = w.thread_rank(); c < cols; c += 32) { float e = __expf(st[wr][c] - m); st[wr][c] = e; s += e; }
    for (int o = 16; o > 0; o >>= 1) s += w.shfl_xor(s, o);
    w.sync();
    float inv = 1.f / s;
    for (int c = w.thread_rank(); c < cols; c += 32) out[row * cols + c] = st[wr][cols - 1 - c] * inv;  // reversed
}
// aggregated append (positive values) with coalesced group
extern "C" __global__ void cg_filter(int *dst, int *nres, const int *src, int n, int cut)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (src[i] > cut) {
        auto a = cg::coalesced_threads();
        int base = 0;
        if (a.thread_rank() == 0) base = atomicAdd(nres, (int)a.size());
        base = a.shfl(base, 0);
        dst[base + a.thread_rank()] = src[i];
    }
}
