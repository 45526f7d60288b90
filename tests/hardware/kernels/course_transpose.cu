constexpr int TD = 32;
#ifndef ROWS
#define ROWS 8
#endif
#ifndef PAD
#define PAD 0
#endif

// naive, both ways
extern "C" __global__ void transposeNaiveWrite(float *odata, const float *idata, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) odata[x * height + y] = idata[y * width + x];
}

extern "C" __global__ void transpose_tile(float *odata, const float *idata, int w, int h)
{
    __shared__ float tile[TD][TD + PAD];
    int x = blockIdx.x * TD + threadIdx.x;
    int y = blockIdx.y * TD + threadIdx.y;
    for (int j = 0; j < TD; j += ROWS)
        if (x < w && y + j < h)
            tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * w + x];
    __syncthreads();
    x = blockIdx.y * TD + threadIdx.x;
    y = blockIdx.x * TD + threadIdx.y;
    for (int j = 0; j < TD; j += ROWS)
        if (x < h && y + j < w)
            odata[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}

// xor swizzle instead of pad
extern "C" __global__ void transpose_swz(const double *__restrict__ in, double *__restrict__ out, int n)
{
    __shared__ double s[32 * 32];
    auto at = [&](int r, int c) -> double & { return s[r * 32 + (c ^ r)]; };
    const int bx = blockIdx.x * 32, by = blockIdx.y * 32;
    for (int r = threadIdx.y; r < 32; r += blockDim.y) at(r, threadIdx.x) = in[(by + r) * n + bx + threadIdx.x];
    __syncthreads();
    for (int r = threadIdx.y; r < 32; r += blockDim.y) out[(bx + r) * n + by + threadIdx.x] = at(threadIdx.x, r);
}

// bytes through shared with 1D block
extern "C" __global__ void transpose_u8(const unsigned char *src, unsigned char *dst, int w, int h)
{
    __shared__ unsigned char t[16][20];
    int lx = threadIdx.x % 16;
    int ly = threadIdx.x / 16;
    int gx = blockIdx.x * 16 + lx, gy = blockIdx.y * 16 + ly;
    if (gx < w && gy < h)
        t[ly][lx] = src[gy * w + gx];
    __syncthreads();
    gx = blockIdx.y * 16 + lx;
    gy = blockIdx.x * 16 + ly;
    if (gx < h && gy < w)
        dst[gy * h + gx] = t[lx][ly];
}

// in place, square, swapping pair of tiles; blocks above the diagonal leave
extern "C" __global__ void transposeInPlace(int *a, int n)
{
    __shared__ int t1[16][17];
    __shared__ int t2[16][17];
    if (blockIdx.x > blockIdx.y) return;
    int i1 = (blockIdx.y * 16 + threadIdx.y) * n + blockIdx.x * 16 + threadIdx.x;
    int i2 = (blockIdx.x * 16 + threadIdx.y) * n + blockIdx.y * 16 + threadIdx.x;
    t1[threadIdx.y][threadIdx.x] = a[i1];
    if (blockIdx.x != blockIdx.y)
        t2[threadIdx.y][threadIdx.x] = a[i2];
    __syncthreads();
    if (blockIdx.x == blockIdx.y) {
        a[i1] = t1[threadIdx.x][threadIdx.y];
    } else {
        a[i1] = t2[threadIdx.x][threadIdx.y];
        a[i2] = t1[threadIdx.x][threadIdx.y];
    }
}

// AoS (x,y,z) -> SoA
struct P3 { float x, y, z; };
extern "C" __global__ void aos_to_soa(const P3 *p, float *x, float *y, float *z, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) { P3 q = p[i]; x[i] = q.x; y[i] = q.y; z[i] = q.z; }
}
// same through shared memory
extern "C" __global__ void aos_to_soa_sh(const float *p, float *x, float *y, float *z, int n)
{
    extern __shared__ float buf[];
    int b = blockIdx.x * blockDim.x, m = min((int)blockDim.x, n - b);
    for (int i = threadIdx.x; i < 3 * m; i += blockDim.x) buf[i] = p[3 * b + i];
    __syncthreads();
    int t = threadIdx.x;
    if (t < m) {
        x[b + t] = buf[3 * t];
        y[b + t] = buf[3 * t + 1];
        z[b + t] = buf[3 * t + 2];
    }
}

// permute 3D [a][b][c] -> [c][a][b]
extern "C" __global__ void permute_cab(const short *in, short *out, int A, int B, int C)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int b = blockIdx.y * blockDim.y + threadIdx.y;
    int a = blockIdx.z * blockDim.z + threadIdx.z;
    if (a >= A || b >= B || c >= C) return;
    out[(c * A + a) * B + b] = in[(a * B + b) * C + c];
}
