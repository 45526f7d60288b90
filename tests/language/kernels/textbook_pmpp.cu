// In the manner of Kirk and Hwu: coarsening, tiles, co-ranks, sparse formats, frontiers, medical imaging.

#define TILE 16
#define COARSENING 4

// Chapter 6: thread coarsening over output tiles; C is Width x Width, Width a multiple of 64.
extern "C"
__global__ void coarsened_product(float* M, float* N, float* P, int width) {
    __shared__ float left_tile[TILE][TILE];
    __shared__ float right_tile[TILE][TILE];
    int bx = blockIdx.x; int by = blockIdx.y;
    int tx = threadIdx.x; int ty = threadIdx.y;
    int row = by*TILE + ty;
    int colStart = bx*TILE*COARSENING + tx;
    float sums[COARSENING];
    for(int c = 0; c < COARSENING; ++c) {
        sums[c] = 0.0f;
    }
    for(int ph = 0; ph < width/TILE; ++ph) {
        left_tile[ty][tx] = M[row*width + ph*TILE + tx];
        for(int c = 0; c < COARSENING; ++c) {
            int col = colStart + c*TILE;
            right_tile[ty][tx] = N[(ph*TILE + ty)*width + col];
            __syncthreads();
            for(int k = 0; k < TILE; ++k) {
                sums[c] += left_tile[ty][k]*right_tile[k][tx];
            }
            __syncthreads();
        }
    }
    for(int c = 0; c < COARSENING; ++c) {
        int col = colStart + c*TILE;
        P[row*width + col] = sums[c];
    }
}

// Chapter 6: corner turning, N is stored by columns.
extern "C" __global__ void corner_turning(const float* M, const float* N, float* P, int width)
{
    __shared__ float left_tile[TILE][TILE], right_tile[TILE][TILE + 1];
    const int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int ph = 0; ph < (width + TILE - 1) / TILE; ph++)
    {
        int k = ph * TILE + threadIdx.x;
        left_tile[threadIdx.y][threadIdx.x] = (row < width && k < width) ? M[row * width + k] : 0.f;
        int turned = blockIdx.x * TILE + threadIdx.y;
        right_tile[threadIdx.x][threadIdx.y] = (turned < width && k < width) ? N[turned * width + k] : 0.f;
        __syncthreads();
        for (int i = 0; i < TILE; i++) sum += left_tile[threadIdx.y][i] * right_tile[i][threadIdx.x];
        __syncthreads();
    }
    if (row < width && col < width) P[row * width + col] = sum;
}

// Chapter 7: the halo comes from the L2 cache, only the tile itself lies in shared memory.
#define REACH 2
__constant__ float F[2*REACH+1][2*REACH+1] = {
    {1, 4, 7, 4, 1}, {4, 16, 26, 16, 4}, {7, 26, 41, 26, 7}, {4, 16, 26, 16, 4}, {1, 4, 7, 4, 1}};

extern "C" __global__ void convolution_with_cached_halo(float *N, float *P, int width, int height) {
    int col = blockIdx.x*TILE + threadIdx.x;
    int row = blockIdx.y*TILE + threadIdx.y;
    __shared__ float tile[TILE][TILE];
    if(row<height && col<width) {
        tile[threadIdx.y][threadIdx.x] = N[row*width + col];
    } else {
        tile[threadIdx.y][threadIdx.x] = 0.0;
    }
    __syncthreads();
    if (col < width && row < height) {
        float sums = 0.0f;
        for (int dy = 0; dy < 2*REACH+1; dy++) {
            for (int dx = 0; dx < 2*REACH+1; dx++) {
                if (threadIdx.x-REACH+dx >= 0 &&
                    threadIdx.x-REACH+dx < TILE &&
                    threadIdx.y-REACH+dy >= 0 &&
                    threadIdx.y-REACH+dy < TILE) {
                    sums += F[dy][dx]*tile[threadIdx.y+dy-REACH][threadIdx.x+dx-REACH];
                } else {
                    if (row-REACH+dy >= 0 && row-REACH+dy < height &&
                        col-REACH+dx >= 0 && col-REACH+dx < width) {
                        sums += F[dy][dx]*N[(row-REACH+dy)*width+col-REACH+dx];
                    }
                }
            }
        }
        P[row*width+col] = sums;
    }
}

// Chapter 8: seven-point stencil, one plane in shared memory, its neighbours in registers.
#define IN_TILE 10
#define OUT_TILE (IN_TILE - 2)
#define AT(a, z, y, x) a[((z)*n + (y))*n + (x)]
extern "C" __global__ void stencil_in_registers(const float* in, float* out, unsigned int n, float c0, float c1) {
    int first_plane = blockIdx.z*OUT_TILE;
    int j = blockIdx.y*OUT_TILE + threadIdx.y - 1;
    int k = blockIdx.x*OUT_TILE + threadIdx.x - 1;
    float below = 0, here = 0, above = 0;
    __shared__ float plane[IN_TILE][IN_TILE];
    if (first_plane-1 >= 0 && first_plane-1 < (int)n && j >= 0 && j < n && k >= 0 && k < n) below = AT(in, first_plane - 1, j, k);
    if (first_plane >= 0 && first_plane < n && j >= 0 && j < n && k >= 0 && k < n) {
        here = AT(in, first_plane, j, k);
        plane[threadIdx.y][threadIdx.x] = here;
    }
    for (int i = first_plane; i < first_plane + OUT_TILE; ++i) {
        if (i + 1 >= 0 && i + 1 < n && j >= 0 && j < n && k >= 0 && k < n) above = AT(in, i + 1, j, k);
        __syncthreads();
        if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1 && k >= 1 && k < n - 1) {
            if (threadIdx.y >= 1 && threadIdx.y < IN_TILE - 1 && threadIdx.x >= 1 && threadIdx.x < IN_TILE - 1) {
                AT(out, i, j, k) = c0*here + c1*(plane[threadIdx.y][threadIdx.x-1] + plane[threadIdx.y][threadIdx.x+1]
                    + plane[threadIdx.y+1][threadIdx.x] + plane[threadIdx.y-1][threadIdx.x] + below + above);
            }
        }
        __syncthreads();
        below = here;
        here = above;
        plane[threadIdx.y][threadIdx.x] = above;
    }
}

// Chapter 9: private histogram, interleaved partition, and runs of one bin aggregated in a register.
#define NUM_BINS 7
extern "C" __global__ void histogram_of_runs(char* data, unsigned int length, unsigned int* histo) {
    __shared__ unsigned int own[NUM_BINS];
    for (unsigned int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) own[bin] = 0u;
    __syncthreads();
    unsigned int run = 0;
    int last_bin = -1;
    unsigned int tid = blockIdx.x*blockDim.x + threadIdx.x;
    for (unsigned int i = tid; i < length; i += blockDim.x*gridDim.x) {
        int letter = data[i] - 'a';
        if (letter >= 0 && letter < 26) {
            int bin = letter/4;
            if (bin == last_bin) {
                ++run;
            } else {
                if (run > 0) atomicAdd(&(own[last_bin]), run);
                run = 1;
                last_bin = bin;
            }
        }
    }
    if (run > 0) atomicAdd(&(own[last_bin]), run);
    __syncthreads();
    for (unsigned int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) {
        unsigned int value = own[bin];
        if (value > 0) atomicAdd(&(histo[bin]), value);
    }
}

// Chapter 10: segmented, coarsened sum reduction.
#define SUM_THREADS 64
extern "C" __global__ void coarsened_sum(float* input, float* output) {
    __shared__ float folded[SUM_THREADS];
    unsigned int segment = COARSENING*2*blockDim.x*blockIdx.x;
    unsigned int i = segment + threadIdx.x;
    unsigned int t = threadIdx.x;
    float sum = input[i];
    for (unsigned int tile = 1; tile < COARSENING*2; ++tile) {
        sum += input[i + tile*SUM_THREADS];
    }
    folded[t] = sum;
    for (unsigned int stride = blockDim.x/2; stride >= 1; stride /= 2) {
        __syncthreads();
        if (t < stride) {
            folded[t] += folded[t + stride];
        }
    }
    if (t == 0) {
        atomicAdd(output, folded[0]);
    }
}

// Chapter 11: single-pass scan; the block's number comes from a counter, its left neighbour's sum through a flag.
__device__ unsigned int next_block;
extern "C" __global__ void single_pass_scan(const float* X, float* Y, unsigned int N, float* carried, int* flags) {
    __shared__ unsigned int own_number;
    __shared__ float line[SUM_THREADS];
    __shared__ float before;
    if (threadIdx.x == 0) own_number = atomicAdd(&next_block, 1);
    __syncthreads();
    unsigned int number = own_number, i = number*blockDim.x + threadIdx.x;
    line[threadIdx.x] = i < N ? X[i] : 0.0f;
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        float temp;
        if (threadIdx.x >= stride) temp = line[threadIdx.x] + line[threadIdx.x-stride];
        __syncthreads();
        if (threadIdx.x >= stride) line[threadIdx.x] = temp;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        while (atomicAdd(&flags[number], 0) == 0) { }
        before = ((volatile float*)carried)[number];
        ((volatile float*)carried)[number + 1] = before + line[blockDim.x - 1];
        __threadfence();
        atomicAdd(&flags[number + 1], 1);
    }
    __syncthreads();
    if (i < N) Y[i] = line[threadIdx.x] + before;
}

// Chapter 12: the tiled merge with co-ranks.
__device__ int split_rank(int k, int* A, int m, int* B, int n) {
    int i = k < m ? k : m;
    int j = k - i;
    int low_i = 0 > (k-n) ? 0 : k-n;
    int low_j = 0 > (k-m) ? 0 : k-m;
    int delta;
    bool active = true;
    while (active) {
        if (i > 0 && j < n && A[i-1] > B[j]) {
            delta = ((i - low_i +1) >> 1);
            low_j = j;
            j = j + delta;
            i = i - delta;
        } else if (j > 0 && i < m && B[j-1] >= A[i]) {
            delta = ((j - low_j +1) >> 1);
            low_i = i;
            i = i + delta;
            j = j - delta;
        } else {
            active = false;
        }
    }
    return i;
}

__device__ void merge_runs(int *A, int m, int *B, int n, int *C) {
    int i = 0, j = 0, k = 0;
    while ((i < m) && (j < n)) {
        if (A[i] <= B[j]) {
            C[k++] = A[i++];
        } else {
            C[k++] = B[j++];
        }
    }
    if (i == m) {
        while (j < n) C[k++] = B[j++];
    } else {
        while (i < m) C[k++] = A[i++];
    }
}

extern "C" __global__ void merge_in_tiles(int* A, int m, int* B, int n, int* C, int tile_size) {
    extern __shared__ int both[];
    int* a_tile = &both[0];
    int* b_tile = &both[tile_size];
    int portion = (m + n + gridDim.x - 1)/gridDim.x;
    int c_begin = blockIdx.x * portion;
    int c_end = min((int)((blockIdx.x+1) * portion), m+n);
    if (threadIdx.x == 0) {
        a_tile[0] = split_rank(c_begin, A, m, B, n);
        a_tile[1] = split_rank(c_end, A, m, B, n);
    }
    __syncthreads();
    int a_begin = a_tile[0];
    int a_end = a_tile[1];
    int b_begin = c_begin - a_begin;
    int b_end = c_end - a_end;
    __syncthreads();
    int round = 0;
    int c_count = c_end - c_begin;
    int a_count = a_end - a_begin;
    int b_count = b_end - b_begin;
    int rounds = (c_count + tile_size - 1)/tile_size;
    int c_done = 0, a_done = 0, b_done = 0;
    while (round < rounds) {
        for (int i = 0; i < tile_size; i += blockDim.x) {
            if (i + threadIdx.x < a_count - a_done && i + threadIdx.x < tile_size)
                a_tile[i + threadIdx.x] = A[a_begin + a_done + i + threadIdx.x];
        }
        for (int i = 0; i < tile_size; i += blockDim.x) {
            if (i + threadIdx.x < b_count - b_done && i + threadIdx.x < tile_size)
                b_tile[i + threadIdx.x] = B[b_begin + b_done + i + threadIdx.x];
        }
        __syncthreads();
        int from_c = threadIdx.x * (tile_size/blockDim.x);
        int to_c = (threadIdx.x+1) * (tile_size/blockDim.x);
        from_c = (from_c <= c_count - c_done) ? from_c : c_count - c_done;
        to_c = (to_c <= c_count - c_done) ? to_c : c_count - c_done;
        int from_a = split_rank(from_c, a_tile, min(tile_size, a_count-a_done), b_tile, min(tile_size, b_count-b_done));
        int from_b = from_c - from_a;
        int to_a = split_rank(to_c, a_tile, min(tile_size, a_count-a_done), b_tile, min(tile_size, b_count-b_done));
        int to_b = to_c - to_a;
        merge_runs(a_tile+from_a, to_a-from_a, b_tile+from_b, to_b-from_b, C+c_begin+c_done+from_c);
        round++;
        c_done += tile_size;
        a_done += split_rank(tile_size, a_tile, min(tile_size, a_count-a_done), b_tile, min(tile_size, b_count-b_done)) * (round < rounds);
        b_done = c_done - a_done;
        __syncthreads();
    }
}
