// Programs with tables: filters, polynomials, colours, ciphers, automata, trees, scenes, sums of physics.

typedef unsigned char byte;
typedef unsigned int word;

static __device__ __forceinline__ int tid() { return (int)(threadIdx.x + blockIdx.x * blockDim.x); }

// ---- filters ------------------------------------------------------------------------------------------------------

#define RADIUS 4
#define TAPS (2 * RADIUS + 1)

__constant__ float c_Kernel[TAPS] = {0.0625f, 0.125f, 0.25f, 0.5f, 1.0f, 0.5f, 0.25f, 0.125f, 0.0625f};
__constant__ float c_Long[31] = {
    0.5f, 0.25f, 0.75f, -0.5f, 0.125f, 1.0f, -1.0f, 0.375f, 0.625f, -0.25f, 2.0f, -0.125f, 0.875f, 1.125f,
    -0.75f, 1.5f, -0.75f, 1.125f, 0.875f, -0.125f, 2.0f, -0.25f, 0.625f, 0.375f, -1.0f, 1.0f, 0.125f, -0.5f,
    0.75f, 0.25f, 0.5f};
__constant__ float sharpen[3][3] = {{0.0f, -1.0f, 0.0f}, {-1.0f, 5.0f, -1.0f}, {0.0f, -1.0f, 0.0f}};
__constant__ int sobel[2][9] = {{-1, 0, 1, -2, 0, 2, -1, 0, 1}, {-1, -2, -1, 0, 0, 0, 1, 2, 1}};
__constant__ float closeness[25] = {0.0625f, 0.125f, 0.25f, 0.125f, 0.0625f, 0.125f, 0.25f,  0.5f,   0.25f,
                                    0.125f,  0.25f,  0.5f,  1.0f,   0.5f,    0.25f,  0.125f, 0.25f,  0.5f,
                                    0.25f,   0.125f, 0.0625f, 0.125f, 0.25f, 0.125f, 0.0625f};

// As in the sample of separable convolution: tile in shared memory, row of taps in constant memory.
extern "C" __global__ void convolution_row(const float* in, float* out, int n)
{
    __shared__ float tile[128 + 2 * RADIUS];
    int i = tid();
    for (int s = threadIdx.x; s < (int)blockDim.x + 2 * RADIUS; s += blockDim.x) {
        int j = (int)(blockIdx.x * blockDim.x) + s - RADIUS;
        tile[s] = j >= 0 && j < n ? in[j] : 0.0f;
    }
    __syncthreads();
    if (i >= n) return;
    float sum = 0.0f;
#pragma unroll
    for (int j = -RADIUS; j <= RADIUS; j++) sum += c_Kernel[RADIUS - j] * tile[threadIdx.x + RADIUS + j];
    out[i] = sum;
}

// As a student writes it: the length is a parameter, the edges are an if inside of the loop.
extern "C" __global__ void convolution_basic(float* N, float* P, int mask_width, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < width) {
        float value = 0;
        int start = i - (mask_width / 2);
        for (int j = 0; j < mask_width; j++) {
            if (start + j >= 0 && start + j < width) {
                value += N[start + j] * c_Long[j];
            }
        }
        P[i] = value;
    }
}

// A picture and a mask of 3 by 3.
extern "C" __global__ void sharpened(const float* in, float* out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float s = 0.0f;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
            int xx = min(max(x + dx, 0), w - 1), yy = min(max(y + dy, 0), h - 1);
            s += sharpen[dy + 1][dx + 1] * in[yy * w + xx];
        }
    out[y * w + x] = s;
}

// Two masks in a loop that nobody unrolls.
extern "C" __global__ void edges(const byte* in, int* out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x >= w - 1 || y >= h - 1) return;
    int gx = 0, gy = 0;
#pragma unroll 1
    for (int k = 0; k < 9; ++k) {
        int p = in[(y + k / 3 - 1) * w + x + k % 3 - 1];
        gx += sobel[0][k] * p;
        gy += sobel[1][k] * p;
    }
    out[y * w + x] = abs(gx) + abs(gy);
}

// A bilateral filter: a tap counts where the pixel is alike, so lanes leave out different taps.
extern "C" __global__ void bilateral(const int* in, float* out, int w, int h, int alike)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int mine = in[y * w + x];
    float sum = 0.0f, total = 0.0f;
    for (int k = 0; k < 25; ++k) {
        int xx = x + k % 5 - 2, yy = y + k / 5 - 2;
        if (xx < 0 || yy < 0 || xx >= w || yy >= h) continue;
        int p = in[yy * w + xx];
        if (abs(p - mine) < alike) {
            sum += closeness[k] * p;
            total += closeness[k];
        }
    }
    out[y * w + x] = sum / total;
}

// A bank of filters: each thread has its own number of taps.
extern "C" __global__ void wavelets(const float* in, float* out, const int* taps, int n)
{
    int i = tid();
    if (i >= n) return;
    float s = 0.0f;
    for (int k = 0; k < taps[i]; ++k) s = fmaf(c_Long[k], in[(i + k) % n], s);
    out[i] = s;
}

// Resampling: the phase of a thread chooses its row of taps.
__constant__ float phases[5][4] = {{1.0f, 0.0f, 0.0f, 0.0f},
                                   {0.75f, 0.25f, -0.125f, 0.125f},
                                   {0.5f, 0.5f, 0.25f, -0.25f},
                                   {0.25f, 0.75f, -0.5f, 0.5f},
                                   {0.125f, 0.875f, 0.0625f, -0.0625f}};

extern "C" __global__ void polyphase(const float* in, float* out, int up, int down, int n, int inputs)
{
    int i = tid();
    if (i >= n) return;
    int at = i * down / up, phase = i * down % up;
    float s = 0.0f;
#pragma unroll
    for (int k = 0; k < 4; ++k) s += phases[phase][k] * in[min(at + k, inputs - 1)];
    out[i] = s;
}

// Biquads in a row.
struct Biquad {
    float b0, b1, b2, a1, a2;
};
__constant__ Biquad cascade[4] = {{1.0f, 0.5f, 0.25f, -0.5f, 0.125f},
                                  {0.5f, -0.25f, 0.5f, 0.25f, 0.0625f},
                                  {2.0f, 1.0f, 0.5f, -0.125f, 0.25f},
                                  {0.25f, 0.75f, 1.0f, 0.375f, -0.125f}};

extern "C" __global__ void biquads(const float* in, float* out, int stages, int samples, int channels)
{
    int c = tid();
    if (c >= channels) return;
    for (int s = 0; s < stages; ++s) {
        float z1 = 0.0f, z2 = 0.0f;
        const float* src = s == 0 ? in : out;
        for (int t = 0; t < samples; ++t) {
            float x = src[t * channels + c];
            float y = fmaf(cascade[s].b0, x, z1);
            z1 = fmaf(cascade[s].b1, x, fmaf(-cascade[s].a1, y, z2));
            z2 = fmaf(cascade[s].b2, x, -cascade[s].a2 * y);
            out[t * channels + c] = y;
        }
    }
}

// ---- numbers ------------------------------------------------------------------------------------------------------

__constant__ double horner[8] = {1.0, -0.5, 0.16666, -0.0416, 0.00833, -0.00138, 0.000198, -0.0000248};
__constant__ float pieces[6][4] = {
    {0.0f, 1.0f, 0.0f, 0.0f}, {0.5f, 0.5f, -0.25f, 0.125f}, {1.0f, 0.0f, 0.5f, -0.5f}, {-1.0f, 2.0f, 0.25f,
    0.0f}, {2.0f, -1.0f, 1.0f, 0.25f}, {4.0f, 0.0f, 0.0f, 1.0f}};
__constant__ float breaks[7] = {-1.0f, -0.625f, -0.25f, 0.0f, 0.375f, 0.5f, 1.0f};
__constant__ float chebyshev[12] = {
    1.25f, 1.125f, 0.25f, 0.0625f, -0.5f, 0.75f, -0.125f, 0.5f, 0.03125f, -0.25f, 0.375f, 1.0f};
__constant__ float tableau[4][4] = {
    {0.0f, 0.0f, 0.0f, 0.0f}, {0.5f, 0.0f, 0.0f, 0.0f}, {0.0f, 0.5f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f, 0.0f}};
__constant__ float shares[4] = {0.125f, 0.375f, 0.375f, 0.125f};
__constant__ int pascal[10][10] = {{1},
                                   {1, 1},
                                   {1, 2, 1},
                                   {1, 3, 3, 1},
                                   {1, 4, 6, 4, 1},
                                   {1, 5, 10, 10, 5, 1},
                                   {1, 6, 15, 20, 15, 6, 1},
                                   {1, 7, 21, 35, 35, 21, 7, 1},
                                   {1, 8, 28, 56, 70, 56, 28, 8, 1},
                                   {1, 9, 36, 84, 126, 126, 84, 36, 9, 1}};

// Horner's rule in double precision, all the coefficients are operands.
extern "C" __global__ void polynomial(const double* x, double* y, int n)
{
    int i = tid();
    if (i >= n) return;
    double v = x[i], r = horner[7];
    for (int k = 6; k >= 0; --k) r = fma(r, v, horner[k]);
    y[i] = r;
}

// A polynomial for a piece of the line: lanes look for their piece, then take its coefficients.
extern "C" __global__ void piecewise(const float* x, float* y, int n)
{
    int i = tid();
    if (i >= n) return;
    float v = x[i];
    int p = 0;
    while (p < 5 && v >= breaks[p + 1]) ++p;
    float t = v - breaks[p];
    y[i] = pieces[p][0] + t * (pieces[p][1] + t * (pieces[p][2] + t * pieces[p][3]));
}

// Clenshaw's recurrence with a degree from the host.
extern "C" __global__ void clenshaw(const float* x, float* y, int degree, int n)
{
    int i = tid();
    if (i >= n) return;
    float b1 = 0.0f, b2 = 0.0f, t = 2.0f * x[i];
    for (int k = degree; k > 0; --k) {
        float b = fmaf(t, b1, chebyshev[k] - b2);
        b2 = b1;
        b1 = b;
    }
    y[i] = fmaf(x[i], b1, chebyshev[0] - b2);
}

// Runge and Kutta with a tableau.
extern "C" __global__ void runge_kutta(float* y, int steps, float dt, int n)
{
    int i = tid();
    if (i >= n) return;
    float u = y[i];
    for (int s = 0; s < steps; ++s) {
        float k[4];
#pragma unroll
        for (int a = 0; a < 4; ++a) {
            float v = u;
#pragma unroll
            for (int b = 0; b < a; ++b) v += dt * tableau[a][b] * k[b];
            k[a] = v * (1.0f - v);
        }
#pragma unroll
        for (int a = 0; a < 4; ++a) u += dt * shares[a] * k[a];
    }
    y[i] = u;
}

// Binomial coefficients: row by the thread's row, up to the diagonal.
extern "C" __global__ void bernstein(const float* control, float* y, int n)
{
    int i = tid();
    if (i >= n) return;
    int degree = i % 10;
    float t = 0.25f, s = 0.75f, sum = 0.0f, power = 1.0f;
    for (int k = 0; k <= degree; ++k) {
        sum = sum * s + pascal[degree][k] * power * control[k];
        power *= t;
    }
    y[i] = sum;
}

// Halton's numbers: the base is the dimension's.
__constant__ int bases[8] = {2, 3, 5, 7, 11, 13, 17, 19};

extern "C" __global__ void halton(float* y, int dimensions)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, d = threadIdx.y;
    float f = 1.0f, r = 0.0f;
    for (int k = i + 1; k > 0; k /= bases[d]) {
        f /= bases[d];
        r += f * (k % bases[d]);
    }
    y[i * dimensions + d] = r;
}

// Sobol's numbers: a direction for every bit that is set.
__constant__ word sobol_directions[32] = {
    0x80000000, 0xc0000000, 0xa0000000, 0xf0000000, 0x88000000, 0xcc000000, 0xaa000000, 0xff000000,
    0x80800000, 0xc0c00000, 0xa0a00000, 0xf0f00000, 0x88880000, 0xcccc0000, 0xaaaa0000, 0xffff0000,
    0x80008000, 0xc000c000, 0xa000a000, 0xf000f000, 0x88008800, 0xcc00cc00, 0xaa00aa00, 0xff00ff00,
    0x80808080, 0xc0c0c0c0, 0xa0a0a0a0, 0xf0f0f0f0, 0x88888888, 0xcccccccc, 0xaaaaaaaa, 0xffffffff};

extern "C" __global__ void sobol(word* y, int n)
{
    int i = tid();
    if (i >= n) return;
    word gray = i ^ (i >> 1), r = 0;
    for (int b = 0; gray; ++b, gray >>= 1)
        if (gray & 1) r ^= sobol_directions[b];
    y[i] = r;
}

// The bit that changes is a lane's own.
extern "C" __global__ void sobol_by_bit(word* y, int n)
{
    int i = tid();
    if (i >= n) return;
    word r = 0, left = i ^ (i >> 1);
    while (left) {
        int b = __ffs(left) - 1;
        r ^= sobol_directions[b];
        left &= left - 1;
    }
    y[i] = r;
}

// A matrix that stays, and many vectors.
__constant__ float dct[8][8] = {
    {0.3536f, 0.3536f, 0.3536f, 0.3536f, 0.3536f, 0.3536f, 0.3536f, 0.3536f},
    {0.4904f, 0.4157f, 0.2778f, 0.0975f, -0.0975f, -0.2778f, -0.4157f, -0.4904f},
    {0.4619f, 0.1913f, -0.1913f, -0.4619f, -0.4619f, -0.1913f, 0.1913f, 0.4619f},
    {0.4157f, -0.0975f, -0.4904f, -0.2778f, 0.2778f, 0.4904f, 0.0975f, -0.4157f},
    {0.3536f, -0.3536f, -0.3536f, 0.3536f, 0.3536f, -0.3536f, -0.3536f, 0.3536f},
    {0.2778f, -0.4904f, 0.0975f, 0.4157f, -0.4157f, -0.0975f, 0.4904f, -0.2778f},
    {0.1913f, -0.4619f, 0.4619f, -0.1913f, -0.1913f, 0.4619f, -0.4619f, 0.1913f},
    {0.0975f, -0.2778f, 0.4157f, -0.4904f, 0.4904f, -0.4157f, 0.2778f, -0.0975f}};
__constant__ byte zigzag[64] = {
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
    14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
    53, 60, 61, 54, 47, 55, 62, 63};
__constant__ byte quant[64] = {
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22,
    29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103,
    121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99};

// A block of a picture: transform, quantize, and order; the matrix is read by the thread's row and by its column.
extern "C" __global__ void picture_block(const int* in, int* out)
{
    __shared__ float a[64], b[64];
    int u = threadIdx.y, v = threadIdx.x, t = u * 8 + v;
    a[t] = (float)(in[blockIdx.x * 64 + t] - 128);
    __syncthreads();
    float s = 0.0f;
    for (int k = 0; k < 8; ++k) s = fmaf(dct[u][k], a[k * 8 + v], s);
    b[t] = s;
    __syncthreads();
    s = 0.0f;
    for (int k = 0; k < 8; ++k) s = fmaf(dct[v][k], b[u * 8 + k], s);
    a[t] = rintf(s / (float)quant[t]);
    __syncthreads();
    out[blockIdx.x * 64 + t] = (int)a[zigzag[t]];
}

// A perceptron; weights of the first layer by the loop, those of the second by the unit.
__constant__ float layer1[12][4] = {
    {1, -1, 0.5f, 0.25f}, {0, 1, 2, -1}, {0.5f, 0.5f, -0.5f, 1}, {-1, 0, 1, 0}, {2, 0.25f, 0, -2}, {1, 1, 1, 1},
    {-0.5f, 1, -1, 2}, {0.125f, 0, 0, 1}, {3, -2, 1, 0}, {0, 0, 0.5f, 0.5f}, {1, 0, -1, -1}, {-2, 2, -2, 2}};
__constant__ float layer2[12] = {1, -0.5f, 0.25f, 2, -1, 0.5f, 0.75f, -0.25f, 1.5f, 1, -2, 0.125f};

extern "C" __global__ void perceptron(const float* in, float* out, int hidden, int n)
{
    int i = tid();
    if (i >= n) return;
    float sum = 0.0f;
    for (int h = 0; h < hidden; ++h) {
        float z = 0.0f;
#pragma unroll
        for (int k = 0; k < 4; ++k) z = fmaf(layer1[h][k], in[i * 4 + k], z);
        if (z > 0.0f) sum = fmaf(layer2[h], z, sum);
    }
    out[i] = sum;
}

// A hidden unit for a lane: its weights lie sixteen bytes from its neighbour's.
extern "C" __global__ void perceptron_by_units(const float* in, float* out, int rows)
{
    int unit = threadIdx.x;
    if (unit >= 12) return;
    for (int r = blockIdx.x; r < rows; r += gridDim.x) {
        float z = layer2[unit];
        for (int k = 0; k < 4; ++k) z += layer1[unit][k] * in[r * 4 + k];
        out[r * 12 + unit] = fmaxf(z, 0.0f);
    }
}

// ---- colours ------------------------------------------------------------------------------------------------------

__constant__ float3 ramp[9] = {{0.267f, 0.005f, 0.329f}, {0.283f, 0.141f, 0.458f}, {0.254f, 0.265f, 0.530f},
                               {0.207f, 0.372f, 0.553f}, {0.164f, 0.471f, 0.558f}, {0.128f, 0.567f, 0.551f},
                               {0.135f, 0.659f, 0.518f}, {0.478f, 0.821f, 0.318f}, {0.993f, 0.906f, 0.144f}};
__constant__ int bayer[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
__constant__ word web_colours[16] = {
    0xffffff, 0xc0c0c0, 0x808080, 0x000000, 0xff0000, 0x800000, 0xffff00, 0x808000, 0x00ff00, 0x008000,
    0x00ffff, 0x008080, 0x0000ff, 0x000080, 0xff00ff, 0x800080};

// A colour between two entries, both loaded.
extern "C" __global__ void colour_map(const float* v, float* rgb, int n)
{
    int i = tid();
    if (i >= n) return;
    float x = (v[i] + 1.0f) * 4.0f;
    int k = min((int)x, 7);
    float f = x - k;
    float3 a = ramp[k], b = ramp[k + 1];
    rgb[3 * i] = a.x + f * (b.x - a.x);
    rgb[3 * i + 1] = a.y + f * (b.y - a.y);
    rgb[3 * i + 2] = a.z + f * (b.z - a.z);
}

// Dithering: the place in the picture is the index.
extern "C" __global__ void dithered(const byte* grey, byte* out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[y * w + x] = grey[y * w + x] > bayer[y & 3][x & 3] * 16 + 8 ? 255 : 0;
}

// The set of Mandelbrot: how long a point stays is its colour.
extern "C" __global__ void mandelbrot(word* out, int w, int h, int most)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    float cx = -2.0f + 3.0f * px / w, cy = -1.0f + 2.0f * py / h, x = 0.0f, y = 0.0f;
    int k = 0;
    while (k < most && x * x + y * y < 4.0f) {
        float t = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = t;
        ++k;
    }
    out[py * w + px] = k == most ? 0 : web_colours[k & 15];
}

// The closest of the colours: all lanes walk over them.
extern "C" __global__ void closest_colour(const word* rgb, int* out, int colours, int n)
{
    int i = tid();
    if (i >= n) return;
    int r = rgb[i] & 255, g = rgb[i] >> 8 & 255, b = rgb[i] >> 16 & 255, best = 0, least = 1 << 30;
    for (int k = 0; k < colours; ++k) {
        word c = web_colours[k];
        int dr = r - (int)(c >> 16 & 255), dg = g - (int)(c >> 8 & 255), db = b - (int)(c & 255);
        int d = dr * dr + dg * dg + db * db;
        if (d < least) {
            least = d;
            best = k;
        }
    }
    out[i] = best * 0x1000000 + (int)web_colours[best];
}

// Spheres and lights of a scene: a uniform walk, then what was hit decides.
struct Sphere {
    float x, y, z, radius;
    int finish;
};
struct Finish {
    float red, green, blue, shine;
};
__constant__ Sphere scene[5] = {
    {0.0f, 0.0f, 5.0f, 1.0f, 0},
    {1.5f, 0.5f, 4.0f, 0.5f, 2},
    {-1.25f, -0.5f, 3.0f, 0.5f, 1},
    {0.5f, -1.0f, 6.0f, 2.0f, 3},
    {-2.0f, 1.0f, 7.0f, 1.5f, 2}};
__constant__ Finish finishes[4] = {{1.0f, 0.25f, 0.25f, 0.5f}, {0.25f, 1.0f, 0.25f, 0.75f},
                                   {0.25f, 0.25f, 1.0f, 1.0f}, {0.75f, 0.75f, 0.75f, 0.0f}};

extern "C" __global__ void ray_cast(float* out, int w, int h, int spheres)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    float dx = (px - w * 0.5f) / w, dy = (py - h * 0.5f) / h, dd = dx * dx + dy * dy + 1.0f;
    float nearest = 1e30f;
    int hit = -1;
    for (int s = 0; s < spheres; ++s) {
        const Sphere& o = scene[s];
        float b = dx * o.x + dy * o.y + o.z;
        float c = o.x * o.x + o.y * o.y + o.z * o.z - o.radius * o.radius;
        float q = b * b - dd * c;
        if (q > 0.0f) {
            float t = (b - sqrtf(q)) / dd;
            if (t > 0.0f && t < nearest) {
                nearest = t;
                hit = s;
            }
        }
    }
    float colour = 0.0f;
    if (hit >= 0) {
        Finish f = finishes[scene[hit].finish];
        colour = f.red + 2.0f * f.green + 4.0f * f.blue + f.shine / nearest;
    }
    out[py * w + px] = colour;
}

// Marching over squares: the case of a cell names its edges.
__constant__ signed char segments[16][5] = {
    {-1, -1, -1, -1, 0}, {3, 0, -1, -1, 1}, {0, 1, -1, -1, 1}, {3, 1, -1, -1, 1}, {1, 2, -1, -1, 1}, {3, 0, 1,
    2, 2}, {0, 2, -1, -1, 1}, {3, 2, -1, -1, 1}, {2, 3, -1, -1, 1}, {2, 0, -1, -1, 1}, {0, 1, 2, 3, 2}, {2, 1,
    -1, -1, 1}, {1, 3, -1, -1, 1}, {1, 0, -1, -1, 1}, {0, 3, -1, -1, 1}, {-1, -1, -1, -1, 0}};

extern "C" __global__ void marching_squares(const int* field, int* out, int w, int h, int level)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w - 1 || y >= h - 1) return;
    const int* f = field + y * w + x;
    int kind = (f[0] > level) | (f[1] > level) << 1 | (f[w + 1] > level) << 2 | (f[w] > level) << 3;
    int code = 0;
    for (int s = 0; s < segments[kind][4]; ++s)
        code = code * 16 + segments[kind][2 * s] * 4 + segments[kind][2 * s + 1];
    out[y * (w - 1) + x] = code;
}

// Noise by Perlin: a permutation of a permutation, then a gradient.
__constant__ byte shuffled[64] = {
    37, 5, 60, 12, 49, 22, 8, 31, 54, 17, 43, 2, 28, 63, 40, 11, 19, 56, 0, 33, 47, 25, 61, 14, 6, 50, 38, 29,
    3, 58, 21, 45, 10, 35, 52, 16, 1, 62, 27, 41, 23, 57, 9, 32, 48, 4, 55, 18, 39, 13, 30, 59, 7, 44, 26, 51,
    20, 36, 15, 53, 24, 46, 42, 34};
__constant__ signed char gradients[8][2] = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}};

extern "C" __global__ void noise(float* out, int w, int h, float scale)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    float x = px * scale, y = py * scale;
    int xi = (int)x, yi = (int)y;
    float sum = 0.0f;
    for (int c = 0; c < 4; ++c) {
        int cx = xi + (c & 1), cy = yi + (c >> 1);
        int g = shuffled[(shuffled[cx & 63] + cy) & 63] & 7;
        float fx = x - cx, fy = y - cy;
        sum += (gradients[g][0] * fx + gradients[g][1] * fy) * (1.0f - fabsf(fx)) * (1.0f - fabsf(fy));
    }
    out[py * w + px] = sum;
}

// ---- ciphers, checks, codes ---------------------------------------------------------------------------------------

__constant__ byte sbox[256] = {
     0x63, 0x7c, 0x77, 0x7b, 0xf2, 0x6b, 0x6f, 0xc5, 0x30, 0x01, 0x67, 0x2b, 0xfe, 0xd7, 0xab, 0x76, 0xca, 0x82,
    0xc9, 0x7d, 0xfa, 0x59, 0x47, 0xf0, 0xad, 0xd4, 0xa2, 0xaf, 0x9c, 0xa4, 0x72, 0xc0, 0xb7, 0xfd, 0x93, 0x26,
    0x36, 0x3f, 0xf7, 0xcc, 0x34, 0xa5, 0xe5, 0xf1, 0x71, 0xd8, 0x31, 0x15, 0x04, 0xc7, 0x23, 0xc3, 0x18, 0x96,
    0x05, 0x9a, 0x07, 0x12, 0x80, 0xe2, 0xeb, 0x27, 0xb2, 0x75, 0x09, 0x83, 0x2c, 0x1a, 0x1b, 0x6e, 0x5a, 0xa0,
    0x52, 0x3b, 0xd6, 0xb3, 0x29, 0xe3, 0x2f, 0x84, 0x53, 0xd1, 0x00, 0xed, 0x20, 0xfc, 0xb1, 0x5b, 0x6a, 0xcb,
    0xbe, 0x39, 0x4a, 0x4c, 0x58, 0xcf, 0xd0, 0xef, 0xaa, 0xfb, 0x43, 0x4d, 0x33, 0x85, 0x45, 0xf9, 0x02, 0x7f,
    0x50, 0x3c, 0x9f, 0xa8, 0x51, 0xa3, 0x40, 0x8f, 0x92, 0x9d, 0x38, 0xf5, 0xbc, 0xb6, 0xda, 0x21, 0x10, 0xff,
    0xf3, 0xd2, 0xcd, 0x0c, 0x13, 0xec, 0x5f, 0x97, 0x44, 0x17, 0xc4, 0xa7, 0x7e, 0x3d, 0x64, 0x5d, 0x19, 0x73,
    0x60, 0x81, 0x4f, 0xdc, 0x22, 0x2a, 0x90, 0x88, 0x46, 0xee, 0xb8, 0x14, 0xde, 0x5e, 0x0b, 0xdb, 0xe0, 0x32,
    0x3a, 0x0a, 0x49, 0x06, 0x24, 0x5c, 0xc2, 0xd3, 0xac, 0x62, 0x91, 0x95, 0xe4, 0x79, 0xe7, 0xc8, 0x37, 0x6d,
    0x8d, 0xd5, 0x4e, 0xa9, 0x6c, 0x56, 0xf4, 0xea, 0x65, 0x7a, 0xae, 0x08, 0xba, 0x78, 0x25, 0x2e, 0x1c, 0xa6,
    0xb4, 0xc6, 0xe8, 0xdd, 0x74, 0x1f, 0x4b, 0xbd, 0x8b, 0x8a, 0x70, 0x3e, 0xb5, 0x66, 0x48, 0x03, 0xf6, 0x0e,
    0x61, 0x35, 0x57, 0xb9, 0x86, 0xc1, 0x1d, 0x9e, 0xe1, 0xf8, 0x98, 0x11, 0x69, 0xd9, 0x8e, 0x94, 0x9b, 0x1e,
    0x87, 0xe9, 0xce, 0x55, 0x28, 0xdf, 0x8c, 0xa1, 0x89, 0x0d, 0xbf, 0xe6, 0x42, 0x68, 0x41, 0x99, 0x2d, 0x0f,
    0xb0, 0x54, 0xbb, 0x16};
__constant__ word round_keys[16] = {0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
                                    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
                                    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174};
__constant__ word crc_nibbles[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
                                     0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                     0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
__constant__ char base64[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
__constant__ byte swaps[32] = {16, 7, 20, 21, 29, 12, 28, 17, 1,  15, 23, 26, 5,  18, 31, 10,
                               2,  8, 24, 14, 0,  27, 3,  9,  19, 13, 30, 6,  22, 11, 4,  25};

// A byte at a time through the box of Rijndael.
extern "C" __global__ void substituted(const byte* in, byte* out, int n)
{
    int i = tid();
    if (i < n) out[i] = sbox[in[i]];
}

// Four bytes of a word, a few rounds, and a key of the round.
extern "C" __global__ void substituted_words(word* state, int rounds, int n)
{
    int i = tid();
    if (i >= n) return;
    word s = state[i];
    for (int r = 0; r < rounds; ++r) {
        word low = (word)sbox[s & 255] | (word)sbox[s >> 8 & 255] << 8;
        word high = (word)sbox[s >> 16 & 255] << 16 | (word)sbox[s >> 24] << 24;
        s = low | high;
        s = (s << 9 | s >> 23) ^ round_keys[r];
    }
    state[i] = s;
}

// Rounds of a hash with their constants, unrolled.
extern "C" __global__ void hashed(const word* in, word* out, int n)
{
    int i = tid();
    if (i >= n) return;
    word a = in[i], b = 0x6a09e667, c = 0xbb67ae85, d = 0x3c6ef372;
#pragma unroll
    for (int r = 0; r < 16; ++r) {
        word t = d + ((a >> 6 | a << 26) ^ (a >> 11 | a << 21)) + ((a & b) ^ (~a & c)) + round_keys[r];
        d = c;
        c = b;
        b = a;
        a = t;
    }
    out[i] = a ^ b ^ c ^ d;
}

// A checksum by nibbles of strings; the next index comes from the last entry and the data.
extern "C" __global__ void checksum(const byte* in, word* out, int length, int n)
{
    int i = tid();
    if (i >= n) return;
    word crc = ~0u;
    for (int k = 0; k < length; ++k) {
        crc ^= in[i * length + k];
        crc = crc >> 4 ^ crc_nibbles[crc & 15];
        crc = crc >> 4 ^ crc_nibbles[crc & 15];
    }
    out[i] = ~crc;
}

// Three bytes become four letters.
extern "C" __global__ void to_base64(const byte* in, char* out, int groups)
{
    int i = tid();
    if (i >= groups) return;
    word v = (word)in[3 * i] << 16 | (word)in[3 * i + 1] << 8 | in[3 * i + 2];
    char4 c = make_char4(base64[v >> 18], base64[v >> 12 & 63], base64[v >> 6 & 63], base64[v & 63]);
    reinterpret_cast<char4*>(out)[i] = c;
}

// Bits change places; the loop is the same for all.
extern "C" __global__ void swapped_bits(const word* in, word* out, int n)
{
    int i = tid();
    if (i >= n) return;
    word v = in[i], r = 0;
#pragma unroll 1
    for (int b = 0; b < 32; ++b) r |= (v >> swaps[b] & 1) << b;
    out[i] = r;
}

// The same with a bit for each lane.
extern "C" __global__ void swapped_by_lanes(const word* in, word* out)
{
    word v = in[(threadIdx.x + blockIdx.x * blockDim.x) / 32];
    word bits = __ballot_sync(0xffffffffu, v >> swaps[threadIdx.x & 31] & 1);
    if ((threadIdx.x & 31) == 0) out[(threadIdx.x + blockIdx.x * blockDim.x) / 32] = bits;
}

// ---- automata, trees, chains --------------------------------------------------------------------------------------

__constant__ byte classes[128] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1, 0, 4, 0, 0, 0, 0, 4, 0, 0, 0, 5, 0, 5, 6, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0,
    0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0, 3,
    0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0, 0};
__constant__ byte next_state[6][7] = {{5, 0, 1, 2, 3, 4, 4}, {5, 0, 1, 5, 5, 5, 4}, {5, 0, 2, 2, 5, 5, 5},
                                      {3, 3, 3, 3, 0, 3, 3}, {5, 0, 1, 5, 5, 4, 4}, {5, 0, 5, 5, 5, 5, 5}};
__constant__ int chain[48] = {
    17, 40, 5, 22, 9, 31, 44, 2, 13, 36, 27, 0, 19, 47, 8, 33, 25, 12, 3, 38, 29, 16, 41, 6, 35, 20, 11, 46, 1,
    24, 15, 30, 43, 7, 26, 10, 37, 4, 21, 32, 45, 14, 28, 39, 18, 34, 23, 42};
struct Node {
    float threshold;
    short feature, left, right;
};
__constant__ Node tree[15] = {{0.0f, 0, 1, 2},    {-0.5f, 1, 3, 4},   {0.25f, 2, 5, 6},  {0.125f, 3, 7, 8},
                              {0.5f, 0, 9, 10},   {-0.25f, 1, 11, 12}, {0.75f, 3, 13, 14}, {1.0f, -1, 0, 0},
                              {2.0f, -1, 0, 0},   {3.0f, -1, 0, 0},   {4.0f, -1, 0, 0},  {5.0f, -1, 0, 0},
                              {6.0f, -1, 0, 0},   {7.0f, -1, 0, 0},   {8.0f, -1, 0, 0}};
__constant__ int sorted[33] = {3,   8,   15,  21,  34,  40,  52,  67,  71,  88,  93,  104, 130, 155, 171, 200, 222,
                               240, 275, 301, 333, 350, 404, 444, 500, 555, 600, 666, 700, 777, 801, 888, 950};

// Tokens of strings: class of the letter, then the state.
extern "C" __global__ void tokens(const byte* letters, int* out, int length, int n)
{
    int i = tid();
    if (i >= n) return;
    int state = 0, changes = 0;
    for (int k = 0; k < length; ++k) {
        int now = next_state[state][classes[letters[k * n + i] & 127]];
        changes += now != state;
        state = now;
    }
    out[i] = state * 100 + changes;
}

// A chain, as many links as the thread's number says.
extern "C" __global__ void follow(int* out, int links, int n)
{
    int i = tid();
    if (i >= n) return;
    int at = i % 48;
    for (int k = 0; k < links; ++k) at = chain[at];
    out[i] = at;
}

// All lanes on one chain, from an entry of the block.
extern "C" __global__ void follow_together(int* out, int links)
{
    int at = blockIdx.x * 7, sum = 0;
    for (int k = 0; k < links; ++k) {
        at = chain[at];
        sum = sum * 3 + at;
    }
    out[tid()] = sum + (int)threadIdx.x;
}

// Down a tree of decisions.
extern "C" __global__ void decided(const float* features, float* out, int n)
{
    int i = tid();
    if (i >= n) return;
    int at = 0;
    while (tree[at].feature >= 0) {
        float v = features[tree[at].feature * n + i];
        at = v < tree[at].threshold ? tree[at].left : tree[at].right;
    }
    out[i] = tree[at].threshold;
}

// Where a number lies in a sorted table.
extern "C" __global__ void searched(const int* x, int* out, int n)
{
    int i = tid();
    if (i >= n) return;
    int low = 0, high = 33;
    while (low < high) {
        int middle = (low + high) / 2;
        if (sorted[middle] <= x[i]) low = middle + 1;
        else high = middle;
    }
    out[i] = low;
}

// A rule of one dimension, many steps in a word.
__constant__ byte rules[4][8] = {
    {0, 1, 1, 1, 1, 0, 0, 0}, {0, 1, 1, 1, 0, 1, 1, 0}, {0, 1, 0, 1, 1, 0, 1, 0}, {1, 0, 1, 0, 0, 0, 0, 1}};

extern "C" __global__ void rule_of_a_block(const word* in, word* out, int steps)
{
    int lane = threadIdx.x & 31;
    word cells = in[tid() / 32];
    for (int s = 0; s < steps; ++s) {
        int three = __funnelshift_r(cells, cells, (lane + 31) & 31) & 7;
        cells = __ballot_sync(0xffffffffu, rules[blockIdx.x & 3][three]);
    }
    if (lane == 0) out[tid() / 32] = cells;
}

// A machine of few instructions: the program is constant, its counter is every lane's own.
enum : byte { PUSH, ADD, MUL, DUP, SUB, JUMP, HALT };
__constant__ byte program[20] = {
    PUSH, 3, ADD, DUP, MUL, PUSH, 7, SUB, JUMP, 12, ADD, DUP, PUSH, 5, ADD, JUMP, 2, HALT, HALT, HALT};

extern "C" __global__ void machine(const int* x, int* out, int steps, int n)
{
    int i = tid();
    if (i >= n) return;
    int acc = x[i], other = 1, pc = 0;
    for (int s = 0; s < steps; ++s) {
        byte op = program[pc++];
        if (op == HALT) break;
        switch (op) {
        case PUSH: other = program[pc++]; break;
        case ADD: acc += other; break;
        case MUL: acc *= other; break;
        case DUP: other = acc & 15; break;
        case SUB: acc -= other; break;
        case JUMP: pc = acc & 1 ? program[pc] : pc + 1; break;
        }
    }
    out[i] = acc * 31 + pc;
}

// A dense switch, which the compiler makes into a table of its own or into branches.
extern "C" __global__ void dense_switch(const int* x, int* out, int n)
{
    int i = tid();
    if (i >= n) return;
    int r;
    switch (x[i]) {
    case 0: r = 31; break;
    case 1: r = 28; break;
    case 2: r = 31; break;
    case 3: r = 30; break;
    case 4: r = i * 3; break;
    case 5: r = i - 7; break;
    case 6: r = i / 5; break;
    case 7: r = 100 - i; break;
    case 8: r = i & 12; break;
    case 9: r = __popc(i); break;
    case 10: r = i * i; break;
    default: r = -1;
    }
    out[i] = r;
}

// Functions in a table.
typedef int (*Operation)(int, int);
__device__ __noinline__ int plus_three(int a, int b) { return a + 3 * b; }
__device__ __noinline__ int minus(int a, int b) { return a - b; }
__device__ __noinline__ int mixed(int a, int b) { return (a * 17) ^ (b >> 1); }
__constant__ Operation operations[3] = {plus_three, minus, mixed};

extern "C" __global__ void functions_of_blocks(const int* x, int* out, int n)
{
    int i = tid();
    if (i < n) out[i] = operations[blockIdx.x % 3](x[i], i);
}

// ---- sciences -----------------------------------------------------------------------------------------------------

__constant__ char codons[65] = "FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG";
__constant__ signed char scores[4][4] = {{5, -4, -2, -3}, {-4, 5, -3, -1}, {-2, -3, 6, -4}, {-3, -1, -4, 6}};
__constant__ float pair_depth[3][3] = {{1.0f, 0.5f, 0.25f}, {0.5f, 2.0f, 0.75f}, {0.25f, 0.75f, 1.5f}};
__constant__ int2 lattice[9] = {{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
__constant__ float lattice_weights[9] = {
    0.4375f, 0.125f, 0.125f, 0.125f, 0.125f, 0.015625f, 0.015625f, 0.015625f, 0.015625f};
__constant__ float brackets[5][2] = {
    {0.0f, 0.125f}, {20.0f, 0.25f}, {45.0f, 0.375f}, {70.0f, 0.4375f}, {90.0f, 0.5f}};
__constant__ short month_starts[2][13] = {{0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365},
                                          {0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335, 366}};

// From three bases to an acid.
extern "C" __global__ void translated(const byte* bases_in, char* out, int n)
{
    int i = tid();
    if (i >= n) return;
    const byte* b = bases_in + 3 * i;
    out[i] = codons[b[0] * 16 + b[1] * 4 + b[2]];
}

// The score of two strands, shifted by the thread's number.
extern "C" __global__ void aligned(const byte* a, const byte* b, int* out, int length, int n)
{
    int i = tid();
    if (i >= n) return;
    int best = 0, run = 0;
    for (int k = 0; k < length; ++k) {
        run = max(0, run + scores[a[k]][b[(k + i) % length]]);
        best = max(best, run);
    }
    out[i] = best;
}

// Forces between kinds of particles; a particle's kind is its row, its partner's is the column.
extern "C" __global__ void forces(const float* x, const int* kind, float* f, int n)
{
    int i = tid();
    if (i >= n) return;
    float sum = 0.0f;
    for (int j = 0; j < n; ++j) {
        if (j == i) continue;
        float d = x[i] - x[j], r2 = d * d + 0.25f;
        sum += pair_depth[kind[i]][kind[j]] * d / r2;
    }
    f[i] = sum;
}

// A step on a lattice of nine velocities, with a loop over directions.
extern "C" __global__ void streamed(const float* in, float* out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float rho = 0.0f;
#pragma unroll
    for (int q = 0; q < 9; ++q) {
        int xx = (x - lattice[q].x + w) % w, yy = (y - lattice[q].y + h) % h;
        rho += lattice_weights[q] * in[yy * w + xx];
    }
    out[y * w + x] = rho;
}

// A direction for a lane instead.
extern "C" __global__ void streamed_by_lanes(const float* in, float* out, int w, int h)
{
    int cell = blockIdx.x * blockDim.y + threadIdx.y, q = threadIdx.x;
    if (cell >= w * h) return;
    int x = (cell % w + lattice[q].x + w) % w, y = (cell / w + lattice[q].y + h) % h;
    out[cell * 9 + q] = lattice_weights[q] * in[y * w + x];
}

// Taxes: the walk ends where the income does.
extern "C" __global__ void taxes(const int* income, float* out, int n)
{
    int i = tid();
    if (i >= n) return;
    float tax = 0.0f, v = (float)income[i];
    for (int k = 0; k < 5 && v > brackets[k][0]; ++k) {
        float top = k < 4 ? brackets[k + 1][0] : v;
        tax += (fminf(v, top) - brackets[k][0]) * brackets[k][1];
    }
    out[i] = tax;
}

// The month of a day.
extern "C" __global__ void months(const int* day, int* out, int leap, int n)
{
    int i = tid();
    if (i >= n) return;
    int m = day[i] / 32;
    if (day[i] >= month_starts[leap][m + 1]) ++m;
    out[i] = m * 100 + day[i] - month_starts[leap][m];
}

// Moves of a knight that stay on the board: the loop is everybody's, the count is one's own.
__constant__ signed char knight[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

extern "C" __global__ void knights(int* out, int size)
{
    int x = threadIdx.x, y = threadIdx.y, count = 0;
    for (int k = 0; k < 8; ++k) {
        int u = x + knight[k][0], v = y + knight[k][1];
        if (u >= 0 && v >= 0 && u < size && v < size) count += 1 + (k << 4);
    }
    out[y * size + x] = count;
}
