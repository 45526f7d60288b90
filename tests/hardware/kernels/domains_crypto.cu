#include <stdint.h>
typedef uint32_t w32;

__constant__ w32 k256[64] = {
 0x428a2f98,0x71374491,0xb5c0fbcf,0xe9b5dba5,0x3956c25b,0x59f111f1,0x923f82a4,0xab1c5ed5,
 0xd807aa98,0x12835b01,0x243185be,0x550c7dc3,0x72be5d74,0x80deb1fe,0x9bdc06a7,0xc19bf174,
 0xe49b69c1,0xefbe4786,0x0fc19dc6,0x240ca1cc,0x2de92c6f,0x4a7484aa,0x5cb0a9dc,0x76f988da,
 0x983e5152,0xa831c66d,0xb00327c8,0xbf597fc7,0xc6e00bf3,0xd5a79147,0x06ca6351,0x14292967,
 0x27b70a85,0x2e1b2138,0x4d2c6dfc,0x53380d13,0x650a7354,0x766a0abb,0x81c2c92e,0x92722c85,
 0xa2bfe8a1,0xa81a664b,0xc24b8b70,0xc76c51a3,0xd192e819,0xd6990624,0xf40e3585,0x106aa070,
 0x19a4c116,0x1e376c08,0x2748774c,0x34b0bcb5,0x391c0cb3,0x4ed8aa4a,0x5b9cca4f,0x682e6ff3,
 0x748f82ee,0x78a5636f,0x84c87814,0x8cc70208,0x90befffa,0xa4506ceb,0xbef9a3f7,0xc67178f2 };

#define ROR(x, n) (((x) >> (n)) | ((x) << (32 - (n))))

// one 64 byte message a thread; not unrolled, so W lives in local memory (like a naive port of the C code)
extern "C" __global__ void sha256_block(const uint8_t *msgs, w32 *digest, int n)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= n) return;
    w32 W[64];
    const uint8_t *m = msgs + id * 64;
    int t;
#pragma unroll 1
    for (t = 0; t < 16; t++)
        W[t] = (w32)m[4 * t] << 24 | (w32)m[4 * t + 1] << 16 | (w32)m[4 * t + 2] << 8 | m[4 * t + 3];
#pragma unroll 1
    for (; t < 64; t++) {
        w32 s0 = ROR(W[t - 15], 7) ^ ROR(W[t - 15], 18) ^ (W[t - 15] >> 3);
        w32 s1 = ROR(W[t - 2], 17) ^ ROR(W[t - 2], 19) ^ (W[t - 2] >> 10);
        W[t] = W[t - 16] + s0 + W[t - 7] + s1;
    }
    w32 a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a, e = 0x510e527f, f = 0x9b05688c, g = 0x1f83d9ab, h = 0x5be0cd19;
#pragma unroll 1
    for (t = 0; t < 64; t++) {
        w32 t1 = h + (ROR(e, 6) ^ ROR(e, 11) ^ ROR(e, 25)) + ((e & f) ^ (~e & g)) + k256[t] + W[t];
        w32 t2 = (ROR(a, 2) ^ ROR(a, 13) ^ ROR(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g; g = f; f = e; e = d + t1; d = c; c = b; b = a; a = t1 + t2;
    }
    w32 *o = digest + id * 8;
    o[0] = a + 0x6a09e667; o[1] = b + 0xbb67ae85; o[2] = c + 0x3c6ef372; o[3] = d + 0xa54ff53a;
    o[4] = e + 0x510e527f; o[5] = f + 0x9b05688c; o[6] = g + 0x1f83d9ab; o[7] = h + 0x5be0cd19;
}

// AES-like rounds: T-table made in shared memory by each block from the field arithmetic, four rotations of one table
__device__ __forceinline__ uint8_t xt(uint8_t x) { return (uint8_t)((x << 1) ^ ((x & 0x80) ? 0x1b : 0)); }
__device__ uint8_t gmul(uint8_t a, uint8_t b)
{
    uint8_t r = 0;
    while (b) { if (b & 1) r ^= a; a = xt(a); b >>= 1; }
    return r;
}
__device__ uint8_t sbox_of(uint8_t x)
{
    // x^254
    uint8_t p = x, y = 1;
    for (int e = 254; e; e >>= 1) { if (e & 1) y = gmul(y, p); p = gmul(p, p); }
    uint8_t r = y;
    for (int i = 0; i < 4; i++) { y = (uint8_t)(y << 1 | y >> 7); r ^= y; }
    return r ^ 0x63;
}
extern "C" __global__ void aes_ttable(const uint4 *pt, uint4 *ct, const w32 *rk, int nblk, int rounds)
{
    __shared__ w32 T0[256];
    __shared__ w32 key[44];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        uint8_t s = sbox_of((uint8_t)i), s2 = xt(s);
        T0[i] = (w32)s2 << 24 | (w32)s << 16 | (w32)s << 8 | (w32)(s2 ^ s);
    }
    if (threadIdx.x < 44) key[threadIdx.x] = rk[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nblk) return;
    uint4 s = pt[i];
    s.x ^= key[0]; s.y ^= key[1]; s.z ^= key[2]; s.w ^= key[3];
#define COL(p,q,r,t) (T0[(p) >> 24] ^ ROR(T0[(q) >> 16 & 255], 8) ^ ROR(T0[(r) >> 8 & 255], 16) ^ ROR(T0[(t) & 255], 24))
    for (int r = 1; r < rounds; r++) {
        uint4 n;
        n.x = COL(s.x, s.y, s.z, s.w) ^ key[4 * r];
        n.y = COL(s.y, s.z, s.w, s.x) ^ key[4 * r + 1];
        n.z = COL(s.z, s.w, s.x, s.y) ^ key[4 * r + 2];
        n.w = COL(s.w, s.x, s.y, s.z) ^ key[4 * r + 3];
        s = n;
    }
    ct[i] = s;
}

// byte S-box + ShiftRows on a state kept as bytes in shared memory, 16 threads a state
extern "C" __global__ void aes_bytes(const uint8_t *in, uint8_t *out, const uint8_t *roundkey, int nstates)
{
    __shared__ uint8_t sb[256];
    __shared__ uint8_t st[8][16];
    int lin = threadIdx.y * 16 + threadIdx.x;
    for (int k = lin; k < 256; k += 16 * blockDim.y) sb[k] = sbox_of(k);
    int state = blockIdx.x * blockDim.y + threadIdx.y;
    bool live = state < nstates;
    int c = threadIdx.x / 4, r = threadIdx.x % 4;
    st[threadIdx.y][threadIdx.x] = live ? in[state * 16 + threadIdx.x] : 0;
    for (int round = 0; round < 3; round++) {
        __syncthreads();
        uint8_t v = sb[st[threadIdx.y][((c + r) % 4) * 4 + r]];
        __syncthreads();
        st[threadIdx.y][threadIdx.x] = v;
        __syncthreads();
        const uint8_t *col = &st[threadIdx.y][c * 4];
        uint8_t mixed = xt(col[r]) ^ xt(col[(r + 1) & 3]) ^ col[(r + 1) & 3] ^ col[(r + 2) & 3] ^ col[(r + 3) & 3];
        mixed ^= roundkey[round * 16 + threadIdx.x];
        __syncthreads();
        st[threadIdx.y][threadIdx.x] = mixed;
    }
    if (live) out[state * 16 + threadIdx.x] = st[threadIdx.y][threadIdx.x];
}

// ChaCha20: one 64-byte block of key stream per thread, xor over the text
template <int N> static __device__ __forceinline__ w32 rol(w32 v) { return __funnelshift_l(v, v, N); }
#define QR(a, b, c, d) a += b; d = rol<16>(d ^ a); c += d; b = rol<12>(b ^ c); a += b; d = rol<8>(d ^ a); c += d; b = rol<7>(b ^ c)
extern "C" __global__ void __launch_bounds__(128) chacha20(const w32 *__restrict__ key, const w32 *__restrict__ in, w32 *__restrict__ out, unsigned words, w32 nonce)
{
    const unsigned ctr = blockIdx.x * blockDim.x + threadIdx.x;
    if (ctr * 16u >= words) return;
    w32 init[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, key[0], key[1], key[2], key[3], key[4], key[5], key[6], key[7], ctr, nonce, 0, 7};
    w32 x[16];
#pragma unroll
    for (int i = 0; i < 16; ++i) x[i] = init[i];
    for (int r = 0; r < 10; ++r) {
        QR(x[0], x[4], x[8], x[12]); QR(x[1], x[5], x[9], x[13]); QR(x[2], x[6], x[10], x[14]); QR(x[3], x[7], x[11], x[15]);
        QR(x[0], x[5], x[10], x[15]); QR(x[1], x[6], x[11], x[12]); QR(x[2], x[7], x[8], x[13]); QR(x[3], x[4], x[9], x[14]);
    }
#pragma unroll
    for (int i = 0; i < 16; ++i) {
        unsigned p = ctr * 16 + i;
        if (p < words) out[p] = in[p] ^ (x[i] + init[i]);
    }
}

// RC4 per thread: permutation of 256 bytes, laid out so that thread t owns byte column t of shared memory
extern "C" __global__ void rc4_many(const uint8_t *keys, int keylen, uint8_t *stream, int outlen)
{
    extern __shared__ uint8_t S[];
    const int t = threadIdx.x, nt = blockDim.x;
    const uint8_t *key = keys + (blockIdx.x * nt + t) * keylen;
    for (int i = 0; i < 256; i++) S[i * nt + t] = i;
    int j = 0;
    for (int i = 0; i < 256; i++) {
        uint8_t a = S[i * nt + t];
        j = (j + a + key[i % keylen]) & 255;
        S[i * nt + t] = S[j * nt + t];
        S[j * nt + t] = a;
    }
    int i = 0; j = 0;
    for (int n = 0; n < outlen; n++) {
        i = (i + 1) & 255;
        uint8_t a = S[i * nt + t];
        j = (j + a) & 255;
        uint8_t b = S[j * nt + t];
        S[i * nt + t] = b; S[j * nt + t] = a;
        stream[(blockIdx.x * nt + t) * outlen + n] = S[((a + b) & 255) * nt + t];
    }
}

// CRC32 with slicing, table in shared memory, each thread a row of text
extern "C" __global__ void crc32_rows(const uint8_t *text, w32 *crc, int rows, int pitch)
{
    __shared__ w32 tab[256];
    for (w32 i = threadIdx.x; i < 256; i += blockDim.x) {
        w32 c = i;
        for (int b = 0; b < 8; b++) c = c & 1 ? 0xEDB88320u ^ c >> 1 : c >> 1;
        tab[i] = c;
    }
    __syncthreads();
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        w32 c = ~0u;
        int len = pitch - row % 7;   // ragged
        for (int i = 0; i < len; ++i) c = tab[(c ^ text[row * pitch + i]) & 0xff] ^ c >> 8;
        crc[row] = ~c;
    }
}

// modular exponentiation, square and multiply with private exponents -> divergence
extern "C" __global__ void modexp(const w32 *base, const w32 *exp, w32 mod, w32 *res, int n)
{
    const int stride = gridDim.x * blockDim.x;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += stride) {
        uint64_t r = 1, b = base[i] % mod;
        w32 e = exp[i];
        do {
            if (e & 1) r = r * b % mod;
            b = b * b % mod;
        } while (e >>= 1);
        res[n - 1 - i] = (w32)r;
    }
}
