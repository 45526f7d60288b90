// Integers of every width and sign: overflow, promotion, division, shifts, intrinsics and bit tricks.

extern "C" __global__ void narrow_types(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    signed char a = (signed char)in[i];
    unsigned char b = (unsigned char)in[i];
    short c = (short)(in[i] * 3);
    unsigned short d = (unsigned short)(in[i] * 3);
    a += 100;
    b += 200;
    c *= c;
    d *= 7;
    --b;
    a = -a;
    out[8 * i + 0] = a;
    out[8 * i + 1] = b;
    out[8 * i + 2] = c;
    out[8 * i + 3] = d;
    out[8 * i + 4] = a < b;
    out[8 * i + 5] = (signed char)(a >> 2) + (unsigned char)(b >> 3);
    out[8 * i + 6] = (unsigned char)~b;
    out[8 * i + 7] = (short)(c / 7) + (short)(c % 7);
}

extern "C" __global__ void narrow_buffers(const signed char* a, const unsigned char* b, const short* c,
                                          const unsigned short* d, signed char* oa, unsigned char* ob, short* oc,
                                          unsigned short* od) {
    int i = threadIdx.x;
    oa[i] = a[i] + b[i];
    ob[i] = b[i] * b[i];
    oc[i] = c[i] - d[i];
    od[i] = (unsigned short)(d[i] << 3) | (unsigned short)(d[i] >> 13);
}

extern "C" __global__ void mixed_signs(const int* a, const unsigned* b, int* out) {
    int i = threadIdx.x;
    out[6 * i + 0] = a[i] < b[i];
    out[6 * i + 1] = a[i] < (int)b[i];
    out[6 * i + 2] = a[i] / 7 + a[i] % 7;
    out[6 * i + 3] = (int)(b[i] / 7u + b[i] % 7u);
    out[6 * i + 4] = (a[i] >> 5) ^ (int)(b[i] >> 5);
    out[6 * i + 5] = (int)((long long)a[i] + b[i] > 0);
}

extern "C" __global__ void wide_arithmetic(const long long* a, const long long* b, long long* out) {
    int i = threadIdx.x;
    long long x = a[i], y = b[i] | 1;
    unsigned long long u = (unsigned long long)x, v = (unsigned long long)y;
    long long* row = out + 10 * i;
    row[0] = x * y;
    row[1] = x / y;
    row[2] = x % y;
    row[3] = (long long)(u / v);
    row[4] = (long long)(u % v);
    row[5] = x << (i + 30);
    row[6] = x >> (i + 1);
    row[7] = (long long)(u >> (i + 1));
    row[8] = (x < y) + 2 * (u < v);
    row[9] = (x ^ y) & ~(x & 0xFF00FF00FF00FF00LL);
}

extern "C" __global__ void high_products(const int* a, const int* b, const long long* c, const long long* d,
                                         long long* out) {
    int i = threadIdx.x;
    long long* row = out + 9 * i;
    row[0] = __mulhi(a[i], b[i]);
    row[1] = __umulhi((unsigned)a[i], (unsigned)b[i]);
    row[2] = __mul64hi(c[i], d[i]);
    row[3] = (long long)__umul64hi((unsigned long long)c[i], (unsigned long long)d[i]);
    row[4] = __umul24((unsigned)a[i], (unsigned)b[i]);
    row[5] = __mul24(a[i], b[i]);
    row[6] = (long long)a[i] * b[i];
    row[7] = (long long)((unsigned long long)(unsigned)a[i] * (unsigned)b[i]);
    row[8] = __sad(a[i] >> 2, b[i] >> 2, 5u) + (long long)__usad((unsigned)a[i], (unsigned)b[i], 9u);
}

extern "C" __global__ void averages(const int* a, const int* b, int* out) {
    int i = threadIdx.x;
    out[4 * i + 0] = __hadd(a[i], b[i]);
    out[4 * i + 1] = __rhadd(a[i], b[i]);
    out[4 * i + 2] = (int)__uhadd((unsigned)a[i], (unsigned)b[i]);
    out[4 * i + 3] = (int)__urhadd((unsigned)a[i], (unsigned)b[i]);
}

extern "C" __global__ void bit_counts(const unsigned* in, const unsigned long long* wide, int* out) {
    int i = threadIdx.x;
    unsigned x = in[i];
    unsigned long long y = wide[i];
    int* row = out + 10 * i;
    row[0] = __popc(x);
    row[1] = __clz(x);
    row[2] = __ffs(x);
    row[3] = (int)__brev(x);
    row[4] = __popcll(y);
    row[5] = __clzll(y);
    row[6] = __ffsll(y);
    row[7] = (int)(__brevll(y) >> 32);
    row[8] = 31 - __clz(x & -x);
    row[9] = x == 0 ? -1 : 1 << (32 - __clz(x - 1)) % 32;
}

extern "C" __global__ void bytes_and_funnels(const unsigned* a, const unsigned* b, unsigned* out) {
    int i = threadIdx.x;
    unsigned* row = out + 8 * i;
    row[0] = __byte_perm(a[i], b[i], 0x0123);
    row[1] = __byte_perm(a[i], b[i], 0x7531);
    row[2] = __byte_perm(a[i], b[i], (unsigned)i * 0x1111u);
    row[3] = __funnelshift_l(a[i], b[i], i);
    row[4] = __funnelshift_r(a[i], b[i], i);
    row[5] = __funnelshift_lc(a[i], b[i], i + 16);
    row[6] = __funnelshift_rc(a[i], b[i], i + 16);
    row[7] = (a[i] << (i & 31)) | (a[i] >> ((32 - i) & 31));
}

extern "C" __global__ void words_as_vectors(const unsigned* a, const unsigned* b, unsigned* out) {
    int i = threadIdx.x;
    unsigned* row = out + 8 * i;
    row[0] = __vadd4(a[i], b[i]);
    row[1] = __vsub2(a[i], b[i]);
    row[2] = __vabsdiffu4(a[i], b[i]);
    row[3] = __vmaxs2(a[i], b[i]);
    row[4] = __vminu4(a[i], b[i]);
    row[5] = __vcmpeq4(a[i] & 0x0F0F0F0Fu, b[i] & 0x0F0F0F0Fu);
    row[6] = __vsadu4(a[i], b[i]);
    row[7] = __vavgu4(a[i], b[i]);
}

extern "C" __global__ void dot_products_of_bytes(const int* a, const int* b, int* out) {
    int i = threadIdx.x;
    out[4 * i + 0] = __dp4a(a[i], b[i], i);
    out[4 * i + 1] = (int)__dp4a((unsigned)a[i], (unsigned)b[i], (unsigned)i);
    out[4 * i + 2] = __dp2a_lo(a[i], b[i], i);
    out[4 * i + 3] = __dp2a_hi(a[i], b[i], i);
}

extern "C" __global__ void bit_tricks(const unsigned* in, unsigned* out) {
    int i = threadIdx.x;
    unsigned x = in[i];
    unsigned v = x - 1;
    v |= v >> 1; v |= v >> 2; v |= v >> 4; v |= v >> 8; v |= v >> 16;
    unsigned parity = x ^ (x >> 16);
    parity ^= parity >> 8; parity ^= parity >> 4; parity ^= parity >> 2; parity ^= parity >> 1;
    unsigned swapped = ((x >> 1) & 0x55555555u) | ((x & 0x55555555u) << 1);
    unsigned* row = out + 8 * i;
    row[0] = v + 1;
    row[1] = parity & 1;
    row[2] = swapped;
    row[3] = x ^ (x >> 1);
    row[4] = x & (x - 1);
    row[5] = x & -x;
    row[6] = (x + 7u) & ~7u;
    row[7] = (x & (1u << (i & 31))) ? 1u : 0u;
}

__device__ unsigned spread(unsigned v) {
    v = (v | (v << 8)) & 0x00FF00FFu;
    v = (v | (v << 4)) & 0x0F0F0F0Fu;
    v = (v | (v << 2)) & 0x33333333u;
    v = (v | (v << 1)) & 0x55555555u;
    return v;
}

extern "C" __global__ void morton_codes(unsigned* out) {
    out[blockIdx.x * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x] =
        spread(blockIdx.x * blockDim.x + threadIdx.x) | (spread(threadIdx.y) << 1);
}

__device__ unsigned murmur_mix(unsigned h) {
    h ^= h >> 16;
    h *= 0x85EBCA6Bu;
    h ^= h >> 13;
    h *= 0xC2B2AE35u;
    return h ^ (h >> 16);
}

extern "C" __global__ void hashes(const unsigned char* text, int length, unsigned* fnv, unsigned* murmur,
                                  unsigned long long* djb) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned f = 2166136261u;
    unsigned long long d = 5381;
    for (int k = 0; k < length; ++k) {
        unsigned char c = text[(i + k) % length];
        f = (f ^ c) * 16777619u;
        d = (d << 5) + d + c;
    }
    fnv[i] = f;
    djb[i] = d;
    murmur[i] = murmur_mix(f + i);
}

extern "C" __global__ void saturated_casts(const float* in, unsigned char* bytes, short* words, int* ints,
                                           unsigned* unsigneds) {
    int i = threadIdx.x;
    float x = in[i];
    bytes[i] = (unsigned char)fminf(fmaxf(x, 0.0f), 255.0f);
    words[i] = (short)max(-32768, min(32767, (int)x));
    ints[i] = __float2int_rn(x * 1.0e7f);
    unsigneds[i] = __float2uint_rz(x);
}

struct Fields {
    unsigned low : 5;
    int middle : 7;
    unsigned high : 20;
};

union Word {
    unsigned all;
    Fields fields;
    unsigned char bytes[4];
    float real;
};

extern "C" __global__ void bit_fields(const unsigned* in, int* out) {
    int i = threadIdx.x;
    Word w;
    w.all = in[i];
    out[6 * i + 0] = w.fields.low;
    out[6 * i + 1] = w.fields.middle;
    out[6 * i + 2] = w.fields.high;
    w.fields.middle += 3;
    w.fields.low = w.fields.high;
    out[6 * i + 3] = (int)w.all;
    out[6 * i + 4] = w.bytes[3] - w.bytes[0];
    w.real = (float)i;
    out[6 * i + 5] = w.bytes[3] << 8 | w.bytes[2];
}

enum Colour { RED, GREEN = 5, BLUE };
enum class Level : unsigned char { low = 250, high };

extern "C" __global__ void booleans_and_enums(const int* in, int* out) {
    int i = threadIdx.x;
    bool positive = in[i] > 0, odd = in[i] & 1;
    Colour colour = positive ? GREEN : (odd ? BLUE : RED);
    Level level = positive != odd ? Level::high : Level::low;
    out[i] = colour + 10 * (positive + odd) + 100 * !in[i] + 1000 * (unsigned char)((unsigned char)level + 5);
}

extern "C" __global__ void greatest_common_divisors(const unsigned* a, const unsigned* b, unsigned* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned x = a[i], y = b[i];
    while (y) {
        unsigned t = x % y;
        x = y;
        y = t;
    }
    out[i] = x;
}

extern "C" __global__ void modular_powers(const unsigned* base, unsigned exponent, unsigned long long modulus,
                                          unsigned long long* out) {
    int i = threadIdx.x;
    unsigned long long result = 1, b = base[i] % modulus;
    for (unsigned e = exponent + i; e; e >>= 1) {
        if (e & 1) result = result * b % modulus;
        b = b * b % modulus;
    }
    out[i] = result;
}

extern "C" __global__ void product_of_128_bits(const unsigned long long* a, const unsigned long long* b,
                                               unsigned long long* out) {
    int i = threadIdx.x;
    unsigned long long low = a[i] * b[i];
    unsigned long long high = __umul64hi(a[i], b[i]);
    low += 0xFFFFFFFFFFFFFFF0ull;
    high += low < 0xFFFFFFFFFFFFFFF0ull;
    out[2 * i] = low;
    out[2 * i + 1] = high;
}

extern "C" __global__ void divisions_by_variables(const int* a, const int* d, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int q = a[i] / d[i], r = a[i] % d[i];
    if (r != 0 && (r < 0) != (d[i] < 0)) {  // floor instead of truncate
        q--;
        r += d[i];
    }
    out[2 * i] = q;
    out[2 * i + 1] = r;
}

extern "C" __global__ void minima_and_maxima(const int* a, const int* b, int* out) {
    int i = threadIdx.x;
    out[7 * i + 0] = min(a[i], b[i]);
    out[7 * i + 1] = max(a[i], b[i]);
    out[7 * i + 2] = (int)umin((unsigned)a[i], (unsigned)b[i]);
    out[7 * i + 3] = (int)max((unsigned)a[i], (unsigned)b[i]);
    out[7 * i + 4] = abs(a[i]);
    out[7 * i + 5] = (int)(llmin((long long)a[i] << 20, (long long)b[i] << 20) >> 20);
    out[7 * i + 6] = (int)(ullmax((unsigned long long)a[i], (unsigned long long)b[i]) >> 32);
}

extern "C" __global__ void collatz_steps(int* steps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long x = i + 1;
    int count = 0;
    while (x != 1) {
        x = (x & 1) ? 3 * x + 1 : x / 2;
        ++count;
    }
    steps[i] = count;
}

extern "C" __global__ void primes(unsigned char* is_prime, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        bool prime = i >= 2;
        for (int d = 2; d * d <= i && prime; ++d) prime = i % d != 0;
        is_prime[i] = prime;
    }
}

extern "C" __global__ void integer_square_roots(const unsigned* in, unsigned* out) {
    int i = threadIdx.x;
    unsigned x = in[i], root = 0;
    for (unsigned bit = 1u << 30; bit; bit >>= 2) {
        if (x >= root + bit) {
            x -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
    }
    out[i] = root;
}

extern "C" __global__ void shifts_past_the_width(const unsigned* in, unsigned* out) {
    int i = threadIdx.x;
    unsigned amount = i;
    out[3 * i] = amount < 32 ? in[i] << amount : 0u;
    out[3 * i + 1] = (unsigned)((int)in[i] >> min(amount, 31u));
    out[3 * i + 2] = (unsigned)(((unsigned long long)in[i] << (amount & 63)) >> 20);
}

extern "C" __global__ void crc32(const unsigned char* data, int chunk, unsigned* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned crc = 0xFFFFFFFFu;
    for (int k = 0; k < chunk; ++k) {
        crc ^= data[i * chunk + k];
        for (int b = 0; b < 8; ++b) crc = (crc >> 1) ^ (0xEDB88320u & -(crc & 1));
    }
    out[i] = ~crc;
}

extern "C" __global__ void subtraction_with_borrow(const unsigned* a, const unsigned* b, unsigned* out, int words) {
    int i = threadIdx.x;
    unsigned borrow = 0;
    for (int w = 0; w < words; ++w) {
        unsigned x = a[i * words + w], y = b[i * words + w];
        unsigned d = x - y - borrow;
        borrow = borrow ? x <= y : x < y;
        out[i * words + w] = d;
    }
}
