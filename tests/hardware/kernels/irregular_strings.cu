/* string processing, letters are 'a'+small */
typedef unsigned char byte;

extern "C" __global__ void naive_match(const byte *text, int n, const byte *pat, int m, int *hits)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n - m) return;
    int j;
    for (j = 0; j < m; j++)
        if (text[i + j] != pat[j]) break;
    hits[i] = j == m;
}

extern "C" __global__ void kmp_chunks(const byte *text, int n, const byte *pat, int m, int chunk, int *count)
{
    extern __shared__ int fail[];
    if (threadIdx.x == 0) {
        fail[0] = 0;
        for (int i = 1, k = 0; i < m; ++i) {
            while (k > 0 && pat[k] != pat[i]) k = fail[k - 1];
            if (pat[k] == pat[i]) ++k;
            fail[i] = k;
        }
    }
    __syncthreads();
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    int from = id * chunk, to = from + chunk + m - 1;
    if (to > n) to = n;
    int k = 0, c = 0;
    for (int p = from; p < to; ++p) {
        byte ch = text[p];
        while (k && pat[k] != ch) k = fail[k - 1];
        k += pat[k] == ch;
        if (k == m) { ++c; k = fail[k - 1]; }
    }
    count[id] = c;
}

extern "C" __global__ void horspool(const byte *__restrict__ text, const byte *__restrict__ pat, int *first, int len, int m)
{
    __shared__ int skip[32];
    if (threadIdx.x < 32) skip[threadIdx.x] = m;
    __syncthreads();
    if (threadIdx.x == 0) for (int j = 0; j < m - 1; ++j) skip[pat[j] & 31] = m - 1 - j;
    __syncthreads();
    const byte *line = text + (blockIdx.x * blockDim.x + threadIdx.x) * len;
    int pos = 0, where = -1;
    while (pos <= len - m) {
        int j = m - 1;
        while (j >= 0 && line[pos + j] == pat[j]) --j;
        if (j < 0) { where = pos; break; }
        pos += skip[line[pos + m - 1] & 31];
    }
    first[blockIdx.x * blockDim.x + threadIdx.x] = where;
}

// table-driven DFA with transitions in shared memory; each thread a line
extern "C" __global__ void dfa_run(const byte *text, const byte *raw_table, int *state_out, int len, int nstates)
{
    extern __shared__ byte T[];         // nstates x 8
    for (int i = threadIdx.x; i < nstates * 8; i += blockDim.x) T[i] = raw_table[i] % nstates;
    __syncthreads();
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    int s = id % nstates, accept = 0;
    for (int i = 0; i < len; ++i) {
        s = T[s * 8 + (text[id * len + i] & 7)];
        if (s == 0) { accept++; if (accept > 6) break; }
    }
    state_out[id] = accept * 256 + s;
}

// backtracking glob matcher, pattern with * and ? codes (7 = star, 6 = any)
__device__ bool glob(const byte *p, int pl, const byte *s, int sl)
{
    int pi = 0, si = 0, star = -1, mark = 0;
    while (si < sl) {
        if (pi < pl && (p[pi] == 6 || p[pi] == s[si]) && p[pi] != 7) { pi++; si++; }
        else if (pi < pl && p[pi] == 7) { star = pi++; mark = si; }
        else if (star >= 0) { pi = star + 1; si = ++mark; }
        else return false;
    }
    while (pi < pl && p[pi] == 7) pi++;
    return pi == pl;
}
extern "C" __global__ void glob_filter(const byte *names, const byte *pats, byte *ok, int nnames, int nl, int pl)
{
    for (int i = threadIdx.x + blockDim.x * blockIdx.x; i < nnames; i += blockDim.x * gridDim.x) {
        byte r = 0;
        for (int p = 0; p < 4; ++p) if (glob(pats + p * pl, pl, names + i * nl, nl)) { r = p + 1; break; }
        ok[i] = r;
    }
}

// Number parser: characters come as codes; switch based state machine
enum State { Start, Sign, Digits, Point, Frac, ExpE, ExpSign, ExpDigits, Bad };
extern "C" __global__ void parse_floats(const byte *code, float *val, int *st, int len, int n)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= n) return;
    const byte *c = code + id * len;
    State s = Start; float v = 0, scale = 1; int e = 0; bool neg = false, eneg = false;
    for (int i = 0; i < len && s != Bad; ++i) {
        int ch = c[i];              // 0..9 digit, 10 '-', 11 '.', 12 'e', 13 ' '
        if (ch == 13) { if (s == Start) continue; else break; }
        switch (s) {
        case Start: if (ch == 10) { neg = true; s = Sign; break; }   /* fallthrough */
        case Sign: if (ch < 10) { v = ch; s = Digits; } else if (ch == 11) s = Point; else s = Bad; break;
        case Digits: if (ch < 10) v = v * 10 + ch; else if (ch == 11) s = Point; else if (ch == 12) s = ExpE; else s = Bad; break;
        case Point:
        case Frac: if (ch < 10) { scale *= 0.1f; v += ch * scale; s = Frac; } else if (ch == 12 && s == Frac) s = ExpE; else s = Bad; break;
        case ExpE: if (ch == 10) { eneg = true; s = ExpSign; break; }
        case ExpSign: if (ch < 10) { e = ch; s = ExpDigits; } else s = Bad; break;
        case ExpDigits: if (ch < 10) e = min(20, e * 10 + ch); else s = Bad; break;
        default: break;
        }
    }
    for (int k = 0; k < e; ++k) v = eneg ? v * 0.1f : v * 10.f;
    val[id] = neg ? -v : v; st[id] = s;
}

// bracket depth via scan by one warp at a time
extern "C" __global__ void bracket_depth(const byte *t, signed char *depth, int *worst, int n)
{
    int lane = threadIdx.x & 31, line = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    t += line * n; depth += line * n;
    int carry = 0, low = 0;
    for (int base = 0; base < n; base += 32) {
        int i = base + lane;
        int b = i < n ? t[i] : 9;
        unsigned up = __ballot_sync(0xffffffff, b == 0), dn = __ballot_sync(0xffffffff, b == 1);
        unsigned upto = 0xffffffffu >> (31 - lane);
        int d = carry + __popc(up & upto) - __popc(dn & upto);
        if (i < n) depth[i] = (signed char)d;
        low = min(low, __reduce_min_sync(0xffffffff, d));
        carry = __shfl_sync(0xffffffff, d, 31);
        if (low < -10) break;
    }
    if (!lane) worst[line] = low;
}

// run-length decoding: (value,count) pairs -> stream; one block per line with inclusive scan of the counts
extern "C" __global__ void rle_decode(const byte *vals, const byte *cnts, byte *out, int pairs, int cap)
{
    extern __shared__ int ends[];
    int t = threadIdx.x;
    if (t < pairs) ends[t] = cnts[blockIdx.x * pairs + t] + 1;
    __syncthreads();
    for (int d = 1; d < pairs; d <<= 1) {
        int v = (t >= d && t < pairs) ? ends[t - d] : 0;
        __syncthreads();
        if (t < pairs) ends[t] += v;
        __syncthreads();
    }
    int total = min(cap, ends[pairs - 1]);
    for (int o = t; o < total; o += blockDim.x) {
        int lo = 0, hi = pairs - 1;
        while (lo < hi) { int mid = (lo + hi) >> 1; if (ends[mid] <= o) lo = mid + 1; else hi = mid; }
        out[blockIdx.x * cap + o] = vals[blockIdx.x * pairs + lo];
    }
}

// run-length encoding with flags and ballot + block offsets
extern "C" __global__ void rle_encode(const byte *in, byte *rv, int *rstart, int *nruns, int n)
{
    __shared__ int warp_cnt[33];
    const byte *src = in + blockIdx.x * n;
    int t = threadIdx.x, lane = t & 31, w = t >> 5, nw = blockDim.x >> 5;
    int base = 0;
    for (int b = 0; b < n; b += blockDim.x) {
        int i = b + t;
        bool head = i < n && (i == 0 || src[i] != src[i - 1]);
        unsigned m = __ballot_sync(~0u, head);
        if (!lane) warp_cnt[w] = __popc(m);
        __syncthreads();
        int off = base, tot = base;
        for (int k = 0; k < nw; ++k) { if (k < w) off += warp_cnt[k]; tot += warp_cnt[k]; }
        if (head) {
            int r = off + __popc(m & ~(~0u << lane));
            rv[blockIdx.x * n + r] = src[i];
            rstart[blockIdx.x * n + r] = i;
        }
        base = tot;
        __syncthreads();
    }
    if (t == 0) nruns[blockIdx.x] = base;
}

// LZ77-like decompression, tokens (lit | back,len); a thread per stream, column-interleaved output
extern "C" __global__ void lz_decode(const byte *tok, byte *out, int *outlen, int ntok, int cap, int nstreams)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= nstreams) return;
    int o = 0, i = 0;
    while (i < ntok && o < cap) {
        byte b = tok[s * ntok + i++];
        if (b < 160 || o == 0) out[o++ * nstreams + s] = b;
        else {
            int back = 1 + (b & 15) % o, len = 2 + ((b >> 4) & 3);
            while (len-- && o < cap) { out[o * nstreams + s] = out[(o - back) * nstreams + s]; ++o; }
        }
    }
    outlen[s] = o;
}

// varint (LEB128) decode: each thread finds whether its byte starts a number and then decodes it
extern "C" __global__ void varint_decode(const byte *b, unsigned *val, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || (i && (b[i - 1] & 0x80))) return;
    unsigned v = 0; int sh = 0, p = i;
    while (true) {
        byte x = b[p];
        v |= (unsigned)(x & 0x7f) << sh;
        sh += 7; p++;
        if (!(x & 0x80) || p >= n || sh > 28) break;
    }
    val[i] = v;
}

// UTF-8 length classification & word count in a tile with halo
extern "C" __global__ void word_count(const byte *t, unsigned *words, unsigned *hist, int n)
{
    __shared__ byte tile[129 + 7];
    __shared__ unsigned h[26];
    int g = blockIdx.x * 128 + threadIdx.x;
    if (threadIdx.x < 26) h[threadIdx.x] = 0;
    if (g < n) tile[threadIdx.x + 1] = t[g];
    if (threadIdx.x == 0) tile[0] = g > 0 ? t[g - 1] : 31;
    __syncthreads();
    bool begin = false;
    if (g < n) {
        byte c = tile[threadIdx.x + 1];
        if (c < 26) { atomicAdd(&h[c], 1u); begin = tile[threadIdx.x] >= 26; }
    }
    int k = __syncthreads_count(begin);
    if (threadIdx.x == 0) words[blockIdx.x] = k;
    if (threadIdx.x < 26 && h[threadIdx.x]) atomicAdd(hist + threadIdx.x, h[threadIdx.x]);
}
