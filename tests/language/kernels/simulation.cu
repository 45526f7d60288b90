// Numerical programs: fractals, particles, cellular automata, Monte Carlo, differential equations, transforms.

extern "C" __global__ void mandelbrot(int* iterations, int w, int h, float x0, float y0, float step, int most) {
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    float cx = x0 + px * step, cy = y0 + py * step, x = 0.0f, y = 0.0f;
    int i = 0;
    while (x * x + y * y <= 4.0f && i < most) {
        float t = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = t;
        ++i;
    }
    iterations[py * w + px] = i;
}

struct Complex {
    float r, i;
    __device__ Complex(float a, float b) : r(a), i(b) {}
    __device__ float magnitude2() { return r * r + i * i; }
    __device__ Complex operator*(const Complex& a) { return Complex(r * a.r - i * a.i, i * a.r + r * a.i); }
    __device__ Complex operator+(const Complex& a) { return Complex(r + a.r, i + a.i); }
};

__device__ int in_julia(int x, int y, int size) {
    float jx = 1.5f * (float)(size / 2 - x) / (size / 2), jy = 1.5f * (float)(size / 2 - y) / (size / 2);
    Complex c(-0.8f, 0.156f), a(jx, jy);
    for (int i = 0; i < 50; i++) {
        a = a * a + c;
        if (a.magnitude2() > 1000) return 0;
    }
    return 1;
}

extern "C" __global__ void julia(unsigned char* out, int size) {
    int x = blockIdx.x, y = blockIdx.y;
    out[(y * gridDim.x + x) * 4] = 255 * in_julia(x, y, size);
    out[(y * gridDim.x + x) * 4 + 3] = 255;
}

extern "C" __global__ void n_body(const float4* bodies, float4* forces, int n) {
    extern __shared__ float4 shared_bodies[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 mine = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
    float3 a = {0.0f, 0.0f, 0.0f};
    for (int tile = 0; tile < gridDim.x; ++tile) {
        int k = tile * blockDim.x + threadIdx.x;
        shared_bodies[threadIdx.x] = k < n ? bodies[k] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int j = 0; j < blockDim.x; ++j) {
            float4 b = shared_bodies[j];
            float3 r = {b.x - mine.x, b.y - mine.y, b.z - mine.z};
            float d2 = r.x * r.x + r.y * r.y + r.z * r.z + 0.01f;
            float inv = rsqrtf(d2);
            float s = b.w * inv * inv * inv;
            a.x += r.x * s;
            a.y += r.y * s;
            a.z += r.z * s;
        }
        __syncthreads();
    }
    if (i < n) forces[i] = make_float4(a.x, a.y, a.z, 0.0f);
}

extern "C" __global__ void game_of_life(const unsigned char* in, unsigned char* out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int n = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (dx || dy) n += in[(y + dy + h) % h * w + (x + dx + w) % w];
    out[y * w + x] = n == 3 || (n == 2 && in[y * w + x]);
}

extern "C" __global__ void life_in_bits(const unsigned* in, unsigned* out, int rows) {
    int r = threadIdx.x;
    if (r >= rows) return;
    unsigned a = in[(r + rows - 1) % rows], b = in[r], c = in[(r + 1) % rows];
    auto left = [](unsigned v) { return v << 1 | v >> 31; };
    auto right = [](unsigned v) { return v >> 1 | v << 31; };
    unsigned neighbours[8] = {left(a), a, right(a), left(b), right(b), left(c), c, right(c)};
    unsigned ones = 0, twos = 0, fours = 0;
    for (unsigned v : neighbours) {
        unsigned carry = ones & v;
        ones ^= v;
        unsigned carry2 = twos & carry;
        twos ^= carry;
        fours |= carry2;
    }
    out[r] = twos & ~fours & (ones | b);
}

extern "C" __global__ void monte_carlo_pi(unsigned* inside, int samples, unsigned seed) {
    unsigned long long state = seed + blockIdx.x * blockDim.x + threadIdx.x;
    unsigned count = 0;
    for (int i = 0; i < samples; ++i) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        float x = (unsigned)(state >> 40) * (1.0f / 16777216.0f);
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        float y = (unsigned)(state >> 40) * (1.0f / 16777216.0f);
        count += x * x + y * y <= 1.0f;
    }
    atomicAdd(inside, count);
}

extern "C" __global__ void xorshift_streams(unsigned* out, int steps) {
    unsigned s = 2463534242u + 362437u * threadIdx.x;
    unsigned long long w = 88172645463325252ull ^ threadIdx.x;
    for (int i = 0; i < steps; ++i) {
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        w ^= w >> 12;
        w ^= w << 25;
        w ^= w >> 27;
    }
    out[2 * threadIdx.x] = s;
    out[2 * threadIdx.x + 1] = (unsigned)(w * 2685821657736338717ull >> 32);
}

extern "C" __global__ void ising_half_sweep(signed char* spins, int w, int h, int colour, const float* random, float beta) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, y = 2 * i / w, x = 2 * i % w + ((y + colour) & 1);
    if (y >= h) return;
    int sum = spins[(y + 1) % h * w + x] + spins[(y + h - 1) % h * w + x] + spins[y * w + (x + 1) % w] + spins[y * w + (x + w - 1) % w];
    if (random[i] < __expf(-2.0f * beta * spins[y * w + x] * sum)) spins[y * w + x] = -spins[y * w + x];
}

struct Sphere {
    float3 centre;
    float radius;
};
__device__ float3 operator-(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
__device__ float3 operator*(float s, float3 a) { return make_float3(s * a.x, s * a.y, s * a.z); }
__device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

__constant__ Sphere spheres[3] = {{{0, 0, 5}, 1.0f}, {{1.5f, 0.5f, 6}, 1.2f}, {{-1, -1, 4}, 0.5f}};

extern "C" __global__ void ray_spheres(int* hits, float* depths, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float3 direction = make_float3((x - w / 2) * 2.0f / w, (y - h / 2) * 2.0f / h, 1.0f);
    direction = rsqrtf(dot(direction, direction)) * direction;
    float nearest = 1e20f;
    int hit = -1;
    for (int s = 0; s < 3; ++s) {
        float b = dot(direction, spheres[s].centre), c = dot(spheres[s].centre, spheres[s].centre) - spheres[s].radius * spheres[s].radius;
        float disc = b * b - c;
        if (disc < 0) continue;
        float t = b - sqrtf(disc);
        if (t > 0 && t < nearest) {
            nearest = t;
            hit = s;
        }
    }
    hits[y * w + x] = hit;
    depths[y * w + x] = hit >= 0 ? nearest : 0.0f;
}

__device__ double normal_cdf(double d) {
    const double a1 = 0.31938153, a2 = -0.356563782, a3 = 1.781477937, a4 = -1.821255978, a5 = 1.330274429;
    double k = 1.0 / (1.0 + 0.2316419 * fabs(d));
    double c = 0.39894228040143267794 * exp(-0.5 * d * d) * (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5)))));
    return d > 0 ? 1.0 - c : c;
}

extern "C" __global__ void black_scholes(const double* spot, const double* strike, const double* years, double r, double v, double* calls, double* puts) {
    int i = threadIdx.x;
    double root = sqrt(years[i]), d1 = (log(spot[i] / strike[i]) + (r + 0.5 * v * v) * years[i]) / (v * root), d2 = d1 - v * root;
    double discount = exp(-r * years[i]);
    calls[i] = spot[i] * normal_cdf(d1) - strike[i] * discount * normal_cdf(d2);
    puts[i] = strike[i] * discount * (1.0 - normal_cdf(d2)) - spot[i] * (1.0 - normal_cdf(d1));
}

extern "C" __global__ void newton_roots(const double* in, double* out, int* steps) {
    double a = in[threadIdx.x], x = a > 1 ? a : 1.0;
    int n = 0;
    for (; n < 100; ++n) {
        double next = x - (x * x * x - a) / (3 * x * x);
        if (fabs(next - x) <= 1e-14 * fabs(next)) break;
        x = next;
    }
    out[threadIdx.x] = x;
    steps[threadIdx.x] = n < 100;
}

template <class F>
__device__ void runge_kutta(F f, float t, float h, float (&y)[2]) {
    float k1[2], k2[2], k3[2], k4[2], z[2];
    f(t, y, k1);
    for (int i = 0; i < 2; ++i) z[i] = y[i] + 0.5f * h * k1[i];
    f(t + 0.5f * h, z, k2);
    for (int i = 0; i < 2; ++i) z[i] = y[i] + 0.5f * h * k2[i];
    f(t + 0.5f * h, z, k3);
    for (int i = 0; i < 2; ++i) z[i] = y[i] + h * k3[i];
    f(t + h, z, k4);
    for (int i = 0; i < 2; ++i) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
}

extern "C" __global__ void oscillators(float* out, int steps) {
    float omega = 0.5f + 0.1f * threadIdx.x, y[2] = {1.0f, 0.0f};
    auto f = [omega](float, const float (&y)[2], float (&dy)[2]) {
        dy[0] = y[1];
        dy[1] = -omega * omega * y[0];
    };
    for (int s = 0; s < steps; ++s) runge_kutta(f, s * 0.05f, 0.05f, y);
    out[2 * threadIdx.x] = y[0];
    out[2 * threadIdx.x + 1] = y[1];
}

extern "C" __global__ void fft_in_shared_memory(float2* data, int n, int bits) {
    extern __shared__ float2 x[];
    int t = threadIdx.x;
    for (int i = t; i < n; i += blockDim.x) x[__brev(i) >> (32 - bits)] = data[i];
    for (int half = 1; half < n; half *= 2) {
        __syncthreads();
        int k = t % half, a = t / half * 2 * half + k, b = a + half;
        float s, c;
        sincospif(-(float)k / half, &s, &c);
        float2 u = x[a], v = x[b], w = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
        x[a] = make_float2(u.x + w.x, u.y + w.y);
        x[b] = make_float2(u.x - w.x, u.y - w.y);
    }
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x) data[i] = x[i];
}

extern "C" __global__ void wave_equation(const float* before, const float* now, float* after, int w, int h, float c) {
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x >= w - 1 || y >= h - 1) return;
    int i = y * w + x;
    after[i] = 2 * now[i] - before[i] + c * (now[i - 1] + now[i + 1] + now[i - w] + now[i + w] - 4 * now[i]);
}

extern "C" __global__ void jacobi_until_converged(double* x, const double* b, int n, double tolerance, int* sweeps) {
    __shared__ double next[64];
    int i = threadIdx.x, count = 0;
    bool more;
    do {
        double left = i > 0 && i < n ? x[i - 1] : 0.0, right = i < n - 1 ? x[i + 1] : 0.0;
        next[i] = i < n ? (b[i] + left + right) / 4.0 : 0.0;
        more = __syncthreads_or(i < n && fabs(next[i] - x[i]) > tolerance);
        if (i < n) x[i] = next[i];
        ++count;
        __syncthreads();
    } while (more && count < 200);
    if (i == 0) *sweeps = count;
}

extern "C" __global__ void discrete_cosine_8x8(const float* in, float* out, int width) {
    __shared__ float block[8][9], rows[8][9];
    int x = threadIdx.x, y = threadIdx.y, gx = blockIdx.x * 8 + x, gy = blockIdx.y * 8 + y;
    block[y][x] = in[gy * width + gx];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 8; ++k) sum += block[y][k] * cospif((2 * k + 1) * x / 16.0f);
    rows[y][x] = sum * (x ? 0.5f : 0.35355339f);
    __syncthreads();
    sum = 0;
    for (int k = 0; k < 8; ++k) sum += rows[k][x] * cospif((2 * k + 1) * y / 16.0f);
    out[gy * width + gx] = sum * (y ? 0.5f : 0.35355339f);
}
