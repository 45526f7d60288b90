/* In the manner of the toolkit's samples: transforms, separable and recursive filters, fractals with extended floats. */
typedef unsigned int uint;
typedef unsigned char uchar;

/* dct8x8: the butterfly on eight values with a stride, in place in shared memory, one thread a column, then a row. */
#define BLOCK_SIZE 8
#define K1 1.387039845322148f
#define K2 1.306562964876377f
#define K3 1.175875602419359f
#define K5 0.785694958387102f
#define K6 0.541196100146197f
#define K7 0.275899379282943f
#define NORM 0.3535533905932737f

__device__ void dct_in_place(float *v0, int step) {
  float *v1 = v0 + step;
  float *v2 = v1 + step;
  float *v3 = v2 + step;
  float *v4 = v3 + step;
  float *v5 = v4 + step;
  float *v6 = v5 + step;
  float *v7 = v6 + step;

  float s07 = (*v0) + (*v7);
  float s16 = (*v1) + (*v6);
  float s25 = (*v2) + (*v5);
  float s34 = (*v3) + (*v4);

  float d07 = (*v0) - (*v7);
  float d61 = (*v6) - (*v1);
  float d25 = (*v2) - (*v5);
  float d43 = (*v4) - (*v3);

  float s0734 = s07 + s34;
  float d0734 = s07 - s34;
  float s1625 = s16 + s25;
  float d1625 = s16 - s25;

  (*v0) = NORM * (s0734 + s1625);
  (*v2) = NORM * (K2 * d0734 + K6 * d1625);
  (*v4) = NORM * (s0734 - s1625);
  (*v6) = NORM * (K6 * d0734 - K2 * d1625);

  (*v1) = NORM * (K1 * d07 - K3 * d61 + K5 * d25 - K7 * d43);
  (*v3) = NORM * (K3 * d07 + K7 * d61 - K1 * d25 + K5 * d43);
  (*v5) = NORM * (K5 * d07 + K1 * d61 + K7 * d25 - K3 * d43);
  (*v7) = NORM * (K7 * d07 + K5 * d61 + K3 * d25 + K1 * d43);
}

extern "C" __global__ void dct_tiles(float *dst, float *src, int pitch_in_floats) {
  __shared__ float block[4 * BLOCK_SIZE][BLOCK_SIZE + 1];
  int tile = threadIdx.y * BLOCK_SIZE, column = threadIdx.x;
  src += (blockIdx.y * BLOCK_SIZE) * pitch_in_floats + blockIdx.x * 32 + tile + column;
  dst += (blockIdx.y * BLOCK_SIZE) * pitch_in_floats + blockIdx.x * 32 + tile + column;
  float *tile_start = &block[tile][0];
#pragma unroll
  for (uint i = 0; i < BLOCK_SIZE; i++) tile_start[i * (BLOCK_SIZE + 1) + column] = src[i * pitch_in_floats];
  __syncwarp();
  dct_in_place(tile_start + column * (BLOCK_SIZE + 1), 1);
  __syncwarp();
  dct_in_place(tile_start + column, BLOCK_SIZE + 1);
  __syncwarp();
  for (uint i = 0; i < BLOCK_SIZE; i++) dst[i * pitch_in_floats] = tile_start[i * (BLOCK_SIZE + 1) + column];
}

/* convolutionSeparable, columns: several results a thread, halo above and below. */
#define TAPS_EACH_SIDE 4
#define TAPS (2 * TAPS_EACH_SIDE + 1)
#define COLS 16
#define ROWS 8
#define RESULTS 4
#define HALO 1
__constant__ float taps[TAPS] = {.02f, .05f, .12f, .2f, .22f, .2f, .12f, .05f, .02f};

extern "C" __global__ void convolve_columns(float *to, float *from, int width, int height, int pitch) {
  __shared__ float staged[COLS][(RESULTS + 2 * HALO) * ROWS + 1];

  const int x0 = blockIdx.x * COLS + threadIdx.x;
  const int y0 = (blockIdx.y * RESULTS - HALO) * ROWS + threadIdx.y;
  from += y0 * pitch + x0;
  to += y0 * pitch + x0;

#pragma unroll
  for (int i = HALO; i < HALO + RESULTS; i++) {
    staged[threadIdx.x][threadIdx.y + i * ROWS] = from[i * ROWS * pitch];
  }

#pragma unroll
  for (int i = 0; i < HALO; i++) {
    staged[threadIdx.x][threadIdx.y + i * ROWS] =
        (y0 >= -i * ROWS) ? from[i * ROWS * pitch] : 0;
  }

#pragma unroll
  for (int i = HALO + RESULTS; i < HALO + RESULTS + HALO; i++) {
    staged[threadIdx.x][threadIdx.y + i * ROWS] =
        (height - y0 > i * ROWS) ? from[i * ROWS * pitch] : 0;
  }

  __syncthreads();
#pragma unroll
  for (int i = HALO; i < HALO + RESULTS; i++) {
    float sum = 0;
#pragma unroll
    for (int j = -TAPS_EACH_SIDE; j <= TAPS_EACH_SIDE; j++) {
      sum += taps[TAPS_EACH_SIDE - j] * staged[threadIdx.x][threadIdx.y + i * ROWS + j];
    }

    to[i * ROWS * pitch] = sum;
  }
}

/* Mandelbrot: the number of iterations with single floats and with pairs of them, the "double-single" of the sample. */
__device__ inline void set(float &c0, float &c1, double b) { c0 = (float)b; c1 = (float)(b - c0); }

__device__ inline void pair_add(float &c0, float &c1, const float a0, const float a1, const float b0, const float b1) {
  float t1 = a0 + b0;
  float e = t1 - a0;
  float t2 = ((b0 - e) + (a0 - (t1 - e))) + a1 + b1;
  c0 = e = t1 + t2;
  c1 = t2 - (e - t1);
}

__device__ inline void pair_mul(float &c0, float &c1, const float a0, const float a1, const float b0, const float b1) {
  float a_scaled = a0 * 8193.0f;
  float b_scaled = b0 * 8193.0f;
  float a_high = a_scaled - (a_scaled - a0);
  float b_high = b_scaled - (b_scaled - b0);
  float a_low = a0 - a_high;
  float b_low = b0 - b_high;
  float top = a0 * b0;
  float top_error = (((a_high * b_high - top) + a_high * b_low) + a_low * b_high) + a_low * b_low;
  float c2 = a0 * b1 + a1 * b0;
  float t1 = top + c2;
  float e = t1 - top;
  float t2 = ((c2 - e) + (top - (t1 - e))) + top_error + a1 * b1;
  c0 = e = t1 + t2;
  c1 = t2 - (e - t1);
}

extern "C" __global__ void double_single(const double *in, double *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a0, a1, b0, b1, s0, s1, p0, p1;
  set(a0, a1, in[2 * i]);
  set(b0, b1, in[2 * i + 1]);
  pair_add(s0, s1, a0, a1, b0, b1);
  pair_mul(p0, p1, a0, a1, b0, b1);
  out[2 * i] = (double)s0 + (double)s1;
  out[2 * i + 1] = (double)p0 + (double)p1;
}

/* recursiveGaussian: one thread a column, down and up again, pixels of four bytes in a word. */
__device__ uint pack_pixel(float4 rgba) {
  rgba.x = __saturatef(rgba.x);
  rgba.y = __saturatef(rgba.y);
  rgba.z = __saturatef(rgba.z);
  rgba.w = __saturatef(rgba.w);
  return ((uint)(rgba.w * 255.0f) << 24) | ((uint)(rgba.z * 255.0f) << 16) | ((uint)(rgba.y * 255.0f) << 8) | ((uint)(rgba.x * 255.0f));
}
__device__ float4 unpack_pixel(uint c) {
  float4 rgba;
  rgba.x = (c & 0xff) * 0.003921568627f;
  rgba.y = ((c >> 8) & 0xff) * 0.003921568627f;
  rgba.z = ((c >> 16) & 0xff) * 0.003921568627f;
  rgba.w = ((c >> 24) & 0xff) * 0.003921568627f;
  return rgba;
}
inline __device__ float4 operator*(float4 a, float s) { return make_float4(a.x * s, a.y * s, a.z * s, a.w * s); }
inline __device__ float4 operator+(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
inline __device__ float4 operator-(float4 a, float4 b) { return make_float4(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w); }
inline __device__ float4 operator*(float s, float4 a) { return a * s; }

template <bool from_edge>
__global__ void smooth_columns(uint *id, uint *od, int w, int h, float a) {
  unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;

  if (x >= w) return;

  id += x;
  od += x;

  float4 previous = from_edge ? unpack_pixel(*id) : make_float4(0.f, 0.f, 0.f, 0.f);

  for (int y = 0; y < h; y++) {
    float4 pixel = unpack_pixel(*id);
    float4 blended = pixel + a * (previous - pixel);
    *od = pack_pixel(blended);
    id += w;
    od += w;
    previous = blended;
  }

  id -= w;
  od -= w;

  previous = unpack_pixel(*id);

  for (int y = h - 1; y >= 0; y--) {
    float4 pixel = unpack_pixel(*id);
    float4 blended = pixel + a * (previous - pixel);
    *od = pack_pixel((unpack_pixel(*od) + blended) * 0.5f);
    id -= w;
    od -= w;
    previous = blended;
  }
}

/* dwtHaar1D: all levels of a block's segment, approximations halved in shared memory. */
#define ROOT_HALF 0.70710678118654752440f
extern "C" __global__ void haar_levels(const float *id, float *od, int levels) {
  extern __shared__ float shared[];
  const int n = 2 * blockDim.x, tid = threadIdx.x;
  float2 pair = ((const float2 *)id)[blockIdx.x * blockDim.x + tid];
  float *out = od + blockIdx.x * n;
  out[tid + blockDim.x] = (pair.x - pair.y) * ROOT_HALF;
  shared[tid] = (pair.x + pair.y) * ROOT_HALF;
  __syncthreads();
  int active = blockDim.x >> 1;
  for (int level = 1; level < levels; ++level, active >>= 1) {
    float a = 0, b = 0;
    if (tid < active) { a = shared[2 * tid]; b = shared[2 * tid + 1]; }
    __syncthreads();
    if (tid < active) {
      out[active + tid] = (a - b) * ROOT_HALF;
      shared[tid] = (a + b) * ROOT_HALF;
    }
    __syncthreads();
  }
  if (tid < 2 * active) out[tid] = shared[tid];
}

/* fastWalshTransform: radix-4 stages in shared memory, the last one of radix 2 for odd logarithms. */
extern "C" __global__ void walsh_batch(float *spectra, float *signals, int log2_length) {
  const int N = 1 << log2_length;
  const int base = blockIdx.x << log2_length;
  extern __shared__ float work[];
  float *from = signals + base;
  float *to = spectra + base;
  for (int pos = threadIdx.x; pos < N; pos += blockDim.x) work[pos] = from[pos];
  const int pos = threadIdx.x;
  for (int stride = N >> 2; stride > 0; stride >>= 2) {
    int lo = pos & (stride - 1);
    int i0 = ((pos - lo) << 2) + lo;
    int i1 = i0 + stride;
    int i2 = i1 + stride;
    int i3 = i2 + stride;
    __syncthreads();
    float p = work[i0], q = work[i1], r = work[i2], s = work[i3], T;
    T = p; p = p + r; r = T - r;
    T = q; q = q + s; s = T - s;
    T = p;
    work[i0] = p + q;
    work[i1] = T - q;
    T = r;
    work[i2] = r + s;
    work[i3] = T - s;
  }
  if (log2_length & 1) {
    __syncthreads();
    for (int pos = threadIdx.x; pos < N / 2; pos += blockDim.x) {
      int i0 = pos << 1;
      int i1 = i0 + 1;
      float p = work[i0];
      float q = work[i1];
      work[i0] = p + q;
      work[i1] = p - q;
    }
  }
  __syncthreads();
  for (int pos = threadIdx.x; pos < N; pos += blockDim.x) to[pos] = work[pos];
}

/* FDTD3d: a stencil of radius 2 that slides along z with its column in registers. */
#define RADIUS 2
__constant__ float stencil[RADIUS + 1] = {0.5f, 0.06f, 0.02f};
extern "C" __global__ void slide_stencil(float *output, const float *input, const int dimx, const int dimy, const int dimz) {
  const int lx = threadIdx.x, ly = threadIdx.y, tx = lx + RADIUS, ty = ly + RADIUS;
  __shared__ float tile[8 + 2 * RADIUS][8 + 2 * RADIUS];
  const int row_pitch = dimx + 2 * RADIUS, plane_pitch = row_pitch * (dimy + 2 * RADIUS);
  int at_in = RADIUS * row_pitch + RADIUS + (blockIdx.y * 8 + ly) * row_pitch + blockIdx.x * 8 + lx;
  int at_out = at_in + RADIUS * plane_pitch;
  float ahead[RADIUS], behind[RADIUS], current;
  for (int i = RADIUS - 2; i >= 0; i--) { behind[i] = input[at_in]; at_in += plane_pitch; }
  current = input[at_in + (RADIUS - 1) * 0];
  behind[RADIUS - 1] = behind[0]; behind[0] = current; at_in += plane_pitch;
  current = input[at_in]; at_in += plane_pitch;
  for (int i = 0; i < RADIUS; i++) { ahead[i] = input[at_in]; at_in += plane_pitch; }
  for (int iz = 0; iz < dimz; iz++) {
    if (iz) {
      for (int i = RADIUS - 1; i > 0; i--) behind[i] = behind[i - 1];
      behind[0] = current;
      current = ahead[0];
#pragma unroll 4
      for (int i = 0; i < RADIUS - 1; i++) ahead[i] = ahead[i + 1];
      ahead[RADIUS - 1] = input[at_in];
      at_in += plane_pitch;
      at_out += plane_pitch;
      __syncthreads();
    }
    if (ly < RADIUS) {
      tile[ly][tx] = input[at_out - RADIUS * row_pitch];
      tile[ly + 8 + RADIUS][tx] = input[at_out + 8 * row_pitch];
    }
    if (lx < RADIUS) {
      tile[ty][lx] = input[at_out - RADIUS];
      tile[ty][lx + 8 + RADIUS] = input[at_out + 8];
    }
    tile[ty][tx] = current;
    __syncthreads();
    float value = stencil[0] * current;
#pragma unroll
    for (int i = 1; i <= RADIUS; i++)
      value += stencil[i] * (ahead[i - 1] + behind[i - 1] + tile[ty - i][tx] + tile[ty + i][tx] + tile[ty][tx - i] + tile[ty][tx + i]);
    output[at_out] = value;
  }
}
