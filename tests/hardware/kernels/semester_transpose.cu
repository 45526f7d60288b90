#define TILE_DIM 32
#define BLOCK_ROWS 8
extern "C" __global__ void transposeNaive(float *odata, const float *idata, int w, int h)
{
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < w && y + j < h) odata[x * h + (y + j)] = idata[(y + j) * w + x];
}
#ifndef PAD
#define PAD 0
#endif
extern "C" __global__ void transposeTile(float *odata, const float *idata, int w, int h)
{
    __shared__ float tile[TILE_DIM][TILE_DIM + PAD];
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < w && (y + j) < h) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * w + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < h && y + j < w) odata[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}
extern "C" __global__ void transposeSwizzle(int *out, const int *in, int n)
{
    __shared__ int t[32 * 32];
    unsigned lx = threadIdx.x, ly = threadIdx.y;
    unsigned gx = blockIdx.x * 32 + lx, gy = blockIdx.y * 32 + ly;
#pragma unroll
    for (unsigned r = 0; r < 32; r += 4) t[(ly + r) * 32 + (lx ^ (ly + r))] = in[(gy + r) * n + gx];
    __syncthreads();
    gx = blockIdx.y * 32 + lx;
    gy = blockIdx.x * 32 + ly;
#pragma unroll
    for (unsigned r = 0; r < 32; r += 4) out[(gy + r) * n + gx] = t[lx * 32 + (lx ^ (ly + r))];
}
// in place: a pair of tiles per block, doubles
extern "C" __global__ void transposeInPlace(double *a, int n)
{
    __shared__ double p[16][17];
    __shared__ double q[16][17];
    if (blockIdx.x < blockIdx.y) return;
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    int xx = blockIdx.y * 16 + threadIdx.x, yy = blockIdx.x * 16 + threadIdx.y;
    bool in1 = x < n && y < n, in2 = xx < n && yy < n;
    if (in1) p[threadIdx.y][threadIdx.x] = a[y * n + x];
    if (blockIdx.x > blockIdx.y) {
        if (in2) q[threadIdx.y][threadIdx.x] = a[yy * n + xx];
        __syncthreads();
        if (in2) a[yy * n + xx] = p[threadIdx.x][threadIdx.y];
        if (in1) a[y * n + x] = q[threadIdx.x][threadIdx.y];
    } else {
        __syncthreads();
        if (in1) a[y * n + x] = p[threadIdx.x][threadIdx.y];
    }
}
// bytes through a shared tile, 4 bytes a thread
extern "C" __global__ void transposeBytes(const uchar4 *in, unsigned char *out, int w, int h)
{
    extern __shared__ unsigned char sm[];
    int pitch = blockDim.x * 4 + 4;
    int c4 = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c4 * 4 < w && r < h) {
        uchar4 v = in[r * (w / 4) + c4];
        *(uchar4 *)&sm[threadIdx.y * pitch + threadIdx.x * 4] = v;
    }
    __syncthreads();
    int tid = threadIdx.y * blockDim.x + threadIdx.x;
    int tileW = blockDim.x * 4, tileH = blockDim.y;
    for (int e = tid; e < tileW * tileH; e += blockDim.x * blockDim.y) {
        int rr = e % tileH, cc = e / tileH;
        int gr = blockIdx.y * tileH + rr, gc = blockIdx.x * tileW + cc;
        if (gr < h && gc < w) out[gc * h + gr] = sm[rr * pitch + cc];
    }
}
