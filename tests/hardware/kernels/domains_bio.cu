#include <stdint.h>

typedef unsigned char  base_t;      // 0..3
typedef uint32_t       u32;

// --- k-mer histogram: 4^K counters in shared memory, then written per block
#ifndef K
#define K 4
#endif
extern "C" __global__ void kmer_hist(const base_t* __restrict__ seq, int len, u32* __restrict__ counts)
{
    const int BINS = 1 << (2 * K);
    __shared__ u32 h[1 << (2 * K)];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) h[b] = 0;
    __syncthreads();
    int span = (len + gridDim.x - 1) / gridDim.x;
    int beg = blockIdx.x * span, end = min(beg + span, len - K + 1);
    for (int i = beg + threadIdx.x; i < end; i += blockDim.x) {
        u32 code = 0;
#pragma unroll
        for (int j = 0; j < K; ++j) code = code << 2 | seq[i + j];
        atomicAdd(&h[code], 1u);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) counts[blockIdx.x * BINS + b] = h[b];
}

// --- Smith-Waterman, one block per pair, anti-diagonals, three rolling diagonals in shared memory
#define MAXQ 96
extern "C" __global__ void sw_antidiag(const char* q, const char* t, int qlen, int tlen, int* best)
{
    __shared__ int diag[3][MAXQ + 1];
    __shared__ int bestRow[MAXQ];
    const char* myq = q + blockIdx.x * qlen;
    const char* myt = t + blockIdx.x * tlen;
    int i = threadIdx.x;               // row of the matrix
    for (int k = i; k <= MAXQ; k += blockDim.x) diag[0][k] = diag[1][k] = diag[2][k] = 0;
    int mx = 0;
    __syncthreads();
    int prev2 = 0, prev = 1, cur = 2;
    for (int d = 0; d < qlen + tlen - 1; d++) {
        int j = d - i;
        if (i < qlen) {
            int s = 0;
            if (j >= 0 && j < tlen) {
                int m = diag[prev2][i] + (myq[i] == myt[j] ? 3 : -2);
                int up = diag[prev][i] - 2;
                int left = diag[prev][i + 1] - 2;
                s = max(0, max(m, max(up, left)));
                if (s > mx) mx = s;
            }
            diag[cur][i + 1] = s;
        }
        __syncthreads();
        int x = prev2; prev2 = prev; prev = cur; cur = x;
    }
    if (i < qlen) bestRow[i] = mx;
    __syncthreads();
    if (i == 0) {
        for (int k = 1; k < qlen; k++) mx = max(mx, bestRow[k]);
        best[blockIdx.x] = mx;
    }
}

// --- Viterbi: states = threads, transitions in shared memory, back pointers global
extern "C" __global__ void viterbi(const float *logA, const float *logB, const int *obs, unsigned char *back, int *path, int S, int nobs, int T)
{
    extern __shared__ float sm[];
    float *A = sm;             // S x S
    float *cur = A + S * S;
    float *nxt = cur + S;
    int s = threadIdx.x;
    for (int k = s; k < S * S; k += blockDim.x) A[k] = logA[k];
    const int *o = obs + blockIdx.x * T;
    unsigned char *bk = back + blockIdx.x * T * S;
    if (s < S) cur[s] = logB[s * nobs + o[0]];
    __syncthreads();
    for (int t = 1; t < T; t++) {
        if (s < S) {
            float best = -1e30f;
            int arg = 0;
            for (int p = 0; p < S; p++) {
                float v = cur[p] + A[p * S + s];
                if (v > best) { best = v; arg = p; }
            }
            nxt[s] = best + logB[s * nobs + o[t]];
            bk[t * S + s] = (unsigned char)arg;
        }
        __syncthreads();
        float *tmp = cur; cur = nxt; nxt = tmp;
    }
    if (s == 0) {
        int b = 0;
        for (int k = 1; k < S; k++) if (cur[k] > cur[b]) b = k;
        for (int t = T - 1; t > 0; t--) {
            path[blockIdx.x * T + t] = b;
            b = bk[t * S + b];
        }
        path[blockIdx.x * T] = b;
    }
}

// --- GC content and reverse complement of 2-bit packed reads
extern "C" __global__ void revcomp_packed(const u32* in, u32* out, uint8_t* gc, int nreads, int words)
{
    int r = blockIdx.x * blockDim.y + threadIdx.y;
    if (r >= nreads) return;
    int g = 0;
    for (int w = threadIdx.x; w < words; w += blockDim.x) {
        u32 x = in[r * words + w];
        // C=01 G=10 -> bits differ
        g += __popc((x ^ (x >> 1)) & 0x55555555u);
        x = ~x;
        x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
        x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
        out[r * words + (words - 1 - w)] = __byte_perm(x, 0, 0x0123);
    }
    for (int off = blockDim.x / 2; off > 0; off >>= 1) g += __shfl_down_sync(0xffffffffu, g, off, 8);
    if (threadIdx.x == 0) gc[r] = g > 255 ? 255 : g;
}

// --- edit distance, one pair per THREAD, row kept in shared memory strided by blockDim
extern "C" __global__ void edit_distance_perthread(const base_t* a, const base_t* b, int n, int L, unsigned short* out)
{
    extern __shared__ unsigned short row[];       // (L+1) * blockDim.x
    int id = blockDim.x * blockIdx.x + threadIdx.x;
    if (id >= n) return;
    unsigned short* my = row + threadIdx.x;
    const int st = blockDim.x;
    for (int j = 0; j <= L; ++j) my[j * st] = j;
    for (int i = 1; i <= L; ++i) {
        unsigned short diag = my[0];
        my[0] = i;
        base_t ca = a[id * L + i - 1];
        for (int j = 1; j <= L; ++j) {
            unsigned short up = my[j * st];
            unsigned short v = diag + (ca != b[id * L + j - 1]);
            if (up + 1 < v) v = up + 1;
            if (my[(j - 1) * st] + 1 < v) v = my[(j - 1) * st] + 1;
            my[j * st] = v;
            diag = up;
        }
    }
    out[id] = my[L * st];
}

// codon -> amino acid through constant table, reading triplets
__constant__ char codon[65] = "KNKNTTTTRSRSIIMIQHQHPPPPRRRRLLLLEDEDAAAAGGGGVVVVXYXYSSSSXCWCLFLF";
extern "C" __global__ void translate(const base_t* dna, char* prot, int naa, int frame)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < naa) {
        const base_t* c = dna + frame + 3 * i;
        prot[i] = codon[c[0] * 16 + c[1] * 4 + c[2]];
        i += blockDim.x * gridDim.x;
    }
}
