#include <cuda_fp16.h>
// DSP lab, several authors

// --- direct form FIR, shared window with halo ----------------------------------------------------
extern "C" __global__ void fir_shared(const float *x, const float *taps, float *y, int n, int ntaps)
{
    extern __shared__ float buf[];
    float *win = buf;                                 // blockDim.x + ntaps - 1
    float *h = buf + blockDim.x + ntaps - 1;          // ntaps
    int start = blockIdx.x * blockDim.x;
    for (int i = threadIdx.x; i < blockDim.x + ntaps - 1; i += blockDim.x) {
        int g = start + i - (ntaps - 1);
        win[i] = g >= 0 && g < n ? x[g] : 0.0f;
    }
    if (threadIdx.x < ntaps) h[threadIdx.x] = taps[threadIdx.x];
    __syncthreads();
    if (start + threadIdx.x < n) {
        float acc = 0;
        for (int k = 0; k < ntaps; k++)
            acc += h[k] * win[threadIdx.x + ntaps - 1 - k];
        y[start + threadIdx.x] = acc;
    }
}

// --- polyphase decimator: stride D in shared ---------------------------------------------------
extern "C" __global__ void decimate(const float *x, const float *taps, float *y, int nout, int D, int ntaps)
{
    extern __shared__ float s[];
    int o0 = blockIdx.x * blockDim.x;
    int need = (blockDim.x - 1) * D + ntaps;
    int have = nout * D + ntaps;
    for (int i = threadIdx.x; i < need; i += blockDim.x) s[i] = o0 * D + i < have ? x[o0 * D + i] : 0.f;
    __syncthreads();
    int o = o0 + threadIdx.x;
    if (o >= nout) return;
    float a = 0.f;
#pragma unroll 4
    for (int t = 0; t < ntaps; ++t) a = fmaf(taps[t], s[threadIdx.x * D + t], a);
    y[o] = a;
}

// --- biquad cascade per channel, samples interleaved or planar ----------------------------------
struct Biquad { float b0, b1, b2, a1, a2; };
#ifdef PLANAR
#define AT(ch, t) ((ch) * nsamp + (t))
#else
#define AT(ch, t) ((t) * nchan + (ch))
#endif
extern "C" __global__ void iir_channels(const float *in, float *out, const Biquad *sos, int nsec, int nchan, int nsamp)
{
    int ch = blockIdx.x * blockDim.x + threadIdx.x;
    if (ch >= nchan) return;
    float z1[4] = {0}, z2[4] = {0};
    for (int t = 0; t < nsamp; t++) {
        float v = in[AT(ch, t)];
        for (int s = 0; s < nsec && s < 4; s++) {
            const Biquad &q = sos[ch % 3 * nsec + s];
            float w = q.b0 * v + z1[s];
            z1[s] = q.b1 * v - 0.5f * q.a1 * w + z2[s];
            z2[s] = q.b2 * v - 0.25f * q.a2 * w;
            v = w;
        }
        out[AT(ch, t)] = v;
    }
}

// --- radix-2 FFT in shared memory, bit reversal then butterflies, float2 -----------------------
extern "C" __global__ void fft_radix2(const float2 *in, float2 *out, int log2n)
{
    extern __shared__ float2 z[];
    const int N = 1 << log2n;
    in += blockIdx.x * N; out += blockIdx.x * N;
    for (int i = threadIdx.x; i < N; i += blockDim.x) z[__brev(i) >> (32 - log2n)] = in[i];
    __syncthreads();
    for (int half = 1; half < N; half <<= 1) {
        for (int k = threadIdx.x; k < N / 2; k += blockDim.x) {
            int j = k & (half - 1);
            int p = ((k - j) << 1) + j;
            float sn, cs;
            sincospif(-(float)j / half, &sn, &cs);
            float2 a = z[p], b = z[p + half];
            float2 t = make_float2(b.x * cs - b.y * sn, b.x * sn + b.y * cs);
            z[p] = make_float2(a.x + t.x, a.y + t.y);
            z[p + half] = make_float2(a.x - t.x, a.y - t.y);
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < N; i += blockDim.x) out[i] = z[i];
}

// --- Stockham radix-4, split real / imaginary ping pong, double
extern "C" __global__ void fft_stockham4(const double *re, const double *im, double *ore, double *oim)
{
    __shared__ double R[2][256], I[2][256];
    const int N = 256, q = threadIdx.x;            // 64 threads
    for (int k = 0; k < 4; ++k) { R[0][q + 64 * k] = re[blockIdx.x * N + q + 64 * k]; I[0][q + 64 * k] = im[blockIdx.x * N + q + 64 * k]; }
    int src = 0;
    for (int m = 1; m < N; m *= 4) {
        __syncthreads();
        int lo = q & (m - 1);
        double xr[4], xi[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            double s, c;
            sincospi(-2.0 * lo * k / (4.0 * m), &s, &c);
            double a = R[src][q + 64 * k], b = I[src][q + 64 * k];
            xr[k] = a * c - b * s; xi[k] = a * s + b * c;
        }
        double ar = xr[0] + xr[2], ai = xi[0] + xi[2], br = xr[0] - xr[2], bi = xi[0] - xi[2];
        double cr = xr[1] + xr[3], ci = xi[1] + xi[3], dr = xi[1] - xi[3], di = -(xr[1] - xr[3]);
        int o = (q - lo) * 4 + lo;
        R[src ^ 1][o] = ar + cr;         I[src ^ 1][o] = ai + ci;
        R[src ^ 1][o + m] = br + dr;     I[src ^ 1][o + m] = bi + di;
        R[src ^ 1][o + 2 * m] = ar - cr; I[src ^ 1][o + 2 * m] = ai - ci;
        R[src ^ 1][o + 3 * m] = br - dr; I[src ^ 1][o + 3 * m] = bi - di;
        src ^= 1;
    }
    __syncthreads();
    for (int k = 0; k < 4; ++k) { ore[blockIdx.x * N + q + 64 * k] = R[src][q + 64 * k]; oim[blockIdx.x * N + q + 64 * k] = I[src][q + 64 * k]; }
}

// --- Haar wavelet, in place lifting, levels on shared memory with growing stride
extern "C" __global__ void haar_dwt(const float *sig, float *out, int levels)
{
    extern __shared__ float a[];
    int n = blockDim.x * 2;
    a[threadIdx.x] = sig[blockIdx.x * n + threadIdx.x];
    a[threadIdx.x + blockDim.x] = sig[blockIdx.x * n + threadIdx.x + blockDim.x];
    int step = 1;
    for (int l = 0; l < levels; l++, step <<= 1) {
        __syncthreads();
        int i = threadIdx.x * 2 * step;
        if (i + step < n) {
            float e = a[i], o = a[i + step];
            a[i + step] = (e - o) * 0.70710678f;
            a[i] = (e + o) * 0.70710678f;
        }
    }
    __syncthreads();
    out[blockIdx.x * n + threadIdx.x] = a[threadIdx.x];
    out[blockIdx.x * n + threadIdx.x + blockDim.x] = a[threadIdx.x + blockDim.x];
}

// --- autocorrelation: one lag per thread row, reading half precision
extern "C" __global__ void autocorr_half(const __half *x, float *r, int n, int nlags)
{
    int lag = blockIdx.x * blockDim.y + threadIdx.y;
    float s = 0;
    if (lag < nlags)
        for (int i = threadIdx.x; i + lag < n; i += 32)
            s += __half2float(x[i]) * __half2float(x[i + lag]);
    for (int m = 16; m; m /= 2) s += __shfl_xor_sync(0xffffffff, s, m);
    if (lag < nlags && threadIdx.x == 0) r[lag] = s;
}

// --- Goertzel detector: one frequency per thread, block over frames
extern "C" __global__ void goertzel(const short *pcm, const unsigned short *bins, float *power, int nbins, int frame, int hop)
{
    int b = threadIdx.x;
    if (b >= nbins) return;
    const short *f = pcm + blockIdx.x * hop;
    float coeff = 2.f * cospif(2.f * bins[b] / frame), s1 = 0, s2 = 0;
    for (int i = 0; i < frame; ++i) {
        float s0 = f[i] + coeff * s1 - s2;
        s2 = s1; s1 = s0;
    }
    power[b * gridDim.x + blockIdx.x] = s1 * s1 + s2 * s2 - coeff * s1 * s2;
}

// --- Median of 5 along time, each thread walks its own segment (uncoalesced on purpose of simplicity)
extern "C" __global__ void median5_segments(const int *x, int *y, int seg, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int b = t * seg, e = min(n, b + seg);
    for (int i = b; i < e; i++) {
        int w[5];
        for (int k = 0; k < 5; k++) {
            int j = i + k - 2;
            w[k] = x[j < 0 ? 0 : j >= n ? n - 1 : j];
        }
#define S2(a, b) { int lo = min(w[a], w[b]); w[b] = max(w[a], w[b]); w[a] = lo; }
        S2(0, 1) S2(3, 4) S2(0, 3) S2(1, 4) S2(1, 2) S2(2, 3) S2(1, 2)
        y[i] = w[2];
    }
}

// --- overlap-add of windowed frames: gather form
extern "C" __global__ void overlap_add(const float *frames, float *sig, int nframes, int flen, int hop)
{
    int total = (nframes - 1) * hop + flen;
    for (int s = threadIdx.x + blockDim.x * blockIdx.x; s < total; s += blockDim.x * gridDim.x) {
        int last = min(s / hop, nframes - 1);
        float acc = 0;
        for (int f = last; f >= 0 && s - f * hop < flen; f--) {
            int k = s - f * hop;
            acc += frames[f * flen + k] * (0.5f - 0.5f * cospif(2.f * k / flen));
        }
        sig[s] = acc;
    }
}
