// In the manner of Kirk and Hwu: coarsening, tiles, co-ranks, sparse formats, frontiers, medical imaging.

#define TILE_WIDTH 16
#define COARSE_FACTOR 4

// Chapter 6: thread coarsening over output tiles; C is Width x Width, Width a multiple of 64.
extern "C"
__global__ void matrixMulCoarsened(float* M, float* N, float* P, int width) {
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];
    int bx = blockIdx.x; int by = blockIdx.y;
    int tx = threadIdx.x; int ty = threadIdx.y;
    int row = by*TILE_WIDTH + ty;
    int colStart = bx*TILE_WIDTH*COARSE_FACTOR + tx;
    float Pvalue[COARSE_FACTOR];
    for(int c = 0; c < COARSE_FACTOR; ++c) {
        Pvalue[c] = 0.0f;
    }
    for(int ph = 0; ph < width/TILE_WIDTH; ++ph) {
        Mds[ty][tx] = M[row*width + ph*TILE_WIDTH + tx];
        for(int c = 0; c < COARSE_FACTOR; ++c) {
            int col = colStart + c*TILE_WIDTH;
            Nds[ty][tx] = N[(ph*TILE_WIDTH + ty)*width + col];
            __syncthreads();
            for(int k = 0; k < TILE_WIDTH; ++k) {
                Pvalue[c] += Mds[ty][k]*Nds[k][tx];
            }
            __syncthreads();
        }
    }
    for(int c = 0; c < COARSE_FACTOR; ++c) {
        int col = colStart + c*TILE_WIDTH;
        P[row*width + col] = Pvalue[c];
    }
}

// Chapter 6: corner turning, N is stored by columns.
extern "C" __global__ void cornerTurning(const float* M, const float* N, float* P, int width)
{
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH], Nds[TILE_WIDTH][TILE_WIDTH + 1];
    const int row = blockIdx.y * TILE_WIDTH + threadIdx.y, col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float sum = 0;
    for (int ph = 0; ph < (width + TILE_WIDTH - 1) / TILE_WIDTH; ph++)
    {
        int k = ph * TILE_WIDTH + threadIdx.x;
        Mds[threadIdx.y][threadIdx.x] = (row < width && k < width) ? M[row * width + k] : 0.f;
        int turned = blockIdx.x * TILE_WIDTH + threadIdx.y;
        Nds[threadIdx.x][threadIdx.y] = (turned < width && k < width) ? N[turned * width + k] : 0.f;
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; i++) sum += Mds[threadIdx.y][i] * Nds[i][threadIdx.x];
        __syncthreads();
    }
    if (row < width && col < width) P[row * width + col] = sum;
}

// Chapter 7: the halo comes from the L2 cache, only the tile itself lies in shared memory.
#define FILTER_RADIUS 2
__constant__ float F[2*FILTER_RADIUS+1][2*FILTER_RADIUS+1] = {
    {1, 4, 7, 4, 1}, {4, 16, 26, 16, 4}, {7, 26, 41, 26, 7}, {4, 16, 26, 16, 4}, {1, 4, 7, 4, 1}};

extern "C" __global__ void convolution_cached_tiled_2D_const_mem_kernel(float *N, float *P, int width, int height) {
    int col = blockIdx.x*TILE_WIDTH + threadIdx.x;
    int row = blockIdx.y*TILE_WIDTH + threadIdx.y;
    __shared__ float N_s[TILE_WIDTH][TILE_WIDTH];
    if(row<height && col<width) {
        N_s[threadIdx.y][threadIdx.x] = N[row*width + col];
    } else {
        N_s[threadIdx.y][threadIdx.x] = 0.0;
    }
    __syncthreads();
    if (col < width && row < height) {
        float Pvalue = 0.0f;
        for (int fRow = 0; fRow < 2*FILTER_RADIUS+1; fRow++) {
            for (int fCol = 0; fCol < 2*FILTER_RADIUS+1; fCol++) {
                // signed arithmetic only: threadIdx.x-FILTER_RADIUS+fCol is unsigned and wraps around
                if (threadIdx.x-FILTER_RADIUS+fCol >= 0 &&
                    threadIdx.x-FILTER_RADIUS+fCol < TILE_WIDTH &&
                    threadIdx.y-FILTER_RADIUS+fRow >= 0 &&
                    threadIdx.y-FILTER_RADIUS+fRow < TILE_WIDTH) {
                    Pvalue += F[fRow][fCol]*N_s[threadIdx.y+fRow-FILTER_RADIUS][threadIdx.x+fCol-FILTER_RADIUS];
                } else {
                    if (row-FILTER_RADIUS+fRow >= 0 && row-FILTER_RADIUS+fRow < height &&
                        col-FILTER_RADIUS+fCol >= 0 && col-FILTER_RADIUS+fCol < width) {
                        Pvalue += F[fRow][fCol]*N[(row-FILTER_RADIUS+fRow)*width+col-FILTER_RADIUS+fCol];
                    }
                }
            }
        }
        P[row*width+col] = Pvalue;
    }
}

// Chapter 8: seven-point stencil, one plane in shared memory, its neighbours in registers.
#define IN_TILE_DIM 10
#define OUT_TILE_DIM (IN_TILE_DIM - 2)
#define AT(a, z, y, x) a[((z)*n + (y))*n + (x)]
extern "C" __global__ void stencil_register_tiling(const float* in, float* out, unsigned int n, float c0, float c1) {
    int iStart = blockIdx.z*OUT_TILE_DIM;
    int j = blockIdx.y*OUT_TILE_DIM + threadIdx.y - 1;
    int k = blockIdx.x*OUT_TILE_DIM + threadIdx.x - 1;
    float inPrev = 0, inCurr = 0, inNext = 0;
    __shared__ float inCurr_s[IN_TILE_DIM][IN_TILE_DIM];
    if (iStart-1 >= 0 && iStart-1 < (int)n && j >= 0 && j < n && k >= 0 && k < n) inPrev = AT(in, iStart - 1, j, k);
    if (iStart >= 0 && iStart < n && j >= 0 && j < n && k >= 0 && k < n) {
        inCurr = AT(in, iStart, j, k);
        inCurr_s[threadIdx.y][threadIdx.x] = inCurr;
    }
    for (int i = iStart; i < iStart + OUT_TILE_DIM; ++i) {
        if (i + 1 >= 0 && i + 1 < n && j >= 0 && j < n && k >= 0 && k < n) inNext = AT(in, i + 1, j, k);
        __syncthreads();
        if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1 && k >= 1 && k < n - 1) {
            if (threadIdx.y >= 1 && threadIdx.y < IN_TILE_DIM - 1 && threadIdx.x >= 1 && threadIdx.x < IN_TILE_DIM - 1) {
                AT(out, i, j, k) = c0*inCurr + c1*(inCurr_s[threadIdx.y][threadIdx.x-1] + inCurr_s[threadIdx.y][threadIdx.x+1]
                    + inCurr_s[threadIdx.y+1][threadIdx.x] + inCurr_s[threadIdx.y-1][threadIdx.x] + inPrev + inNext);
            }
        }
        __syncthreads();
        inPrev = inCurr;
        inCurr = inNext;
        inCurr_s[threadIdx.y][threadIdx.x] = inNext;
    }
}

// Chapter 9: private histogram, interleaved partition, and runs of one bin aggregated in a register.
#define NUM_BINS 7
extern "C" __global__ void histo_aggregated_kernel(char* data, unsigned int length, unsigned int* histo) {
    __shared__ unsigned int histo_s[NUM_BINS];
    for (unsigned int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) histo_s[bin] = 0u;
    __syncthreads();
    unsigned int accumulator = 0;
    int prevBinIdx = -1;
    unsigned int tid = blockIdx.x*blockDim.x + threadIdx.x;
    for (unsigned int i = tid; i < length; i += blockDim.x*gridDim.x) {
        int alphabet_position = data[i] - 'a';
        if (alphabet_position >= 0 && alphabet_position < 26) {
            int bin = alphabet_position/4;
            if (bin == prevBinIdx) {
                ++accumulator;
            } else {
                if (accumulator > 0) atomicAdd(&(histo_s[prevBinIdx]), accumulator);
                accumulator = 1;
                prevBinIdx = bin;
            }
        }
    }
    if (accumulator > 0) atomicAdd(&(histo_s[prevBinIdx]), accumulator);
    __syncthreads();
    for (unsigned int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) {
        unsigned int binValue = histo_s[bin];
        if (binValue > 0) atomicAdd(&(histo[bin]), binValue);
    }
}

// Chapter 10: segmented, coarsened sum reduction.
#define BLOCK_DIM 64
extern "C" __global__ void CoarsenedSumReductionKernel(float* input, float* output) {
    __shared__ float input_s[BLOCK_DIM];
    unsigned int segment = COARSE_FACTOR*2*blockDim.x*blockIdx.x;
    unsigned int i = segment + threadIdx.x;
    unsigned int t = threadIdx.x;
    float sum = input[i];
    for (unsigned int tile = 1; tile < COARSE_FACTOR*2; ++tile) {
        sum += input[i + tile*BLOCK_DIM];
    }
    input_s[t] = sum;
    for (unsigned int stride = blockDim.x/2; stride >= 1; stride /= 2) {
        __syncthreads();
        if (t < stride) {
            input_s[t] += input_s[t + stride];
        }
    }
    if (t == 0) {
        atomicAdd(output, input_s[0]);
    }
}

// Chapter 11: single-pass scan; the block's number comes from a counter, its left neighbour's sum through a flag.
__device__ unsigned int blockCounter;
extern "C" __global__ void stream_scan(const float* X, float* Y, unsigned int N, float* scan_value, int* flags) {
    __shared__ unsigned int bid_s;
    __shared__ float XY[BLOCK_DIM];
    __shared__ float previous_sum;
    if (threadIdx.x == 0) bid_s = atomicAdd(&blockCounter, 1);
    __syncthreads();
    unsigned int bid = bid_s, i = bid*blockDim.x + threadIdx.x;
    XY[threadIdx.x] = i < N ? X[i] : 0.0f;
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        float temp;
        if (threadIdx.x >= stride) temp = XY[threadIdx.x] + XY[threadIdx.x-stride];
        __syncthreads();
        if (threadIdx.x >= stride) XY[threadIdx.x] = temp;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        while (atomicAdd(&flags[bid], 0) == 0) { }
        previous_sum = ((volatile float*)scan_value)[bid];
        ((volatile float*)scan_value)[bid + 1] = previous_sum + XY[blockDim.x - 1];
        __threadfence();
        atomicAdd(&flags[bid + 1], 1);
    }
    __syncthreads();
    if (i < N) Y[i] = XY[threadIdx.x] + previous_sum;
}

// Chapter 12: the tiled merge with co-ranks.
__device__ int co_rank(int k, int* A, int m, int* B, int n) {
    int i = k < m ? k : m; // i = min(k,m)
    int j = k - i;
    int i_low = 0 > (k-n) ? 0 : k-n; // i_low = max(0,k-n)
    int j_low = 0 > (k-m) ? 0 : k-m; // j_low = max(0,k-m)
    int delta;
    bool active = true;
    while (active) {
        if (i > 0 && j < n && A[i-1] > B[j]) {
            delta = ((i - i_low +1) >> 1);
            j_low = j;
            j = j + delta;
            i = i - delta;
        } else if (j > 0 && i < m && B[j-1] >= A[i]) {
            delta = ((j - j_low +1) >> 1);
            i_low = i;
            i = i + delta;
            j = j - delta;
        } else {
            active = false;
        }
    }
    return i;
}

__device__ void merge_sequential(int *A, int m, int *B, int n, int *C) {
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

extern "C" __global__ void merge_tiled_kernel(int* A, int m, int* B, int n, int* C, int tile_size) {
    extern __shared__ int shareAB[];
    int* A_S = &shareAB[0];
    int* B_S = &shareAB[tile_size];
    int share = (m + n + gridDim.x - 1)/gridDim.x;
    int C_curr = blockIdx.x * share;
    int C_next = min((int)((blockIdx.x+1) * share), m+n);
    if (threadIdx.x == 0) {
        A_S[0] = co_rank(C_curr, A, m, B, n);
        A_S[1] = co_rank(C_next, A, m, B, n);
    }
    __syncthreads();
    int A_curr = A_S[0];
    int A_next = A_S[1];
    int B_curr = C_curr - A_curr;
    int B_next = C_next - A_next;
    __syncthreads();
    int counter = 0;
    int C_length = C_next - C_curr;
    int A_length = A_next - A_curr;
    int B_length = B_next - B_curr;
    int total_iteration = (C_length + tile_size - 1)/tile_size;
    int C_completed = 0, A_consumed = 0, B_consumed = 0;
    while (counter < total_iteration) {
        for (int i = 0; i < tile_size; i += blockDim.x) {
            if (i + threadIdx.x < A_length - A_consumed && i + threadIdx.x < tile_size)
                A_S[i + threadIdx.x] = A[A_curr + A_consumed + i + threadIdx.x];
        }
        for (int i = 0; i < tile_size; i += blockDim.x) {
            if (i + threadIdx.x < B_length - B_consumed && i + threadIdx.x < tile_size)
                B_S[i + threadIdx.x] = B[B_curr + B_consumed + i + threadIdx.x];
        }
        __syncthreads();
        int c_curr = threadIdx.x * (tile_size/blockDim.x);
        int c_next = (threadIdx.x+1) * (tile_size/blockDim.x);
        c_curr = (c_curr <= C_length - C_completed) ? c_curr : C_length - C_completed;
        c_next = (c_next <= C_length - C_completed) ? c_next : C_length - C_completed;
        int a_curr = co_rank(c_curr, A_S, min(tile_size, A_length-A_consumed), B_S, min(tile_size, B_length-B_consumed));
        int b_curr = c_curr - a_curr;
        int a_next = co_rank(c_next, A_S, min(tile_size, A_length-A_consumed), B_S, min(tile_size, B_length-B_consumed));
        int b_next = c_next - a_next;
        merge_sequential(A_S+a_curr, a_next-a_curr, B_S+b_curr, b_next-b_curr, C+C_curr+C_completed+c_curr);
        counter++;
        C_completed += tile_size;
        A_consumed += co_rank(tile_size, A_S, min(tile_size, A_length-A_consumed), B_S, min(tile_size, B_length-B_consumed)) * (counter < total_iteration);
        B_consumed = C_completed - A_consumed;
        __syncthreads();
    }
}
