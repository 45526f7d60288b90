// Blocks that work together, and small programs of every field. One kernel an idea.
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;

#ifndef PAD
#define PAD 1
#endif
#ifndef TILE
#define TILE 16
#endif
#ifndef ITEMS
#define ITEMS 4
#endif

__device__ __forceinline__ int gid() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ __forceinline__ u32 lanes_here() {
  int left = (int)blockDim.x - (int)(threadIdx.x & ~31u);
  return left >= 32 ? 32u : (u32)left;
}
__device__ __forceinline__ u32 mask_here() {
  u32 c = lanes_here();
  return c == 32 ? 0xffffffffu : (1u << c) - 1u;
}

// ---------------------------------------------------------------- barriers and shared memory

// out: 4 for each block
extern "C" __global__ void block_votes(const int *in, int *out, int n) {
  int t = gid();
  int v = t < n ? in[t] : 0;
  int c = __syncthreads_count(v & 1);
  int a = __syncthreads_and(v < 990);
  int o = __syncthreads_or(v == 7);
  int again = 0;
  while (__syncthreads_or(v > 0)) { v -= 100 + (int)(threadIdx.x & 3) * 10; ++again; }
  if (threadIdx.x == 0) {
    int *p = out + blockIdx.x * 4;
    p[0] = c; p[1] = a != 0; p[2] = o != 0; p[3] = again;
  }
}

// two warps make, two warps take; blocks of 128. in: rounds * 64 for each block, out: 64 for each block
extern "C" __global__ void named_barriers(const int *in, int *out, int rounds) {
  __shared__ int buf[64];
  int l = threadIdx.x & 63;
  const int *src = in + blockIdx.x * rounds * 64;
  if (threadIdx.x < 64) {
    for (int r = 0; r < rounds; ++r) {
      if (r) asm volatile("bar.sync 2, 128;" ::: "memory");
      buf[l] = src[r * 64 + l] * (r + 1);
      __threadfence_block();
      asm volatile("bar.arrive 1, 128;" ::: "memory");
    }
  } else {
    int acc = 0;
    for (int r = 0; r < rounds; ++r) {
      asm volatile("bar.sync 1, 128;" ::: "memory");
      acc = acc * 3 + buf[63 - l];
      if (r + 1 < rounds) asm volatile("bar.arrive 2, 128;" ::: "memory");
      asm volatile("bar.sync 3, 64;" ::: "memory");
    }
    out[blockIdx.x * 64 + l] = acc;
  }
}

// each pair of warps has a barrier of its own; whole pairs of warps. in, out: one a thread
extern "C" __global__ void pair_barriers(const int *in, int *out, int rounds) {
  __shared__ int buf[256];
  int l = threadIdx.x, pair = l / 64, t = gid();
  int v = in[t];
  for (int r = 0; r < rounds + pair; ++r) {
    buf[l] = v;
    asm volatile("bar.sync %0, 64;" ::"r"(pair + 1) : "memory");
    int got = buf[(l & ~63) + ((l + 32 + r) & 63)];
    asm volatile("bar.sync %0, 64;" ::"r"(pair + 1) : "memory");
    v = (v * 3 + got) & 0xfffff;
  }
  u32 p;
  asm volatile("{ .reg .pred q; setp.gt.s32 q, %1, 500; barrier.cta.red.popc.u32 %0, 0, q; }" : "=r"(p) : "r"(v & 1023) : "memory");
  out[t] = v + (int)p;
}

// one piece of dynamic shared memory holds four types: 15 bytes a thread, 16 for alignment
extern __shared__ __align__(16) u8 raw[];
extern "C" __global__ void carved_shared(const int *in, double *out, int n) {
  int wide = blockDim.x, l = threadIdx.x, t = gid();
  double *d = (double *)raw;
  int *i = (int *)(d + wide);
  short *s = (short *)(i + wide);
  u8 *b = (u8 *)(s + wide);
  int v = t < n ? in[t] : 0;
  d[l] = v * 0.5; i[wide - 1 - l] = v + 3; s[l] = (short)(v * 9); b[wide % 5 ? (l * 5 + 1) % wide : l] = (u8)v;
  __syncthreads();
  int k = (l + 7) % wide;
  double r = d[k] + i[k] + s[wide - 1 - k] + b[l];
  if (t < n) out[t] = r;
}

union Cell { float4 q; float f[4]; u64 w[2]; u8 b[16]; int2 p[2]; };

// shared memory seen as four types in turn; in: i32 n, out: u32 4 n
extern "C" __global__ void shared_union(const int *in, u32 *out, int n) {
  __shared__ Cell cells[128];
  int l = threadIdx.x, wide = blockDim.x, t = gid();
  int v = t < n ? in[t] : 1;
  cells[l].q = make_float4(v, v * 0.5f, -v, 1.0f / (v + 1));
  __syncthreads();
  int k = (l + 3) % wide;
  u64 w = cells[k].w[l & 1];
  __syncthreads();
  cells[l].b[v & 15] = (u8)(w >> 52);
  cells[l].p[1].x ^= (int)w;
  __syncthreads();
  k = wide - 1 - l;
  if (t < n) {
    u32 *o = out + t * 4;
    o[0] = __float_as_uint(cells[k].f[v & 3]);
    o[1] = cells[k].b[5] * 256u + cells[l].b[l & 15];
    o[2] = (u32)cells[k].p[0].y;
    o[3] = (u32)(cells[l].w[1] >> 16);
  }
}

// eight and sixteen bytes at a time at several strides; blocks of at most 128. out: i32 n threads
extern "C" __global__ void wide_shared(const int *in, int *out, int stride) {
  __shared__ __align__(16) int4 box[512];
  int l = threadIdx.x, wide = blockDim.x, t = gid();
  for (int i = l; i < 512; i += wide) box[i] = make_int4(i, in[t] + i, i * 3, in[t] ^ i);
  __syncthreads();
  __syncthreads();
  int4 a = box[(l * stride) & 511];
  int2 b = ((const int2 *)box)[(l * stride + 1) & 1023];
  double c = ((const double *)box)[(l / 2 + stride) & 1023];
  int d = ((const int *)box)[(l * stride * 4 + 3) & 2047];
  short e = ((const short *)box)[(l * stride) & 4095];
  u8 f = ((const u8 *)box)[(l * stride + 5) & 8191];
  out[t] = a.x + a.y + a.z + a.w + b.x * 3 + b.y + __double2loint(c) + d + e + f;
}

// conflicts of many shapes, one line each; blocks of at most 256
extern "C" __global__ void bank_shapes(const int *in, int *out, int stride) {
  __shared__ int box[2048];
  int l = threadIdx.x, wide = blockDim.x, t = gid(), acc = 0;
  for (int i = l; i < 2048; i += wide) box[i] = in[i & 255] + i;
  __syncthreads();
  acc += box[(l * stride) & 2047];
  acc += box[(l * (stride + 1)) & 2047];
  acc += box[((l & 7) * 32 + l / 8) & 2047];
  acc += box[(l ^ (l >> 3)) & 2047];
  acc += box[(l & 1) * 1024 + (l & 30) * 32];
  acc += box[in[l & 255] & 2047];
  acc += box[l < 16 ? 5 : (l * 33) & 2047];
  if (l % 3 == 0) acc += box[(l * 32) & 2047];
  __syncthreads();
  box[(l * 8 + (l >> 5)) & 2047] = acc;
  __syncthreads();
  out[t] = box[(l * 8 + (l >> 5)) & 2047] + box[((wide - 1 - l) * 8 + ((wide - 1 - l) >> 5)) & 2047];
}

// every shared atomic of 32 bits; out: 12 for each block
extern "C" __global__ void shared_atomics32(const int *in, int *out, int n) {
  __shared__ int s[8];
  __shared__ u32 u[4];
  __shared__ float f;
  int l = threadIdx.x, t = gid();
  if (l < 8) s[l] = l == 4 ? -1 : l == 2 ? 5000 : 0;
  if (l < 4) u[l] = l == 1 ? 9 : 0;
  if (l == 0) f = 0.0f;
  __syncthreads();
  if (t < n) {
    int v = in[t];
    atomicAdd(&s[0], v);
    atomicSub(&s[1], v);
    atomicMin(&s[2], v - 300);
    atomicMax(&s[3], v - 300);
    atomicAnd(&s[4], ~(1 << (v & 15)));
    atomicOr(&s[5], 1 << (v & 31));
    atomicXor(&s[6], v * 12345);
    if (v % 3 == 0) atomicExch(&s[7], 42);
    atomicInc(&u[0], 12u);
    atomicDec(&u[1], 17u);
    atomicMax(&u[2], (u32)(v - 5));
    atomicCAS(&u[3], 0u, 7u);
    atomicAdd(&f, (float)(v & 15));
  }
  __syncthreads();
  if (l < 12) out[blockIdx.x * 12 + l] = l < 8 ? s[l] : (int)u[l - 8];
  if (l == 0) out[gridDim.x * 12 + blockIdx.x] = (int)f;
}

// shared atomics of 64 bits, and one by compare and swap; out: 8 for each block
extern "C" __global__ void shared_atomics64(const int *in, u64 *out, int n) {
  __shared__ u64 s[6];
  __shared__ double d;
  __shared__ u64 product;
  int l = threadIdx.x, t = gid();
  if (l < 6) s[l] = l == 1 ? ~0ull : l == 3 ? ~0ull : 0;
  if (l == 6) d = 0.0;
  if (l == 7) product = 1;
  __syncthreads();
  if (t < n) {
    u64 v = (u64)in[t] * 0x100000001ull;
    atomicAdd(&s[0], v);
    atomicMin(&s[1], v + 9);
    atomicMax(&s[2], v);
    atomicAnd(&s[3], ~(1ull << (in[t] & 63)));
    atomicOr(&s[4], 1ull << (in[t] % 61));
    atomicXor(&s[5], v << 7);
    atomicAdd(&d, in[t] * 0.5);
    u64 seen = 1, want;
    do {
      want = seen;
      seen = atomicCAS(&product, want, want * (2ull * in[t] + 1ull));
    } while (seen != want);
  }
  __syncthreads();
  if (l < 8) out[blockIdx.x * 8 + l] = l < 6 ? s[l] : l == 6 ? (u64)__double2ll_rn(d) : product;
}

// a window of the last values in a ring; out: one a thread
extern "C" __global__ void ring_buffer(const int *in, int *out, int n, int rounds, int window) {
  __shared__ int ring[8][100];
  int l = threadIdx.x, sum = 0, best = 0;
  int col = gid();
  for (int r = 0; r < rounds; ++r) {
    int v = in[(col + r * 37) % n];
    int slot = r & 7;
    if (r >= window) sum -= ring[(r - window) & 7][l];
    __syncthreads();
    ring[slot][l] = v;
    __syncthreads();
    sum += v;
    int left = ring[slot][l ? l - 1 : blockDim.x - 1];
    best = max(best, sum - left);
  }
  out[col] = best * 10 + (sum & 7);
}

// double buffering with copies of 4, 8 and 16 bytes; in: f32 tiles * 4 * block for each block; out: f32 4 * block for each block
extern "C" __global__ void cp_async_double(const float *in, float *out, int tiles) {
  __shared__ __align__(16) float buf[2][512];
  int l = threadIdx.x, wide = blockDim.x;
  const float *src = in + blockIdx.x * tiles * wide * 4;
  u32 base = (u32)__cvta_generic_to_shared(&buf[0][0]);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(base + l * 16), "l"(src + l * 4) : "memory");
  asm volatile("cp.async.commit_group;" ::: "memory");
  float acc[4] = {0, 0, 0, 0};
  for (int s = 0; s < tiles; ++s) {
    if (s + 1 < tiles) {
      u32 to = base + ((s + 1) & 1) * 2048;
      const float *from = src + (s + 1) * wide * 4;
      if (s % 3 == 0) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(to + l * 16), "l"(from + l * 4) : "memory");
      } else if (s % 3 == 1) {
        for (int h = 0; h < 2; ++h)
          asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to + (l + h * wide) * 8), "l"(from + (l + h * wide) * 2) : "memory");
      } else {
        for (int h = 0; h < 4; ++h)
          asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to + (l + h * wide) * 4), "l"(from + l + h * wide) : "memory");
      }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
    for (int i = 0; i < 4; ++i) acc[i] = acc[i] * 0.5f + buf[s & 1][(l * 4 + i + s) % (wide * 4)];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i) out[(blockIdx.x * wide + l) * 4 + i] = acc[i];
}

// ---------------------------------------------------------------- patterns of parallel programs

// blocks of TILE by TILE / 2
extern "C" __global__ void transpose_padded(const int *in, int *out, int w, int h) {
  __shared__ int tile[TILE][TILE + PAD];
  int bx = blockIdx.x * TILE, by = blockIdx.y * TILE;
  for (int j = threadIdx.y; j < TILE; j += blockDim.y) {
    int x = bx + threadIdx.x, y = by + j;
    if (x < w && y < h) tile[j][threadIdx.x] = in[y * w + x];
  }
  __syncthreads();
  for (int j = threadIdx.y; j < TILE; j += blockDim.y) {
    int x = by + threadIdx.x, y = bx + j;
    if (x < h && y < w) out[y * h + x] = tile[threadIdx.x][j];
  }
}

// seven points, three dimensions, blocks of 8 by 4 by 4 at most
extern "C" __global__ void stencil_3d(const float *in, float *out, int nx, int ny, int nz) {
  __shared__ float s[6][6][10];
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1, tz = threadIdx.z + 1;
  int bx = blockDim.x, by = blockDim.y, bz = blockDim.z;
  auto at = [&](int i, int j, int k) { return (i < 0 || j < 0 || k < 0 || i >= nx || j >= ny || k >= nz) ? 0.0f : in[(k * ny + j) * nx + i]; };
  s[tz][ty][tx] = at(x, y, z);
  if (tx == 1) s[tz][ty][0] = at(x - 1, y, z);
  if (tx == bx) s[tz][ty][tx + 1] = at(x + 1, y, z);
  if (ty == 1) s[tz][0][tx] = at(x, y - 1, z);
  if (ty == by) s[tz][ty + 1][tx] = at(x, y + 1, z);
  if (tz == 1) s[0][ty][tx] = at(x, y, z - 1);
  if (tz == bz) s[tz + 1][ty][tx] = at(x, y, z + 1);
  __syncthreads();
  if (x < nx && y < ny && z < nz)
    out[(z * ny + y) * nx + x] = s[tz][ty][tx] * -6.0f + s[tz][ty][tx - 1] + s[tz][ty][tx + 1] + s[tz][ty - 1][tx] +
                                 s[tz][ty + 1][tx] + s[tz - 1][ty][tx] + s[tz + 1][ty][tx];
}

// a histogram for each warp, then one
extern "C" __global__ void histogram_warps(const u8 *in, u32 *bins, int n) {
  __shared__ u32 h[4][64];
  int w = (threadIdx.x / 32) & 3, wide = blockDim.x;
  for (int i = threadIdx.x; i < 256; i += wide) h[i / 64][i % 64] = 0;
  __syncthreads();
  for (int i = gid(); i < n; i += gridDim.x * wide) atomicAdd(&h[w][in[i] >> 2], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 64; i += wide) {
    u32 s = h[0][i] + h[1][i] + h[2][i] + h[3][i];
    if (s) atomicAdd(&bins[i], s);
  }
}

// a stable radix sort of a block, one bit a pass; blocks of 256 at most, one value a thread
extern "C" __global__ void radix_block(const u32 *in, u32 *out, int bits) {
  __shared__ u32 key[256];
  __shared__ int zeros[8];
  int l = threadIdx.x, w = l / 32, lane = l & 31, warps = (blockDim.x + 31) / 32;
  u32 m = mask_here();
  key[l] = in[gid()];
  __syncthreads();
  for (int b = 0; b < bits; ++b) {
    u32 k = key[l];
    bool one = k >> b & 1;
    u32 ones = __ballot_sync(m, one);
    if (lane == 0) zeros[w] = (int)lanes_here() - __popc(ones);
    __syncthreads();
    int before = 0, total = 0;
    for (int i = 0; i < warps; ++i) { if (i < w) before += zeros[i]; total += zeros[i]; }
    u32 lower = (1u << lane) - 1;
    int zero_rank = before + __popc(~ones & lower);
    int to = one ? total + l - zero_rank : zero_rank;
    __syncthreads();
    key[to] = k;
    __syncthreads();
  }
  out[gid()] = key[l];
}

// up and down a tree; blocks of a power of two threads, 2 values a thread, at most 256
extern "C" __global__ void scan_tree(const int *in, int *out) {
  __shared__ int s[512];
  int l = threadIdx.x, n = blockDim.x * 2, base = blockIdx.x * n;
  s[2 * l] = in[base + 2 * l];
  s[2 * l + 1] = in[base + 2 * l + 1];
  int off = 1;
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (l < d) s[off * (2 * l + 2) - 1] += s[off * (2 * l + 1) - 1];
    off *= 2;
  }
  if (l == 0) s[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    off >>= 1;
    __syncthreads();
    if (l < d) {
      int a = off * (2 * l + 1) - 1, b = off * (2 * l + 2) - 1;
      int x = s[a];
      s[a] = s[b];
      s[b] += x;
    }
  }
  __syncthreads();
  out[base + 2 * l] = s[2 * l];
  out[base + 2 * l + 1] = s[2 * l + 1];
}

// sums of blocks; the last block that arrives scans them. sums, offsets: one a block; ticket: 1
extern "C" __global__ void last_block_scan(const int *in, int *sums, int *offsets, u32 *ticket, int n) {
  __shared__ int part[256];
  __shared__ u32 mine;
  int l = threadIdx.x, wide = blockDim.x, acc = 0;
  for (int i = gid(); i < n; i += gridDim.x * wide) acc += in[i];
  part[l] = acc;
  __syncthreads();
  for (int live = wide; live > 1;) {
    int half = (live + 1) / 2;
    if (l < live / 2) part[l] += part[l + half];
    __syncthreads();
    live = half;
  }
  if (l == 0) {
    sums[blockIdx.x] = part[0];
    __threadfence();
    mine = atomicAdd(ticket, 1u);
  }
  __syncthreads();
  if (mine == gridDim.x - 1) {
    __threadfence();
    volatile int *v = sums;
    for (int i = l; i < (int)gridDim.x; i += wide) {
      int s = 0;
      for (int j = 0; j < i; ++j) s += v[j];
      offsets[i] = s;
    }
  }
}

// merges i*i and 3*i+1 by diagonals, ITEMS values a thread. out: na + nb
extern "C" __global__ void merge_path(const int *a, const int *b, int *out, int na, int nb) {
  int d = gid() * ITEMS;
  int total = na + nb;
  if (d >= total) return;
  auto A = [&](int i) { return a[i] * a[i]; };
  auto B = [&](int i) { return b[i] * 3 + 1; };
  int lo = d > nb ? d - nb : 0, hi = d < na ? d : na;
  while (lo < hi) {
    int mid = (lo + hi) / 2;
    if (A(mid) <= B(d - 1 - mid)) lo = mid + 1; else hi = mid;
  }
  int i = lo, j = d - lo;
  for (int k = 0; k < ITEMS && d + k < total; ++k) {
    if (j >= nb || (i < na && A(i) <= B(j))) out[d + k] = A(i++);
    else out[d + k] = B(j++);
  }
}

// sorted: arange m
extern "C" __global__ void lower_bounds(const int *sorted, const int *wanted, int *out, int m, int n) {
  for (int t = gid(); t < n; t += gridDim.x * blockDim.x) {
    int x = wanted[t], lo = 0, hi = m;
    while (lo < hi) {
      int mid = lo + ((hi - lo) >> 1);
      int s = sorted[mid];
      if (s * 3 + (s & 1) < x) lo = mid + 1; else hi = mid;
    }
    out[t] = lo;
  }
}

// greater keys push smaller ones on, so that the table does not depend on order; table: 0 is empty, size a power of two
extern "C" __global__ void ordered_hash(const u32 *in, u32 *table, int n, int size) {
  int t = gid();
  if (t >= n) return;
  u32 v = in[t] + 1, at = (v * 2654435761u >> 16) & (size - 1);
  while (v) {
    u32 c = *(volatile u32 *)&table[at];
    for (;;) {
      if (c == v) return;
      if (c > v) break;
      u32 seen = atomicCAS(&table[at], c, v);
      if (seen == c) { v = c; break; }
      c = seen;
    }
    // a key that was pushed out goes on from here
    at = (at + 1) & (size - 1);
  }
}

// how often each key occurs, by a table in shared memory. out: n, distinct: 1 a block; blocks of 128 at most
extern "C" __global__ void hash_counts(const int *in, int *out, int *distinct, int n) {
  __shared__ int keys[256], counts[256];
  __shared__ int used;
  int l = threadIdx.x, t = gid();
  for (int i = l; i < 256; i += blockDim.x) { keys[i] = -1; counts[i] = 0; }
  if (l == 0) used = 0;
  __syncthreads();
  int slot = -1;
  if (t < n) {
    int k = in[t];
    slot = (k * 31) & 255;
    while (true) {
      int seen = atomicCAS(&keys[slot], -1, k);
      if (seen == -1) atomicAdd(&used, 1);
      if (seen == -1 || seen == k) break;
      slot = (slot + 1) & 255;
    }
    atomicAdd(&counts[slot], 1);
  }
  __syncthreads();
  if (t < n) out[t] = counts[slot];
  if (l == 0) distinct[blockIdx.x] = used;
}

// levels of a graph with three edges a vertex; one block, n at most 512. edges: 3 n, below n
extern "C" __global__ void bfs_levels(const int *edges, int *levels, int n, int source) {
  __shared__ int level[512];
  __shared__ int front[2][512];
  __shared__ int more;
  for (int i = threadIdx.x; i < n; i += blockDim.x) { level[i] = i == source ? 0 : -1; front[0][i] = i == source; front[1][i] = 0; }
  if (threadIdx.x == 0) more = 1;
  __syncthreads();
  for (int d = 0; ; ++d) {
    bool go = more;
    __syncthreads();
    if (!go) break;
    if (threadIdx.x == 0) more = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
      if (!front[d & 1][i]) continue;
      front[d & 1][i] = 0;
      for (int e = 0; e < 3; ++e) {
        int to = edges[i * 3 + e];
        if (atomicCAS(&level[to], -1, d + 1) == -1) {
          front[(d + 1) & 1][to] = 1;
          atomicOr(&more, 1);
        }
      }
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) levels[i] = level[i];
}

// some generations on a torus in shared memory; one block a board of w by h, at most 32 by 32
extern "C" __global__ void life_board(const u8 *in, u8 *out, int w, int h, int rounds) {
  __shared__ u8 a[2][32 * 32];
  int l = threadIdx.y * blockDim.x + threadIdx.x, wide = blockDim.x * blockDim.y, cells = w * h;
  in += blockIdx.x * cells;
  out += blockIdx.x * cells;
  for (int i = l; i < cells; i += wide) a[0][i] = in[i];
  for (int r = 0; r < rounds; ++r) {
    __syncthreads();
    for (int i = l; i < cells; i += wide) {
      int x = i % w, y = i / w, c = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          if (dx || dy) c += a[r & 1][(y + dy + h) % h * w + (x + dx + w) % w];
      a[(r + 1) & 1][i] = c == 3 || (c == 2 && a[r & 1][i]);
    }
  }
  __syncthreads();
  for (int i = l; i < cells; i += wide) out[i] = a[rounds & 1][i];
}

// where a pattern occurs, and how much of it at most; hits: 1, where: n, text: n, pattern: m
extern "C" __global__ void string_match(const u8 *text, const u8 *pattern, u32 *hits, u8 *where, int n, int m) {
  int t = gid();
  if (t >= n) return;
  int i = 0;
  while (i < m && t + i < n && text[t + i] == pattern[i]) ++i;
  where[t] = (u8)i;
  if (i == m) atomicAdd(hits, 1u);
}

// image: w h
extern "C" __global__ void mandelbrot(u16 *image, int w, int h, int limit) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float cr = -2.0f + 3.0f * x / w, ci = -1.2f + 2.4f * y / h, zr = 0, zi = 0;
  int k = 0;
  for (; k < limit; ++k) {
    float r2 = zr * zr, i2 = zi * zi;
    if (r2 + i2 > 4.0f) break;
    zi = 2.0f * zr * zi + ci;
    zr = r2 - i2 + cr;
  }
  image[y * w + x] = (u16)k;
}

// xorshift, PCG and a linear one; inside: 1. out: u64 n
extern "C" __global__ void random_numbers(const u64 *seed, u64 *out, u32 *inside, int n, int rounds) {
  int t = gid();
  if (t >= n) return;
  u64 s = seed[t] * 0x9e3779b97f4a7c15ull + t + 1, p = s ^ 0x853c49e6748fea9bull;
  u32 lcg = (u32)s, hit = 0;
  for (int i = 0; i < rounds; ++i) {
    s ^= s << 13; s ^= s >> 7; s ^= s << 17;
    u64 old = p;
    p = old * 6364136223846793005ull + 1442695040888963407ull;
    u32 xs = (u32)(((old >> 18) ^ old) >> 27), rot = (u32)(old >> 59);
    u32 r = (xs >> rot) | (xs << ((32 - rot) & 31));
    lcg = lcg * 1664525u + 1013904223u;
    float x = (r >> 8) * (1.0f / 16777216.0f), y = (lcg >> 8) * (1.0f / 16777216.0f);
    if (x * x + y * y < 1.0f) ++hit;
  }
  atomicAdd(inside, hit);
  out[t] = s ^ p;
}

// a warp a row; m rows of n
extern "C" __global__ void matvec_warp(const float *a, const float *x, float *y, int m, int n) {
  int lane = threadIdx.x & 31, warps = blockDim.x / 32;
  for (int row = blockIdx.x * warps + threadIdx.x / 32; row < m; row += gridDim.x * warps) {
    float s = 0;
    for (int i = lane; i < n; i += 32) s = fmaf(a[row * n + i], x[i], s);
    for (int d = 16; d; d >>= 1) s += __shfl_down_sync(0xffffffffu, s, d);
    if (lane == 0) y[row] = s;
  }
}

// rows of different lengths, offsets by a scan of the block; one block, rows at most 256. lengths: below 9; cols, vals: 8 rows
extern "C" __global__ void csr_rows(const int *lengths, const int *cols, const float *vals, const float *x, float *y, int rows, int n) {
  __shared__ int start[257];
  int l = threadIdx.x;
  if (l == 0) start[0] = 0;
  for (int i = l; i < rows; i += blockDim.x) start[i + 1] = lengths[i];
  __syncthreads();
  if (l == 0) for (int i = 0; i < rows; ++i) start[i + 1] += start[i];
  __syncthreads();
  for (int r = l; r < rows; r += blockDim.x) {
    float s = 0;
    for (int k = start[r]; k < start[r + 1]; ++k) s += vals[k] * x[cols[k] % n];
    y[r] = s;
  }
}

__constant__ float kernel5[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

// rows, then columns, of a tile with its edges; blocks of 16 by 8
extern "C" __global__ void convolve(const float *in, float *out, int w, int h) {
  __shared__ float s[12][20], r[12][16];
  int x0 = blockIdx.x * 16 - 2, y0 = blockIdx.y * 8 - 2, l = threadIdx.y * 16 + threadIdx.x;
  for (int i = l; i < 240; i += 128) {
    int x = min(max(x0 + i % 20, 0), w - 1), y = min(max(y0 + i / 20, 0), h - 1);
    s[i / 20][i % 20] = in[y * w + x];
  }
  __syncthreads();
  for (int i = l; i < 192; i += 128) {
    float a = 0;
#pragma unroll
    for (int k = 0; k < 5; ++k) a += kernel5[k] * s[i / 16][i % 16 + k];
    r[i / 16][i % 16] = a;
  }
  __syncthreads();
  int x = x0 + 2 + threadIdx.x, y = y0 + 2 + threadIdx.y;
  if (x < w && y < h) {
    float a = 0;
    for (int k = 0; k < 5; ++k) a += kernel5[k] * r[threadIdx.y + k][threadIdx.x];
    out[y * w + x] = a;
  }
}

// keys with their places; blocks of a power of two, at most 256
extern "C" __global__ void bitonic_pairs(const u32 *in, u32 *out, u16 *place) {
  __shared__ uint2 s[256];
  int l = threadIdx.x, n = blockDim.x, t = gid();
  s[l] = make_uint2(in[t], l);
  for (int k = 2; k <= n; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      __syncthreads();
      int p = l ^ j;
      if (p > l) {
        uint2 a = s[l], b = s[p];
        bool greater = a.x > b.x || (a.x == b.x && a.y > b.y);
        if (greater == ((l & k) == 0)) { s[l] = b; s[p] = a; }
      }
    }
  __syncthreads();
  out[t] = s[l].x;
  place[t] = (u16)s[l].y;
}

// points: 2 n, centres: 2 k, k at most 16; counts: k, sums: 2 k
extern "C" __global__ void kmeans_assign(const int *points, const int *centres, u8 *owner, int *counts, int *sums, int n, int k) {
  __shared__ int2 c[16];
  __shared__ int sc[16], sx[16], sy[16];
  int l = threadIdx.x;
  if (l < k) { c[l] = ((const int2 *)centres)[l]; sc[l] = sx[l] = sy[l] = 0; }
  __syncthreads();
  for (int t = gid(); t < n; t += gridDim.x * blockDim.x) {
    int2 p = ((const int2 *)points)[t];
    int best = 0, bd = 0x7fffffff;
    for (int i = 0; i < k; ++i) {
      int dx = p.x - c[i].x, dy = p.y - c[i].y, d = dx * dx + dy * dy;
      if (d < bd) { bd = d; best = i; }
    }
    owner[t] = (u8)best;
    atomicAdd(&sc[best], 1); atomicAdd(&sx[best], p.x); atomicAdd(&sy[best], p.y);
  }
  __syncthreads();
  if (l < k) { atomicAdd(&counts[l], sc[l]); atomicAdd(&sums[2 * l], sx[l]); atomicAdd(&sums[2 * l + 1], sy[l]); }
}

// a tile of 16 by 16 vertices a block; blocks of 16 by 16
extern "C" __global__ void floyd_tile(const int *in, int *out) {
  __shared__ int d[16][17];
  int x = threadIdx.x, y = threadIdx.y, at = blockIdx.x * 256 + y * 16 + x;
  d[y][x] = x == y ? 0 : in[at] % 7 == 0 ? 1000000 : in[at] + 1;
  __syncthreads();
  for (int k = 0; k < 16; ++k) {
    int through = d[y][k] + d[k][x];
    __syncthreads();
    if (through < d[y][x]) d[y][x] = through;
    __syncthreads();
  }
  out[at] = d[y][x];
}

// factors of matrices of n by n without pivots, n at most 12; one a block
extern "C" __global__ void lu_small(const float *in, float *out, int n) {
  __shared__ float a[12][12];
  int l = threadIdx.x, wide = blockDim.x;
  in += blockIdx.x * n * n; out += blockIdx.x * n * n;
  for (int i = l; i < n * n; i += wide) a[i / n][i % n] = in[i] + (i / n == i % n ? n : 0);
  for (int k = 0; k < n - 1; ++k) {
    __syncthreads();
    for (int i = k + 1 + l; i < n; i += wide) a[i][k] /= a[k][k];
    __syncthreads();
    int m = n - k - 1;
    for (int i = l; i < m * m; i += wide) a[k + 1 + i / m][k + 1 + i % m] -= a[k + 1 + i / m][k] * a[k][k + 1 + i % m];
  }
  __syncthreads();
  for (int i = l; i < n * n; i += wide) out[i] = a[i / n][i % n];
}

// 64 points a group of 32 threads (y), in shared memory; in, out: f32 128 a group; blocks of 32 by at most 4
extern "C" __global__ void fft_64(const float *in, float *out) {
  __shared__ float2 s[4][64];
  int l = threadIdx.x, g = threadIdx.y;
  const float2 *src = (const float2 *)in + (blockIdx.x * blockDim.y + g) * 64;
  for (int i = l; i < 64; i += 32) s[g][__brev(i) >> 26] = src[i];
  for (int len = 2; len <= 64; len *= 2) {
    __syncthreads();
    int half = len / 2, k = l % half, a = l / half * len + k;
    float sn, cs;
    sincospif(-2.0f * k / len, &sn, &cs);
    float2 u = s[g][a], v = s[g][a + half];
    float2 w = make_float2(v.x * cs - v.y * sn, v.x * sn + v.y * cs);
    s[g][a] = make_float2(u.x + w.x, u.y + w.y);
    s[g][a + half] = make_float2(u.x - w.x, u.y - w.y);
  }
  __syncthreads();
  float2 *dst = (float2 *)out + (blockIdx.x * blockDim.y + g) * 64;
  for (int i = l; i < 64; i += 32) dst[i] = s[g][i];
}

// a thread sorts its own part with a stack of its own; per at most 24. in, out: n threads * per
extern "C" __global__ void quicksort_parts(const int *in, int *out, int n, int per) {
  int t = gid();
  if (t * per >= n) return;
  int len = min(per, n - t * per);
  int a[24];
  for (int i = 0; i < len; ++i) a[i] = in[t * per + i];
  int stack[32], top = 0;
  stack[top++] = 0; stack[top++] = len - 1;
  while (top) {
    int hi = stack[--top], lo = stack[--top];
    if (lo >= hi) continue;
    int pivot = a[(lo + hi) / 2], i = lo, j = hi;
    while (i <= j) {
      while (a[i] < pivot) ++i;
      while (a[j] > pivot) --j;
      if (i <= j) { int x = a[i]; a[i] = a[j]; a[j] = x; ++i; --j; }
    }
    // the longer part first onto the stack, so that it stays shallow
    if (j - lo > hi - i) { stack[top++] = lo; stack[top++] = j; stack[top++] = i; stack[top++] = hi; }
    else { stack[top++] = i; stack[top++] = hi; stack[top++] = lo; stack[top++] = j; }
  }
  for (int i = 0; i < len; ++i) out[t * per + i] = a[i];
}

// longest common subsequence by diagonals; one block a pair of words of at most 100 letters. out: 1 a block, row: m + 1 a block
extern "C" __global__ void lcs_wave(const u8 *a, const u8 *b, int *out, u8 *row, int n, int m) {
  __shared__ u8 d[3][104];
  __shared__ u8 bottom[104];
  a += blockIdx.x * n; b += blockIdx.x * m;
  int l = threadIdx.x;
  for (int i = l; i < 312; i += blockDim.x) d[i / 104][i % 104] = 0;
  for (int i = l; i < 104; i += blockDim.x) bottom[i] = 0;
  __syncthreads();
  // d[k % 3][i]: cell (i, k - i), i letters of a and k - i of b
  for (int k = 2; k <= n + m; ++k) {
    u8 *now = d[k % 3], *one = d[(k + 2) % 3], *two = d[(k + 1) % 3];
    for (int i = l; i <= n; i += blockDim.x) {
      int j = k - i;
      if (j < 0 || j > m) continue;
      u8 v = 0;
      if (i > 0 && j > 0) v = a[i - 1] == b[j - 1] ? (u8)(two[i - 1] + 1) : max(one[i - 1], one[i]);
      now[i] = v;
      if (i == n) bottom[j] = v;
    }
    __syncthreads();
  }
  if (l == 0) out[blockIdx.x] = bottom[m];
  for (int j = l; j <= m; j += blockDim.x) row[blockIdx.x * (m + 1) + j] = bottom[j];
}

__constant__ u32 sha_k[64] = {
    0x428a2f98u, 0x71374491u, 0xb5c0fbcfu, 0xe9b5dba5u, 0x3956c25bu, 0x59f111f1u, 0x923f82a4u, 0xab1c5ed5u,
    0xd807aa98u, 0x12835b01u, 0x243185beu, 0x550c7dc3u, 0x72be5d74u, 0x80deb1feu, 0x9bdc06a7u, 0xc19bf174u,
    0xe49b69c1u, 0xefbe4786u, 0x0fc19dc6u, 0x240ca1ccu, 0x2de92c6fu, 0x4a7484aau, 0x5cb0a9dcu, 0x76f988dau,
    0x983e5152u, 0xa831c66du, 0xb00327c8u, 0xbf597fc7u, 0xc6e00bf3u, 0xd5a79147u, 0x06ca6351u, 0x14292967u,
    0x27b70a85u, 0x2e1b2138u, 0x4d2c6dfcu, 0x53380d13u, 0x650a7354u, 0x766a0abbu, 0x81c2c92eu, 0x92722c85u,
    0xa2bfe8a1u, 0xa81a664bu, 0xc24b8b70u, 0xc76c51a3u, 0xd192e819u, 0xd6990624u, 0xf40e3585u, 0x106aa070u,
    0x19a4c116u, 0x1e376c08u, 0x2748774cu, 0x34b0bcb5u, 0x391c0cb3u, 0x4ed8aa4au, 0x5b9cca4fu, 0x682e6ff3u,
    0x748f82eeu, 0x78a5636fu, 0x84c87814u, 0x8cc70208u, 0x90befffau, 0xa4506cebu, 0xbef9a3f7u, 0xc67178f2u,
};

// one block of sixteen words a thread; out: 8 n
extern "C" __global__ void sha256_blocks(const u32 *in, u32 *out, int n) {
  int t = gid();
  if (t >= n) return;
  u32 w[16], h[8] = {0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au, 0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u};
  for (int i = 0; i < 16; ++i) w[i] = __byte_perm(in[t * 16 + i], 0, 0x0123);
  u32 s[8];
  for (int i = 0; i < 8; ++i) s[i] = h[i];
  auto ror = [](u32 x, int r) { return (x >> r) | (x << (32 - r)); };
  for (int i = 0; i < 64; ++i) {
    u32 k;
    if (i < 16) k = w[i];
    else {
      u32 a = w[(i + 1) & 15], b = w[(i + 14) & 15];
      k = w[i & 15] += (ror(a, 7) ^ ror(a, 18) ^ (a >> 3)) + w[(i + 9) & 15] + (ror(b, 17) ^ ror(b, 19) ^ (b >> 10));
    }
    u32 t1 = s[7] + (ror(s[4], 6) ^ ror(s[4], 11) ^ ror(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + sha_k[i] + k;
    u32 t2 = (ror(s[0], 2) ^ ror(s[0], 13) ^ ror(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    s[7] = s[6]; s[6] = s[5]; s[5] = s[4]; s[4] = s[3] + t1; s[3] = s[2]; s[2] = s[1]; s[1] = s[0]; s[0] = t1 + t2;
  }
  for (int i = 0; i < 8; ++i) out[t * 8 + i] = h[i] + s[i];
}

__constant__ u8 sbox[256] = {
    0x63, 0x7c, 0x77, 0x7b, 0xf2, 0x6b, 0x6f, 0xc5, 0x30, 0x01, 0x67, 0x2b, 0xfe, 0xd7, 0xab, 0x76,
    0xca, 0x82, 0xc9, 0x7d, 0xfa, 0x59, 0x47, 0xf0, 0xad, 0xd4, 0xa2, 0xaf, 0x9c, 0xa4, 0x72, 0xc0,
    0xb7, 0xfd, 0x93, 0x26, 0x36, 0x3f, 0xf7, 0xcc, 0x34, 0xa5, 0xe5, 0xf1, 0x71, 0xd8, 0x31, 0x15,
    0x04, 0xc7, 0x23, 0xc3, 0x18, 0x96, 0x05, 0x9a, 0x07, 0x12, 0x80, 0xe2, 0xeb, 0x27, 0xb2, 0x75,
    0x09, 0x83, 0x2c, 0x1a, 0x1b, 0x6e, 0x5a, 0xa0, 0x52, 0x3b, 0xd6, 0xb3, 0x29, 0xe3, 0x2f, 0x84,
    0x53, 0xd1, 0x00, 0xed, 0x20, 0xfc, 0xb1, 0x5b, 0x6a, 0xcb, 0xbe, 0x39, 0x4a, 0x4c, 0x58, 0xcf,
    0xd0, 0xef, 0xaa, 0xfb, 0x43, 0x4d, 0x33, 0x85, 0x45, 0xf9, 0x02, 0x7f, 0x50, 0x3c, 0x9f, 0xa8,
    0x51, 0xa3, 0x40, 0x8f, 0x92, 0x9d, 0x38, 0xf5, 0xbc, 0xb6, 0xda, 0x21, 0x10, 0xff, 0xf3, 0xd2,
    0xcd, 0x0c, 0x13, 0xec, 0x5f, 0x97, 0x44, 0x17, 0xc4, 0xa7, 0x7e, 0x3d, 0x64, 0x5d, 0x19, 0x73,
    0x60, 0x81, 0x4f, 0xdc, 0x22, 0x2a, 0x90, 0x88, 0x46, 0xee, 0xb8, 0x14, 0xde, 0x5e, 0x0b, 0xdb,
    0xe0, 0x32, 0x3a, 0x0a, 0x49, 0x06, 0x24, 0x5c, 0xc2, 0xd3, 0xac, 0x62, 0x91, 0x95, 0xe4, 0x79,
    0xe7, 0xc8, 0x37, 0x6d, 0x8d, 0xd5, 0x4e, 0xa9, 0x6c, 0x56, 0xf4, 0xea, 0x65, 0x7a, 0xae, 0x08,
    0xba, 0x78, 0x25, 0x2e, 0x1c, 0xa6, 0xb4, 0xc6, 0xe8, 0xdd, 0x74, 0x1f, 0x4b, 0xbd, 0x8b, 0x8a,
    0x70, 0x3e, 0xb5, 0x66, 0x48, 0x03, 0xf6, 0x0e, 0x61, 0x35, 0x57, 0xb9, 0x86, 0xc1, 0x1d, 0x9e,
    0xe1, 0xf8, 0x98, 0x11, 0x69, 0xd9, 0x8e, 0x94, 0x9b, 0x1e, 0x87, 0xe9, 0xce, 0x55, 0x28, 0xdf,
    0x8c, 0xa1, 0x89, 0x0d, 0xbf, 0xe6, 0x42, 0x68, 0x41, 0x99, 0x2d, 0x0f, 0xb0, 0x54, 0xbb, 0x16,
};

// rounds of AES with one key for all; in, out: 16 n bytes, key: 16
extern "C" __global__ void aes_rounds(const u8 *in, const u8 *key, u8 *out, int n, int rounds) {
  int t = gid();
  if (t >= n) return;
  u8 s[16], r[16];
  for (int i = 0; i < 16; ++i) s[i] = in[t * 16 + i] ^ key[i];
  for (int k = 0; k < rounds; ++k) {
    for (int c = 0; c < 4; ++c)
      for (int i = 0; i < 4; ++i) r[c * 4 + i] = sbox[s[((c + i) & 3) * 4 + i]];
    for (int c = 0; c < 4; ++c) {
      u8 *p = r + c * 4, all = p[0] ^ p[1] ^ p[2] ^ p[3], first = p[0];
      for (int i = 0; i < 4; ++i) {
        u8 x = p[i] ^ (i == 3 ? first : p[i + 1]);
        x = (u8)((x << 1) ^ (x & 0x80 ? 0x1b : 0));
        s[c * 4 + i] = p[i] ^ x ^ all ^ key[(c * 4 + i + k) & 15];
      }
    }
  }
  for (int i = 0; i < 16; ++i) out[t * 16 + i] = s[i];
}

// long numbers, a warp each, carries by votes; limbs: u32, 32 a number; carry: 1 a number; whole warps
extern "C" __global__ void bigint_add(const u32 *a, const u32 *b, u32 *out, u32 *carry) {
  int t = gid(), lane = threadIdx.x & 31;
  u32 x = a[t] % 3 == 0 ? 0xffffffffu : a[t] * 0x01010101u, y = x == 0xffffffffu ? (b[t] & 1) : b[t] * 0x00ff00ffu;
  u32 s = x + y;
  u32 g = __ballot_sync(0xffffffffu, s < x), p = __ballot_sync(0xffffffffu, s == 0xffffffffu);
  u64 c = (u64)g * 2;
  u64 sum = (u64)p + (c & 0xffffffffu);
  u32 in = ((u32)sum ^ p) ;  // carries ripple through the words that are all ones
  s += in >> lane & 1;
  out[t] = s;
  if (lane == 0) carry[t / 32] = (u32)((sum >> 32) | (c >> 32));
}

__constant__ u32 crc_table[256] = {
    0x00000000u, 0x77073096u, 0xee0e612cu, 0x990951bau, 0x076dc419u, 0x706af48fu, 0xe963a535u, 0x9e6495a3u,
    0x0edb8832u, 0x79dcb8a4u, 0xe0d5e91eu, 0x97d2d988u, 0x09b64c2bu, 0x7eb17cbdu, 0xe7b82d07u, 0x90bf1d91u,
    0x1db71064u, 0x6ab020f2u, 0xf3b97148u, 0x84be41deu, 0x1adad47du, 0x6ddde4ebu, 0xf4d4b551u, 0x83d385c7u,
    0x136c9856u, 0x646ba8c0u, 0xfd62f97au, 0x8a65c9ecu, 0x14015c4fu, 0x63066cd9u, 0xfa0f3d63u, 0x8d080df5u,
    0x3b6e20c8u, 0x4c69105eu, 0xd56041e4u, 0xa2677172u, 0x3c03e4d1u, 0x4b04d447u, 0xd20d85fdu, 0xa50ab56bu,
    0x35b5a8fau, 0x42b2986cu, 0xdbbbc9d6u, 0xacbcf940u, 0x32d86ce3u, 0x45df5c75u, 0xdcd60dcfu, 0xabd13d59u,
    0x26d930acu, 0x51de003au, 0xc8d75180u, 0xbfd06116u, 0x21b4f4b5u, 0x56b3c423u, 0xcfba9599u, 0xb8bda50fu,
    0x2802b89eu, 0x5f058808u, 0xc60cd9b2u, 0xb10be924u, 0x2f6f7c87u, 0x58684c11u, 0xc1611dabu, 0xb6662d3du,
    0x76dc4190u, 0x01db7106u, 0x98d220bcu, 0xefd5102au, 0x71b18589u, 0x06b6b51fu, 0x9fbfe4a5u, 0xe8b8d433u,
    0x7807c9a2u, 0x0f00f934u, 0x9609a88eu, 0xe10e9818u, 0x7f6a0dbbu, 0x086d3d2du, 0x91646c97u, 0xe6635c01u,
    0x6b6b51f4u, 0x1c6c6162u, 0x856530d8u, 0xf262004eu, 0x6c0695edu, 0x1b01a57bu, 0x8208f4c1u, 0xf50fc457u,
    0x65b0d9c6u, 0x12b7e950u, 0x8bbeb8eau, 0xfcb9887cu, 0x62dd1ddfu, 0x15da2d49u, 0x8cd37cf3u, 0xfbd44c65u,
    0x4db26158u, 0x3ab551ceu, 0xa3bc0074u, 0xd4bb30e2u, 0x4adfa541u, 0x3dd895d7u, 0xa4d1c46du, 0xd3d6f4fbu,
    0x4369e96au, 0x346ed9fcu, 0xad678846u, 0xda60b8d0u, 0x44042d73u, 0x33031de5u, 0xaa0a4c5fu, 0xdd0d7cc9u,
    0x5005713cu, 0x270241aau, 0xbe0b1010u, 0xc90c2086u, 0x5768b525u, 0x206f85b3u, 0xb966d409u, 0xce61e49fu,
    0x5edef90eu, 0x29d9c998u, 0xb0d09822u, 0xc7d7a8b4u, 0x59b33d17u, 0x2eb40d81u, 0xb7bd5c3bu, 0xc0ba6cadu,
    0xedb88320u, 0x9abfb3b6u, 0x03b6e20cu, 0x74b1d29au, 0xead54739u, 0x9dd277afu, 0x04db2615u, 0x73dc1683u,
    0xe3630b12u, 0x94643b84u, 0x0d6d6a3eu, 0x7a6a5aa8u, 0xe40ecf0bu, 0x9309ff9du, 0x0a00ae27u, 0x7d079eb1u,
    0xf00f9344u, 0x8708a3d2u, 0x1e01f268u, 0x6906c2feu, 0xf762575du, 0x806567cbu, 0x196c3671u, 0x6e6b06e7u,
    0xfed41b76u, 0x89d32be0u, 0x10da7a5au, 0x67dd4accu, 0xf9b9df6fu, 0x8ebeeff9u, 0x17b7be43u, 0x60b08ed5u,
    0xd6d6a3e8u, 0xa1d1937eu, 0x38d8c2c4u, 0x4fdff252u, 0xd1bb67f1u, 0xa6bc5767u, 0x3fb506ddu, 0x48b2364bu,
    0xd80d2bdau, 0xaf0a1b4cu, 0x36034af6u, 0x41047a60u, 0xdf60efc3u, 0xa867df55u, 0x316e8eefu, 0x4669be79u,
    0xcb61b38cu, 0xbc66831au, 0x256fd2a0u, 0x5268e236u, 0xcc0c7795u, 0xbb0b4703u, 0x220216b9u, 0x5505262fu,
    0xc5ba3bbeu, 0xb2bd0b28u, 0x2bb45a92u, 0x5cb36a04u, 0xc2d7ffa7u, 0xb5d0cf31u, 0x2cd99e8bu, 0x5bdeae1du,
    0x9b64c2b0u, 0xec63f226u, 0x756aa39cu, 0x026d930au, 0x9c0906a9u, 0xeb0e363fu, 0x72076785u, 0x05005713u,
    0x95bf4a82u, 0xe2b87a14u, 0x7bb12baeu, 0x0cb61b38u, 0x92d28e9bu, 0xe5d5be0du, 0x7cdcefb7u, 0x0bdbdf21u,
    0x86d3d2d4u, 0xf1d4e242u, 0x68ddb3f8u, 0x1fda836eu, 0x81be16cdu, 0xf6b9265bu, 0x6fb077e1u, 0x18b74777u,
    0x88085ae6u, 0xff0f6a70u, 0x66063bcau, 0x11010b5cu, 0x8f659effu, 0xf862ae69u, 0x616bffd3u, 0x166ccf45u,
    0xa00ae278u, 0xd70dd2eeu, 0x4e048354u, 0x3903b3c2u, 0xa7672661u, 0xd06016f7u, 0x4969474du, 0x3e6e77dbu,
    0xaed16a4au, 0xd9d65adcu, 0x40df0b66u, 0x37d83bf0u, 0xa9bcae53u, 0xdebb9ec5u, 0x47b2cf7fu, 0x30b5ffe9u,
    0xbdbdf21cu, 0xcabac28au, 0x53b39330u, 0x24b4a3a6u, 0xbad03605u, 0xcdd70693u, 0x54de5729u, 0x23d967bfu,
    0xb3667a2eu, 0xc4614ab8u, 0x5d681b02u, 0x2a6f2b94u, 0xb40bbe37u, 0xc30c8ea1u, 0x5a05df1bu, 0x2d02ef8du,
};

// checksums of pieces of a text, table in constant and in shared memory; out: 2 n pieces
extern "C" __global__ void crc_pieces(const u8 *in, u32 *out, int pieces, int len) {
  __shared__ u32 table[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) table[i] = crc_table[i];
  __syncthreads();
  int t = gid();
  if (t >= pieces) return;
  u32 c = 0xffffffffu, d = 0, a = 1, b = 0;
  for (int i = 0; i < len - (t & 3); ++i) {
    u8 v = in[t * len + i];
    c = table[(c ^ v) & 255] ^ (c >> 8);
    d = crc_table[(d ^ v ^ t) & 255] ^ (d >> 8);
    a = (a + v) % 65521u;
    b = (b + a) % 65521u;
  }
  out[t] = ~c ^ d;
  out[pieces + t] = b << 16 | a;
}

// numbers to text, twelve letters each
extern "C" __global__ void decimal_text(const int *in, u8 *out, int n) {
  int t = gid();
  if (t >= n) return;
  int v = in[t] - 500;
  v = t % 4 == 0 ? v * 4123457 : t % 9 == 0 ? 0 : v;
  u8 buf[12];
  int k = 12;
  u32 u = v < 0 ? 0u - (u32)v : (u32)v;
  do { buf[--k] = (u8)('0' + u % 10); u /= 10; } while (u);
  if (v < 0) buf[--k] = '-';
  u8 *o = out + t * 12;
  int i = 0;
  while (k < 12) o[i++] = buf[k++];
  while (i < 12) o[i++] = ' ';
}

// one symbol from each byte on; -1 where none starts. text: n bytes, high bits at random
extern "C" __global__ void utf8_decode(const u8 *text, int *symbols, u32 *good, int n) {
  int t = gid();
  if (t >= n) return;
  u8 b = text[t];
  int need, v;
  if (b < 0x80) { need = 0; v = b; }
  else if ((b & 0xe0) == 0xc0) { need = 1; v = b & 0x1f; }
  else if ((b & 0xf0) == 0xe0) { need = 2; v = b & 0x0f; }
  else if ((b & 0xf8) == 0xf0) { need = 3; v = b & 7; }
  else { symbols[t] = -1; return; }
  for (int i = 1; i <= need; ++i) {
    if (t + i >= n || (text[t + i] & 0xc0) != 0x80) { symbols[t] = -1 - i; return; }
    v = v << 6 | (text[t + i] & 0x3f);
  }
  if ((need == 1 && v < 0x80) || (need == 2 && v < 0x800) || (need == 3 && (v < 0x10000 || v > 0x10ffff))) v = -9;
  else atomicAdd(good, 1u);
  symbols[t] = v;
}
