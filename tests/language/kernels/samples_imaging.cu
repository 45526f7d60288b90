/* In the manner of the toolkit's samples: transforms, separable and recursive filters, fractals with extended floats. */
typedef unsigned int uint;
typedef unsigned char uchar;

/* dct8x8: the butterfly on eight values with a stride, in place in shared memory, one thread a column, then a row. */
#define BLOCK_SIZE 8
#define C_a 1.387039845322148f
#define C_b 1.306562964876377f
#define C_c 1.175875602419359f
#define C_d 0.785694958387102f
#define C_e 0.541196100146197f
#define C_f 0.275899379282943f
#define C_norm 0.3535533905932737f

__device__ void CUDAsubroutineInplaceDCTvector(float *Vect0, int Step) {
  float *Vect1 = Vect0 + Step;
  float *Vect2 = Vect1 + Step;
  float *Vect3 = Vect2 + Step;
  float *Vect4 = Vect3 + Step;
  float *Vect5 = Vect4 + Step;
  float *Vect6 = Vect5 + Step;
  float *Vect7 = Vect6 + Step;

  float X07P = (*Vect0) + (*Vect7);
  float X16P = (*Vect1) + (*Vect6);
  float X25P = (*Vect2) + (*Vect5);
  float X34P = (*Vect3) + (*Vect4);

  float X07M = (*Vect0) - (*Vect7);
  float X61M = (*Vect6) - (*Vect1);
  float X25M = (*Vect2) - (*Vect5);
  float X43M = (*Vect4) - (*Vect3);

  float X07P34PP = X07P + X34P;
  float X07P34PM = X07P - X34P;
  float X16P25PP = X16P + X25P;
  float X16P25PM = X16P - X25P;

  (*Vect0) = C_norm * (X07P34PP + X16P25PP);
  (*Vect2) = C_norm * (C_b * X07P34PM + C_e * X16P25PM);
  (*Vect4) = C_norm * (X07P34PP - X16P25PP);
  (*Vect6) = C_norm * (C_e * X07P34PM - C_b * X16P25PM);

  (*Vect1) = C_norm * (C_a * X07M - C_c * X61M + C_d * X25M - C_f * X43M);
  (*Vect3) = C_norm * (C_c * X07M + C_f * X61M - C_a * X25M + C_d * X43M);
  (*Vect5) = C_norm * (C_d * X07M + C_a * X61M + C_f * X25M - C_c * X43M);
  (*Vect7) = C_norm * (C_f * X07M + C_d * X61M + C_c * X25M + C_a * X43M);
}

extern "C" __global__ void CUDAkernel2DCT(float *dst, float *src, int ImgStride) {
  __shared__ float block[4 * BLOCK_SIZE][BLOCK_SIZE + 1];
  int tile = threadIdx.y * BLOCK_SIZE, OffsThread = threadIdx.x;
  src += (blockIdx.y * BLOCK_SIZE) * ImgStride + blockIdx.x * 32 + tile + OffsThread;
  dst += (blockIdx.y * BLOCK_SIZE) * ImgStride + blockIdx.x * 32 + tile + OffsThread;
  float *bl_ptr = &block[tile][0];
#pragma unroll
  for (uint i = 0; i < BLOCK_SIZE; i++) bl_ptr[i * (BLOCK_SIZE + 1) + OffsThread] = src[i * ImgStride];
  __syncwarp();
  CUDAsubroutineInplaceDCTvector(bl_ptr + OffsThread * (BLOCK_SIZE + 1), 1);
  __syncwarp();
  CUDAsubroutineInplaceDCTvector(bl_ptr + OffsThread, BLOCK_SIZE + 1);
  __syncwarp();
  for (uint i = 0; i < BLOCK_SIZE; i++) dst[i * ImgStride] = bl_ptr[i * (BLOCK_SIZE + 1) + OffsThread];
}

/* convolutionSeparable, columns: several results a thread, halo above and below. */
#define KERNEL_RADIUS 4
#define KERNEL_LENGTH (2 * KERNEL_RADIUS + 1)
#define COLUMNS_BLOCKDIM_X 16
#define COLUMNS_BLOCKDIM_Y 8
#define COLUMNS_RESULT_STEPS 4
#define COLUMNS_HALO_STEPS 1
__constant__ float c_Kernel[KERNEL_LENGTH] = {.02f, .05f, .12f, .2f, .22f, .2f, .12f, .05f, .02f};

extern "C" __global__ void convolutionColumnsKernel(float *d_Dst, float *d_Src, int imageW, int imageH, int pitch) {
  __shared__ float s_Data[COLUMNS_BLOCKDIM_X][(COLUMNS_RESULT_STEPS + 2 * COLUMNS_HALO_STEPS) * COLUMNS_BLOCKDIM_Y + 1];

  // Offset to the upper halo edge
  const int baseX = blockIdx.x * COLUMNS_BLOCKDIM_X + threadIdx.x;
  const int baseY = (blockIdx.y * COLUMNS_RESULT_STEPS - COLUMNS_HALO_STEPS) * COLUMNS_BLOCKDIM_Y + threadIdx.y;
  d_Src += baseY * pitch + baseX;
  d_Dst += baseY * pitch + baseX;

// Main data
#pragma unroll
  for (int i = COLUMNS_HALO_STEPS; i < COLUMNS_HALO_STEPS + COLUMNS_RESULT_STEPS; i++) {
    s_Data[threadIdx.x][threadIdx.y + i * COLUMNS_BLOCKDIM_Y] = d_Src[i * COLUMNS_BLOCKDIM_Y * pitch];
  }

// Upper halo
#pragma unroll
  for (int i = 0; i < COLUMNS_HALO_STEPS; i++) {
    s_Data[threadIdx.x][threadIdx.y + i * COLUMNS_BLOCKDIM_Y] =
        (baseY >= -i * COLUMNS_BLOCKDIM_Y) ? d_Src[i * COLUMNS_BLOCKDIM_Y * pitch] : 0;
  }

// Lower halo
#pragma unroll
  for (int i = COLUMNS_HALO_STEPS + COLUMNS_RESULT_STEPS; i < COLUMNS_HALO_STEPS + COLUMNS_RESULT_STEPS + COLUMNS_HALO_STEPS; i++) {
    s_Data[threadIdx.x][threadIdx.y + i * COLUMNS_BLOCKDIM_Y] =
        (imageH - baseY > i * COLUMNS_BLOCKDIM_Y) ? d_Src[i * COLUMNS_BLOCKDIM_Y * pitch] : 0;
  }

  // Compute and store results
  __syncthreads();
#pragma unroll
  for (int i = COLUMNS_HALO_STEPS; i < COLUMNS_HALO_STEPS + COLUMNS_RESULT_STEPS; i++) {
    float sum = 0;
#pragma unroll
    for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++) {
      sum += c_Kernel[KERNEL_RADIUS - j] * s_Data[threadIdx.x][threadIdx.y + i * COLUMNS_BLOCKDIM_Y + j];
    }

    d_Dst[i * COLUMNS_BLOCKDIM_Y * pitch] = sum;
  }
}

/* Mandelbrot: the number of iterations with single floats and with pairs of them, the "double-single" of the sample. */
__device__ inline void set(float &c0, float &c1, double b) { c0 = (float)b; c1 = (float)(b - c0); }

__device__ inline void dsadd(float &c0, float &c1, const float a0, const float a1, const float b0, const float b1) {
  // Compute dsa + dsb using Knuth's trick.
  float t1 = a0 + b0;
  float e = t1 - a0;
  float t2 = ((b0 - e) + (a0 - (t1 - e))) + a1 + b1;
  // The result is t1 + t2, after normalization.
  c0 = e = t1 + t2;
  c1 = t2 - (e - t1);
}

__device__ inline void dsmul(float &c0, float &c1, const float a0, const float a1, const float b0, const float b1) {
  // This splits dsa(1) and dsb(1) into high-order and low-order words.
  float cona = a0 * 8193.0f;
  float conb = b0 * 8193.0f;
  float sa1 = cona - (cona - a0);
  float sb1 = conb - (conb - b0);
  float sa2 = a0 - sa1;
  float sb2 = b0 - sb1;
  // Multilply a0 * b0 using Dekker's method.
  float c11 = a0 * b0;
  float c21 = (((sa1 * sb1 - c11) + sa1 * sb2) + sa2 * sb1) + sa2 * sb2;
  // Compute a0 * b1 + a1 * b0 (only high-order word is needed).
  float c2 = a0 * b1 + a1 * b0;
  // Compute (c11, c21) + c2 using Knuth's trick, also adding low-order product.
  float t1 = c11 + c2;
  float e = t1 - c11;
  float t2 = ((c2 - e) + (c11 - (t1 - e))) + c21 + a1 * b1;
  // The result is t1 + t2, after normalization.
  c0 = e = t1 + t2;
  c1 = t2 - (e - t1);
}

extern "C" __global__ void double_single(const double *in, double *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a0, a1, b0, b1, s0, s1, p0, p1;
  set(a0, a1, in[2 * i]);
  set(b0, b1, in[2 * i + 1]);
  dsadd(s0, s1, a0, a1, b0, b1);
  dsmul(p0, p1, a0, a1, b0, b1);
  out[2 * i] = (double)s0 + (double)s1;
  out[2 * i + 1] = (double)p0 + (double)p1;
}

/* recursiveGaussian: one thread a column, down and up again, pixels of four bytes in a word. */
__device__ uint rgbaFloatToInt(float4 rgba) {
  rgba.x = __saturatef(rgba.x);  // clamp to [0.0, 1.0]
  rgba.y = __saturatef(rgba.y);
  rgba.z = __saturatef(rgba.z);
  rgba.w = __saturatef(rgba.w);
  return ((uint)(rgba.w * 255.0f) << 24) | ((uint)(rgba.z * 255.0f) << 16) | ((uint)(rgba.y * 255.0f) << 8) | ((uint)(rgba.x * 255.0f));
}
__device__ float4 rgbaIntToFloat(uint c) {
  float4 rgba;
  rgba.x = (c & 0xff) * 0.003921568627f;          //  /255.0f;
  rgba.y = ((c >> 8) & 0xff) * 0.003921568627f;   //  /255.0f;
  rgba.z = ((c >> 16) & 0xff) * 0.003921568627f;  //  /255.0f;
  rgba.w = ((c >> 24) & 0xff) * 0.003921568627f;  //  /255.0f;
  return rgba;
}
inline __device__ float4 operator*(float4 a, float s) { return make_float4(a.x * s, a.y * s, a.z * s, a.w * s); }
inline __device__ float4 operator+(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
inline __device__ float4 operator-(float4 a, float4 b) { return make_float4(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w); }
inline __device__ float4 operator*(float s, float4 a) { return a * s; }

template <bool clampToEdge>
__global__ void d_simpleRecursive_rgba(uint *id, uint *od, int w, int h, float a) {
  unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;

  if (x >= w) return;

  id += x;  // advance pointers to correct column
  od += x;

  // forward pass
  float4 yp = clampToEdge ? rgbaIntToFloat(*id) : make_float4(0.f, 0.f, 0.f, 0.f);  // previous output

  for (int y = 0; y < h; y++) {
    float4 xc = rgbaIntToFloat(*id);
    float4 yc = xc + a * (yp - xc);  // simple lerp between current and previous value
    *od = rgbaFloatToInt(yc);
    id += w;
    od += w;  // move to next row
    yp = yc;
  }

  // reset pointers to point to last element in column
  id -= w;
  od -= w;

  // reverse pass
  // ensures response is symmetrical
  yp = rgbaIntToFloat(*id);

  for (int y = h - 1; y >= 0; y--) {
    float4 xc = rgbaIntToFloat(*id);
    float4 yc = xc + a * (yp - xc);
    *od = rgbaFloatToInt((rgbaIntToFloat(*od) + yc) * 0.5f);
    id -= w;
    od -= w;  // move to previous row
    yp = yc;
  }
}

/* dwtHaar1D: all levels of a block's segment, approximations halved in shared memory. */
#define INV_SQRT_2 0.70710678118654752440f
extern "C" __global__ void dwtHaar1D(const float *id, float *od, int levels) {
  extern __shared__ float shared[];
  const int n = 2 * blockDim.x, tid = threadIdx.x;
  float2 pair = ((const float2 *)id)[blockIdx.x * blockDim.x + tid];
  float *out = od + blockIdx.x * n;
  out[tid + blockDim.x] = (pair.x - pair.y) * INV_SQRT_2;
  shared[tid] = (pair.x + pair.y) * INV_SQRT_2;
  __syncthreads();
  int active = blockDim.x >> 1;
  for (int level = 1; level < levels; ++level, active >>= 1) {
    float a = 0, b = 0;
    if (tid < active) { a = shared[2 * tid]; b = shared[2 * tid + 1]; }
    __syncthreads();
    if (tid < active) {
      out[active + tid] = (a - b) * INV_SQRT_2;
      shared[tid] = (a + b) * INV_SQRT_2;
    }
    __syncthreads();
  }
  if (tid < 2 * active) out[tid] = shared[tid];
}

/* fastWalshTransform: radix-4 stages in shared memory, the last one of radix 2 for odd logarithms. */
extern "C" __global__ void fwtBatch1Kernel(float *d_Output, float *d_Input, int log2N) {
  const int N = 1 << log2N;
  const int base = blockIdx.x << log2N;
  extern __shared__ float s_data[];
  float *d_Src = d_Input + base;
  float *d_Dst = d_Output + base;
  for (int pos = threadIdx.x; pos < N; pos += blockDim.x) s_data[pos] = d_Src[pos];
  // Main radix-4 stages
  const int pos = threadIdx.x;
  for (int stride = N >> 2; stride > 0; stride >>= 2) {
    int lo = pos & (stride - 1);
    int i0 = ((pos - lo) << 2) + lo;
    int i1 = i0 + stride;
    int i2 = i1 + stride;
    int i3 = i2 + stride;
    __syncthreads();
    float D0 = s_data[i0], D1 = s_data[i1], D2 = s_data[i2], D3 = s_data[i3], T;
    T = D0; D0 = D0 + D2; D2 = T - D2;
    T = D1; D1 = D1 + D3; D3 = T - D3;
    T = D0;
    s_data[i0] = D0 + D1;
    s_data[i1] = T - D1;
    T = D2;
    s_data[i2] = D2 + D3;
    s_data[i3] = T - D3;
  }
  // Do single radix-2 stage for odd power of two
  if (log2N & 1) {
    __syncthreads();
    for (int pos = threadIdx.x; pos < N / 2; pos += blockDim.x) {
      int i0 = pos << 1;
      int i1 = i0 + 1;
      float D0 = s_data[i0];
      float D1 = s_data[i1];
      s_data[i0] = D0 + D1;
      s_data[i1] = D0 - D1;
    }
  }
  __syncthreads();
  for (int pos = threadIdx.x; pos < N; pos += blockDim.x) d_Dst[pos] = s_data[pos];
}

/* FDTD3d: a stencil of radius 2 that slides along z with its column in registers. */
#define RADIUS 2
__constant__ float stencil[RADIUS + 1] = {0.5f, 0.06f, 0.02f};
extern "C" __global__ void FiniteDifferences3DKernel(float *output, const float *input, const int dimx, const int dimy, const int dimz) {
  const int ltidx = threadIdx.x, ltidy = threadIdx.y, tx = ltidx + RADIUS, ty = ltidy + RADIUS;
  __shared__ float tile[8 + 2 * RADIUS][8 + 2 * RADIUS];
  const int stride_y = dimx + 2 * RADIUS, stride_z = stride_y * (dimy + 2 * RADIUS);
  int inputIndex = RADIUS * stride_y + RADIUS + (blockIdx.y * 8 + ltidy) * stride_y + blockIdx.x * 8 + ltidx;
  int outputIndex = inputIndex + RADIUS * stride_z;
  float infront[RADIUS], behind[RADIUS], current;
  for (int i = RADIUS - 2; i >= 0; i--) { behind[i] = input[inputIndex]; inputIndex += stride_z; }
  current = input[inputIndex + (RADIUS - 1) * 0];
  behind[RADIUS - 1] = behind[0]; behind[0] = current; inputIndex += stride_z;
  current = input[inputIndex]; inputIndex += stride_z;
  for (int i = 0; i < RADIUS; i++) { infront[i] = input[inputIndex]; inputIndex += stride_z; }
  for (int iz = 0; iz < dimz; iz++) {
    if (iz) {
      for (int i = RADIUS - 1; i > 0; i--) behind[i] = behind[i - 1];
      behind[0] = current;
      current = infront[0];
#pragma unroll 4
      for (int i = 0; i < RADIUS - 1; i++) infront[i] = infront[i + 1];
      infront[RADIUS - 1] = input[inputIndex];
      inputIndex += stride_z;
      outputIndex += stride_z;
      __syncthreads();
    }
    if (ltidy < RADIUS) {
      tile[ltidy][tx] = input[outputIndex - RADIUS * stride_y];
      tile[ltidy + 8 + RADIUS][tx] = input[outputIndex + 8 * stride_y];
    }
    if (ltidx < RADIUS) {
      tile[ty][ltidx] = input[outputIndex - RADIUS];
      tile[ty][ltidx + 8 + RADIUS] = input[outputIndex + 8];
    }
    tile[ty][tx] = current;
    __syncthreads();
    float value = stencil[0] * current;
#pragma unroll
    for (int i = 1; i <= RADIUS; i++)
      value += stencil[i] * (infront[i - 1] + behind[i - 1] + tile[ty - i][tx] + tile[ty + i][tx] + tile[ty][tx - i] + tile[ty][tx + i]);
    output[outputIndex] = value;
  }
}
