#define MASK_WIDTH 7
#define MR (MASK_WIDTH / 2)
__constant__ float M[MASK_WIDTH] = {0.05f, 0.1f, 0.2f, 0.3f, 0.2f, 0.1f, 0.05f};
__constant__ float F[5][5] = {{1,4,6,4,1},{4,16,24,16,4},{6,24,36,24,6},{4,16,24,16,4},{1,4,6,4,1}};

extern "C" __global__ void conv1d_basic(const float *N, float *P, int Width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float Pvalue = 0;
    int start = i - MR;
    for (int j = 0; j < MASK_WIDTH; j++)
        if (start + j >= 0 && start + j < Width) Pvalue += N[start + j] * M[j];
    if (i < Width) P[i] = Pvalue;
}
// tile in shared memory, halo from L2
extern "C" __global__ void conv1d_cached(const float *N, float *P, int Width)
{
    __shared__ float N_ds[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < Width) N_ds[threadIdx.x] = N[i];
    __syncthreads();
    if (i >= Width) return;
    int This_tile_start = blockIdx.x * blockDim.x;
    int Next_tile_start = (blockIdx.x + 1) * blockDim.x;
    int s = i - MR;
    float v = 0;
    for (int j = 0; j < MASK_WIDTH; j++) {
        int idx = s + j;
        if (idx >= 0 && idx < Width) {
            if (idx >= This_tile_start && idx < Next_tile_start) v += N_ds[threadIdx.x + j - MR] * M[j];
            else v += N[idx] * M[j];
        }
    }
    P[i] = v;
}
// interleaved RGB, block is the input tile, loads two per thread (batch loading homework)
#define OT 12
#define W_ (OT + 4)
#define clampf(x) (min(max((x), 0.0f), 1.0f))
extern "C" __global__ void conv2d_rgb(const float *I, float *P, int channels, int width, int height)
{
    __shared__ float N_ds[W_][W_];
    for (int k = 0; k < channels; k++) {
        int dest = threadIdx.y * OT + threadIdx.x, destY = dest / W_, destX = dest % W_;
        int srcY = blockIdx.y * OT + destY - 2, srcX = blockIdx.x * OT + destX - 2;
        int src = (srcY * width + srcX) * channels + k;
        if (srcY >= 0 && srcY < height && srcX >= 0 && srcX < width) N_ds[destY][destX] = I[src];
        else N_ds[destY][destX] = 0;
        dest = threadIdx.y * OT + threadIdx.x + OT * OT;
        destY = dest / W_, destX = dest % W_;
        srcY = blockIdx.y * OT + destY - 2;
        srcX = blockIdx.x * OT + destX - 2;
        src = (srcY * width + srcX) * channels + k;
        if (destY < W_) {
            if (srcY >= 0 && srcY < height && srcX >= 0 && srcX < width) N_ds[destY][destX] = I[src];
            else N_ds[destY][destX] = 0;
        }
        __syncthreads();
        float accum = 0;
        for (int y = 0; y < 5; y++)
            for (int x = 0; x < 5; x++) accum += N_ds[threadIdx.y + y][threadIdx.x + x] * F[y][x];
        int y = blockIdx.y * OT + threadIdx.y, x = blockIdx.x * OT + threadIdx.x;
        if (y < height && x < width) P[(y * width + x) * channels + k] = clampf(accum / 256.f);
        __syncthreads();
    }
}
// separable: columns pass, several rows per thread
extern "C" __global__ void convColumns(float *dst, const float *src, int w, int h, int pitch)
{
    __shared__ float s[8][4 * 8 + 2 * 8 + 1];
    int x = blockIdx.x * 8 + threadIdx.x, y0 = blockIdx.y * 32 - 8 + threadIdx.y;
    #pragma unroll
    for (int i = 0; i < 6; i++) {
        int y = y0 + i * 8;
        s[threadIdx.x][threadIdx.y + i * 8] = (x < w && y >= 0 && y < h) ? src[y * pitch + x] : 0.f;
    }
    __syncthreads();
    #pragma unroll
    for (int i = 1; i < 5; i++) {
        float sum = 0;
        #pragma unroll
        for (int j = -MR; j <= MR; j++) sum += M[MR - j] * s[threadIdx.x][threadIdx.y + i * 8 + j];
        int y = y0 + i * 8;
        if (x < w && y < h) dst[y * pitch + x] = sum;
    }
}
// LeNet forward layer, one block per (n, m, tile)
extern "C" __global__ void conv_forward(float *y, const float *x, const float *k, int B, int Mo, int C, int H, int W, int K)
{
#define y4d(i3, i2, i1, i0) y[(i3) * (Mo * Ho * Wo) + (i2) * (Ho * Wo) + (i1) * Wo + i0]
#define x4d(i3, i2, i1, i0) x[(i3) * (C * H * W) + (i2) * (H * W) + (i1) * W + i0]
#define k4d(i3, i2, i1, i0) k[(i3) * (C * K * K) + (i2) * (K * K) + (i1) * K + i0]
    const int Ho = H - K + 1, Wo = W - K + 1;
    extern __shared__ float shmem[];
    const int X = blockDim.x + K - 1;
    float *Xs = shmem, *Ws = shmem + X * X;
    int gw = (Wo + blockDim.x - 1) / blockDim.x;
    int n = blockIdx.x, m = blockIdx.y;
    int h0 = threadIdx.y, w0 = threadIdx.x;
    int hb = (blockIdx.z / gw) * blockDim.x, wb = (blockIdx.z % gw) * blockDim.x;
    int h = hb + h0, w = wb + w0;
    float acc = 0;
    for (int c = 0; c < C; c++) {
        if (h0 < K && w0 < K) Ws[h0 * K + w0] = k4d(m, c, h0, w0);
        for (int i = h; i < hb + X; i += blockDim.y)
            for (int j = w; j < wb + X; j += blockDim.x)
                Xs[(i - hb) * X + (j - wb)] = (i < H && j < W) ? x4d(n, c, i, j) : 0.f;
        __syncthreads();
        for (int p = 0; p < K; p++)
            for (int q = 0; q < K; q++) acc += Xs[(h0 + p) * X + w0 + q] * Ws[p * K + q];
        __syncthreads();
    }
    if (h < Ho && w < Wo) y4d(n, m, h, w) = acc;
}
