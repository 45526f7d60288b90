// Sparse matrices and graphs.

extern "C" __global__ void spmv_csr_scalar(const int* row_ptr, const int* cols, const float* values, const float* x, float* y, int rows) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; ++k) sum += values[k] * x[cols[k]];
    y[row] = sum;
}

extern "C" __global__ void spmv_csr_vector(const int* row_ptr, const int* cols, const float* values, const float* x, float* y, int rows) {
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    if (warp >= rows) return;
    float sum = 0.0f;
    for (int k = row_ptr[warp] + lane; k < row_ptr[warp + 1]; k += 32) sum += values[k] * __ldg(&x[cols[k]]);
    for (int o = 16; o > 0; o /= 2) sum += __shfl_down_sync(0xFFFFFFFFu, sum, o);
    if (lane == 0) y[warp] = sum;
}

extern "C" __global__ void spmv_ell(const int* cols, const float* values, const float* x, float* y, int rows, int width) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int k = 0; k < width; ++k) {
        int c = cols[k * rows + row];
        if (c >= 0) sum += values[k * rows + row] * x[c];
    }
    y[row] = sum;
}

extern "C" __global__ void spmv_coo(const int* rows, const int* cols, const float* values, const float* x, float* y, int n) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n) atomicAdd(&y[rows[k]], values[k] * x[cols[k]]);
}

extern "C" __global__ void bfs_level(const int* row_ptr, const int* edges, int* levels, int level, int* again, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n && levels[v] == level)
        for (int e = row_ptr[v]; e < row_ptr[v + 1]; ++e)
            if (atomicCAS(&levels[edges[e]], -1, level + 1) == -1) *(volatile int*)again = 1;
}

extern "C" __global__ void bfs_frontier(const int* row_ptr, const int* edges, int* levels, const int* now, int count, int* next,
                                        int* next_count, int level) {
    __shared__ int queue[64], queued, start;
    if (threadIdx.x == 0) queued = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        int v = now[i];
        for (int e = row_ptr[v]; e < row_ptr[v + 1]; ++e) {
            int u = edges[e];
            if (atomicCAS(&levels[u], -1, level + 1) == -1) {
                int at = atomicAdd(&queued, 1);
                if (at < 64) queue[at] = u;
                else next[atomicAdd(next_count, 1)] = u;
            }
        }
    }
    __syncthreads();
    if (queued > 64 && threadIdx.x == 0) queued = 64;
    __syncthreads();
    if (threadIdx.x == 0) start = atomicAdd(next_count, queued);
    __syncthreads();
    for (int k = threadIdx.x; k < queued; k += blockDim.x) next[start + k] = queue[k];
}

extern "C" __global__ void shortest_paths_in_one_block(const int* from, const int* to, const int* weight, int edges, int* distance, int n) {
    __shared__ int changed;
    for (int v = threadIdx.x; v < n; v += blockDim.x) distance[v] = v == 0 ? 0 : 1 << 29;
    do {
        __syncthreads();
        changed = 0;
        __syncthreads();
        for (int e = threadIdx.x; e < edges; e += blockDim.x) {
            int d = *(volatile int*)&distance[from[e]] + weight[e];
            if (d < atomicMin(&distance[to[e]], d)) changed = 1;
        }
        __syncthreads();
    } while (changed);
}

__device__ int find_root(volatile int* parent, int v) {
    while (parent[v] != v) v = parent[v];
    return v;
}

__device__ void unite(int* parent, int u, int v) {
    while (true) {
        u = find_root(parent, u);
        v = find_root(parent, v);
        if (u == v) return;
        if (u > v) { int t = u; u = v; v = t; }
        int old = atomicMin(&parent[v], u);
        if (old == v) return;
        v = old;
    }
}

extern "C" __global__ void union_find(const int* a, const int* b, int edges, int* parent, int* roots, int n) {
    for (int e = threadIdx.x; e < edges; e += blockDim.x) unite(parent, a[e], b[e]);
    __syncthreads();
    for (int v = threadIdx.x; v < n; v += blockDim.x) roots[v] = find_root(parent, v);
}

extern "C" __global__ void union_find_flatten(int* parent, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n) {
        int root = v;
        while (((volatile int*)parent)[root] != root) root = ((volatile int*)parent)[root];
        ((volatile int*)parent)[v] = root;
    }
}

extern "C" __global__ void page_rank_step(const int* row_ptr, const int* sources, const int* out_degree, const float* rank, float* next, int n, float damping) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n) return;
    float sum = 0.0f;
    for (int e = row_ptr[v]; e < row_ptr[v + 1]; ++e) sum += rank[sources[e]] / out_degree[sources[e]];
    next[v] = (1.0f - damping) / n + damping * sum;
}

extern "C" __global__ void triangle_count(const unsigned* adjacency, int n, int words, unsigned long long* total) {
    int u = blockIdx.y * blockDim.y + threadIdx.y, v = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long count = 0;
    if (u < v && v < n && (adjacency[u * words + v / 32] >> (v % 32) & 1))
        for (int w = 0; w < words; ++w) count += __popc(adjacency[u * words + w] & adjacency[v * words + w]);
    if (count) atomicAdd(total, count);
}

extern "C" __global__ void floyd_warshall_step(int* distance, int n, int k) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || j >= n || i == k || j == k) return;
    int through = distance[i * n + k] + distance[k * n + j];
    if (through < distance[i * n + j]) distance[i * n + j] = through;
}

extern "C" __global__ void label_components(int* labels, const int* grid, int w, int h, int* changed) {
    __shared__ int any;
    int x = threadIdx.x, y = threadIdx.y, at = y * w + x;
    bool on = x < w && y < h && grid[at];
    if (x < w && y < h) labels[at] = on ? at : -1;
    do {
        __syncthreads();
        if (x == 0 && y == 0) any = 0;
        int best = on ? labels[at] : -1;
        if (on) {
            if (x > 0 && labels[at - 1] >= 0) best = min(best, labels[at - 1]);
            if (x < w - 1 && labels[at + 1] >= 0) best = min(best, labels[at + 1]);
            if (y > 0 && labels[at - w] >= 0) best = min(best, labels[at - w]);
            if (y < h - 1 && labels[at + w] >= 0) best = min(best, labels[at + w]);
        }
        __syncthreads();
        if (on && best < labels[at]) {
            labels[at] = best;
            any = 1;
        }
        __syncthreads();
    } while (any);
    if (x == 0 && y == 0) *changed = any;
}

extern "C" __global__ void degree_histogram(const int* row_ptr, int n, int* bins, int most) {
    extern __shared__ int local[];
    for (int b = threadIdx.x; b <= most; b += blockDim.x) local[b] = 0;
    __syncthreads();
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n) atomicAdd(&local[min(row_ptr[v + 1] - row_ptr[v], most)], 1);
    __syncthreads();
    for (int b = threadIdx.x; b <= most; b += blockDim.x) atomicAdd(&bins[b], local[b]);
}
