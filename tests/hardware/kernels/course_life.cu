extern "C" __global__ void life_naive(const int *old_, int *new_, int dim)
{
    int ix = blockDim.x * blockIdx.x + threadIdx.x;
    int iy = blockDim.y * blockIdx.y + threadIdx.y;
    int id = iy * dim + ix;
    if (ix >= dim || iy >= dim) return;
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy) n += old_[((iy + dy + dim) % dim) * dim + (ix + dx + dim) % dim];
    int cell = old_[id];
    if (cell == 1 && n < 2) new_[id] = 0;
    else if (cell == 1 && (n == 2 || n == 3)) new_[id] = 1;
    else if (cell == 1 && n > 3) new_[id] = 0;
    else if (cell == 0 && n == 3) new_[id] = 1;
    else new_[id] = cell;
}
// byte cells, shared tile with overlap, several generations in a block (toroidal tile per block)
extern "C" __global__ void life_bytes_shared(unsigned char *world, int gens)
{
    __shared__ unsigned char a[2][24][24];
    int x = threadIdx.x, y = threadIdx.y;
    unsigned char *w = world + (blockIdx.y * gridDim.x + blockIdx.x) * 576;
    a[0][y][x] = w[y * 24 + x];
    __syncthreads();
    int cur = 0;
    int xl = (x + 23) % 24, xr = (x + 1) % 24, yu = (y + 23) % 24, yd = (y + 1) % 24;
    for (int g = 0; g < gens; g++) {
        int s = a[cur][yu][xl] + a[cur][yu][x] + a[cur][yu][xr] + a[cur][y][xl] + a[cur][y][xr] +
                a[cur][yd][xl] + a[cur][yd][x] + a[cur][yd][xr];
        a[cur ^ 1][y][x] = (s == 3 || (s == 2 && a[cur][y][x])) ? 1 : 0;
        cur ^= 1;
        __syncthreads();
    }
    w[y * 24 + x] = a[cur][y][x];
}
// bit-packed, 32 cells a word, with full adders
extern "C" __global__ void life_bits(const unsigned *in, unsigned *out, int words, int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= words * rows) return;
    int r = i / words, c = i % words;
    int ru = r ? r - 1 : rows - 1, rd = r + 1 == rows ? 0 : r + 1;
    int cl = c ? c - 1 : words - 1, cr = c + 1 == words ? 0 : c + 1;
    unsigned one = 0, two = 0, four = 0;
    auto add = [&](unsigned b) { unsigned k = one & b; one ^= b; unsigned k2 = two & k; two ^= k; four |= k2; };
    int rr[3] = {ru, r, rd};
#pragma unroll
    for (int q = 0; q < 3; q++) {
        unsigned m = in[rr[q] * words + c], l = in[rr[q] * words + cl], h = in[rr[q] * words + cr];
        add((m << 1) | (l >> 31));
        add((m >> 1) | (h << 31));
        if (q != 1) add(m);
    }
    unsigned self = in[r * words + c];
    out[i] = two & ~four & (one | self);
}
// elementary CA rule N, one block one line, state in shared ints
extern "C" __global__ void ca_rule(int *hist, int width, int steps, int rule)
{
    extern __shared__ int line[];
    int *a = line, *b = line + width;
    for (int i = threadIdx.x; i < width; i += blockDim.x) a[i] = (i * 7919 + blockIdx.x) % 3 == 0;
    __syncthreads();
    for (int s = 0; s < steps; ++s) {
        for (int i = threadIdx.x; i < width; i += blockDim.x) {
            int l = a[i ? i - 1 : width - 1], m = a[i], r = a[i + 1 < width ? i + 1 : 0];
            b[i] = (rule >> (l * 4 + m * 2 + r)) & 1;
            hist[(blockIdx.x * steps + s) * width + i] = b[i];
        }
        __syncthreads();
        int *t = a; a = b; b = t;
    }
}
// forest fire: 0 empty 1 tree 2 burning
extern "C" __global__ void forest(const unsigned char *f, unsigned char *g, int w, int h)
{
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < h; y += gridDim.y * blockDim.y)
        for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < w; x += gridDim.x * blockDim.x) {
            unsigned char c = f[y * w + x], o = c;
            switch (c) {
            case 2: o = 0; break;
            case 1:
                if ((x > 0 && f[y * w + x - 1] == 2) || (x < w - 1 && f[y * w + x + 1] == 2) ||
                    (y > 0 && f[(y - 1) * w + x] == 2) || (y < h - 1 && f[(y + 1) * w + x] == 2))
                    o = 2;
                break;
            default: o = ((x * 31 + y * 17) % 11 == 0) ? 1 : 0;
            }
            g[y * w + x] = o;
        }
}
