#include <cooperative_groups.h>
using uint = unsigned int;
namespace {
template <class T> __device__ int lower(const T* a, int n, T x) {
  int lo = 0;
  while (n > 0) { int h = n / 2; if (a[lo + h] < x) { lo += h + 1; n -= h + 1; } else n = h; }
  return lo;
}
template <class T> __device__ int upper(const T* a, int n, T x) {
  int lo = 0, hi = n;
  while (lo < hi) { int m = lo + (hi - lo) / 2; if (!(x < a[m])) lo = m + 1; else hi = m; }
  return lo;
}
__device__ int keyS(int i) { return i * 5 + (i * i) % 4; }      // sorted
__device__ int keyT(int i) { return i * 4 + (i >> 2) % 3; }
}

extern "C" __global__ void lower_bound_global(const float* probes, float* sorted, int* pos, int n, int nq) {
  // every block sorts nothing: its own slice of `sorted` is filled with an increasing sequence, and then searched
  float* mine = sorted + (size_t)blockIdx.x * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) mine[i] = -1.0f + 2.0f * i * i / ((float)n * n);
  __syncthreads();
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  if (g < nq) pos[g] = lower(mine, n, probes[g]);
}

extern "C" __global__ void merge_by_rank(int* out, int na, int nb) {
  extern __shared__ int buf[];
  int* A = buf; int* B = buf + na;
  for (int i = threadIdx.x; i < na; i += blockDim.x) A[i] = keyS(i) + blockIdx.x;
  for (int i = threadIdx.x; i < nb; i += blockDim.x) B[i] = keyT(i);
  __syncthreads();
  int* o = out + blockIdx.x * (na + nb);
  for (int i = threadIdx.x; i < na + nb; i += blockDim.x) {
    if (i < na) o[i + lower(B, nb, A[i])] = A[i];
    else { int j = i - na; o[j + upper(A, na, B[j])] = B[j]; }
  }
}

extern "C" __global__ void merge_path_block(int* out, int na, int nb, int vt) {
  extern __shared__ int sm[];
  int *A = sm, *B = sm + na, *R = sm + na + nb;
  for (int i = threadIdx.x; i < na + nb; i += blockDim.x) sm[i] = i < na ? keyS(i) : keyT(i - na) + (int)blockIdx.x;
  __syncthreads();
  int diag = min((int)threadIdx.x * vt, na + nb);
  int lo = max(0, diag - nb), hi = min(diag, na);
  while (lo < hi) {
    int mid = (lo + hi) / 2;
    if (A[mid] <= B[diag - 1 - mid]) lo = mid + 1; else hi = mid;
  }
  int i = lo, j = diag - lo;
  for (int k = 0; k < vt && diag + k < na + nb; ++k) {
    bool a = j >= nb || (i < na && A[i] <= B[j]);
    R[diag + k] = a ? A[i++] : B[j++];
  }
  __syncthreads();
  for (int k = threadIdx.x; k < na + nb; k += blockDim.x) out[blockIdx.x * (na + nb) + k] = R[k];
}

extern "C" __global__ void bitonic_pairs(const float* keys, float* okeys, int* oidx) {
  __shared__ float k_[256]; __shared__ int v_[256];
  const uint t = threadIdx.x, b = blockIdx.x * 256;
  for (uint i = t; i < 256; i += blockDim.x) { k_[i] = keys[b + i]; v_[i] = i; }
  for (uint size = 2; size <= 256; size <<= 1)
    for (uint stride = size >> 1; stride > 0; stride >>= 1) {
      __syncthreads();
      for (uint c = t; c < 128; c += blockDim.x) {
        uint pos = 2 * c - (c & (stride - 1));
        bool dir = (pos & size) == 0;
        if ((k_[pos] > k_[pos + stride]) == dir) {
          float kk = k_[pos]; k_[pos] = k_[pos + stride]; k_[pos + stride] = kk;
          int vv = v_[pos]; v_[pos] = v_[pos + stride]; v_[pos + stride] = vv;
        }
      }
    }
  __syncthreads();
  for (uint i = t; i < 256; i += blockDim.x) { okeys[b + i] = k_[i]; oidx[b + i] = v_[i]; }
}

// one pass (4 bits) of an LSD radix sort within a block, stable, with ballots
extern "C" __global__ void radix_pass4(const uint* in, uint* out, int n, int shift) {
  __shared__ int cnt[16][8 + 1];    // digit x warp
  __shared__ int start[16];
  const int lane = threadIdx.x & 31, w = threadIdx.x >> 5, nw = (blockDim.x + 31) >> 5;
  int i = threadIdx.x;
  bool ok = i < n;
  uint key = ok ? in[blockIdx.x * n + i] : ~0u;
  int d = ok ? (key >> shift) & 15 : 16;
  uint peers = __match_any_sync(0xffffffffu, d);
  int rank = __popc(peers & ((1u << lane) - 1));
  for (int q = lane; q < 16; q += 32) cnt[q][w] = 0;
  __syncwarp();
  if (ok && rank == 0) cnt[d][w] = __popc(peers);
  __syncthreads();
  if (threadIdx.x < 16) {
    int s = 0;
    for (int k = 0; k < nw; ++k) { int c = cnt[threadIdx.x][k]; cnt[threadIdx.x][k] = s; s += c; }
    start[threadIdx.x] = s;
  }
  __syncthreads();
  if (threadIdx.x == 0) for (int s = 0, q = 0; q < 16; ++q) { int c = start[q]; start[q] = s; s += c; }
  __syncthreads();
  if (ok) out[blockIdx.x * n + start[d] + cnt[d][w] + rank] = key;
}

// full 1-bit split radix sort of 8-bit keys in shared memory
extern "C" __global__ void split_sort_u8(const unsigned char* in, unsigned char* out, int n) {
  extern __shared__ unsigned char pool[];
  unsigned char *a = pool, *b = pool + n;
  __shared__ int wsum[32]; __shared__ int zeros;
  int t = threadIdx.x, lane = t % 32, w = t / 32;
  if (t < n) a[t] = in[blockIdx.x * n + t];
  __syncthreads();
  for (int bit = 0; bit < 8; ++bit) {
    bool z = t < n && !(a[t] >> bit & 1);
    uint m = __ballot_sync(~0u, z);
    if (lane == 0) wsum[w] = __popc(m);
    __syncthreads();
    if (t == 0) { int s = 0; for (int k = 0; k < (int)blockDim.x / 32; ++k) { int c = wsum[k]; wsum[k] = s; s += c; } zeros = s; }
    __syncthreads();
    int zr = wsum[w] + __popc(m & ((1u << lane) - 1u));
    if (t < n) b[z ? zr : zeros + t - zr] = a[t];
    __syncthreads();
    unsigned char* s = a; a = b; b = s;
  }
  if (t < n) out[blockIdx.x * n + t] = a[t];
}

// insertion sort per thread of strided columns, then k-th smallest
extern "C" __global__ void column_median(float* data, float* med, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cols) return;
  for (int i = 1; i < rows; ++i) {
    float v = data[i * cols + c];
    int j = i - 1;
    while (j >= 0 && data[j * cols + c] > v) { data[(j + 1) * cols + c] = data[j * cols + c]; --j; }
    data[(j + 1) * cols + c] = v;
  }
  med[c] = data[rows / 2 * cols + c];
}

// quickselect on a shared slice, each warp its own
extern "C" __global__ void warp_quickselect(const int* in, int* kth, int len, int k) {
  extern __shared__ int slab[];
  int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
  int* s = slab + w * 2 * len; int* o = s + len;
  const int* src = in + (blockIdx.x * (blockDim.x >> 5) + w) * len;
  for (int i = lane; i < len; i += 32) s[i] = src[i];
  __syncwarp();
  int n = len, want = k;
  while (n > 1) {
    int pivot = s[n / 2];
    int nl = 0, ne = 0;
    for (int i = 0; i < n; i += 32) {
      int v = i + lane < n ? s[i + lane] : 0x7fffffff;
      nl += __popc(__ballot_sync(~0u, i + lane < n && v < pivot));
      ne += __popc(__ballot_sync(~0u, i + lane < n && v == pivot));
    }
    if (want >= nl && want < nl + ne) { if (lane == 0) o[0] = pivot; __syncwarp(); n = 1; int* t = s; s = o; o = t; break; }
    bool left = want < nl;
    int kept = 0;
    for (int i = 0; i < n; i += 32) {
      bool keep = false; int v = 0;
      if (i + lane < n) { v = s[i + lane]; keep = left ? v < pivot : v > pivot; }
      uint m = __ballot_sync(~0u, keep);
      if (keep) o[kept + __popc(m << (31 - lane)) - 1] = v;
      kept += __popc(m);
    }
    __syncwarp();
    if (!left) want -= nl + ne;
    n = kept;
    int* t = s; s = o; o = t;
  }
  if (lane == 0) kth[blockIdx.x * (blockDim.x >> 5) + w] = s[0];
}

// per-thread binary heap of the k smallest in strided shared memory
#ifndef HEAPK
#define HEAPK 8
#endif
extern "C" __global__ void topk_heap(const float* x, float* out, int n_per) {
  __shared__ float heap[HEAPK][64];
  int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
  for (int i = 0; i < HEAPK; ++i) heap[i][t] = 2.0f;
  for (int i = 0; i < n_per; ++i) {
    float v = x[(size_t)i * gridDim.x * blockDim.x + g];
    if (v >= heap[0][t]) continue;
    int p = 0;
    for (;;) {
      int c = 2 * p + 1;
      if (c >= HEAPK) break;
      if (c + 1 < HEAPK && heap[c + 1][t] > heap[c][t]) ++c;
      if (heap[c][t] <= v) break;
      heap[p][t] = heap[c][t];
      p = c;
    }
    heap[p][t] = v;
  }
  for (int i = 0; i < HEAPK; ++i) out[g * HEAPK + i] = heap[i][t];
}
