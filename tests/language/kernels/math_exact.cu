// What has no error at all, in both precisions through the overloads of C++.

template <class T>
__global__ void exact_functions(const T* in, T* out, long long* whole, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T x = in[i], y = in[(i + 1) % n], part, *o = out + 22 * i;
    int power, bits;
    o[0] = fmod(x, y); o[1] = remainder(x, y); o[2] = remquo(x, y, &bits); o[3] = fdim(x, y); o[4] = trunc(x);
    o[5] = floor(x); o[6] = ceil(x); o[7] = rint(x); o[8] = nearbyint(x); o[9] = round(x); o[10] = frexp(x, &power);
    o[11] = modf(x, &part); o[12] = part; o[13] = ldexp(x, bits - 3); o[14] = scalbn(x, -power); o[15] = logb(x);
    o[16] = nextafter(x, y); o[17] = copysign(x, y); o[18] = fmin(x, y); o[19] = fmax(x, y); o[20] = scalbln(x, 5L);
    o[21] = fabs(x);
    long long* w = whole + 8 * i;
    w[0] = bits & 7; w[1] = power; w[2] = ilogb(x); w[3] = lrint(x); w[4] = llrint(x); w[5] = lround(x); w[6] = llround(x);
    w[7] = signbit(x) + 2 * isfinite(x) + 4 * isnan(x) + 8 * isinf(x);
}
