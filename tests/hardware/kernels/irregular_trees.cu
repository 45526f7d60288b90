typedef unsigned int u32;
typedef unsigned long long u64;

// heap-ordered (Eytzinger) search; key at node k (1-based) is known in closed form for keys 0..N-1, but is read from memory
extern "C" __global__ void eytzinger_search(const int* q, int* ans, int nq, int levels)
{
    extern __shared__ int tree[];          // 1<<levels
    const int N = 1 << levels;
    for (int k = threadIdx.x + 1; k < N; k += blockDim.x) {
        int d = 31 - __clz(k);
        int span = N >> d;                  // keys under the node
        tree[k] = ((k - (1 << d)) * span + span / 2) * 5;
    }
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < nq; i += gridDim.x * blockDim.x) {
        int k = 1, x = q[i];
        while (k < N) k = 2 * k + (tree[k] < x);
        k >>= __ffs(~k);
        ans[i] = k ? tree[k] : -1;
    }
}

// random binary search tree as node arrays: children indices greater than own, -1 = none
struct Node { int key, left, right; };
__device__ Node* node_at(int* base, int i) { return reinterpret_cast<Node*>(base) + i; }

extern "C" __global__ void bst_build_search(const int* keys, const int* queries, int* pool, int* depth_out, int nkeys, int nq)
{
    // thread 0 builds a tree sequentially, everyone searches
    int* base = pool + blockIdx.x * nkeys * 3;
    if (threadIdx.x == 0) {
        for (int i = 0; i < nkeys; ++i) {
            Node* nn = node_at(base, i);
            nn->key = keys[blockIdx.x * nkeys + i]; nn->left = nn->right = -1;
            if (i == 0) continue;
            int cur = 0;
            while (true) {
                Node* c = node_at(base, cur);
                int& link = nn->key < c->key ? c->left : c->right;
                if (link < 0) { link = i; break; }
                cur = link;
            }
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < nq; i += blockDim.x) {
        int want = queries[i], at = 0, steps = 0;
        while (at >= 0) {
            const Node nd = *node_at(base, at);
            ++steps;
            if (nd.key == want) break;
            at = want < nd.key ? nd.left : nd.right;
        }
        depth_out[blockIdx.x * nq + i] = at >= 0 ? steps : -steps;
    }
}

// implicit kd-tree nearest neighbour with explicit stack; points in an implicit heap, not a valid kd order in general,
// (prunes heuristically)
extern "C" __global__ void kd_nn(const float2* pts, const float2* qs, int* best_id, float* best_d, int n, int nq)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nq) return;
    float2 q = qs[i];
    int stack[20], sp = 0;
    stack[sp++] = 0;
    float bd = 1e30f; int bi = -1;
    while (sp) {
        int k = stack[--sp];
        if (k >= n) continue;
        float2 p = pts[k];
        float dx = p.x - q.x, dy = p.y - q.y, d = dx * dx + dy * dy;
        if (d < bd) { bd = d; bi = k; }
        int axis = (31 - __clz(k + 1)) & 1;
        float diff = axis ? dy : dx;
        int nearc = 2 * k + 1 + (diff < 0), farc = 2 * k + 1 + (diff >= 0);
        if (diff * diff < bd && farc < n) stack[sp++] = farc;
        if (nearc < n) stack[sp++] = nearc;
    }
    best_id[i] = bi; best_d[i] = sqrtf(bd);
}

// random forest inference: nodes = 2^depth-1 per tree, features, thresholds
template <int DEPTH> __device__ int leaf_of(const unsigned char* feat, const float* thr, const float* x)
{
    int k = 0;
#pragma unroll
    for (int d = 0; d < DEPTH; ++d) k = 2 * k + 1 + (x[feat[k]] > thr[k]);
    return k - ((1 << DEPTH) - 1);
}
extern "C" __global__ void forest_predict(const unsigned char* feat, const float* thr, const float* leaves, const float* X,
                                          float* out, int ntrees, int nrows, int nfeat)
{
    extern __shared__ float xrow[];            // blockDim.x rows, transposed? no: row-major with odd pad
    const int ld = nfeat | 1;
    const int r0 = blockIdx.x * blockDim.x;
    for (int i = threadIdx.x; i < (int)blockDim.x * nfeat; i += blockDim.x) {
        int r = i / nfeat, c = i % nfeat;
        xrow[r * ld + c] = r0 + r < nrows ? X[(r0 + r) * nfeat + c] : 0.f;
    }
    __syncthreads();
    if (r0 + threadIdx.x >= nrows) return;
    float s = 0;
    for (int t = 0; t < ntrees; ++t)
        s += leaves[t * 32 + leaf_of<5>(feat + t * 31, thr + t * 31, xrow + threadIdx.x * ld)];
    out[r0 + threadIdx.x] = s / ntrees;
}

// Fenwick tree in shared memory: point updates by atomics, prefix queries
extern "C" __global__ void fenwick(const int* pos, const int* delta, const int* ask, int* ans, int m, int n)
{
    __shared__ int bit[513];
    for (int i = threadIdx.x; i <= n; i += blockDim.x) bit[i] = 0;
    __syncthreads();
    pos += blockIdx.x * m; delta += blockIdx.x * m;
    for (int e = threadIdx.x; e < m; e += blockDim.x)
        for (int p = pos[e] + 1; p <= n; p += p & -p) atomicAdd(bit + p, delta[e]);
    __syncthreads();
    for (int e = threadIdx.x; e < m; e += blockDim.x) {
        int s = 0;
        for (int p = ask[e] + 1; p > 0; p &= p - 1) s += bit[p];
        ans[blockIdx.x * m + e] = s;
    }
}

// min segment tree: build bottom-up in shared, range queries
extern "C" __global__ void segtree_rmq(const int* a, const int* l, const int* len, int* out, int n, int nq)
{
    extern __shared__ int t[];     // 2n, n arbitrary
    for (int i = threadIdx.x; i < n; i += blockDim.x) t[n + i] = a[blockIdx.x * n + i];
    __syncthreads();
    // levels from the bottom
    int hi = n;
    while (hi > 1) {
        int lo = (hi + 1) / 2;
        for (int i = lo + threadIdx.x; i < hi; i += blockDim.x) { int x = t[2 * i], y = t[2 * i + 1]; t[i] = x < y ? x : y; }
        __syncthreads();
        hi = lo;
    }
    for (int qi = threadIdx.x; qi < nq; qi += blockDim.x) {
        int x = l[qi] % n, y = min(n, x + 1 + len[qi]);
        int best = 0x7fffffff;
        for (x += n, y += n; x < y; x >>= 1, y >>= 1) {
            if (x & 1) best = min(best, t[x++]);
            if (y & 1) best = min(best, t[--y]);
        }
        out[blockIdx.x * nq + qi] = best;
    }
}

// trie of 4-letter alphabet, built by one warp with atomics, words are 8 letters packed in u16
extern "C" __global__ void trie_insert_count(const unsigned short* words, int* nodes, int* counts, int nwords, int cap)
{
    // nodes: cap*4, zero = empty; counts
    __shared__ int top;
    int* N = nodes + blockIdx.x * cap * 4;
    int* C = counts + blockIdx.x * cap;
    if (threadIdx.x == 0) {
        top = 1;
        for (int w = 0; w < nwords; ++w) {
            unsigned word = words[blockIdx.x * nwords + w];
            int at = 0;
            for (int k = 0; k < 8; ++k, word >>= 2) {
                int* slot = N + at * 4 + (word & 3);
                if (!*slot && top < cap) *slot = top++;
                if (!*slot) break;
                at = *slot;
                if ((word & 0xff00) == 0x5500) break;
            }
        }
    }
    __syncthreads();
    for (int w = threadIdx.x; w < nwords; w += blockDim.x) {
        unsigned word = words[((blockIdx.x + 1) % gridDim.x) * nwords + w];
        int at = 0, k = 0;
        do {
            int nx = N[at * 4 + (word & 3)];
            if (nx == 0) break;
            at = nx; word >>= 2;
        } while (++k < 8);
        atomicAdd(C + at, 1);
    }
}

// LBVH style: morton codes, then sphere traversal over an implicit complete tree of boxes built in shared memory
struct Box { float lox, loy, hix, hiy; };
__device__ Box join(const Box& a, const Box& b) {
    return { fminf(a.lox, b.lox), fminf(a.loy, b.loy), fmaxf(a.hix, b.hix), fmaxf(a.hiy, b.hiy) };
}
extern "C" __global__ void bvh_overlap(const float4* prims, const float4* queries, int* hits, int nq)
{
    __shared__ Box node[128];    // 64 leaves, node 1 = root
    int t = threadIdx.x;
    for (int i = t; i < 64; i += blockDim.x) {
        float4 p = prims[i];
        float w = 0.05f + 0.1f * fabsf(p.z), h = 0.05f + 0.1f * fabsf(p.w);
        float cx = (i % 8) * 0.25f - 1.f + 0.1f * p.x, cy = (i / 8) * 0.25f - 1.f + 0.1f * p.y;
        node[64 + i] = { cx - w, cy - h, cx + w, cy + h };
    }
    __syncthreads();
    for (int half = 32; half; half >>= 1) {
        if (t < half) node[half + t] = join(node[2 * (half + t)], node[2 * (half + t) + 1]);
        __syncthreads();
    }
    int q = blockIdx.x * blockDim.x + t;
    if (q >= nq) return;
    float4 Q = queries[q];
    float r = 0.3f * fabsf(Q.z);
    int count = 0, n = 1;
    // stackless: walk the implicit tree
    for (;;) {
        const Box& b = node[n];
        bool in = b.lox < Q.x + r && b.hix > Q.x - r && b.loy < Q.y + r && b.hiy > Q.y - r;
        if (in && n < 64) { n = 2 * n; continue; }
        if (in) ++count;
        while (n & 1) { n >>= 1; if (!n) break; }
        if (n <= 1) break;
        n += 1;
    }
    hits[q] = count;
}
