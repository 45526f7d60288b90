// Every SIMD-in-a-word intrinsic, the DPX instructions, dot products, funnel shifts, permuted bytes, bit searches.
#define STORE(name) out[count * i + at++] = name(x, y);
#define STORE1(name) out[count * i + at++] = name(x);
#define STORE3(name) out[count * i + at++] = name(x, y, z);

extern "C" __global__ void halfword_arithmetic(const unsigned* a, const unsigned* b, const unsigned* c, unsigned* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, count = 20;
    const unsigned x = a[i], y = b[i];
    int at = 0;
    STORE(__vadd2) STORE(__vsub2) STORE(__vaddss2) STORE(__vsubss2) STORE(__vaddus2) STORE(__vsubus2)
    STORE(__vavgs2) STORE(__vavgu2) STORE(__vhaddu2) STORE(__vmaxs2) STORE(__vmaxu2) STORE(__vmins2) STORE(__vminu2)
    STORE(__vabsdiffs2) STORE(__vabsdiffu2) STORE(__vsads2) STORE(__vsadu2) STORE1(__vneg2) STORE1(__vnegss2)
    STORE1(__vabs2)
}

extern "C" __global__ void byte_arithmetic(const unsigned* a, const unsigned* b, const unsigned* c, unsigned* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, count = 20;
    const unsigned x = a[i], y = b[i];
    int at = 0;
    STORE(__vadd4) STORE(__vsub4) STORE(__vaddss4) STORE(__vsubss4) STORE(__vaddus4) STORE(__vsubus4)
    STORE(__vavgs4) STORE(__vavgu4) STORE(__vhaddu4) STORE(__vmaxs4) STORE(__vmaxu4) STORE(__vmins4) STORE(__vminu4)
    STORE(__vabsdiffs4) STORE(__vabsdiffu4) STORE(__vsads4) STORE(__vsadu4) STORE1(__vneg4) STORE1(__vnegss4)
    STORE1(__vabs4)
}

extern "C" __global__ void halfword_comparisons(const unsigned* a, const unsigned* b, const unsigned* c, unsigned* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, count = 20;
    const unsigned x = a[i], y = b[i];
    int at = 0;
    STORE(__vcmpeq2) STORE(__vcmpne2) STORE(__vcmpges2) STORE(__vcmpgeu2) STORE(__vcmpgts2) STORE(__vcmpgtu2)
    STORE(__vcmples2) STORE(__vcmpleu2) STORE(__vcmplts2) STORE(__vcmpltu2)
    STORE(__vseteq2) STORE(__vsetne2) STORE(__vsetges2) STORE(__vsetgeu2) STORE(__vsetgts2) STORE(__vsetgtu2)
    STORE(__vsetles2) STORE(__vsetleu2) STORE(__vsetlts2) STORE(__vsetltu2)
}

extern "C" __global__ void byte_comparisons(const unsigned* a, const unsigned* b, const unsigned* c, unsigned* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, count = 20;
    const unsigned x = a[i], y = b[i];
    int at = 0;
    STORE(__vcmpeq4) STORE(__vcmpne4) STORE(__vcmpges4) STORE(__vcmpgeu4) STORE(__vcmpgts4) STORE(__vcmpgtu4)
    STORE(__vcmples4) STORE(__vcmpleu4) STORE(__vcmplts4) STORE(__vcmpltu4)
    STORE(__vseteq4) STORE(__vsetne4) STORE(__vsetges4) STORE(__vsetgeu4) STORE(__vsetgts4) STORE(__vsetgtu4)
    STORE(__vsetles4) STORE(__vsetleu4) STORE(__vsetlts4) STORE(__vsetltu4)
}

// Dynamic programming: the largest of three, the larger of a sum and another, clamped at zero
extern "C" __global__ void dynamic_programming(const unsigned* a, const unsigned* b, const unsigned* c, unsigned* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, count = 24;
    const unsigned x = a[i], y = b[i], z = c[i];
    int at = 0;
    STORE3(__vimax3_s32) STORE3(__vimin3_s32) STORE3(__vimax3_u32) STORE3(__vimin3_u32)
    STORE3(__vimax3_s16x2) STORE3(__vimin3_s16x2) STORE3(__vimax3_u16x2) STORE3(__vimin3_u16x2)
    STORE3(__viaddmax_s32) STORE3(__viaddmin_s32) STORE3(__viaddmax_u32) STORE3(__viaddmin_u32)
    STORE3(__viaddmax_s16x2) STORE3(__viaddmin_s16x2) STORE3(__viaddmax_u16x2) STORE3(__viaddmin_u16x2)
    STORE3(__vimax3_s32_relu) STORE3(__vimax3_s16x2_relu) STORE3(__viaddmax_s32_relu) STORE3(__viaddmax_s16x2_relu)
    STORE(__vimax_s32_relu) STORE(__vimin_s32_relu) STORE(__vimax_s16x2_relu) STORE(__vimin_s16x2_relu)
}

extern "C" __global__ void which_was_larger(const unsigned* a, const unsigned* b, unsigned* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool first, high, low;
    int larger = __vibmax_s32(a[i], b[i], &first);
    unsigned pair = __vibmin_u16x2(a[i], b[i], &high, &low);
    out[3 * i] = larger;
    out[3 * i + 1] = pair;
    out[3 * i + 2] = first + 2 * high + 4 * low;
}

extern "C" __global__ void dot_products(const unsigned* a, const unsigned* b, const unsigned* c, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int sx = a[i], sy = b[i], sz = c[i];
    out[8 * i] = __dp4a(sx, sy, sz);
    out[8 * i + 1] = __dp4a(a[i], b[i], c[i]);
    out[8 * i + 2] = __dp2a_lo(sx, sy, sz);
    out[8 * i + 3] = __dp2a_hi(sx, sy, sz);
    out[8 * i + 4] = __dp2a_lo(a[i], b[i], c[i]);
    out[8 * i + 5] = __dp2a_hi(a[i], b[i], c[i]);
    const char4 p = *reinterpret_cast<const char4*>(a + i), q = *reinterpret_cast<const char4*>(b + i);
    out[8 * i + 6] = __dp4a(p, q, 0);
    out[8 * i + 7] = __dp2a_lo(*reinterpret_cast<const short2*>(a + i), q, sz);
}

extern "C" __global__ void words_taken_apart(const unsigned* a, const unsigned* b, const unsigned* c, unsigned* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned* o = out + 10 * i;
    o[0] = __byte_perm(a[i], b[i], c[i]);
    o[1] = __funnelshift_l(a[i], b[i], c[i]);
    o[2] = __funnelshift_r(a[i], b[i], c[i]);
    o[3] = __funnelshift_lc(a[i], b[i], c[i] & 63);
    o[4] = __funnelshift_rc(a[i], b[i], c[i] & 63);
    o[5] = __brev(a[i]);
    o[6] = __fns(a[i], b[i] & 31, static_cast<int>(c[i] & 15) - 8);
    o[7] = __sad(static_cast<int>(a[i]), static_cast<int>(b[i]), c[i]);
    o[8] = __hadd(static_cast<int>(a[i]), static_cast<int>(b[i]));
    o[9] = __urhadd(a[i], b[i]);
}

// Smith-Waterman with affine gaps, two alignments in the halves of a word
extern "C" __global__ void two_alignments(const short2* scores, int* out, int n, short gap) {
    const int i = threadIdx.x;
    const unsigned cost = static_cast<unsigned short>(-gap) * 0x10001u;
    unsigned h = 0, best = 0;
    for (int k = 0; k < n; ++k) {
        unsigned s = *reinterpret_cast<const unsigned*>(scores + i * n + k);
        h = __viaddmax_s16x2_relu(h, s, __vadd2(h, cost));
        best = __vmaxs2(best, h);
    }
    out[i] = best;
}
