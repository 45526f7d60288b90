// Cryptography and hashing as one finds it in repositories: rotations, tables, byte order, 64-bit state.
#include <stdint.h>

#define ROTL32(x, n) (((x) << (n)) | ((x) >> (32 - (n))))
#define F(x, y, z) (((x) & (y)) | (~(x) & (z)))
#define G(x, y, z) (((x) & (z)) | ((y) & ~(z)))
#define H(x, y, z) ((x) ^ (y) ^ (z))
#define I(x, y, z) ((y) ^ ((x) | ~(z)))
#define STEP(f, a, b, c, d, x, t, s) (a) += f((b), (c), (d)) + (x) + (t); (a) = ROTL32((a), (s)); (a) += (b);

__constant__ uint32_t T[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af,
    0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa,
    0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8,
    0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665, 0xf4292244, 0x432aff97,
    0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
    0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};
__constant__ unsigned char S[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

// A message of at most 55 bytes a thread: one padded block.
extern "C" __global__ void md5(const unsigned char* messages, const int* lengths, int width, uint32_t* digests) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    union { unsigned char b[64]; uint32_t w[16]; uint64_t q[8]; } block = {{0}};
    int n = lengths[tid];
    for (int i = 0; i < n; i++) block.b[i] = messages[tid * width + i];
    block.b[n] = 0x80;
    block.q[7] = (uint64_t)n * 8;
    uint32_t a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476, t;
    for (int i = 0; i < 64; i++) {
        switch (i >> 4) {
            case 0: STEP(F, a, b, c, d, block.w[i], T[i], S[0][i & 3]) break;
            case 1: STEP(G, a, b, c, d, block.w[(5 * i + 1) & 15], T[i], S[1][i & 3]) break;
            case 2: STEP(H, a, b, c, d, block.w[(3 * i + 5) & 15], T[i], S[2][i & 3]) break;
            default: STEP(I, a, b, c, d, block.w[(7 * i) & 15], T[i], S[3][i & 3])
        }
        t = d; d = c; c = b; b = a; a = t;
    }
    uint32_t* o = digests + 4 * tid;
    o[0] = a + 0x67452301; o[1] = b + 0xefcdab89; o[2] = c + 0x98badcfe; o[3] = d + 0x10325476;
}

#undef F
#undef G
#undef H
#undef I

#define QUARTER(a, b, c, d) \
    a += b; d ^= a; d = ROTL32(d, 16); c += d; b ^= c; b = ROTL32(b, 12); \
    a += b; d ^= a; d = ROTL32(d, 8);  c += d; b ^= c; b = ROTL32(b, 7)
extern "C" __global__ void chacha20(const uint32_t* key, const uint32_t* nonce, uint32_t counter, const uint4* in, uint4* out) {
    uint32_t x[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, s[16];
    int block = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < 8; ++i) x[4 + i] = key[i];
    x[12] = counter + block;
    for (int i = 0; i < 3; ++i) x[13 + i] = nonce[i];
    memcpy(s, x, sizeof s);
#pragma unroll 1
    for (int round = 10; round--;) {
        QUARTER(x[0], x[4], x[8], x[12]);  QUARTER(x[1], x[5], x[9], x[13]);
        QUARTER(x[2], x[6], x[10], x[14]); QUARTER(x[3], x[7], x[11], x[15]);
        QUARTER(x[0], x[5], x[10], x[15]); QUARTER(x[1], x[6], x[11], x[12]);
        QUARTER(x[2], x[7], x[8], x[13]);  QUARTER(x[3], x[4], x[9], x[14]);
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        uint4 v = in[4 * block + i];
        v.x ^= x[4 * i] + s[4 * i];
        v.y ^= x[4 * i + 1] + s[4 * i + 1];
        v.z ^= x[4 * i + 2] + s[4 * i + 2];
        v.w ^= x[4 * i + 3] + s[4 * i + 3];
        out[4 * block + i] = v;
    }
}

// AES-128 in counter mode; the S-box is computed, not tabulated, and lies in shared memory.
__device__ __forceinline__ unsigned char xtime(unsigned char x) { return (x << 1) ^ ((x >> 7) * 0x1b); }
__device__ unsigned char gmul(unsigned char a, unsigned char b) {
    unsigned char p = 0;
    while (b) { if (b & 1) p ^= a; a = xtime(a); b >>= 1; }
    return p;
}
__device__ unsigned char sub(unsigned char x) {
    unsigned char y = 1, square = x;
    for (int i = 0; i < 7; i++) y = gmul(y, square = gmul(square, square));     // the inverse is the 254th power
    unsigned char r = y;
    for (int i = 0; i < 4; i++) { y = (unsigned char)(y << 1 | y >> 7); r ^= y; }
    return r ^ 0x63;
}
extern "C" __global__ void aes128_counter(const unsigned char* key, const unsigned char* nonce, unsigned first, unsigned char* data) {
    __shared__ unsigned char sbox[256], round_key[11][16];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) sbox[i] = sub(i);
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned char rcon = 1, *w = &round_key[0][0];
        for (int i = 0; i < 16; i++) w[i] = key[i];
        for (int i = 16; i < 176; i += 4) {
            unsigned char t[4] = {w[i - 4], w[i - 3], w[i - 2], w[i - 1]};
            if (i % 16 == 0) {
                unsigned char first = t[0];
                t[0] = sbox[t[1]] ^ rcon; t[1] = sbox[t[2]]; t[2] = sbox[t[3]]; t[3] = sbox[first];
                rcon = xtime(rcon);
            }
            for (int k = 0; k < 4; k++) w[i + k] = w[i - 16 + k] ^ t[k];
        }
    }
    __syncthreads();
    unsigned char s[16], t[16];
    unsigned int index = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < 12; i++) s[i] = nonce[i];
    for (int i = 0; i < 4; i++) s[12 + i] = (unsigned char)((first + index) >> (24 - 8 * i));
    for (int i = 0; i < 16; i++) s[i] ^= round_key[0][i];
    for (int round = 1; round <= 10; round++) {
        for (int c = 0; c < 4; c++)
            for (int r = 0; r < 4; r++) t[4 * c + r] = sbox[s[4 * ((c + r) % 4) + r]];
        for (int c = 0; c < 4; c++) {
            unsigned char *q = t + 4 * c, all = q[0] ^ q[1] ^ q[2] ^ q[3], first = q[0];
            if (round < 10) {
                for (int r = 0; r < 4; r++) {
                    unsigned char next = r < 3 ? q[r + 1] : first;
                    s[4 * c + r] = q[r] ^ all ^ xtime(q[r] ^ next);
                }
            } else for (int r = 0; r < 4; r++) s[4 * c + r] = q[r];
        }
        for (int i = 0; i < 16; i++) s[i] ^= round_key[round][i];
    }
    for (int i = 0; i < 16; i++) data[16 * index + i] ^= s[i];
}

// BLAKE2s of a message of up to 64 bytes, with the permutations packed in 64-bit words.
__device__ const uint64_t SIGMA[10] = {
    0xfedcba9876543210ull, 0x357b20c16df984aeull, 0x491763eadf250c8bull, 0x8f04a562ebcd1397ull, 0xd386cb1efa427509ull,
    0x91ef57d438b0a6c2ull, 0xb8293670a4def15cull, 0xa2684f05931ce7bdull, 0x5a417d2c803b9ef6ull, 0x0dc3e9bf5167482aull};
__constant__ uint32_t IV[8] = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
__device__ __forceinline__ uint32_t rotr(uint32_t x, int n) { return __funnelshift_r(x, x, n); }
extern "C" __global__ void blake2s(const uint32_t* messages, const int* lengths, uint32_t* digests) {
    int tid = threadIdx.x;
    const uint32_t* m = messages + 16 * tid;
    uint32_t h[8], v[16];
    for (int i = 0; i < 8; i++) h[i] = IV[i];
    h[0] ^= 0x01010020;
    for (int i = 0; i < 8; i++) { v[i] = h[i]; v[i + 8] = IV[i]; }
    v[12] ^= lengths[tid];
    v[14] = ~v[14];
    for (int r = 0; r < 10; r++) {
        auto pick = [=](int i) { return m[SIGMA[r] >> (4 * i) & 15]; };
        auto mix = [&v](int a, int b, int c, int d, uint32_t x, uint32_t y) {
            v[a] += v[b] + x; v[d] = rotr(v[d] ^ v[a], 16);
            v[c] += v[d];     v[b] = rotr(v[b] ^ v[c], 12);
            v[a] += v[b] + y; v[d] = rotr(v[d] ^ v[a], 8);
            v[c] += v[d];     v[b] = rotr(v[b] ^ v[c], 7);
        };
        for (int i = 0; i < 4; i++) mix(i, 4 + i, 8 + i, 12 + i, pick(2 * i), pick(2 * i + 1));
        for (int i = 0; i < 4; i++) mix(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, pick(8 + 2 * i), pick(9 + 2 * i));
    }
    for (int i = 0; i < 8; i++) digests[8 * tid + i] = h[i] ^ v[i] ^ v[i + 8];
}

// RC4 with its state in local memory, swapped through references; XTEA both ways.
extern "C" __global__ void rc4(const unsigned char* keys, const int* lengths, unsigned char* out, int n) {
    const unsigned char* key = keys + 8 * threadIdx.x;
    unsigned char s[256], i = 0, j = 0;
    auto swap = [](unsigned char& a, unsigned char& b) { unsigned char t = a; a = b; b = t; };
    do s[i] = i; while (++i);
    do { j += s[i] + key[i % lengths[threadIdx.x]]; swap(s[i], s[j]); } while (++i);
    j = 0;
    for (int k = 0; k < n; k++) {
        j += s[++i];
        swap(s[i], s[j]);
        out[threadIdx.x * n + k] = s[(unsigned char)(s[i] + s[j])];
    }
}

extern "C" __global__ void xtea_there_and_back(uint2* blocks, const uint32_t* k, uint2* restored) {
    const uint32_t delta = 0x9E3779B9;
    uint2 v = blocks[threadIdx.x];
    uint32_t sum = 0;
    for (unsigned i = 0; i < 32; i++) {
        v.x += (((v.y << 4) ^ (v.y >> 5)) + v.y) ^ (sum + k[sum & 3]);
        sum += delta;
        v.y += (((v.x << 4) ^ (v.x >> 5)) + v.x) ^ (sum + k[(sum >> 11) & 3]);
    }
    blocks[threadIdx.x] = v;
    for (; sum; ) {
        v.y -= (((v.x << 4) ^ (v.x >> 5)) + v.x) ^ (sum + k[(sum >> 11) & 3]);
        sum -= delta;
        v.x -= (((v.y << 4) ^ (v.y >> 5)) + v.y) ^ (sum + k[sum & 3]);
    }
    restored[threadIdx.x] = v;
}
