__constant__ float GAUSS5[25] = {
    1, 4, 6, 4, 1, 4, 16, 24, 16, 4, 6, 24, 36, 24, 6, 4, 16, 24, 16, 4, 1, 4, 6, 4, 1};

extern "C" __global__ void conv1d_basic(const float *N, const float *M, float *P, int mask_width, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= width) return;
    float Pvalue = 0;
    int start = i - (mask_width / 2);
    for (int j = 0; j < mask_width; j++)
        if (start + j >= 0 && start + j < width) Pvalue += N[start + j] * M[j];
    P[i] = Pvalue;
}
// tile without halo; neighbours from other tiles read from global ("L2 will have them")
extern "C" __global__ void conv1d_cached(const float *N, const float *M, float *P, int mw, int width)
{
    __shared__ float ds[48];
    int i = blockIdx.x * 48 + threadIdx.x;
    if (i < width) ds[threadIdx.x] = N[i];
    __syncthreads();
    int lo = blockIdx.x * 48, hi = lo + 48;
    if (i < width) {
        float v = 0;
        int first = i - mw / 2;
        for (int j = 0; j < mw; j++) {
            int q = first + j;
            if (q < 0 || q >= width) continue;
            if (q >= lo && q < hi) v += ds[q - lo] * M[j];
            else v += N[q] * M[j];
        }
        P[i] = v;
    }
}
// 2D, block = input tile 20x20, output 16x16
extern "C" __global__ void conv2d_in_tile(const float *img, float *out, int H, int W)
{
    __shared__ float t[20][20];
    int ro = blockIdx.y * 16 + threadIdx.y, co = blockIdx.x * 16 + threadIdx.x;
    int ri = ro - 2, ci = co - 2;
    t[threadIdx.y][threadIdx.x] = (ri >= 0 && ri < H && ci >= 0 && ci < W) ? img[ri * W + ci] : 0.f;
    __syncthreads();
    if (threadIdx.y < 16 && threadIdx.x < 16 && ro < H && co < W) {
        float s = 0;
        for (int i = 0; i < 5; i++)
            for (int j = 0; j < 5; j++) s += GAUSS5[i * 5 + j] * t[threadIdx.y + i][threadIdx.x + j];
        out[ro * W + co] = s / 256;
    }
}
// separable, column pass: block 8 wide, tall column in shared
#ifndef KR
#define KR 4
#endif
extern "C" __global__ void conv_cols(float *dst, const float *src, const float *ker, int w, int h, int pitch)
{
    __shared__ float s[8][64 + 2 * KR + 1];
    const int x = blockIdx.x * 8 + threadIdx.x;
    const int y0 = blockIdx.y * 64;
    for (int r = threadIdx.y; r < 64 + 2 * KR; r += blockDim.y) {
        int y = y0 + r - KR;
        s[threadIdx.x][r] = (x < w && y >= 0 && y < h) ? src[y * pitch + x] : 0.f;
    }
    __syncthreads();
    for (int r = threadIdx.y; r < 64; r += blockDim.y) {
        if (x >= w || y0 + r >= h) break;
        float a = 0.f;
        #pragma unroll
        for (int k = -KR; k <= KR; k++) a += ker[k + KR] * s[threadIdx.x][r + KR + k];
        dst[(y0 + r) * pitch + x] = a;
    }
}
// conv layer NCHW, PMPP style: grid (M, tiles, N)
extern "C" __global__ void conv_layer(int C, int Wgrid, int K, int H, const float *X, const float *Wt, float *Y, int M)
{
    int Hout = H - K + 1;
    int m = blockIdx.x;
    int h = (blockIdx.y / Wgrid) * 8 + threadIdx.y;
    int w = (blockIdx.y % Wgrid) * 8 + threadIdx.x;
    int n = blockIdx.z;
    if (h >= Hout || w >= Hout) return;
    float acc = 0.f;
    for (int c = 0; c < C; c++)
        for (int p = 0; p < K; p++)
            for (int q = 0; q < K; q++)
                acc += X[((n * C + c) * H + h + p) * H + w + q] * Wt[((m * C + c) * K + p) * K + q];
    Y[((n * M + m) * Hout + h) * Hout + w] = acc;
}
// im2col
extern "C" __global__ void im2col(const float *__restrict__ X, float *__restrict__ U, int C, int H, int W, int K)
{
    int Ho = H - K + 1, Wo = W - K + 1, Wu = Ho * Wo;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < C * Wu) {
        int c = t / Wu, s = t % Wu, ho = s / Wo, wo = s % Wo, base = c * K * K;
        for (int p = 0; p < K; ++p)
            for (int q = 0; q < K; ++q)
                U[(base + p * K + q) * Wu + s] = X[(c * H + ho + p) * W + wo + q];
    }
}
// 2x2 max pooling, uint8, with vectorised load of uchar2
extern "C" __global__ void maxpool2_u8(const uchar2 *in, unsigned char *out, int wo, int ho)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= wo || y >= ho) return;
    uchar2 a = in[(2 * y) * wo + x], b = in[(2 * y + 1) * wo + x];
    unsigned char m = a.x > a.y ? a.x : a.y, k = b.x > b.y ? b.x : b.y;
    out[y * wo + x] = m > k ? m : k;
}
