// Every function of CUDA's mathematical library, grouped by its documented error in units of the last place.

#define EACH int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return

extern "C" __global__ void float_within_1(const float* in, float* out, int n) {
    EACH;
    float x = in[i], p = fabsf(x) + 0.25f;
    float* o = out + 9 * i;
    o[0] = cbrtf(x); o[1] = rcbrtf(p); o[2] = expm1f(0.5f * x); o[3] = logf(p); o[4] = log2f(p);
    o[5] = log1pf(p); o[6] = sinpif(x); o[7] = cospif(x); sincospif(p, o + 8, &x);
}

extern "C" __global__ void float_within_2(const float* in, float* out, int n) {
    EACH;
    float x = in[i], y = in[(i + 1) % n], p = fabsf(x) + 0.25f, u = x / 9, unused;
    float* o = out + 18 * i;
    o[0] = expf(x); o[1] = exp2f(x); o[2] = exp10f(x); o[3] = log10f(p); o[4] = sinf(x); o[5] = cosf(x);
    sincosf(3.f * x, &unused, &o[6]);
    o[7] = asinf(u); o[8] = acosf(u); o[9] = atanf(x); o[10] = coshf(x); o[11] = tanhf(x); o[12] = erff(0.5f * x);
    o[13] = erfinvf(u); o[14] = rhypotf(x, p); o[15] = rnorm3df(x, y, p); o[16] = rnorm4df(x, y, p, x);
    float v[5] = {x, y, p, u, 1.f};
    o[17] = rnormf(5, v);
}

extern "C" __global__ void float_within_5(const float* in, float* out, int n) {
    EACH;
    float x = in[i], y = in[(i + 1) % n], p = fabsf(x) + 0.25f, u = x / 9, q = (fabsf(x) + 1) / 9;
    float* o = out + 19 * i;
    o[0] = hypotf(x, y); o[1] = norm3df(x, y, p); o[2] = norm4df(x, y, p, u); o[3] = tanf(x); o[4] = atan2f(x, y);
    o[5] = sinhf(x); o[6] = asinhf(x); o[7] = acoshf(1 + p); o[8] = atanhf(u); o[9] = powf(p, y); o[10] = erfcf(0.5f * x);
    o[11] = erfcinvf(q); o[12] = erfcxf(0.5f * x); o[13] = normcdff(x); o[14] = normcdfinvf(q); o[15] = tgammaf(p);
    o[16] = __powf(1.5f, 1.f); o[17] = powf(-p, 3.f); o[18] = powf(x, 0.f) + powf(1.f, y);
}

extern "C" __global__ void float_bessel(const float* in, float* out, int n) {
    EACH;
    float x = in[i], p = fabsf(x) + 0.25f;
    float* o = out + 8 * i;
    o[0] = j0f(x); o[1] = j1f(x); o[2] = jnf(3, p); o[3] = y0f(p); o[4] = y1f(p); o[5] = ynf(2, p);
    o[6] = cyl_bessel_i0f(x); o[7] = cyl_bessel_i1f(x);
}

extern "C" __global__ void double_within_2(const double* in, double* out, int n) {
    EACH;
    double x = in[i], y = in[(i + 1) % n], p = fabs(x) + 0.25, u = x / 9, unused;
    double* o = out + 30 * i;
    o[0] = cbrt(x); o[1] = rcbrt(p); o[2] = exp(x); o[3] = exp2(x); o[4] = exp10(x); o[5] = expm1(0.5 * x); o[6] = log(p);
    o[7] = log2(p); o[8] = log10(p); o[9] = log1p(p); o[10] = sin(x); o[11] = cos(x); sincos(3 * x, &o[12], &unused);
    o[13] = sinpi(x); o[14] = cospi(x); sincospi(p, &unused, &o[15]); o[16] = tan(x); o[17] = asin(u); o[18] = acos(u);
    o[19] = atan(x); o[20] = atan2(x, y); o[21] = sinh(x); o[22] = cosh(x); o[23] = tanh(x); o[24] = atanh(u);
    o[25] = pow(p, y); o[26] = hypot(x, y); o[27] = rhypot(x, y); o[28] = norm3d(x, y, p); o[29] = rsqrt(p);
}

extern "C" __global__ void double_within_10(const double* in, double* out, int n) {
    EACH;
    double x = in[i], y = in[(i + 1) % n], p = fabs(x) + 0.25, u = x / 9, q = (fabs(x) + 1) / 9;
    double* o = out + 14 * i;
    o[0] = asinh(x); o[1] = acosh(1 + p); o[2] = erf(0.5 * x); o[3] = erfc(0.5 * x); o[4] = erfinv(u); o[5] = erfcinv(q);
    o[6] = erfcx(0.5 * x); o[7] = normcdf(x); o[8] = normcdfinv(q); o[9] = tgamma(p); o[10] = lgamma(p + 2);
    double v[6] = {x, y, p, u, q, 1};
    o[11] = norm(6, v); o[12] = rnorm(6, v); o[13] = norm4d(x, y, p, q);
}

extern "C" __global__ void double_bessel(const double* in, double* out, int n) {
    EACH;
    double x = in[i], p = fabs(x) + 0.25;
    double* o = out + 8 * i;
    o[0] = j0(x); o[1] = j1(x); o[2] = jn(3, p); o[3] = y0(p); o[4] = y1(p); o[5] = yn(2, p);
    o[6] = cyl_bessel_i0(x); o[7] = cyl_bessel_i1(x);
}

// The corners of a few functions, as the standard lists them.
extern "C" __global__ void at_the_corners(const float* in, float* out) {
    int i = threadIdx.x;
    float x = in[i], *o = out + 16 * i;
    o[0] = powf(x, 2.f); o[1] = powf(2.f, x); o[2] = atan2f(x, -1.f); o[3] = hypotf(x, __int_as_float(0x7f800000));
    o[4] = logf(x); o[5] = expf(x); o[6] = sqrtf(x); o[7] = fmaxf(x, __int_as_float(0x7fffffff)); o[8] = tgammaf(x);
    o[9] = erfcf(x); o[10] = cbrtf(x); o[11] = log1pf(x); o[12] = fmodf(1.f, x); o[13] = acosf(x); o[14] = sinf(x);
    o[15] = atanhf(x);
}
