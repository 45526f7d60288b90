#ifndef RADIUS
#define RADIUS 3
#endif
#ifndef BS
#define BS 96
#endif
extern "C" __global__ void stencil_1d(const int *in, int *out, int n)
{
    __shared__ int temp[BS + 2 * RADIUS];
    int gindex = threadIdx.x + blockIdx.x * blockDim.x;
    int lindex = threadIdx.x + RADIUS;

    temp[lindex] = gindex < n ? in[gindex] : 0;
    if (threadIdx.x < RADIUS) {
        temp[lindex - RADIUS] = gindex >= RADIUS ? in[gindex - RADIUS] : 0;
        temp[lindex + BS] = gindex + BS < n ? in[gindex + BS] : 0;
    }
    __syncthreads();

    int result = 0;
    for (int offset = -RADIUS; offset <= RADIUS; offset++)
        result += temp[lindex + offset];
    if (gindex < n) out[gindex] = result;
}

#define OUT_TILE 14
#define IN_TILE (OUT_TILE + 2)
extern "C" __global__ void heat2d_tile(const float *u, float *v, int H, int W, float c)
{
    __shared__ float s[IN_TILE][IN_TILE];
    int col = blockIdx.x * OUT_TILE + threadIdx.x - 1;
    int row = blockIdx.y * OUT_TILE + threadIdx.y - 1;
    if (row >= 0 && row < H && col >= 0 && col < W) s[threadIdx.y][threadIdx.x] = u[row * W + col];
    else s[threadIdx.y][threadIdx.x] = 0.f;
    __syncthreads();
    if (threadIdx.x >= 1 && threadIdx.x < IN_TILE - 1 && threadIdx.y >= 1 && threadIdx.y < IN_TILE - 1)
        if (row < H && col < W) {
            float m = s[threadIdx.y][threadIdx.x];
            v[row * W + col] = m + c * (s[threadIdx.y - 1][threadIdx.x] + s[threadIdx.y + 1][threadIdx.x]
                             + s[threadIdx.y][threadIdx.x - 1] + s[threadIdx.y][threadIdx.x + 1] - 4.f * m);
        }
}

// 3D, plane marching, z in registers (thread coarsened, register tiled)
#define T 8
extern "C" __global__ void stencil3d_march(const float *in, float *out, unsigned N)
{
    int iStart = blockIdx.z * 5;
    int j = blockIdx.y * (T - 2) + threadIdx.y - 1;
    int k = blockIdx.x * (T - 2) + threadIdx.x - 1;
    bool inside = j >= 0 && j < (int)N && k >= 0 && k < (int)N;
    __shared__ float cur[T][T];
    float prev = 0, next, mid = 0;
    if (iStart - 1 >= 0 && inside) prev = in[(iStart - 1) * N * N + j * N + k];
    if (iStart < N && inside) mid = in[iStart * N * N + j * N + k];
    cur[threadIdx.y][threadIdx.x] = mid;
    for (int i = iStart; i < iStart + 5; ++i) {
        next = 0;
        if (i + 1 < N && inside) next = in[(i + 1) * N * N + j * N + k];
        __syncthreads();
        if (i >= 1 && i < (int)N - 1 && j >= 1 && j < (int)N - 1 && k >= 1 && k < (int)N - 1) {
            if (threadIdx.y >= 1 && threadIdx.y < T - 1 && threadIdx.x >= 1 && threadIdx.x < T - 1) {
                out[i * N * N + j * N + k] = 0.5f * mid
                    + 0.1f * cur[threadIdx.y][threadIdx.x - 1] + 0.1f * cur[threadIdx.y][threadIdx.x + 1]
                    + 0.1f * cur[threadIdx.y - 1][threadIdx.x] + 0.1f * cur[threadIdx.y + 1][threadIdx.x]
                    + 0.05f * prev + 0.05f * next;
            }
        }
        __syncthreads();
        prev = mid;
        mid = next;
        cur[threadIdx.y][threadIdx.x] = next;
    }
}

// Game of life with wrap-around, unsigned char cells
extern "C" __global__ void life(const unsigned char *src, unsigned char *dst, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int xl = (x + w - 1) % w, xr = (x + 1) % w, yu = (y + h - 1) % h, yd = (y + 1) % h;
    int n = src[yu * w + xl] + src[yu * w + x] + src[yu * w + xr]
          + src[y * w + xl] + src[y * w + xr]
          + src[yd * w + xl] + src[yd * w + x] + src[yd * w + xr];
    dst[y * w + x] = (n == 3 || (n == 2 && src[y * w + x])) ? 1 : 0;
}

// several Jacobi sweeps inside the block, halo shrinks
extern "C" __global__ void jacobi_ghost(const double *in, double *out, int n, int sweeps)
{
    extern __shared__ double buf[];
    double *a = buf, *b = buf + blockDim.x;
    int own = blockDim.x - 2 * sweeps;
    int g = blockIdx.x * own + (int)threadIdx.x - sweeps;
    a[threadIdx.x] = (g >= 0 && g < n) ? in[g] : 0.0;
    b[threadIdx.x] = 0.0;
    __syncthreads();
    for (int s = 1; s <= sweeps; s++) {
        if (threadIdx.x >= s && threadIdx.x < blockDim.x - s)
            b[threadIdx.x] = (a[threadIdx.x - 1] + a[threadIdx.x] + a[threadIdx.x + 1]) / 3.0;
        __syncthreads();
        double *t = a; a = b; b = t;
    }
    if (threadIdx.x >= sweeps && threadIdx.x < blockDim.x - sweeps && g < n) out[g] = a[threadIdx.x];
}
