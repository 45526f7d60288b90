// Integers: bit tricks, SIMD within a word, long division, strings, codes, ciphers.
#define GID (blockIdx.x * blockDim.x + threadIdx.x)
typedef unsigned int u32;
typedef unsigned long long u64;

extern "C" __global__ void bit_tour(const u32* x, u32* out, int n)
{
    int i = GID;
    if (i >= n) return;
    u32 v = x[i], *o = out + i * 12;
    o[0] = __popc(v); o[1] = __clz(v); o[2] = __ffs(v); o[3] = __brev(v);
    o[4] = __byte_perm(v, ~v, 0x2507); o[5] = __funnelshift_l(v, v * 3, i); o[6] = __funnelshift_rc(v, ~v, i);
    o[7] = v & -v; o[8] = v ? 1u << (31 - __clz(v)) : 0; o[9] = (v & (v - 1)) == 0; o[10] = v ^ v >> 1;
    o[11] = __umulhi(v, 0xaaaaaaabu) >> 1;
}
extern "C" __global__ void bit_tour_64(const u64* x, u64* out, int n)
{
    int i = GID;
    if (i >= n) return;
    u64 v = x[i] * 0x9E3779B97F4A7C15ull, *o = out + i * 8;
    o[0] = __popcll(v); o[1] = __clzll(v); o[2] = __ffsll(v); o[3] = __brevll(v);
    o[4] = v << (i & 63) | v >> ((64 - i) & 63); o[5] = __umul64hi(v, v); o[6] = (u64)__mul64hi((long long)v, -12345678901ll);
    o[7] = (u64)((long long)v >> (i % 64));
}
// everything divided by numbers that the compiler cannot know
extern "C" __global__ void division_zoo(const int* a, const int* b, const long long* c, int* q, long long* ql, int n, int d0, u32 d1)
{
    int i = GID;
    if (i >= n) return;
    int x = a[i] - 500000, y = b[i] + 1;
    q[8 * i] = x / y; q[8 * i + 1] = x % y; q[8 * i + 2] = x / d0; q[8 * i + 3] = (int)((u32)x / d1);
    q[8 * i + 4] = x / 7; q[8 * i + 5] = x % -10; q[8 * i + 6] = (short)x / (short)y; q[8 * i + 7] = (int)((u32)x % (u32)y);
    long long z = c[i] * 1000003 - 77777777777ll;
    ql[4 * i] = z / y; ql[4 * i + 1] = z % (y * 100000ll); ql[4 * i + 2] = (long long)((u64)z / 1000000007ull); ql[4 * i + 3] = (long long)((u64)z % ((u64)y << 33 | 5));
}
extern "C" __global__ void bignum_multiply(const u32* a, const u32* b, u32* r, int limbs, int n)
{
    int t = GID;
    if (t >= n) return;
    for (int i = 0; i < 2 * limbs; i++) r[t * 2 * limbs + i] = 0;
    for (int i = 0; i < limbs; i++) {
        u64 carry = 0;
        for (int j = 0; j < limbs; j++) {
            u64 p = (u64)(a[t * limbs + i] * 3u) * (b[t * limbs + j] * 5u) + r[t * 2 * limbs + i + j] + carry;
            r[t * 2 * limbs + i + j] = (u32)p;
            carry = p >> 32;
        }
        r[t * 2 * limbs + i + limbs] = (u32)carry;
    }
}
extern "C" __global__ void bignum_add_ptx(const uint4* a, const uint4* b, uint4* s, u32* carry, int n)
{
    int i = GID;
    if (i >= n) return;
    uint4 x = a[i], y = b[i], r;
    x.x = ~x.x; x.z = ~x.z;
    y.y = ~y.y; y.w = ~y.w;
    u32 c;
    asm("add.cc.u32 %0, %5, %9;\n\taddc.cc.u32 %1, %6, %10;\n\taddc.cc.u32 %2, %7, %11;\n\taddc.cc.u32 %3, %8, %12;\n\taddc.u32 %4, 0, 0;"
        : "=&r"(r.x), "=&r"(r.y), "=&r"(r.z), "=&r"(r.w), "=r"(c)
        : "r"(x.x), "r"(x.y), "r"(x.z), "r"(x.w), "r"(y.x), "r"(y.y), "r"(y.z), "r"(y.w));
    s[i] = r;
    carry[i] = c;
}
extern "C" __global__ void simd_video(const u32* a, const u32* b, u32* out, int n)
{
    int i = GID;
    if (i >= n) return;
    u32 x = a[i] * 2654435761u, y = b[i] * 40503u ^ b[i], *o = out + 16 * i;
    o[0] = __vadd4(x, y); o[1] = __vsub4(x, y); o[2] = __vaddus4(x, y); o[3] = __vsubus4(x, y);
    o[4] = __vabsdiffu4(x, y); o[5] = __vavgu4(x, y); o[6] = __vmaxs4(x, y); o[7] = __vminu2(x, y);
    o[8] = __vcmpgtu4(x, y); o[9] = __vseteq4(x & 0x0f0f0f0f, y & 0x0f0f0f0f); o[10] = __vneg2(x); o[11] = __vadd2(x, y);
    o[12] = __vsadu2(x, y); o[13] = __vabsdiffs2(x, y); o[14] = __vhaddu4(x, y); o[15] = __sad((int)x, (int)y, i);
}
extern "C" __global__ void swar_popcount_and_zero_byte(const u64* x, int* pc, int* zb, int n)
{
    int i = GID;
    if (i >= n) return;
    u64 v = x[i] * x[i];
    u64 w = v - (v >> 1 & 0x5555555555555555ull);
    w = (w & 0x3333333333333333ull) + (w >> 2 & 0x3333333333333333ull);
    w = (w + (w >> 4)) & 0x0f0f0f0f0f0f0f0full;
    pc[i] = (int)(w * 0x0101010101010101ull >> 56);
    u64 z = (v - 0x0101010101010101ull) & ~v & 0x8080808080808080ull;
    zb[i] = z ? (__ffsll((long long)z) - 1) / 8 : -1;
}
extern "C" __global__ void morton_codes(const u32* x, const u32* y, u64* code, u32* back, int n)
{
    int i = GID;
    if (i >= n) return;
    auto spread = [](u32 v) { u64 r = v; r = (r | r << 16) & 0x0000ffff0000ffffull; r = (r | r << 8) & 0x00ff00ff00ff00ffull; r = (r | r << 4) & 0x0f0f0f0f0f0f0f0full; r = (r | r << 2) & 0x3333333333333333ull; return (r | r << 1) & 0x5555555555555555ull; };
    u64 c = spread(x[i]) | spread(y[i]) << 1;
    code[i] = c;
    u32 b = 0;
    for (int k = 0; k < 32; k++) b |= (u32)(c >> 2 * k & 1) << k;
    back[i] = b;
}
extern "C" __global__ void bit_matrix_transpose(const u32* in, u32* out)
{
    // a warp holds 32 rows of 32 bits
    u32 v = in[GID], m = 0x0000ffffu;
    int lane = threadIdx.x & 31;
    for (int s = 16; s; s >>= 1, m ^= m << s) {
        u32 o = __shfl_xor_sync(~0u, v, s);
        v = (lane & s) ? ((o >> s) & m) | (v & ~m) : (v & m) | ((o & m) << s);
    }
    out[GID] = v;
}

// ------------------------------------------------------------------------ codes and ciphers
extern "C" __global__ void crc32_bitwise(const unsigned char* msg, u32* crc, int len, int n)
{
    int t = GID;
    if (t >= n) return;
    u32 c = ~0u;
    for (int i = 0; i < len; i++) {
        c ^= msg[t * len + i];
        for (int k = 0; k < 8; k++) c = c & 1 ? c >> 1 ^ 0xEDB88320u : c >> 1;
    }
    crc[t] = ~c;
}
extern "C" __global__ void crc32_table(const unsigned char* msg, u32* crc, int len, int n)
{
    __shared__ u32 tab[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        u32 c = i;
        for (int k = 0; k < 8; k++) c = c >> 1 ^ (0xEDB88320u & -(c & 1));
        tab[i] = c;
    }
    __syncthreads();
    int t = GID;
    if (t >= n) return;
    u32 c = 0xffffffffu;
    const unsigned char *p = msg + t * len, *e = p + len;
    while (p != e) c = tab[(c ^ *p++) & 255] ^ c >> 8;
    crc[t] = ~c;
}
__constant__ u32 K256[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
#define ROTR(x, k) __funnelshift_r(x, x, k)
extern "C" __global__ void sha256_block(const u32* msg, u32* digest, int n)
{
    int t = GID;
    if (t >= n) return;
    u32 w[64], h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}, s[8];
    for (int i = 0; i < 16; i++) w[i] = __byte_perm(msg[t * 16 + i], 0, 0x0123);
    for (int i = 16; i < 64; i++) {
        u32 a = ROTR(w[i - 15], 7) ^ ROTR(w[i - 15], 18) ^ w[i - 15] >> 3, b = ROTR(w[i - 2], 17) ^ ROTR(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    for (int i = 0; i < 8; i++) s[i] = h[i];
    for (int i = 0; i < 64; i++) {
        u32 S1 = ROTR(s[4], 6) ^ ROTR(s[4], 11) ^ ROTR(s[4], 25), ch = (s[4] & s[5]) ^ (~s[4] & s[6]), t1 = s[7] + S1 + ch + K256[i] + w[i];
        u32 S0 = ROTR(s[0], 2) ^ ROTR(s[0], 13) ^ ROTR(s[0], 22), maj = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]), t2 = S0 + maj;
        s[7] = s[6]; s[6] = s[5]; s[5] = s[4]; s[4] = s[3] + t1; s[3] = s[2]; s[2] = s[1]; s[1] = s[0]; s[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) digest[t * 8 + i] = h[i] + s[i];
}
// a ring of 16 words of the schedule, indexed at run time
extern "C" __global__ void sha256_rolling(const u32* msg, u32* digest, int n, int rounds)
{
    int t = GID;
    if (t >= n) return;
    u32 w[16], a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a, e = 0x510e527f, f = 0x9b05688c, g = 0x1f83d9ab, h = 0x5be0cd19;
    for (int i = 0; i < 16; i++) w[i] = msg[t * 16 + i];
#pragma unroll 1
    for (int i = 0; i < rounds; i++) {
        if (i >= 16) {
            u32 x = w[(i + 1) & 15], y = w[(i + 14) & 15];
            w[i & 15] += (ROTR(x, 7) ^ ROTR(x, 18) ^ x >> 3) + w[(i + 9) & 15] + (ROTR(y, 17) ^ ROTR(y, 19) ^ y >> 10);
        }
        u32 t1 = h + (ROTR(e, 6) ^ ROTR(e, 11) ^ ROTR(e, 25)) + ((e & f) ^ (~e & g)) + K256[i & 63] + w[i & 15];
        u32 t2 = (ROTR(a, 2) ^ ROTR(a, 13) ^ ROTR(a, 22)) + ((a & b) | (c & (a | b)));
        h = g; g = f; f = e; e = d + t1; d = c; c = b; b = a; a = t1 + t2;
    }
    u32* o = digest + t * 8;
    o[0] = a; o[1] = b; o[2] = c; o[3] = d; o[4] = e; o[5] = f; o[6] = g; o[7] = h;
}
// AES-like rounds: S-box built by the block in GF(2^8), then SubBytes, ShiftRows, MixColumns
extern "C" __global__ void aes_like(const unsigned char* in, const unsigned char* key, unsigned char* out, int blocks, int rounds)
{
    __shared__ unsigned char sbox[256], rk[16];
    auto xt = [](int x) { return ((x << 1) ^ ((x >> 7) * 0x1b)) & 255; };
    for (int v = threadIdx.x; v < 256; v += blockDim.x) {
        int inv = 0;
        if (v) {
            int r = 1, b = v;
            for (int e = 254; e; e >>= 1) {
                auto mul = [&](int p, int q) { int s = 0; for (; q; q >>= 1, p = xt(p)) if (q & 1) s ^= p; return s; };
                if (e & 1) r = mul(r, b);
                b = mul(b, b);
            }
            inv = r;
        }
        int s = inv;
        for (int k = 1; k < 5; k++) s ^= (inv << k | inv >> (8 - k)) & 255;
        sbox[v] = (unsigned char)(s ^ 0x63);
    }
    if (threadIdx.x < 16) rk[threadIdx.x] = key[threadIdx.x];
    __syncthreads();
    int t = GID;
    if (t >= blocks) return;
    unsigned char s[16], q[16];
    for (int i = 0; i < 16; i++) s[i] = in[t * 16 + i] ^ rk[i];
    for (int r = 1; r <= rounds; r++) {
        for (int c = 0; c < 4; c++)
            for (int row = 0; row < 4; row++) q[c * 4 + row] = sbox[s[((c + row) & 3) * 4 + row]];
        for (int c = 0; c < 4; c++) {
            int a0 = q[4 * c], a1 = q[4 * c + 1], a2 = q[4 * c + 2], a3 = q[4 * c + 3], all = a0 ^ a1 ^ a2 ^ a3;
            s[4 * c] = a0 ^ all ^ xt(a0 ^ a1); s[4 * c + 1] = a1 ^ all ^ xt(a1 ^ a2);
            s[4 * c + 2] = a2 ^ all ^ xt(a2 ^ a3); s[4 * c + 3] = a3 ^ all ^ xt(a3 ^ a0);
        }
        for (int i = 0; i < 16; i++) s[i] ^= (unsigned char)(rk[(i + r) & 15] + r);
    }
    for (int i = 0; i < 16; i++) out[t * 16 + i] = s[i];
}
extern "C" __global__ void chacha_quarter(const u32* in, u32* out, int n)
{
    int t = GID;
    if (t >= n) return;
    u32 x[16];
#pragma unroll
    for (int i = 0; i < 16; i++) x[i] = in[t * 16 + i];
#define ROTL(v, k) ((v) << (k) | (v) >> (32 - (k)))
#define QR(a, b, c, d) a += b; d ^= a; d = ROTL(d, 16); c += d; b ^= c; b = ROTL(b, 12); a += b; d ^= a; d = ROTL(d, 8); c += d; b ^= c; b = ROTL(b, 7);
    for (int r = 0; r < 10; r++) {
        QR(x[0], x[4], x[8], x[12]) QR(x[1], x[5], x[9], x[13]) QR(x[2], x[6], x[10], x[14]) QR(x[3], x[7], x[11], x[15])
        QR(x[0], x[5], x[10], x[15]) QR(x[1], x[6], x[11], x[12]) QR(x[2], x[7], x[8], x[13]) QR(x[3], x[4], x[9], x[14])
    }
#pragma unroll
    for (int i = 0; i < 16; i++) out[t * 16 + i] = x[i] + in[t * 16 + i];
}
extern "C" __global__ void rc4_streams(const unsigned char* key, unsigned char* out, int klen, int len)
{
    unsigned char S[256];
    int t = GID, j = 0;
    for (int i = 0; i < 256; i++) S[i] = i;
    for (int i = 0; i < 256; i++) {
        j = (j + S[i] + key[t * klen + i % klen]) & 255;
        unsigned char x = S[i]; S[i] = S[j]; S[j] = x;
    }
    int i = 0;
    j = 0;
    for (int k = 0; k < len; k++) {
        i = (i + 1) & 255;
        j = (j + S[i]) & 255;
        unsigned char x = S[i]; S[i] = S[j]; S[j] = x;
        out[t * len + k] = S[(S[i] + S[j]) & 255];
    }
}
// prefix code: symbol s is s ones and a zero (at most 7 ones); encode to a bit buffer, decode again
extern "C" __global__ void prefix_code(const unsigned char* sym, u32* bits, unsigned char* back, int* used, int per, int words)
{
    int t = GID, p = 0;
    u32* b = bits + t * words;
    for (int i = 0; i < words; i++) b[i] = 0;
    for (int k = 0; k < per; k++) {
        int s = sym[t * per + k] & 7, ones = s;
        while (ones--) { b[p >> 5] |= 1u << (p & 31); p++; }
        if (s < 7) p++;
    }
    used[t] = p;
    p = 0;
    for (int k = 0; k < per; k++) {
        int s = 0;
        while (s < 7 && (b[p >> 5] >> (p & 31) & 1)) { s++; p++; }
        if (s < 7) p++;
        back[t * per + k] = s;
    }
}
extern "C" __global__ void gray_hamming(const u32* data, u32* code, u32* fixed, int n)
{
    int i = GID;
    if (i >= n) return;
    u32 d = data[i] & 0x7ff, c = 0;
    for (int pos = 1, k = 0; pos < 16; pos++) if (pos & (pos - 1)) c |= (d >> k++ & 1) << pos;
    for (int p = 1; p < 16; p <<= 1) {
        int par = 0;
        for (int pos = 1; pos < 16; pos++) if (pos & p) par ^= c >> pos & 1;
        c |= (u32)par << p;
    }
    code[i] = c;
    u32 bad = c ^ 1u << (1 + i % 15), syn = 0;
    for (int pos = 1; pos < 16; pos++) if (bad >> pos & 1) syn ^= pos;
    fixed[i] = bad ^ 1u << syn;
}

// ------------------------------------------------------------------------ strings
extern "C" __global__ void naive_search(const unsigned char* text, int n, const unsigned char* pat, int m, int* first, int* count)
{
    int i = GID;
    if (i + m > n) return;
    int k = 0;
    while (k < m && (text[i + k] & 3) == (pat[k] & 3)) k++;
    if (k == m) { atomicAdd(count, 1); atomicMin(first, i - n); }
}
extern "C" __global__ void kmp_chunks(const unsigned char* text, int chunk, const unsigned char* pat, int m, int* found, int nchunk)
{
    __shared__ int fail[32];
    if (threadIdx.x == 0) {
        fail[0] = 0;
        for (int i = 1, k = 0; i < m; i++) {
            while (k > 0 && pat[k] != pat[i]) k = fail[k - 1];
            if (pat[k] == pat[i]) k++;
            fail[i] = k;
        }
    }
    __syncthreads();
    int t = GID;
    if (t >= nchunk) return;
    int q = 0, c = 0;
    for (int i = 0; i < chunk; i++) {
        unsigned char ch = text[t * chunk + i];
        while (q > 0 && pat[q] != ch) q = fail[q - 1];
        if (pat[q] == ch) q++;
        if (q == m) { c = c * 31 + i; q = fail[q - 1]; }
    }
    found[t] = c;
}
// edit distance by anti-diagonals, a block per pair
extern "C" __global__ void edit_distance(const unsigned char* a, const unsigned char* b, int la, int lb, int* dist)
{
    __shared__ int d[3][128];
    int t = threadIdx.x;
    a += blockIdx.x * la; b += blockIdx.x * lb;
    for (int diag = 0; diag <= la + lb; diag++) {
        int* cur = d[diag % 3];
        int *p1 = d[(diag + 2) % 3], *p2 = d[(diag + 1) % 3];
        int i = t, j = diag - t;
        if (i <= la && j >= 0 && j <= lb) {
            int v;
            if (i == 0) v = j;
            else if (j == 0) v = i;
            else {
                v = min(p1[i - 1], p1[i]) + 1;
                v = min(v, p2[i - 1] + (a[i - 1] % 4 != b[j - 1] % 4));
            }
            cur[i] = v;
            if (i == la && j == lb) dist[blockIdx.x] = v;
        }
        __syncthreads();
    }
}
extern "C" __global__ void lcs_threads(const unsigned char* a, const unsigned char* b, int l, int* len, int n)
{
    int t = GID;
    if (t >= n) return;
    unsigned char row[33];
    for (int j = 0; j <= l; j++) row[j] = 0;
    for (int i = 0; i < l; i++) {
        int diag = 0;
        for (int j = 0; j < l; j++) {
            int up = row[j + 1];
            if (a[t * l + i] == b[t * l + j]) row[j + 1] = diag + 1;
            else if (row[j] > up) row[j + 1] = row[j];
            diag = up;
        }
    }
    len[t] = row[l];
}
extern "C" __global__ void parse_and_print_ints(const int* v, unsigned char* text, long long* back, int n)
{
    int i = GID;
    if (i >= n) return;
    unsigned char* o = text + i * 12;
    int x = v[i] - 1000000000, p = 0;
    unsigned char tmp[12];
    bool neg = x < 0;
    u32 u = neg ? -(u32)x : x;
    do tmp[p++] = '0' + u % 10; while (u /= 10);
    if (neg) tmp[p++] = '-';
    for (int k = 0; k < p; k++) o[k] = tmp[p - 1 - k];
    long long r = 0;
    int k = o[0] == '-' ? 1 : 0;
    for (; k < p; k++) r = r * 10 + (o[k] - '0');
    back[i] = o[0] == '-' ? -r : r;
}
extern "C" __global__ void base64_encode(const unsigned char* in, unsigned char* out, int triples)
{
    __shared__ unsigned char tab[64];
    int t = threadIdx.x;
    if (t < 64) tab[t] = t < 26 ? 'A' + t : t < 52 ? 'a' + t - 26 : t < 62 ? '0' + t - 52 : t == 62 ? '+' : '/';
    __syncthreads();
    for (int i = GID; i < triples; i += gridDim.x * blockDim.x) {
        u32 w = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
        *(uchar4*)(out + 4 * i) = make_uchar4(tab[w >> 18], tab[w >> 12 & 63], tab[w >> 6 & 63], tab[w & 63]);
    }
}
// longest palindrome, longest run and a small state machine over the same text
extern "C" __global__ void text_automaton(const unsigned char* text, int len, int* words, int* digits, int* depth)
{
    int t = GID, st = 0, w = 0, dg = 0, lvl = 0, worst = 0;
    for (int i = 0; i < len; i++) {
        unsigned char c = text[t * len + i] % 48;
        switch (st) {
            case 0:
                if (c < 20) { st = 1; w++; }
                else if (c < 30) { st = 2; dg++; }
                else if (c == 30) { if (++lvl > worst) worst = lvl; }
                else if (c == 31) { if (--lvl < 0) { lvl = 0; st = 3; } }
                break;
            case 1: if (c >= 30) st = 0; break;
            case 2: if (c < 20) { st = 1; w++; } else if (c < 30) dg++; else st = 0; break;
            case 3: if (c == 47) st = 0;
        }
    }
    words[t] = w; digits[t] = dg; depth[t] = worst;
}
