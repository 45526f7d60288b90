// caesar cipher on bytes
extern "C" __global__ void caesar(const char *in, char *out, int len, int key)
{
    int i = threadIdx.x + blockDim.x * blockIdx.x;
    if (i < len) {
        char c = in[i];
        if (c >= 'a' && c <= 'z') c = 'a' + (c - 'a' + key) % 26;
        else if (c >= 'A' && c <= 'Z') c = 'A' + (c - 'A' + key) % 26;
        out[i] = c;
    }
}
// naive pattern search: alphabet small so it nearly matches
extern "C" __global__ void find_pattern(const unsigned char *text, int n, const unsigned char *pat, int m, int *found)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n - m) return;
    int j = 0;
    while (j < m && text[i + j] == pat[j]) ++j;
    found[i] = (j == m);
}
// same with text tile + pattern in shared
extern "C" __global__ void find_pattern_sh(const unsigned char *text, int n, const unsigned char *pat, int m, unsigned *count)
{
    extern __shared__ unsigned char sm[];
    unsigned char *sp = sm, *st = sm + m;
    int base = blockIdx.x * blockDim.x;
    for (int k = threadIdx.x; k < m; k += blockDim.x) sp[k] = pat[k];
    for (int k = threadIdx.x; k < blockDim.x + m - 1; k += blockDim.x) st[k] = base + k < n ? text[base + k] : 255;
    __syncthreads();
    int j;
    for (j = 0; j < m; j++)
        if (st[threadIdx.x + j] != sp[j]) break;
    int votes = __syncthreads_count(j == m);
    if (threadIdx.x == 0) count[blockIdx.x] = votes;
}
// word count: starts of words
extern "C" __global__ void count_words(const unsigned char *s, int n, int *total)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool start = false;
    if (i < n) {
        bool sp = s[i] < 6;
        bool before = i == 0 ? true : s[i - 1] < 6;
        start = !sp && before;
    }
    unsigned b = __ballot_sync(0xffffffff, start);
    if ((threadIdx.x & 31) == 0 && b) atomicAdd(total, __popc(b));
}
// fixed-length records (20 bytes): hash with FNV-1a, one thread a record
extern "C" __global__ void fnv_records(const unsigned char *recs, unsigned *hash, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const unsigned char *p = recs + 20 * i;
        unsigned h = 2166136261u;
        for (int k = 0; k < 20; k++) { h ^= p[k]; h *= 16777619u; }
        hash[i] = h;
    }
}
// CRC-32 with the table made in shared memory
extern "C" __global__ void crc32_chunks(const unsigned char *data, unsigned *crc, int chunk, int n)
{
    __shared__ unsigned tab[256];
    for (int v = threadIdx.x; v < 256; v += blockDim.x) {
        unsigned c = v;
        for (int k = 0; k < 8; k++) c = (c & 1) ? (c >> 1) ^ 0xEDB88320u : c >> 1;
        tab[v] = c;
    }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int from = i * chunk, to = min(from + chunk, n);
    if (from >= n) return;
    unsigned c = ~0u;
    for (int p = from; p < to; ++p) c = tab[(c ^ data[p]) & 0xff] ^ (c >> 8);
    crc[i] = ~c;
}
// run length heads
extern "C" __global__ void rle_heads(const unsigned char *in, unsigned char *flag, short *len, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    bool head = i == 0 || in[i] != in[i - 1];
    flag[i] = head;
    if (head) {
        int j = i + 1;
        while (j < n && in[j] == in[i]) j++;
        len[i] = j - i;
    }
}
// base64 encode, 3 bytes -> one uchar4
__device__ unsigned char b64(unsigned v)
{
    return v < 26 ? 'A' + v : v < 52 ? 'a' + v - 26 : v < 62 ? '0' + v - 52 : v == 62 ? '+' : '/';
}
extern "C" __global__ void base64(const unsigned char *in, uchar4 *out, int triples)
{
    for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < triples; t += gridDim.x * blockDim.x) {
        unsigned v = in[3 * t] << 16 | in[3 * t + 1] << 8 | in[3 * t + 2];
        out[t] = make_uchar4(b64(v >> 18), b64((v >> 12) & 63), b64((v >> 6) & 63), b64(v & 63));
    }
}
// Levenshtein by antidiagonals in shared, one block one pair
extern "C" __global__ void edit_distance(const unsigned char *A, const unsigned char *B, int *dist, int L)
{
    extern __shared__ int diag[];      // 3 * (L+1)
    int *d0 = diag, *d1 = diag + L + 1, *d2 = diag + 2 * (L + 1);
    const unsigned char *a = A + blockIdx.x * L, *b = B + blockIdx.x * L;
    int i = threadIdx.x;   // row
    for (int d = 0; d <= 2 * L; ++d) {
        int j = d - i;
        if (i <= L && j >= 0 && j <= L) {
            int v;
            if (i == 0) v = j;
            else if (j == 0) v = i;
            else {
                int sub = d0[i - 1] + (a[i - 1] != b[j - 1]);
                v = min(sub, min(d1[i - 1], d1[i]) + 1);
            }
            d2[i] = v;
        }
        __syncthreads();
        int *t = d0; d0 = d1; d1 = d2; d2 = t;
    }
    if (i == L) dist[blockIdx.x] = d1[L];
}
// to upper, 16 bytes at a time
extern "C" __global__ void upper16(uint4 *s, int n16)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n16) return;
    uint4 v = s[i];
    unsigned *w = &v.x;
#pragma unroll
    for (int k = 0; k < 4; k++)
#pragma unroll
        for (int b = 0; b < 32; b += 8) {
            unsigned c = (w[k] >> b) & 255;
            if (c - 97u < 26u) w[k] ^= 0x20u << b;
        }
    s[i] = v;
}
// DNA 2-bit pack: 16 letters -> one word, via shared bytes
extern "C" __global__ void pack_dna(const unsigned char *seq, unsigned *packed, int n)
{
    __shared__ unsigned char s[16 * 64];
    int base = blockIdx.x * 1024;
    for (int k = threadIdx.x; k < 1024; k += 64) s[k] = base + k < n ? seq[base + k] & 3 : 0;
    __syncthreads();
    unsigned w = 0;
    for (int k = 0; k < 16; ++k) w |= (unsigned)s[threadIdx.x * 16 + k] << (2 * k);
    if (base + threadIdx.x * 16 < n) packed[blockIdx.x * 64 + threadIdx.x] = w;
}
