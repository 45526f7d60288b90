// Cooperative groups and the pipeline primitives: needs the library's headers.
#include <cooperative_groups.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

typedef unsigned int u32;

#ifndef SEG
#define SEG 8
#endif

__device__ __forceinline__ int gid() { return blockIdx.x * blockDim.x + threadIdx.x; }

// tiles of cooperative groups; whole warps. out: i32 4 n
extern "C" __global__ void group_tiles(const int *in, int *out, int n) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  cg::thread_block_tile<SEG> tile = cg::tiled_partition<SEG>(warp);
  int t = gid();
  int v = t < n ? in[t] : 0;
  int s = v;
  for (int d = tile.size() / 2; d > 0; d /= 2) s += tile.shfl_down(s, d);
  s = tile.shfl(s, 0);
  int b = tile.ballot(v & 1), first = tile.any(v > 900) ? tile.shfl_xor(v, 1) : -1;
  u32 peers = tile.match_any(v & 3);
  tile.sync();
  if (t < n) {
    out[t * 4] = s;
    out[t * 4 + 1] = b;
    out[t * 4 + 2] = first;
    out[t * 4 + 3] = (int)(peers + tile.thread_rank() * 1000 + tile.meta_group_rank() * 100000);
  }
  block.sync();
}

// counts by coalesced groups: one atomic a group. counts: u32 8
extern "C" __global__ void coalesced_counts(const int *in, u32 *counts, int n) {
  int t = gid();
  if (t >= n) return;
  int k = in[t] & 7;
  if (k < 3) {
    cg::coalesced_group g = cg::coalesced_threads();
    if (g.thread_rank() == 0) atomicAdd(&counts[0], g.size());
  } else if (k == 5) {
    for (int i = 0; i < (in[t] >> 3) % 4; ++i) {
      cg::coalesced_group g = cg::coalesced_threads();
      if (g.thread_rank() == 0) atomicAdd(&counts[1 + i], g.size());
    }
  } else {
    cg::coalesced_group g = cg::coalesced_threads();
    u32 odd = g.ballot(k & 1);
    if (g.thread_rank() == 0) { atomicAdd(&counts[5], __popc(odd)); atomicAdd(&counts[6], g.size()); }
  }
}

// tiles that leave their loops on their own; whole warps. in: i32 n, out: i32 n / SEG rounded up by tiles of the grid
extern "C" __global__ void tile_loops(const int *in, int *out, int n, int rows) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<SEG>(block);
  int tiles = blockDim.x / SEG;
  int row = blockIdx.x * tiles + threadIdx.x / SEG;
  if (row >= rows) return;
  int first = row * 13 % n, len = 3 + row * 7 % 40, acc = 0;
  for (int i = tile.thread_rank(); ; i += tile.size()) {
    bool in_row = i < len;
    if (!tile.any(in_row)) break;
    int v = in_row ? in[(first + i) % n] : 0;
    if (tile.all(v > 20)) acc += v;
    else acc -= v & 7;
  }
  for (int d = tile.size() / 2; d; d >>= 1) acc += tile.shfl_xor(acc, d);
  if (tile.thread_rank() == 0) out[row] = acc;
}

// two stages with the primitives of the pipeline. in: i32 grid * stages * block * 4; out: i32 grid * block * 4
extern "C" __global__ void pipeline_primitives(const int *in, int *out, int stages) {
  __shared__ __align__(16) int4 buf[2][128];
  int l = threadIdx.x, wide = blockDim.x;
  const int4 *src = (const int4 *)in + blockIdx.x * stages * wide;
  __pipeline_memcpy_async(&buf[0][l], src + l, 16);
  __pipeline_commit();
  int4 acc = make_int4(0, 0, 0, 0);
  for (int s = 0; s < stages; ++s) {
    if (s + 1 < stages) __pipeline_memcpy_async(&buf[(s + 1) & 1][l], src + (s + 1) * wide + l, 16);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    int4 v = buf[s & 1][wide - 1 - l];
    acc.x += v.w; acc.y ^= v.z; acc.z = max(acc.z, v.y); acc.w += v.x * (s + 1);
    __syncthreads();
  }
  ((int4 *)out)[blockIdx.x * wide + l] = acc;
}
