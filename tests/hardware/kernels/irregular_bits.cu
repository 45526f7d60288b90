typedef unsigned int U;
typedef unsigned long long ULL;

// 1024-bit additions, thread per number, limbs contiguous (array of structs)
extern "C" __global__ void big_add_aos(const U *a, const U *b, U *c, int limbs, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    ULL carry = 0;
    for (int k = 0; k < limbs; ++k) {
        ULL s = (ULL)a[i * limbs + k] + b[i * limbs + k] + carry;
        c[i * (limbs + 1) + k] = (U)s; carry = s >> 32;
    }
    c[i * (limbs + 1) + limbs] = (U)carry;
}

// warp-wide addition with carry lookahead by ballots, a limb per lane
extern "C" __global__ void big_add_warp(const U *a, const U *b, U *c, int n)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x, lane = g & 31;
    if (g / 32 >= n) return;
    U x = a[g], s = x + b[g];
    U gen = __ballot_sync(~0u, s < x), prop = __ballot_sync(~0u, s == ~0u);
    ULL sum = (ULL)(gen << 1 | 0) + prop;
    U cin = ((U)sum ^ prop) >> lane & 1;
    c[g] = s + cin;
}

// schoolbook product in shared memory, one product per block, column-wise
extern "C" __global__ void big_mul(const U *a, const U *b, U *p, int n)
{
    extern __shared__ U sm[];
    U *A = sm, *B = sm + n;
    ULL *col = (ULL *)(sm + 2 * n);        // 2n columns, low and high parts
    for (int i = threadIdx.x; i < n; i += blockDim.x) { A[i] = a[blockIdx.x * n + i] & 0xffffff; B[i] = b[i] & 0xffffff; }
    __syncthreads();
    for (int k = threadIdx.x; k < 2 * n; k += blockDim.x) {
        ULL s = 0;
        int from = k >= n ? k - n + 1 : 0, to = k < n ? k : n - 1;
        for (int i = from; i <= to; ++i) s += (ULL)A[i] * B[k - i];
        col[k] = s;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        ULL carry = 0;
        for (int k = 0; k < 2 * n; ++k) { ULL s = col[k] + carry; p[blockIdx.x * 2 * n + k] = (U)(s & 0xffffff); carry = s >> 24; }
    }
}

__device__ ULL mulmod(ULL a, ULL b, ULL m) { return (a * b) % m; }
__device__ ULL powmod(ULL b, U e, ULL m) {
    ULL r = 1; b %= m;
    for (; e; e >>= 1) { if (e & 1) r = mulmod(r, b, m); b = mulmod(b, b, m); }
    return r;
}
extern "C" __global__ void miller_rabin(const U *cand, unsigned char *prime, int n)
{
    const U small[] = {2, 3, 5, 7, 11, 13, 17};
    const U wit[] = {2, 7, 61};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    U c = cand[i] | 1;
    bool ok = c > 1;
    for (U p : small) if (c % p == 0) { ok = c == p; goto done; }
    if (ok) {
        U d = c - 1; int s = 0;
        while (!(d & 1)) { d >>= 1; ++s; }
        for (U w : wit) {
            if (w % c == 0) continue;
            ULL x = powmod(w, d, c);
            if (x == 1 || x == c - 1) continue;
            bool comp = true;
            for (int r = 1; r < s; ++r) { x = mulmod(x, x, c); if (x == c - 1) { comp = false; break; } }
            if (comp) { ok = false; break; }
        }
    }
done:
    prime[i] = ok;
}

extern "C" __global__ void binary_gcd(const U *a, const U *b, U *g, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        U u = a[i] + 1, v = b[i] + 1;
        int sh = __ffs(u | v) - 1;
        u >>= __ffs(u) - 1;
        do {
            v >>= __ffs(v) - 1;
            if (u > v) { U t = u; u = v; v = t; }
            v -= u;
        } while (v);
        g[i] = u << sh;
    }
}

// table CRC-32: table built in shared memory, messages strided
extern "C" __global__ void crc32_lines(const unsigned char *msg, const int *len, U *crc, int pitch, int n)
{
    __shared__ U tab[256];
    for (U i = threadIdx.x; i < 256; i += blockDim.x) {
        U c = i;
        for (int k = 0; k < 8; ++k) c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
        tab[i] = c;
    }
    __syncthreads();
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id < n) {
        U c = ~0u;
        for (const unsigned char *p = msg + id * pitch, *e = p + len[id]; p != e; ++p) c = tab[(c ^ *p) & 0xff] ^ (c >> 8);
        crc[id] = ~c;
    }
}

// S-box heavy block cipher-like permutation (AES flavour), state of 16 bytes as uint4
extern "C" __global__ void sbox_rounds(const uint4 *in, const unsigned char *sbox, uint4 *out, int rounds, int n)
{
    __shared__ unsigned char S[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) S[i] = sbox[i];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint4 v = in[i];
    auto sub = [&](U w) { return (U)S[w & 255] | (U)S[w >> 8 & 255] << 8 | (U)S[w >> 16 & 255] << 16 | (U)S[w >> 24] << 24; };
    for (int r = 0; r < rounds; ++r) {
        U a = sub(v.x) ^ __funnelshift_l(v.w, v.w, 8), b = sub(v.y) ^ __byte_perm(v.x, v.z, 0x2143),
          c = sub(v.z) ^ (v.y << 5 | v.y >> 27), d = sub(v.w) + r;
        v = make_uint4(b, c, d, a);
    }
    out[i] = v;
}

// sieve with shared bit array, segment per block
extern "C" __global__ void segmented_sieve(U *bitsout, int *count, int seg)
{
    extern __shared__ U comp[];
    int words = (seg + 31) / 32;
    for (int i = threadIdx.x; i < words; i += blockDim.x) comp[i] = 0;
    __syncthreads();
    int lo = blockIdx.x * seg;
    for (int p = 2 + threadIdx.x; p * p < lo + seg; p += blockDim.x) {
        int q = p == 2 ? 2 : p | 1;
        if (q != p) continue;
        int m = max(p * p, (lo + p - 1) / p * p);
        for (; m < lo + seg; m += p) atomicOr(comp + ((m - lo) >> 5), 1u << ((m - lo) & 31));
    }
    __syncthreads();
    int c = 0;
    for (int i = threadIdx.x; i < seg; i += blockDim.x)
        if (lo + i >= 2 && !(comp[i / 32] & (1u << (i % 32)))) ++c;
    c = __reduce_add_sync(~0u, c);
    if (threadIdx.x % 32 == 0) atomicAdd(count, c);
    for (int i = threadIdx.x; i < words; i += blockDim.x) bitsout[blockIdx.x * words + i] = ~comp[i];
}

// canonical Huffman decode with a first-level table; variable bit lengths 
extern "C" __global__ void huff_decode(const U *stream, const unsigned char *rawtab, unsigned char *sym, int *nsym, int words, int cap)
{
    __shared__ unsigned short T[64];
    if (threadIdx.x < 64) T[threadIdx.x] = rawtab[threadIdx.x] | (1 + (rawtab[threadIdx.x ^ 21] % 6)) << 8;
    __syncthreads();
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    const U *s = stream + id * words;
    ULL buf = 0; int have = 0, w = 0, o = 0;
    while (o < cap) {
        if (have < 6) {
            if (w == words) break;
            buf |= (ULL)s[w++] << have; have += 32;
        }
        unsigned short e = T[buf & 63];
        int l = e >> 8;
        buf >>= l; have -= l;
        sym[id * cap + o++] = (unsigned char)e;
        if ((e & 255) == 255) break;
    }
    nsym[id] = o;
}

// stack VM: one program, each thread its own data; the operand stack in shared memory
extern "C" __global__ void stack_vm(const unsigned char *prog, const int *data, int *res, int plen, int budget)
{
    extern __shared__ int stk[];      // 16 slots x blockDim.x
    int t = threadIdx.x, B = blockDim.x, id = blockIdx.x * B + t;
    int sp = 0, pc = 0, acc = data[id];
    for (int fuel = 0; fuel < budget; ++fuel) {
        int op = prog[pc];
        pc = pc + 1 == plen ? 0 : pc + 1;
        switch (op & 7) {
        case 0: if (sp < 16) stk[sp++ * B + t] = acc; break;
        case 1: if (sp > 0) acc += stk[--sp * B + t]; break;
        case 2: if (sp > 0) acc ^= stk[(sp - 1) * B + t] << 1; break;
        case 3: acc = acc * 3 + 1; break;
        case 4: if (acc & 1) pc = (pc + (op >> 3)) % plen; break;
        case 5: if (sp > 1) { int a = stk[(sp - 1) * B + t]; stk[(sp - 1) * B + t] = stk[(sp - 2) * B + t]; stk[(sp - 2) * B + t] = a; } break;
        case 6: acc = data[(unsigned)acc % (gridDim.x * B)]; break;
        default: if ((op >> 3) == (acc & 31)) goto halt; acc >>= 1;
        }
    }
halt:
    res[id] = acc + sp;
}

// 32x32 bit matrix transpose by a warp, butterfly
extern "C" __global__ void bit_transpose(const U *in, U *out, int n)
{
    int g = threadIdx.x + blockDim.x * blockIdx.x;
    U v = g < n ? in[g] : 0; int lane = threadIdx.x & 31;
    U mask = 0x0000ffffu;
    for (int s = 16; s; s >>= 1, mask ^= mask << s) {
        U o = __shfl_xor_sync(~0u, v, s);
        v = lane & s ? (v & ~mask) | ((o & ~mask) >> s) : (v & mask) | ((o & mask) << s);
    }
    if (g < n) out[g] = v;
}

// Morton-ordered gather: coordinates de-interleaved from the index
__device__ U squeeze(U x) { x &= 0x55555555; x = (x | x >> 1) & 0x33333333; x = (x | x >> 2) & 0x0f0f0f0f; x = (x | x >> 4) & 0x00ff00ff; return (x | x >> 8) & 0xffff; }
extern "C" __global__ void morton_gather(const float *img, float *z, int W, int H, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    U x = squeeze(i), y = squeeze(i >> 1);
    z[i] = (x < W && y < H) ? img[y * W + x] : 0.f;
}

// LFSR scrambling + gray-code permutation in place within a shared tile
extern "C" __global__ void gray_permute(const short *in, short *out)
{
    __shared__ short s[256];
    int t = threadIdx.x;
    for (int i = t; i < 256; i += blockDim.x) s[i ^ (i >> 1)] = in[blockIdx.x * 256 + i];
    __syncthreads();
    for (int i = t; i < 256; i += blockDim.x) out[blockIdx.x * 256 + i] = s[__brev(i) >> 24];
}

// bit-parallel approximate matching (Wu-Manber / Myers), a text chunk per thread
extern "C" __global__ void myers(const unsigned char *pat, const unsigned char *text, int *best, int m, int len)
{
    __shared__ U peq[16];
    if (threadIdx.x < 16) { U b = 0; for (int k = 0; k < m; ++k) if (pat[k] == threadIdx.x) b |= 1u << k; peq[threadIdx.x] = b; }
    __syncthreads();
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    U pv = ~0u, mv = 0; int score = m, low = m;
    const unsigned char *t = text + id * len;
    for (int j = 0; j < len; j++) {
        U eq = peq[t[j]], xv = eq | mv, xh = (((eq & pv) + pv) ^ pv) | eq;
        U ph = mv | ~(xh | pv), mh = pv & xh;
        if (ph >> (m - 1) & 1) ++score; else if (mh >> (m - 1) & 1) --score;
        ph <<= 1; mh <<= 1;
        pv = mh | ~(xv | ph); mv = ph & xv;
        if (score < low) { low = score; if (!low) break; }
    }
    best[id] = low;
}
