// Dynamic programming
#define MAX2(a, b) ((a) > (b) ? (a) : (b))
#define MIN3(a, b, c) min(min((a), (b)), (c))

// LCS of two strings, anti-diagonals, three diagonals in shared memory, one pair per block
extern "C" __global__ void lcs_diag(const char *A, const char *B, int la, int lb, int *ans) {
  extern __shared__ int d[];
  int w = la + 1;
  int *d0 = d, *d1 = d + w, *d2 = d + 2 * w;
  const char *a = A + blockIdx.x * la, *b = B + blockIdx.x * lb;
  for (int i = threadIdx.x; i < 3 * w; i += blockDim.x) d[i] = 0;
  __syncthreads();
  for (int k = 2; k <= la + lb; ++k) {
    int i0 = max(1, k - lb), i1 = min(la, k - 1);
    for (int i = i0 + threadIdx.x; i <= i1; i += blockDim.x) {
      int j = k - i;
      d2[i] = a[i - 1] == b[j - 1] ? d0[i - 1] + 1 : MAX2(d1[i - 1], d1[i]);
    }
    __syncthreads();
    if (k - lb >= 1 && threadIdx.x == 0) d2[0] = 0;
    int *t = d0; d0 = d1; d1 = d2; d2 = t;
    __syncthreads();
  }
  if (threadIdx.x == 0) ans[blockIdx.x] = d1[la];
}

// edit distance, thread per pair, row in local array, with early abandon
template <int L> __device__ int levenshtein(const unsigned char *s, const unsigned char *t, int n, int bound) {
  int row[L + 1];
  for (int j = 0; j <= n; j++) row[j] = j;
  for (int i = 1; i <= n; i++) {
    int diag = row[0], best = row[0] = i;
    for (int j = 1; j <= n; j++) {
      int up = row[j];
      row[j] = MIN3(up + 1, row[j - 1] + 1, diag + (s[i - 1] != t[j - 1]));
      best = min(best, row[j]);
      diag = up;
    }
    if (best > bound) return bound + 1;
  }
  return row[n];
}
extern "C" __global__ void edit_distance_pairs(const unsigned char *dict, const unsigned char *query, int *dist, int words, int n, int bound) {
  int w = blockIdx.x * blockDim.x + threadIdx.x;
  if (w < words) dist[w] = levenshtein<24>(dict + w * n, query, n, bound);
}

// Smith-Waterman, a warp per pair, lane = column, shuffles for the diagonal
extern "C" __global__ void sw_warp(const unsigned char *q, const unsigned char *db, int *score, int rows) {
  const unsigned full = 0xffffffff;
  int lane = threadIdx.x % 32, id = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  unsigned char mine = q[lane];
  const unsigned char *r = db + id * rows;
  int h = 0, hprev = 0, best = 0;
  for (int step = 0; step < rows + 31; ++step) {
    int row = step - lane;
    int left = __shfl_up_sync(full, h, 1), diag = __shfl_up_sync(full, hprev, 1);
    if (lane == 0) left = diag = 0;
    hprev = h;
    if (row >= 0 && row < rows) {
      int s = r[row] == mine ? 3 : -2;
      int v = max(0, max(diag + s, max(left, h) - 1));
      h = v;
      if (v > best) best = v;
    }
  }
  best = __reduce_max_sync(full, best);
  if (lane == 0) score[id] = best;
}

extern "C" __global__ void knapsack01(const int *wt, const int *val, int *best, int items, int cap) {
  extern __shared__ int dp[];
  int *cur = dp, *nx = dp + cap + 1;
  for (int c = threadIdx.x; c <= cap; c += blockDim.x) cur[c] = 0;
  __syncthreads();
  for (int i = 0; i < items; ++i) {
    int w = wt[blockIdx.x * items + i] + 1, v = val[blockIdx.x * items + i];
    for (int c = threadIdx.x; c <= cap; c += blockDim.x)
      nx[c] = (c >= w && cur[c - w] + v > cur[c]) ? cur[c - w] + v : cur[c];
    __syncthreads();
    int *t = cur; cur = nx; nx = t;
  }
  if (threadIdx.x == 0) best[blockIdx.x] = cur[cap];
}

// matrix-chain order, triangular table in global memory, one block
extern "C" __global__ void matrix_chain(const int *dim, long long *m, int *split, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) m[i * n + i] = 0;
  __syncthreads();
  for (int len = 1; len < n; ++len) {
    for (int i = threadIdx.x; i + len < n; i += blockDim.x) {
      int j = i + len;
      long long best = 0x7fffffffffffffffLL; int arg = -1;
      for (int k = i; k < j; k++) {
        long long c = m[i * n + k] + m[(k + 1) * n + j] + (long long)(dim[i] + 1) * (dim[k + 1] + 1) * (dim[j + 1] + 1);
        if (c < best) { best = c; arg = k; }
      }
      m[i * n + j] = best; split[i * n + j] = arg;
    }
    __syncthreads();
  }
}

// Viterbi: states = threads, backpointers u8 in global, traceback by thread 0
extern "C" __global__ void viterbi(const float *trans, const float *emit, const int *obs, unsigned char *bp, int *path, int S, int T, int O) {
  extern __shared__ float p[];
  float *a = p, *b = p + S;
  int s = threadIdx.x;
  obs += blockIdx.x * T; bp += blockIdx.x * T * S; path += blockIdx.x * T;
  if (s < S) a[s] = emit[s * O + obs[0]];
  __syncthreads();
  for (int t = 1; t < T; ++t) {
    if (s < S) {
      float best = -1e30f; int from = 0;
      for (int k = 0; k < S; ++k) { float c = a[k] + trans[k * S + s]; if (c > best) best = c, from = k; }
      b[s] = best + emit[s * O + obs[t]];
      bp[t * S + s] = from;
    }
    __syncthreads();
    float *x = a; a = b; b = x;
  }
  if (s == 0) {
    int arg = 0;
    for (int k = 1; k < S; ++k) if (a[k] > a[arg]) arg = k;
    for (int t = T - 1; t > 0; --t) { path[t] = arg; arg = bp[t * S + arg]; }
    path[0] = arg;
  }
}

// Floyd-Warshall in shared, whole graph per block, 2D block
extern "C" __global__ void floyd_tile(const int *w, int *out, int n) {
  extern __shared__ int D[];
  const int *src = w + blockIdx.x * n * n;
  for (int y = threadIdx.y; y < n; y += blockDim.y)
    for (int x = threadIdx.x; x < n; x += blockDim.x) {
      int v = src[y * n + x];
      D[y * n + x] = x == y ? 0 : v > 600 ? 100000 : v + 1;
    }
  __syncthreads();
  for (int k = 0; k < n; ++k) {
    for (int y = threadIdx.y; y < n; y += blockDim.y) {
      if (y == k) continue;
      for (int x = threadIdx.x; x < n; x += blockDim.x) {
        if (x == k) continue;
        int s = D[y * n + k] + D[k * n + x];
        if (s < D[y * n + x]) D[y * n + x] = s;
      }
    }
    __syncthreads();
  }
  for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < n * n; i += blockDim.x * blockDim.y) out[blockIdx.x * n * n + i] = D[i];
}

// patience sorting LIS, one thread per sequence, piles interleaved in shared memory
extern "C" __global__ void lis_patience(const int *seq, int *lis, int len) {
  extern __shared__ int piles[];
  int t = threadIdx.x, B = blockDim.x, id = blockIdx.x * B + t, np = 0;
  for (int i = 0; i < len; ++i) {
    int x = seq[id * len + i], lo = 0, hi = np;
    while (lo < hi) { int m = (lo + hi) >> 1; if (piles[m * B + t] < x) lo = m + 1; else hi = m; }
    piles[lo * B + t] = x;
    if (lo == np) ++np;
  }
  lis[id] = np;
}

// longest palindromic substring around every centre
extern "C" __global__ void palindromes(const char *s, int n, unsigned long long *best) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= 2 * n - 1) return;
  int l = c / 2, r = l + c % 2;
  while (l >= 0 && r < n && s[l] == s[r]) { --l; ++r; }
  int len = r - l - 1;
  if (len > 2) atomicMax(best, ((unsigned long long)len << 32) | (unsigned)(l + 1));
}

// subset-sum bitset in registers/shared: shift-or
extern "C" __global__ void subset_bits(const int *nums, unsigned *bits, int k, int words) {
  extern __shared__ unsigned S[];
  for (int i = threadIdx.x; i < words; i += blockDim.x) S[i] = i == 0;
  __syncthreads();
  for (int q = 0; q < k; ++q) {
    int v = nums[blockIdx.x * k + q] + 1, ws = v >> 5, bs = v & 31;
    unsigned add = 0; int i = threadIdx.x;
    if (i < words && i >= ws) {
      add = S[i - ws] << bs;
      if (bs && i > ws) add |= S[i - ws - 1] >> (32 - bs);
    }
    __syncthreads();
    if (i < words) S[i] |= add;
    __syncthreads();
  }
  if (threadIdx.x < words) bits[blockIdx.x * words + threadIdx.x] = S[threadIdx.x];
}
