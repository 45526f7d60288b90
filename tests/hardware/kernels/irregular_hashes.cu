// Hash tables, the collection of an engineer who likes macros.
#define GID (blockIdx.x * blockDim.x + threadIdx.x)
#define NTHREADS (gridDim.x * blockDim.x)
#define EMPTY 0u
__device__ __forceinline__ unsigned mix(unsigned h) {
    h ^= h >> 16; h *= 0x85ebca6bu; h ^= h >> 13; h *= 0xc2b2ae35u; return h ^ (h >> 16);
}

extern "C" __global__ void oa_insert(const unsigned* __restrict__ keys, unsigned* table, unsigned* vals, unsigned n, unsigned cap)
{
    for (unsigned i = GID; i < n; i += NTHREADS) {
        unsigned k = keys[i] + 1, s = mix(k) & (cap - 1);
        while (true) {
            unsigned old = atomicCAS(table + s, EMPTY, k);
            if (old == EMPTY || old == k) { atomicAdd(vals + s, 1u); break; }
            s = (s + 1) & (cap - 1);
        }
    }
}

// the table in shared memory, quadratic probing, groups; then the block emits its (key, sum) pairs in slot order
extern "C" __global__ void groupby_shared(const unsigned* keys, const int* amount, unsigned* okey, int* osum, int per_block)
{
    __shared__ unsigned hk[256];
    __shared__ int hs[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) { hk[i] = ~0u; hs[i] = 0; }
    __syncthreads();
    const unsigned* K = keys + blockIdx.x * per_block;
    const int* A = amount + blockIdx.x * per_block;
    for (int i = threadIdx.x; i < per_block; i += blockDim.x) {
        unsigned k = K[i], h = mix(k);
        for (int step = 0; ; ++step) {
            unsigned s = (h + step * (step + 1) / 2) & 255;
            unsigned was = atomicCAS(&hk[s], ~0u, k);
            if (was == ~0u || was == k) { atomicAdd(&hs[s], A[i]); break; }
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) { okey[blockIdx.x * 256 + i] = hk[i]; osum[blockIdx.x * 256 + i] = hs[i]; }
}

// chained table: heads in shared, nodes = item index
extern "C" __global__ void chained_join(const int* build, const int* probe, int* next, int* matches, int nb, int np)
{
    __shared__ int head[64];
    int *nx = next + blockIdx.x * nb;
    build += blockIdx.x * nb;
    if (threadIdx.x < 64) head[threadIdx.x] = -1;
    __syncthreads();
    for (int i = threadIdx.x; i < nb; i += blockDim.x) {
        int prev = atomicExch(&head[build[i] % 64], i);
        nx[i] = prev;
    }
    __syncthreads();
    for (int j = threadIdx.x; j < np; j += blockDim.x) {
        int c = 0, want = probe[j];
        for (int e = head[want % 64]; e != -1; e = nx[e])
            if (build[e] == want) c++;
        matches[blockIdx.x * np + j] = c;
    }
}

extern "C" __global__ void bloom_build_query(const unsigned *ins, const unsigned *qry, unsigned char *maybe, int n, int m)
{
    extern __shared__ unsigned bits[];           // 1024 bits = 32 words * ...
    const unsigned words = 48;
    for (unsigned i = threadIdx.x; i < words; i += blockDim.x) bits[i] = 0u;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        unsigned a = mix(ins[i]), b = mix(a) | 1;
        for (int k = 0; k < 4; ++k, a += b) {
            unsigned bit = a % (words * 32);
            atomicOr(bits + (bit >> 5), 1u << (bit & 31u));
        }
    }
    __syncthreads();
    for (int i = GID; i < m; i += NTHREADS) {
        unsigned a = mix(qry[i]), b = mix(a) | 1;
        bool yes = true;
        for (int k = 0; k < 4 && yes; ++k, a += b) {
            unsigned bit = a % (words * 32);
            yes = bits[bit >> 5] >> (bit & 31) & 1;
        }
        maybe[i] = yes;
    }
}

// cuckoo with two tables, 64-bit slots (key<<32|value), bounded evictions
extern "C" __global__ void cuckoo_insert(const unsigned* keys, unsigned long long* t, int* failed, int n, int half)
{
    int i = GID;
    if (i >= n) return;
    unsigned long long item = ((unsigned long long)(keys[i] + 1) << 32) | (unsigned)i;
    int which = 0, tries = 0;
    unsigned slot = mix(keys[i] + 1) % half;
    while (item && tries < 24) {
        item = atomicExch(t + which * half + slot, item);
        if (!item) break;
        unsigned k = (unsigned)(item >> 32);
        unsigned s0 = mix(k) % half, s1 = (mix(k ^ 0x9e3779b9u) >> 3) % half;
        // it came from (which, slot): move to the other
        if (which == 0) { which = 1; slot = s1; } else { which = 0; slot = s0; }
        ++tries;
    }
    if (item) atomicAdd(failed, 1);
}

// two-level lookup, bucket of 4 with uint4 load
extern "C" __global__ void bucket_lookup(const uint4* __restrict__ buckets, const unsigned* __restrict__ q, int* where, int nq, int nbuckets)
{
    int i = GID;
    if (i < nq) {
        unsigned k = q[i];
        int b = mix(k) % nbuckets, found = -1;
        for (int hop = 0; hop < 6; ++hop) {
            uint4 v = buckets[b];
            if (v.x == k) { found = b * 4; break; }
            if (v.y == k) { found = b * 4 + 1; break; }
            if (v.z == k) { found = b * 4 + 2; break; }
            if (v.w == k) { found = b * 4 + 3; break; }
            if ((v.x ^ v.y) % 3 == 0) break;          // "overflow bit" clear
            b = b + 1 == nbuckets ? 0 : b + 1;
        }
        where[i] = found;
    }
}

// string interning: hash of variable-length strings, compare on a hit
extern "C" __global__ void dedup_strings(const unsigned char* text, const int* off, const int* len, int* rep, int* table, int n, int cap)
{
    int i = GID;
    if (i >= n) return;
    const unsigned char* s = text + off[i];
    int L = len[i] + 1;
    unsigned h = 2166136261u;
    for (int k = 0; k < L; ++k) h = (h ^ s[k]) * 16777619u;
    unsigned slot = h % cap;
    for (int probes = 0; probes < cap; ++probes) {
        int old = atomicCAS(table + slot, 0, i + 1);
        if (old == 0) { rep[i] = i; return; }
        int j = old - 1;
        if (len[j] + 1 == L) {
            const unsigned char* u = text + off[j];
            int k = 0;
            while (k < L && s[k] == u[k]) ++k;
            if (k == L) { rep[i] = j; return; }
        }
        slot = slot + 1 < cap ? slot + 1 : 0;
    }
    rep[i] = -1;
}
