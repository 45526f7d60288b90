// Homework of well-known courses: tone mapping, red eyes, blending, histogram equalisation, circles, repeats.

// CS344, problem set 1 and 2: greyscale and Gaussian blur of separated channels.
extern "C" __global__
void rgba_to_greyscale(const uchar4* const rgbaImage, unsigned char* const greyImage, int numRows, int numCols)
{
  int y = threadIdx.y + blockIdx.y * blockDim.y;
  int x = threadIdx.x + blockIdx.x * blockDim.x;
  if (y < numCols && x < numRows) {
    int index = numRows * y + x;
    uchar4 color = rgbaImage[index];
    unsigned char grey = (unsigned char)(0.299f * color.x + 0.587f * color.y + 0.114f * color.z);
    greyImage[index] = grey;
  }
}

extern "C" __global__
void gaussian_blur(const uchar4* const inputImageRGBA, uchar4* const out, int numRows, int numCols, const float* const filter, const int filterWidth)
{
  assert(filterWidth % 2 == 1);
  const int2 thread_2D_pos = make_int2(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y);
  const int thread_1D_pos = thread_2D_pos.y * numCols + thread_2D_pos.x;
  if (thread_2D_pos.x >= numCols || thread_2D_pos.y >= numRows) return;
  float3 result = make_float3(0.f, 0.f, 0.f);
  for (int filter_r = -filterWidth/2; filter_r <= filterWidth/2; ++filter_r) {
    for (int filter_c = -filterWidth/2; filter_c <= filterWidth/2; ++filter_c) {
      int image_r = min(max(thread_2D_pos.y + filter_r, 0), static_cast<int>(numRows - 1));
      int image_c = min(max(thread_2D_pos.x + filter_c, 0), static_cast<int>(numCols - 1));
      uchar4 pixel = inputImageRGBA[image_r * numCols + image_c];
      float filter_value = filter[(filter_r + filterWidth/2) * filterWidth + filter_c + filterWidth/2];
      result.x += static_cast<float>(pixel.x) * filter_value;
      result.y += static_cast<float>(pixel.y) * filter_value;
      result.z += static_cast<float>(pixel.z) * filter_value;
    }
  }
  out[thread_1D_pos] = make_uchar4(result.x, result.y, result.z, 255);
}

// Problem set 3: extremes, histogram and cumulative distribution of log luminance, in one block.
extern "C" __global__
void tone_map(const float* const d_logLuminance, unsigned int* const d_cdf, float* extremes, int n, const size_t numBins)
{
  extern __shared__ float sdata[];
  int tid = threadIdx.x;
  for (int pass = 0; pass < 2; ++pass) {
    float best = d_logLuminance[0];
    for (int i = tid; i < n; i += blockDim.x) best = pass ? fmaxf(best, d_logLuminance[i]) : fminf(best, d_logLuminance[i]);
    sdata[tid] = best;
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
      if (tid < s) sdata[tid] = pass ? max(sdata[tid], sdata[tid + s]) : min(sdata[tid], sdata[tid + s]);
      __syncthreads();
    }
    if (tid == 0) extremes[pass] = sdata[0];
    __syncthreads();
  }
  float lumMin = extremes[0], lumRange = extremes[1] - lumMin;
  unsigned int* bins = (unsigned int*)sdata;
  if (tid < numBins) bins[tid] = 0;
  __syncthreads();
  for (int i = tid; i < n; i += blockDim.x) {
    unsigned int bin = min(static_cast<unsigned int>(numBins - 1), static_cast<unsigned int>((d_logLuminance[i] - lumMin) / lumRange * numBins));
    atomicAdd(&bins[bin], 1);
  }
  __syncthreads();
  for (unsigned int offset = 1; offset < numBins; offset <<= 1) {
    unsigned int left = tid >= offset && tid < numBins ? bins[tid - offset] : 0;
    __syncthreads();
    if (tid < numBins) bins[tid] += left;
    __syncthreads();
  }
  if (tid < numBins) d_cdf[tid] = tid ? bins[tid - 1] : 0;
}

// Problem set 4: one radix digit at a time, positions sorted along with the values.
extern "C" __global__
void red_eye_sort(unsigned int* vals, unsigned int* pos, unsigned int* vals2, unsigned int* pos2, int n)
{
  __shared__ unsigned int ranks[4][128], totals[4];
  unsigned int *vs = vals, *ps = pos, *vd = vals2, *pd = pos2;
  for (unsigned int i = 0; i < 8 * sizeof(unsigned int) / 2; i += 2) {     // 16 bits, two at a time
    unsigned int v = threadIdx.x < n ? vs[threadIdx.x] : 0, digit = threadIdx.x < n ? v >> i & 3 : 4;
    for (int d = 0; d < 4; ++d) ranks[d][threadIdx.x] = digit == d;
    __syncthreads();
    for (int stride = 1; stride < 128; stride <<= 1) {
      unsigned int left[4] = {};
      if (threadIdx.x >= stride) for (int d = 0; d < 4; ++d) left[d] = ranks[d][threadIdx.x - stride];
      __syncthreads();
      for (int d = 0; d < 4; ++d) ranks[d][threadIdx.x] += left[d];
      __syncthreads();
    }
    if (threadIdx.x < 4) totals[threadIdx.x] = ranks[threadIdx.x][127];
    __syncthreads();
    if (threadIdx.x < n) {
      unsigned int before = 0;
      for (int d = 0; d < digit; ++d) before += totals[d];
      unsigned int to = before + ranks[digit][threadIdx.x] - 1;
      vd[to] = v;
      pd[to] = ps[threadIdx.x];
    }
    __syncthreads();
    unsigned int* t = vs; vs = vd; vd = t;
    t = ps; ps = pd; pd = t;
  }
}

// Problem set 6: seamless cloning. Mask, border and interior, then one step of Jacobi on the interior.
__device__ bool masked(const uchar4* source, int i) { uchar4 p = source[i]; return p.x + p.y + p.z < 3 * 255; }
extern "C" __global__
void seamless_clone(const uchar4* source, const uchar4* dest, const float* guess, float* next, unsigned char* kind, int rows, int cols)
{
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y, i = r * cols + c;
  if (r >= rows || c >= cols) return;
  unsigned char mine = 0;
  if (masked(source, i) && r > 0 && c > 0 && r < rows - 1 && c < cols - 1) {
    bool inside = true;
    const int neighbours[] = {i - 1, i + 1, i - cols, i + cols};
    for (int k : neighbours) inside = inside && masked(source, k);
    mine = inside ? 2 : 1;
  }
  kind[i] = mine;
  float value = dest[i].x;
  if (mine == 2) {
    float sum = 0.f;
    for (int k = 0; k < 4; ++k) {
      int j = i + (k == 0 ? -1 : k == 1 ? 1 : k == 2 ? -cols : cols);
      bool interior = masked(source, j);
      int jr = j / cols, jc = j % cols;
      interior = interior && jr > 0 && jc > 0 && jr < rows - 1 && jc < cols - 1 && masked(source, j - 1) && masked(source, j + 1)
                 && masked(source, j - cols) && masked(source, j + cols);
      sum += (interior ? guess[j] : (float)dest[j].x) + ((float)source[i].x - (float)source[j].x);
    }
    value = fminf(255.f, fmaxf(0.f, sum / 4.f));
  }
  next[i] = value;
}

// ECE408, histogram equalisation: floats to bytes, the CDF applied, and back.
#define HISTOGRAM_LENGTH 256
extern "C" __global__ void equalise(float *image, const float *cdf, unsigned char *bytes, int size)
{
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < size) {
    bytes[i] = (unsigned char)(255 * image[i]);
    float x = 255.0f * (cdf[bytes[i]] - cdf[0]) / (1.0f - cdf[0]);
    unsigned char corrected = min(max(x, 0.0f), 255.0f);
    image[i] = (float)(corrected / 255.0);
  }
}

// CS149: positions of repeats by an exclusive scan; circles blended in order, a tile a block.
extern "C" __global__ void find_repeats(const int* in, int n, int* out, int* total)
{
  __shared__ int flags[128];
  int i = threadIdx.x;
  flags[i] = i + 1 < n && in[i] == in[i + 1];
  __syncthreads();
  for (int twod = 1; twod < 128; twod *= 2) {
    int twod1 = twod * 2;
    if (i % twod1 == 0) flags[i + twod1 - 1] += flags[i + twod - 1];
    __syncthreads();
  }
  if (i == 0) { *total = flags[127]; flags[127] = 0; }
  __syncthreads();
  for (int twod = 128 / 2; twod >= 1; twod /= 2) {
    int twod1 = twod * 2;
    if (i % twod1 == 0) {
      int t = flags[i + twod - 1];
      flags[i + twod - 1] = flags[i + twod1 - 1];
      flags[i + twod1 - 1] += t;
    }
    __syncthreads();
  }
  if (i + 1 < n && in[i] == in[i + 1]) out[flags[i]] = i;
}

struct Circle { float x, y, radius, grey; };
extern "C" __global__ void render_circles(const Circle* circles, int count, float* image, int width)
{
  __shared__ int kept[64];
  __shared__ int keptCount;
  int tid = threadIdx.y * blockDim.x + threadIdx.x;
  float left = blockIdx.x * blockDim.x, top = blockIdx.y * blockDim.y;
  if (tid == 0) {       // the order must stay: one thread picks the circles that may touch this tile
    keptCount = 0;
    for (int i = 0; i < count; i++) {
      Circle c = circles[i];
      float nearX = fmaxf(left, fminf(c.x, left + blockDim.x)), nearY = fmaxf(top, fminf(c.y, top + blockDim.y));
      if ((nearX - c.x) * (nearX - c.x) + (nearY - c.y) * (nearY - c.y) <= c.radius * c.radius) kept[keptCount++] = i;
    }
  }
  __syncthreads();
  float px = left + threadIdx.x + .5f, py = top + threadIdx.y + .5f, grey = 1.f;
  for (int k = 0; k < keptCount; k++) {
    const Circle& c = circles[kept[k]];
    float dx = px - c.x, dy = py - c.y;
    if (dx * dx + dy * dy <= c.radius * c.radius) grey = .5f * c.grey + .5f * grey;
  }
  image[((int)top + threadIdx.y) * width + (int)left + threadIdx.x] = grey;
}
