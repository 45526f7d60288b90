#define RADIUS 3
#ifndef BLOCK_SIZE
#define BLOCK_SIZE 64
#endif
// the classic intro one
extern "C" __global__ void stencil_1d(int *in, int *out, int n)
{
    __shared__ int temp[BLOCK_SIZE + 2 * RADIUS];
    int gindex = threadIdx.x + blockIdx.x * blockDim.x;
    int lindex = threadIdx.x + RADIUS;
    temp[lindex] = gindex < n ? in[gindex] : 0;
    if (threadIdx.x < RADIUS) {
        temp[lindex - RADIUS] = gindex >= RADIUS ? in[gindex - RADIUS] : 0;
        temp[lindex + BLOCK_SIZE] = gindex + BLOCK_SIZE < n ? in[gindex + BLOCK_SIZE] : 0;
    }
    __syncthreads();
    int result = 0;
    for (int offset = -RADIUS; offset <= RADIUS; offset++) result += temp[lindex + offset];
    if (gindex < n) out[gindex] = result;
}
// heat 2D, globals only
extern "C" __global__ void heat_step(const float *T, float *Tn, int nx, int ny, float k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
#define AT(a, b) T[(b) * nx + (a)]
    if (i > 0 && j > 0 && i < nx - 1 && j < ny - 1)
        Tn[j * nx + i] = AT(i, j) + k * (AT(i + 1, j) + AT(i - 1, j) + AT(i, j + 1) + AT(i, j - 1) - 4.f * AT(i, j));
    else if (i < nx && j < ny)
        Tn[j * nx + i] = AT(i, j);
#undef AT
}
// heat 2D with halo in shared, divergent halo loads
extern "C" __global__ void heat_shared(const float *in, float *out, int W, int H)
{
    __shared__ float s[10][18];
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    int cx = min(x, W - 1), cy = min(y, H - 1);
    s[ty][tx] = in[cy * W + cx];
    if (threadIdx.x == 0)  s[ty][0]  = in[cy * W + max(cx - 1, 0)];
    if (threadIdx.x == 15) s[ty][17] = in[cy * W + min(x + 1, W - 1)];
    if (threadIdx.y == 0)  s[0][tx]  = in[max(cy - 1, 0) * W + cx];
    if (threadIdx.y == 7)  s[9][tx]  = in[min(y + 1, H - 1) * W + cx];
    __syncthreads();
    if (x < W && y < H)
        out[y * W + x] = 0.2f * (s[ty][tx] + s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx]);
}
// 7 point 3D, march in z with registers
extern "C" __global__ void laplace3d_march(const double *__restrict__ u, double *__restrict__ v, int nx, int ny, int nz)
{
    int ix = blockIdx.x * blockDim.x + threadIdx.x;
    int iy = blockIdx.y * blockDim.y + threadIdx.y;
    if (ix < 1 || iy < 1 || ix >= nx - 1 || iy >= ny - 1) return;
    size_t plane = (size_t)nx * ny;
    size_t p = (size_t)iy * nx + ix;
    double below = u[p], here = u[p + plane];
    for (int z = 1; z < nz - 1; ++z) {
        p += plane;
        double above = u[p + plane];
        v[p] = (below + above + u[p - 1] + u[p + 1] + u[p - nx] + u[p + nx]) * (1.0 / 6.0) - here;
        below = here;
        here = above;
    }
}
// red black Gauss Seidel on one colour
extern "C" __global__ void gs_redblack(float *u, const float *f, int n, int color)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (i >= n - 1) return;
    int c = 2 * j + 1 + ((i + color) & 1);
    if (c < n - 1) {
        int q = i * n + c;
        u[q] = 0.25f * (u[q - 1] + u[q + 1] + u[q - n] + u[q + n] - f[q]);
    }
}
// 27 point, 3D block in shared with full halo loaded by flattened loop
extern "C" __global__ void box27(const float *a, float *b, int n)
{
    __shared__ float c[6][6][10];
    int bx = blockIdx.x * 8, by = blockIdx.y * 4, bz = blockIdx.z * 4;
    int t = (threadIdx.z * 4 + threadIdx.y) * 8 + threadIdx.x;
    float *flat = &c[0][0][0];
    for (int k = t; k < 360; k += 128) {
        int x = k % 10 + bx - 1, y = k / 10 % 6 + by - 1, z = k / 60 + bz - 1;
        bool ok = x >= 0 && x < n && y >= 0 && y < n && z >= 0 && z < n;
        flat[k] = ok ? a[(z * n + y) * n + x] : 0.f;
    }
    __syncthreads();
    float s = 0;
    for (int dz = 0; dz < 3; dz++)
        for (int dy = 0; dy < 3; dy++)
            for (int dx = 0; dx < 3; dx++)
                s += c[threadIdx.z + dz][threadIdx.y + dy][threadIdx.x + dx];
    int x = bx + threadIdx.x, y = by + threadIdx.y, z = bz + threadIdx.z;
    if (x < n && y < n && z < n) b[(z * n + y) * n + x] = s / 27.f;
}
// wave equation, 4th order in space, ping-pong inside one block in shared memory
extern "C" __global__ void wave1d_block(const float *u0, float *uout, int steps, float c2)
{
    __shared__ float prev[132], cur[132];
    int t = threadIdx.x, k = t + 2;
    if (t < 2) { prev[t] = 0; cur[t] = 0; prev[130 + t] = 0; cur[130 + t] = 0; }
    prev[k] = cur[k] = u0[blockIdx.x * 128 + t];
    __syncthreads();
    float *p = prev, *q = cur;
    for (int s = 0; s < steps; ++s) {
        float lap = (-q[k - 2] + 16 * q[k - 1] - 30 * q[k] + 16 * q[k + 1] - q[k + 2]) / 12.f;
        float nu = 2 * q[k] - p[k] + c2 * lap;
        p[k] = nu;
        __syncthreads();
        float *tmp = p; p = q; q = tmp;
    }
    uout[blockIdx.x * 128 + t] = q[k];
}
