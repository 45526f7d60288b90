// The corners of arithmetic: special values, extremes, saturation, every conversion, less usual functions.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

extern "C" __global__ void powers_of_special_values(const float* x, const float* y, float* out) {
    int i = threadIdx.x;
    out[2 * i] = powf(x[i], y[i]);
    out[2 * i + 1] = (float)pow((double)x[i], (double)y[i]);
}

extern "C" __global__ void angles_of_special_values(const float* y, const float* x, float* out) {
    int i = threadIdx.x;
    out[2 * i] = atan2f(y[i], x[i]);
    out[2 * i + 1] = (float)atan2((double)y[i], (double)x[i]);
}

extern "C" __global__ void extremes_of_functions(const float* in, float* out) {
    int i = threadIdx.x;
    float x = in[i];
    float* row = out + 10 * i;
    row[0] = expf(x); row[1] = logf(x); row[2] = sqrtf(x); row[3] = 1.0f / x; row[4] = rsqrtf(x); row[5] = log2f(x);
    row[6] = exp2f(x); row[7] = fabsf(x); row[8] = floorf(x); row[9] = cbrtf(x);
}

extern "C" __global__ void extremes_in_double(const double* in, double* out) {
    int i = threadIdx.x;
    double x = in[i];
    double* row = out + 6 * i;
    row[0] = exp(x); row[1] = log(x); row[2] = sqrt(x); row[3] = 1.0 / x; row[4] = floor(x); row[5] = x / 3.0;
}

extern "C" __global__ void less_usual_functions(const float* in, float* out) {
    int i = threadIdx.x;
    float x = in[i], p = fabsf(x) + 0.5f;
    float* row = out + 14 * i;
    row[0] = rhypotf(x, 2.0f); row[1] = norm4df(x, 1, 2, 3); row[2] = rcbrtf(p); row[3] = cospif(0.25f * x);
    row[4] = scalbnf(x, -3); row[5] = logbf(p); row[6] = powf(p, 3); row[7] = erfcinvf(0.1f * p); row[8] = erfcxf(p);
    row[9] = normcdfinvf(0.1f * p); row[10] = cyl_bessel_i0f(0.3f * x); row[11] = y0f(p); row[12] = j1f(x); row[13] = atanhf(0.1f * x);
}

extern "C" __global__ void less_usual_in_double(const double* in, double* out) {
    int i = threadIdx.x, q, e;
    double x = in[i], whole;
    double* row = out + 14 * i;
    row[0] = fmod(x, 1.3); row[1] = remainder(x, 1.3); row[2] = ldexp(x, 5); row[3] = frexp(x, &e) + e; row[4] = modf(x, &whole) + 10 * whole;
    row[5] = nextafter(x, 1e9); row[6] = tgamma(fabs(x) * 0.1 + 1); row[7] = lgamma(fabs(x) + 1); row[8] = erfc(0.1 * x);
    row[9] = round(x) + 100 * rint(x); row[10] = remquo(x, 1.3, &q); row[11] = ceil(x) + trunc(x); row[12] = sinpi(x); row[13] = exp10(0.1 * x);
}

extern "C" __global__ void rounding_in_double(const double* a, const double* b, double* out) {
    int i = threadIdx.x;
    double* row = out + 8 * i;
    row[0] = __dadd_rd(a[i], b[i]); row[1] = __dadd_ru(a[i], b[i]); row[2] = __dmul_rz(a[i], b[i]); row[3] = __dmul_ru(a[i], b[i]);
    row[4] = __ddiv_rn(a[i], b[i]); row[5] = __dsqrt_rn(fabs(a[i])); row[6] = __fma_rn(a[i], b[i], 1.0); row[7] = __fma_rd(a[i], b[i], 1.0);
}

extern "C" __global__ void doubles_to_everything(const double* in, long long* out, float* floats) {
    int i = threadIdx.x;
    double x = in[i];
    long long* row = out + 9 * i;
    row[0] = (int)x; row[1] = (unsigned)x; row[2] = (long long)x; row[3] = (long long)(unsigned long long)x;
    row[4] = __double2int_rn(x); row[5] = __double2ll_ru(x); row[6] = __double2uint_rd(x); row[7] = (short)(int)x; row[8] = __double2loint(x);
    floats[4 * i] = (float)x; floats[4 * i + 1] = __double2float_rd(x); floats[4 * i + 2] = __double2float_ru(x); floats[4 * i + 3] = __double2float_rz(x);
}

extern "C" __global__ void floats_to_everything(const float* in, long long* out) {
    int i = threadIdx.x;
    float x = in[i];
    long long* row = out + 8 * i;
    row[0] = (int)x; row[1] = (unsigned)x; row[2] = (long long)x; row[3] = (long long)(unsigned long long)x;
    row[4] = __float2int_ru(x); row[5] = __float2uint_rn(x); row[6] = __float2ll_rn(x); row[7] = (long long)__float2ull_rd(x);
}

extern "C" __global__ void integers_to_floats(const long long* in, float* out, double* doubles) {
    int i = threadIdx.x;
    long long q = in[i];
    float* row = out + 6 * i;
    row[0] = __ll2float_rn(q); row[1] = __int2float_rz((int)q); row[2] = __uint2float_ru((unsigned)q);
    row[3] = (float)(short)q; row[4] = (float)(unsigned char)q; row[5] = __int2float_rd((int)q);
    doubles[3 * i] = __ll2double_rn(q); doubles[3 * i + 1] = __ull2double_rn((unsigned long long)q); doubles[3 * i + 2] = __int2double_rn((int)q);
}

extern "C" __global__ void wide_integers_rounded(const long long* in, float* out, double* doubles) {
    int i = threadIdx.x;
    out[2 * i] = __ll2float_rd(in[i]); out[2 * i + 1] = __ull2float_ru((unsigned long long)in[i]);
    doubles[2 * i] = __ll2double_ru(in[i]); doubles[2 * i + 1] = __ull2double_rz((unsigned long long)in[i]);
}

extern "C" __global__ void minima_of_halves_with_nan(const __half* a, const __half* b, __half* out) {
    int i = threadIdx.x;
    out[4 * i] = __hmax_nan(a[i], b[i]); out[4 * i + 1] = __hmin_nan(a[i], b[i]);
    out[4 * i + 2] = __hmax(a[i], b[i]); out[4 * i + 3] = __hmin(a[i], b[i]);
}

extern "C" __global__ void saturating_halves(const __half* a, const __half* b, __half* out) {
    int i = threadIdx.x;
    __half* row = out + 4 * i;
    row[0] = __hadd_sat(a[i], b[i]); row[1] = __hmul_sat(a[i], b[i]); row[2] = __hfma_sat(a[i], b[i], a[i]); row[3] = __hsub_sat(a[i], b[i]);
}

extern "C" __global__ void masks_of_halves(const __half2* a, const __half2* b, unsigned* out) {
    int i = threadIdx.x;
    out[4 * i] = __hgt2_mask(a[i], b[i]); out[4 * i + 1] = __heq2_mask(a[i], b[i]); out[4 * i + 2] = __hltu2_mask(a[i], b[i]);
    __half2 c = __hle2(a[i], b[i]);
    out[4 * i + 3] = *reinterpret_cast<unsigned*>(&c);
}

extern "C" __global__ void halves_from_integers(const int* in, __half* out, int* back) {
    int i = threadIdx.x;
    out[5 * i] = __int2half_rn(in[i]); out[5 * i + 1] = __short2half_rn((short)in[i]); out[5 * i + 2] = __uint2half_rn((unsigned)in[i] & 0xFFFF);
    out[5 * i + 3] = __ll2half_rn(in[i]); out[5 * i + 4] = __ushort_as_half((unsigned short)in[i] & 0x7BFF);
    __half h = __int2half_rn(in[i] % 30000);
    back[3 * i] = __half2int_rd(h); back[3 * i + 1] = __half2int_ru(__hdiv(h, __half(7.0f))); back[3 * i + 2] = (int)(char)__half2int_rz(h);
}

extern "C" __global__ void bfloat_masks_and_integers(const __nv_bfloat162* a, const __nv_bfloat162* b, unsigned* out, int* ints) {
    int i = threadIdx.x;
    out[3 * i] = __hgt2_mask(a[i], b[i]); out[3 * i + 1] = __heq2_mask(a[i], b[i]);
    __nv_bfloat162 m = __hmax2(a[i], b[i]);
    out[3 * i + 2] = *reinterpret_cast<unsigned*>(&m);
    ints[2 * i] = __bfloat162int_rz(__low2bfloat16(a[i])); ints[2 * i + 1] = (int)(float)__int2bfloat16_rn(i * 1001);
}

extern "C" __global__ void fast_division_and_reciprocals(const float* a, const float* b, float* out) {
    int i = threadIdx.x;
    out[4 * i] = __fdividef(a[i], b[i]); out[4 * i + 1] = __frcp_rn(b[i]); out[4 * i + 2] = __frsqrt_rn(b[i]); out[4 * i + 3] = __fsqrt_rn(b[i]);
}

extern "C" __global__ void integer_corners(const int* a, const int* b, int* out) {
    int i = threadIdx.x;
    int x = a[i], y = b[i];
    int* row = out + 9 * i;
    row[0] = x / 16 + x % 16; row[1] = (x + 7) & ~7; row[2] = x / 10 * 10 == x; row[3] = (int)((unsigned)x % 1000u);
    row[4] = x > y ? (unsigned)x - y : (unsigned)y - x; row[5] = __vimax3_s32(x, y, 5); row[6] = (int)((long long)x * y / 1000);
    row[7] = (x >> 31) | (int)((unsigned)-x >> 31); row[8] = max(min(x, 100), -100) + abs(y % 17);
}

extern "C" __global__ void divisions_of_64_bits(const unsigned long long* a, const unsigned* b, unsigned long long* out, long long* sout) {
    int i = threadIdx.x;
    unsigned long long x = a[i];
    unsigned d = b[i] | 1;
    out[5 * i] = x / d; out[5 * i + 1] = x % d; out[5 * i + 2] = x / 1000000007ull; out[5 * i + 3] = x % 10; out[5 * i + 4] = (x >> 3) / (x | 1);
    long long s = (long long)x;
    sout[3 * i] = s / 86400; sout[3 * i + 1] = s % 86400; sout[3 * i + 2] = s / -(long long)d;
}

extern "C" __global__ void shifts_by_any_amount(const int* in, const int* amount, int* out, long long* wide) {
    int i = threadIdx.x;
    unsigned n = amount[i] & 31, m = amount[i] & 63;
    out[3 * i] = in[i] << n; out[3 * i + 1] = in[i] >> n; out[3 * i + 2] = (int)((unsigned)in[i] >> n);
    long long w = (long long)in[i] * 1000003;
    wide[3 * i] = w << m; wide[3 * i + 1] = w >> m; wide[3 * i + 2] = (long long)((unsigned long long)w >> m) ^ (w << (63 - m));
}

extern "C" __global__ void products_of_16_bits(const short* a, const unsigned short* b, int* out, short* small) {
    int i = threadIdx.x;
    out[3 * i] = a[i] * a[i] - b[i]; out[3 * i + 1] = a[i] * (int)b[i]; out[3 * i + 2] = (a[i] << 3) + (b[i] >> 2);
    small[2 * i] = a[i] * b[i] + 3; small[2 * i + 1] = max(a[i], (short)(b[i] >> 1)) - min(a[i], (short)100);
}

extern "C" __global__ void wide_minima(const long long* a, const long long* b, long long* out) {
    int i = threadIdx.x;
    out[4 * i] = min(a[i], b[i]); out[4 * i + 1] = max(a[i], b[i]); out[4 * i + 2] = llabs(a[i]);
    out[4 * i + 3] = (long long)max((unsigned long long)a[i], (unsigned long long)b[i]);
}
