// European / American option pricing exercises
#ifndef STEPS
#define STEPS 63
#endif

struct Lcg {
    unsigned long long s;
    __device__ explicit Lcg(unsigned long long seed) : s(seed * 2862933555777941757ULL + 3037000493ULL) {}
    __device__ unsigned next() {
        s = s * 6364136223846793005ULL + 1442695040888963407ULL;
        return (unsigned)(s >> 32);
    }
    __device__ float uniform() { return (next() >> 8) * (1.0f / 16777216.0f); }
};

// one block prices one option, tree level in shared memory
extern "C" __global__ void binomial_american(const float* spot, const float* strike, float* price, int n)
{
    __shared__ float v[STEPS + 1];
    int opt = blockIdx.x;
    if (opt >= n) return;
    float S = 50.0f + 10.0f * spot[opt];
    float K = 50.0f + 10.0f * strike[opt];
    const float dt = 1.0f / STEPS, r = 0.03f, sigma = 0.25f;
    float u = expf(sigma * sqrtf(dt));
    float d = 1.0f / u;
    float p = (expf(r * dt) - d) / (u - d);
    float disc = expf(-r * dt);

    for (int i = threadIdx.x; i <= STEPS; i += blockDim.x) {
        float ST = S * powf(u, (float)(2 * i - STEPS));
        v[i] = fmaxf(K - ST, 0.0f);
    }
    __syncthreads();
    for (int level = STEPS - 1; level >= 0; --level) {
        float keep[(STEPS + 1 + 31) / 32];
        int c = 0;
        for (int i = threadIdx.x; i <= level; i += blockDim.x) {
            float cont = disc * (p * v[i + 1] + (1.0f - p) * v[i]);
            float ex = K - S * powf(u, (float)(2 * i - level));
            keep[c++] = cont > ex ? cont : ex;
        }
        __syncthreads();
        c = 0;
        for (int i = threadIdx.x; i <= level; i += blockDim.x) v[i] = keep[c++];
        __syncthreads();
    }
    if (threadIdx.x == 0) price[opt] = v[0];
}

// arithmetic Asian call: every thread simulates a handful of paths, block sum with shared tree
extern "C" __global__ void asian_mc(float* __restrict__ out, float* __restrict__ final_spot, int paths_per_thread, int days)
{
    extern __shared__ float sums[];
    const int tid = threadIdx.x;
    const int gid = blockIdx.x * blockDim.x + tid;
    Lcg rng(gid + 1);
    float acc = 0.f, last = 0.f;
    for (int p = 0; p < paths_per_thread; p++) {
        float S = 100.f, avg = 0.f;
        for (int t = 0; t < days; t++) {
            // sum of 4 uniforms as poor man's gaussian
            float g = rng.uniform() + rng.uniform() + rng.uniform() + rng.uniform() - 2.0f;
            S *= 1.0f + 0.0001f + 0.02f * g;
            avg += S;
        }
        avg /= days;
        if (avg > 100.f) acc += avg - 100.f;
        last = S;
    }
    final_spot[gid] = last;
    sums[tid] = acc;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0 && tid + s < blockDim.x)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = sums[0];
}

// Black-Scholes, array of structures
struct Option { float S, K, T; };
struct Result { float call, put; };
static __device__ float cnd(float d)
{
    const float A1 = 0.31938153f, A2 = -0.356563782f, A3 = 1.781477937f, A4 = -1.821255978f, A5 = 1.330274429f;
    float K = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float c = 0.39894228f * expf(-0.5f * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));
    return d > 0 ? 1.0f - c : c;
}
extern "C" __global__ void black_scholes_aos(const Option* o, Result* res, int n, float r, float vol)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        Option q = o[i];
        float S = 100.f + 20.f * q.S, K = 100.f + 20.f * q.K, T = 1.2f + q.T;
        float sq = sqrtf(T);
        float d1 = (logf(S / K) + (r + 0.5f * vol * vol) * T) / (vol * sq);
        float d2 = d1 - vol * sq;
        float e = expf(-r * T);
        res[i].call = S * cnd(d1) - K * e * cnd(d2);
        res[i].put = K * e * cnd(-d2) - S * cnd(-d1);
    }
}

// Discount factors by interpolation on a curve: each trade looks its cash flow dates up by bisection
extern "C" __global__ void bond_pv(const double* __restrict__ curve_rate, int knots, const int* first_day, const int* coupons, double* pv, int ntrades)
{
    int t = threadIdx.x + blockDim.x * blockIdx.x;
    if (t >= ntrades) return;
    int day = first_day[t];
    double sum = 0;
    for (int c = 0; c <= coupons[t]; ++c, day += 182) {
        // knots lie at k*k*10 days
        int lo = 0, hi = knots - 1;
        while (hi - lo > 1) {
            int mid = (lo + hi) >> 1;
            if (mid * mid * 10 <= day) lo = mid; else hi = mid;
        }
        double x0 = lo * lo * 10.0, x1 = hi * hi * 10.0;
        double w = (day - x0) / (x1 - x0);
        double rate = 0.03 + 0.01 * ((1 - w) * curve_rate[lo] + w * curve_rate[hi]);
        sum += (c == coupons[t] ? 102.5 : 2.5) / (1.0 + rate * day / 365.0);
    }
    pv[t] = sum;
}

// historical VaR: each block sorts one portfolio's PnL (odd-even transposition) and picks quantile
extern "C" __global__ void var_sort(const float *pnl, float *var, int days)
{
    __shared__ float x[160];
    const float *mine = pnl + blockIdx.x * days;
    for (int i = threadIdx.x; i < days; i += blockDim.x) x[i] = mine[i];
    __syncthreads();
    for (int phase = 0; phase < days; phase++) {
        int i = 2 * threadIdx.x + (phase & 1);
        if (i + 1 < days && x[i] > x[i + 1]) {
            float t = x[i];
            x[i] = x[i + 1];
            x[i + 1] = t;
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) var[blockIdx.x] = -x[days / 20];
}
