// Sparse matrices in every format, and graphs: breadth-first search, components, shortest paths, PageRank.
extern "C" __global__ void spmv_csr_scalar(const int* rowPtrs, const int* colIdx, const float* value, const float* x,
                                           float* y, int numRows) {
    unsigned int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < numRows) {
        float sum = 0.0f;
        for (unsigned int i = rowPtrs[row]; i < rowPtrs[row + 1]; ++i) {
            unsigned int col = colIdx[i];
            float v = value[i];
            sum += x[col] * v;
        }
        y[row] += sum;
    }
}

// A warp a row, partial sums through volatile shared memory.
extern "C" __global__ void spmv_csr_vector(const int* ptr, const int* indices, const double* data, const double* x,
                                           double* y, int num_rows) {
    __shared__ volatile double vals[128];
    int thread_id = blockDim.x * blockIdx.x + threadIdx.x, warp_id = thread_id / 32, lane = thread_id & 31;
    int row = warp_id;
    if (row < num_rows) {
        int row_start = ptr[row], row_end = ptr[row + 1];
        double sum = 0;
        for (int jj = row_start + lane; jj < row_end; jj += 32) sum += data[jj] * x[indices[jj]];
        vals[threadIdx.x] = sum;
        __syncwarp();
        for (int d = 16; d >= 1; d /= 2) {
            if (lane < d) vals[threadIdx.x] = sum = sum + vals[threadIdx.x + d];
            __syncwarp();
        }
        if (lane == 0) y[row] = vals[threadIdx.x];
    }
}

// Four lanes a row, grid-stride.
extern "C" __global__ void spmv_csr_quads(const int* __restrict__ offsets, const int* __restrict__ columns,
                                          const float* __restrict__ values, const float* __restrict__ x,
                                          float* __restrict__ y, int rows) {
    const int lane = threadIdx.x & 3;
    for (int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 2; row < (rows + 7) / 8 * 8;
         row += gridDim.x * blockDim.x >> 2) {
        float sum = 0;
        if (row < rows)
            for (int k = offsets[row] + lane; k < offsets[row + 1]; k += 4) sum = fmaf(values[k], x[columns[k]], sum);
        sum += __shfl_xor_sync(0xffffffff, sum, 1, 4);
        sum += __shfl_xor_sync(0xffffffff, sum, 2, 4);
        if (lane == 0 && row < rows) y[row] = sum;
    }
}

// Products of a stretch of the matrix in shared memory, then a thread a row of it.
extern "C" __global__ void spmv_csr_stream(const int* offsets, const int* columns, const float* values,
                                           const float* x, float* y, int rows) {
    __shared__ float products[512];
    int first = blockIdx.x * 16, last = min(first + 16, rows), begin = offsets[first], end = offsets[last];
    for (int k = begin + threadIdx.x; k < end; k += blockDim.x) products[k - begin] = values[k] * x[columns[k]];
    __syncthreads();
    int row = first + threadIdx.x;
    if (row < last) {
        float sum = 0;
        for (int k = offsets[row]; k < offsets[row + 1]; ++k) sum += products[k - begin];
        y[row] = sum;
    }
}

extern "C" __global__ void spmv_coo(const int* rows, const int* cols, const float* values, const float* x, float* y,
                                    int nonzeros) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nonzeros) atomicAdd(&y[rows[i]], x[cols[i]] * values[i]);
}

// The same with whole numbers of 64 bits: the order does not matter.
extern "C" __global__ void spmv_coo_long(const int* rows, const int* cols, const int* values, const int* x,
                                         unsigned long long* y, int nonzeros) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nonzeros) atomicAdd(y + rows[i], (unsigned long long)x[cols[i]] * values[i]);
}

// ELL, column-major, columns drawn at random; -1 is not stored: every row is full up to its length.
extern "C" __global__ void spmv_ell(const int* cols, const float* values, const int* lengths, const float* x, float* y,
                                    int rows) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int t = 0; t < lengths[row]; ++t) {
        int i = t * rows + row;
        sum += x[cols[i]] * values[i];
    }
    y[row] = sum;
}

extern "C" __global__ void spmv_dia(const float* diagonals, const float* x, float* y, int n) {
    const int offsets[5] = {-8, -1, 0, 1, 8};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
#pragma unroll
    for (int d = 0; d < 5; ++d) {
        int j = i + offsets[d];
        if (j >= 0 && j < n) sum += diagonals[d * n + i] * x[j];
    }
    y[i] = sum;
}

// Blocks of 4 x 4, sixteen threads each; a row of blocks has three of them.
extern "C" __global__ void spmv_bsr(const int* block_cols, const float* blocks, const float* x, float* y) {
    __shared__ float part[4][4][5];
    int c = threadIdx.x, r = threadIdx.y, z = threadIdx.z, block_row = blockIdx.x * 4 + z;
    float sum = 0;
    for (int b = 0; b < 3; ++b) {
        int at = block_row * 3 + b;
        sum += blocks[at * 16 + r * 4 + c] * x[block_cols[at] * 4 + c];
    }
    part[z][r][c] = sum;
    __syncthreads();
    if (c == 0) y[block_row * 4 + r] = part[z][r][0] + part[z][r][1] + part[z][r][2] + part[z][r][3];
}

// Sparse times dense, a column of the result a thread.
extern "C" __global__ void spmm_csr(const int* offsets, const int* columns, const float* values, const float* B,
                                    float* C, int k) {
    __shared__ int col[32];
    __shared__ float val[32];
    int row = blockIdx.x, begin = offsets[row], end = offsets[row + 1];
    float sum = 0;
    for (int base = begin; base < end; base += 32) {
        int many = min(32, end - base);
        if (threadIdx.x < many)
            col[threadIdx.x] = columns[base + threadIdx.x], val[threadIdx.x] = values[base + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < many; ++i) sum += val[i] * B[col[i] * k + threadIdx.x];
        __syncthreads();
    }
    C[row * k + threadIdx.x] = sum;
}

// Bottom-up: an unvisited vertex looks for a visited neighbour.
extern "C" __global__ void bfs_pull(const int* offsets, const int* targets, const int* level, int* next, int* found,
                                    int current, int n) {
    int vertex = blockIdx.x * blockDim.x + threadIdx.x;
    if (vertex >= n) return;
    int mine = level[vertex];
    if (mine < 0) {
        for (int e = offsets[vertex]; e < offsets[vertex + 1]; ++e) {
            if (level[targets[e]] == current - 1) {
                mine = current;
                atomicAdd(found, 1);
                break;
            }
        }
    }
    next[vertex] = mine;
}

// Edge-centric, the new level by an atomic minimum.
extern "C" __global__ void bfs_edges(const int* sources, const int* targets, const int* level, unsigned* next,
                                     int current, int edges) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= edges) return;
    if (level[sources[e]] == current - 1 && level[targets[e]] < 0) atomicMin(&next[targets[e]], current);
}

// Frontier queue: a private one in shared memory, then room in the global one.
extern "C" __global__ void bfs_frontier(const int* offsets, const int* targets, int* level, const int* frontier,
                                        int length, int* next, int* next_length, int current) {
    __shared__ int queue[128];
    __shared__ int queued, start;
    if (threadIdx.x == 0) queued = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length) {
        int vertex = frontier[i];
        for (int e = offsets[vertex]; e < offsets[vertex + 1]; ++e) {
            int neighbour = targets[e];
            if (atomicCAS(&level[neighbour], -1, current) == -1) queue[atomicAdd(&queued, 1)] = neighbour;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) start = atomicAdd(next_length, queued);
    __syncthreads();
    for (int q = threadIdx.x; q < queued; q += blockDim.x) next[start + q] = queue[q];
}

// One round of label propagation for connected components.
extern "C" __global__ void propagate_labels(const int2* edges, const int* labels, int* next, int* changed, int m) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= m) return;
    int2 edge = edges[e];
    int a = labels[edge.x], b = labels[edge.y];
    if (a < b) atomicMin(next + edge.y, a), atomicOr(changed, 1);
    else if (b < a) atomicMin(next + edge.x, b), atomicOr(changed, 1);
}

__device__ int find_root(volatile int* parent, int v) {
    while (parent[v] != v) v = parent[v];
    return v;
}

// Union-find: roots hang under smaller roots.
extern "C" __global__ void union_edges(const int2* edges, int* parent, int m) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= m) return;
    int a = edges[e].x, b = edges[e].y;
    while (true) {
        a = find_root(parent, a), b = find_root(parent, b);
        if (a == b) break;
        int high = max(a, b), low = min(a, b);
        if (atomicCAS(&parent[high], high, low) == high) break;
    }
}

extern "C" __global__ void flatten_forest(const int* parent, int* root, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n) return;
    int p = v;
    while (parent[p] < p) p = parent[p];
    root[v] = p;
}

// Bellman-Ford, one round of relaxation.
extern "C" __global__ void relax(const int* sources, const int* targets, const unsigned* weights,
                                 const unsigned* distance, unsigned* next, int edges) {
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < edges; e += gridDim.x * blockDim.x) {
        unsigned d = distance[sources[e]] + weights[e];
        if (d < distance[targets[e]]) atomicMin(&next[targets[e]], d);
    }
}

extern "C" __global__ void pagerank_pull(const int* offsets, const int* targets, const float* rank, float* next, int n,
                                         float damping) {
    __shared__ float share[128];
    for (int v = threadIdx.x; v < n; v += blockDim.x) {
        int degree = offsets[v + 1] - offsets[v];
        share[v] = degree ? rank[v] / degree : 0.0f;
    }
    __syncthreads();
    for (int v = threadIdx.x; v < n; v += blockDim.x) {
        float sum = 0;
        for (int e = offsets[v]; e < offsets[v + 1]; ++e) sum += share[targets[e]];
        next[v] = (1 - damping) / n + damping * sum;
    }
}

// Triangles: both sorted adjacency lists walked side by side, a warp votes on the sum.
extern "C" __global__ void triangles(const int2* edges, const int* offsets, const int* targets, int* total, int m) {
    int e = blockIdx.x * blockDim.x + threadIdx.x, count = 0;
    if (e < m) {
        int i = offsets[edges[e].x], iEnd = offsets[edges[e].x + 1], j = offsets[edges[e].y];
        int jEnd = offsets[edges[e].y + 1];
        while (i < iEnd && j < jEnd) {
            int a = targets[i], b = targets[j];
            if (a == b) ++count, ++i, ++j;
            else if (a < b) ++i;
            else ++j;
        }
    }
    count = __reduce_add_sync(0xffffffff, count);
    if (threadIdx.x % 32 == 0 && count) atomicAdd(total, count);
}
