// Floating point: the mathematical library, fast intrinsics, rounding modes, bits of floats, special values.

__constant__ float coefficients[5] = {0.5f, -1.25f, 2.0f, 0.0625f, -3.0f};

extern "C" __global__ void fast_intrinsics(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = in[i], p = fabsf(x) + 0.1f;
    float* row = out + 12 * i;
    row[0] = __expf(0.25f * x);
    row[1] = __sinf(x);
    row[2] = __cosf(x);
    row[3] = __fdividef(x, p);
    row[4] = rsqrtf(p);
    row[5] = __powf(p, 1.5f);
    row[6] = __logf(p);
    row[7] = __log2f(p);
    row[8] = __exp10f(0.1f * x);
    row[9] = __tanf(0.3f * x);
    row[10] = __saturatef(x);
    row[11] = __log10f(p);
}

extern "C" __global__ void large_angles(const float* in, float* sines, float* cosines, float* tangents) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sines[i] = sinf(in[i]);
    cosines[i] = cosf(in[i]);
    tangents[i] = tanf(in[i]);
}

extern "C" __global__ void large_angles_twice(const double* in, double* sines, double* cosines) {
    int i = threadIdx.x;
    sincos(in[i], &sines[i], &cosines[i]);
}

extern "C" __global__ void single_library(const float* in, float* out) {
    int i = threadIdx.x;
    float x = in[i], p = fabsf(x) + 0.01f, u = 0.9f * sinf(x);
    float* row = out + 28 * i;
    float s, c;
    sincosf(x, &s, &c);
    row[0] = s; row[1] = c; row[2] = tanf(x); row[3] = asinf(u); row[4] = acosf(u); row[5] = atanf(x);
    row[6] = atan2f(x, 0.5f - u); row[7] = sinhf(0.2f * x); row[8] = coshf(0.2f * x); row[9] = tanhf(x);
    row[10] = expf(0.3f * x); row[11] = exp2f(x * 0.5f); row[12] = exp10f(0.1f * x); row[13] = expm1f(0.01f * x);
    row[14] = logf(p); row[15] = log2f(p); row[16] = log10f(p); row[17] = log1pf(p); row[18] = powf(p, -1.7f);
    row[19] = cbrtf(x); row[20] = hypotf(x, 2.0f); row[21] = erff(x * 0.2f); row[22] = erfcf(u);
    row[23] = tgammaf(p * 0.3f + 1.0f); row[24] = lgammaf(p); row[25] = sinpif(u); row[26] = fmaf(x, u, p);
    row[27] = asinhf(x) + acoshf(1.0f + p) + atanhf(u);
}

extern "C" __global__ void double_library(const double* in, double* out) {
    int i = threadIdx.x;
    double x = in[i], p = fabs(x) + 0.01, u = 0.9 * sin(x);
    double* row = out + 24 * i;
    row[0] = sin(x); row[1] = cos(x); row[2] = tan(x); row[3] = asin(u); row[4] = acos(u); row[5] = atan(x);
    row[6] = atan2(x, 0.5 - u); row[7] = sinh(0.2 * x); row[8] = cosh(0.2 * x); row[9] = tanh(x); row[10] = exp(0.3 * x);
    row[11] = exp2(x * 0.5); row[12] = expm1(0.01 * x); row[13] = log(p); row[14] = log2(p); row[15] = log10(p);
    row[16] = log1p(p); row[17] = pow(p, -1.7); row[18] = cbrt(x); row[19] = hypot(x, 2.0); row[20] = erf(x * 0.2);
    row[21] = sqrt(p); row[22] = rsqrt(p); row[23] = fma(x, u, p);
}

extern "C" __global__ void rounding_functions(const float* in, float* out, int* ints) {
    int i = threadIdx.x;
    float x = in[i];
    float* row = out + 8 * i;
    row[0] = floorf(x); row[1] = ceilf(x); row[2] = truncf(x); row[3] = roundf(x); row[4] = rintf(x);
    row[5] = nearbyintf(x); row[6] = fmodf(x, 1.75f); row[7] = remainderf(x, 1.75f);
    ints[4 * i] = (int)lrintf(x);
    ints[4 * i + 1] = (int)llroundf(x);
    ints[4 * i + 2] = __float2int_ru(x) + 3 * __float2int_rd(x);
    ints[4 * i + 3] = (int)x;
}

extern "C" __global__ void parts_of_floats(const float* in, float* out, int* exponents) {
    int i = threadIdx.x;
    float x = in[i], whole;
    int e;
    float* row = out + 7 * i;
    row[0] = frexpf(x, &e);
    exponents[2 * i] = e;
    exponents[2 * i + 1] = x == 0.0f ? 0 : ilogbf(x);
    row[1] = ldexpf(x, 3);
    row[2] = modff(x, &whole);
    row[3] = whole;
    row[4] = copysignf(2.0f, x);
    row[5] = nextafterf(x, 1e9f);
    row[6] = fdimf(x, 1.0f);
}

extern "C" __global__ void special_values(const float* a, const float* b, int* out, float* bounds) {
    int i = threadIdx.x;
    float x = a[i], y = b[i];
    out[i] = (x < y) + 2 * (x <= y) + 4 * (x > y) + 8 * (x >= y) + 16 * (x == y) + 32 * (x != y) + 64 * !!isnan(x)
           + 128 * !!isinf(y) + 256 * !!isfinite(x) + 512 * !!signbit(y) + 1024 * !(x < y) + 2048 * (x != x || y != y);
    bounds[2 * i] = fminf(x, y);
    bounds[2 * i + 1] = fmaxf(x, y);
}

extern "C" __global__ void directed_operations(const float* a, const float* b, float* out) {
    int i = threadIdx.x;
    float x = a[i], y = b[i];
    float* row = out + 10 * i;
    row[0] = __fadd_rd(x, y); row[1] = __fadd_ru(x, y); row[2] = __fadd_rz(x, y); row[3] = __fmul_rd(x, y);
    row[4] = __fmul_ru(x, y); row[5] = __fmaf_rz(x, y, 1.0f); row[6] = __fmaf_rn(x, y, 1.0f); row[7] = __fadd_rn(x, y);
    row[8] = __fmul_rn(x, y) + 1.0f;
    row[9] = __fsub_rn(x, y);
}

extern "C" __global__ void directed_divisions(const float* a, const float* b, float* out) {
    int i = threadIdx.x;
    out[4 * i] = __fdiv_rd(a[i], b[i]);
    out[4 * i + 1] = __fdiv_ru(a[i], b[i]);
    out[4 * i + 2] = __frcp_rz(b[i]);
    out[4 * i + 3] = __fsqrt_ru(fabsf(a[i]));
}

extern "C" __global__ void exact_divisions(const float* a, const float* b, float* quotients, float* roots,
                                           float* reciprocals) {
    int i = threadIdx.x;
    quotients[i] = a[i] / b[i];
    roots[i] = sqrtf(fabsf(a[i]));
    reciprocals[i] = 1.0f / b[i];
}

extern "C" __global__ void bits_of_floats(const float* in, int* bits, float* back, double* wide) {
    int i = threadIdx.x;
    int b = __float_as_int(in[i]);
    unsigned u = __float_as_uint(in[i]);
    bits[3 * i] = (b >> 23) & 0xFF;
    bits[3 * i + 1] = (int)(u & 0x7FFFFFu);
    bits[3 * i + 2] = b >= 0 ? b : b ^ 0x7FFFFFFF;  // orders floats as integers
    back[i] = __int_as_float(0x5F3759DF - (b >> 1));
    long long d = __double_as_longlong((double)in[i]);
    wide[i] = __hiloint2double(__double2hiint(in[i]) ^ 0x80000000, __double2loint(in[i])) + __longlong_as_double(d) * 3;
}

extern "C" __global__ void conversions(const float* f, const double* d, const long long* q, double* out) {
    int i = threadIdx.x;
    double* row = out + 10 * i;
    row[0] = (float)d[i];
    row[1] = (double)(float)q[i];
    row[2] = (double)q[i];
    row[3] = (double)(unsigned long long)q[i];
    row[4] = (double)(long long)f[i];
    row[5] = (double)(unsigned char)(int)f[i];
    row[6] = (double)(float)(unsigned)(int)f[i];
    row[7] = (double)__double2float_rz(d[i]);
    row[8] = (double)__float2ll_rd(f[i]);
    row[9] = (double)__int2float_rn((int)q[i]);
}

extern "C" __global__ void horner(const float* x, float* y, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float sum = 0.0f;
#pragma unroll
        for (int k = 4; k >= 0; --k) sum = fmaf(sum, x[i], coefficients[k]);
        y[i] = sum;
    }
}

extern "C" __global__ void kahan_sum(const float* in, float* out, int n) {
    float sum = 0.0f, lost = 0.0f;
    for (int k = threadIdx.x; k < n; k += blockDim.x) {
        float y = __fsub_rn(in[k], lost);
        float t = __fadd_rn(sum, y);
        lost = __fsub_rn(__fsub_rn(t, sum), y);
        sum = t;
    }
    out[threadIdx.x] = sum;
}

extern "C" __global__ void two_sum_in_double(const double* a, const double* b, double* high, double* low) {
    int i = threadIdx.x;
    double s = a[i] * b[i];
    high[i] = s;
    low[i] = fma(a[i], b[i], -s);
}

extern "C" __global__ void denormals(const float* in, float* out) {
    int i = threadIdx.x;
    out[3 * i] = in[i] * 0.5f;
    out[3 * i + 1] = in[i] + 1e-40f;
    out[3 * i + 2] = in[i] / 3.0f;
}

extern "C" __global__ void bessel_and_probability(const float* in, float* out) {
    int i = threadIdx.x;
    out[4 * i] = j0f(in[i]);
    out[4 * i + 1] = normcdff(in[i] - 2.0f);
    out[4 * i + 2] = erfinvf(0.2f * in[i] - 0.5f);
    out[4 * i + 3] = norm3df(in[i], 1.0f, 2.0f);
}
