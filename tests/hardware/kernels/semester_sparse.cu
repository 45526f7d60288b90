// rows get lengths computed from iota / hashes; values as given
__device__ __forceinline__ int rowBegin(int r, int avg) { return r * avg + (r * 7) % avg; }   // monotone: (r+1) begins after r

extern "C" __global__ void spmv_csr_scalar(int rows, int avg, const int *colidx, const float *val, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        float dot = 0;
        int row_start = rowBegin(row, avg), row_end = rowBegin(row + 1, avg);
        for (int jj = row_start; jj < row_end; jj++) dot += val[jj] * x[colidx[jj]];
        y[row] += dot;
    }
}
extern "C" __global__ void spmv_csr_vector(int rows, int avg, const int *colidx, const double *val, const double *x, double *y)
{
    __shared__ double vals[128];
    int thread_id = blockDim.x * blockIdx.x + threadIdx.x, warp_id = thread_id / 32, lane = thread_id & 31;
    int row = warp_id;
    if (row < rows) {
        int s = rowBegin(row, avg), e = rowBegin(row + 1, avg);
        vals[threadIdx.x] = 0;
        for (int jj = s + lane; jj < e; jj += 32) vals[threadIdx.x] += val[jj] * x[colidx[jj]];
        __syncwarp();
        for (int o = 16; o > 0; o >>= 1) {
            if (lane < o) vals[threadIdx.x] += vals[threadIdx.x + o];
            __syncwarp();
        }
        if (lane == 0) y[row] = vals[threadIdx.x];
    }
}
extern "C" __global__ void spmv_ell(int num_rows, int num_elem, const int *col, const float *data, const float *x, float *y)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= num_rows) return;
    float dot = 0;
    for (int i = 0; i < num_elem; i++) {
        int c = col[row + i * num_rows];
        if (c % 4 == 3) continue;   // padding marker
        dot += data[row + i * num_rows] * x[c];
    }
    y[row] = dot;
}
extern "C" __global__ void spmv_coo_int(const int *r, const int *c, const int *v, const int *x, int *y, int nnz)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nnz) atomicAdd(&y[r[i]], v[i] * x[c[i]]);
}
// BFS, top-down, level by level; edges k of vertex v: dst[v*4 .. v*4 + v%5)
extern "C" __global__ void bfs_vertex_push(const int *dst, int *level, int nv, int currLevel, int *newVisited)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < nv) {
        if (level[v] % 4 == currLevel) {
            for (int e = v * 4, end = v * 4 + v % 5; e < end; ++e) {
                int nb = dst[e];
                newVisited[nb] = currLevel + 1;
            }
        }
    }
}
extern "C" __global__ void bfs_bottom_up(const int *src, const unsigned char *frontier, unsigned char *next, int *changed, int nv, int deg)
{
    unsigned v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= nv) return;
    if (frontier[v] != 0) { next[v] = 2; return; }
    int k = 0;
    bool hit = false;
    while (k < deg && !hit) {
        hit = frontier[src[v * deg + k]] == 1;
        ++k;
    }
    if (hit) { next[v] = 1; atomicAdd(changed, 1); }
}
// block-private frontier queue
#define CAP 64
extern "C" __global__ void bfs_queue(const int *adj, const int *frontier, int nf, int *visited, int *out, int *outN, int deg)
{
    __shared__ int q[CAP];
    __shared__ int qn, start;
    if (threadIdx.x == 0) qn = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nf) {
        int u = frontier[i];
        for (int k = 0; k < deg; k++) {
            int w = adj[u * deg + k];
            if (atomicExch(&visited[w], 1) == 0) {
                int p = atomicAdd(&qn, 1);
                if (p < CAP) q[p] = w;
                else { int o = atomicAdd(outN, 1); out[o] = w; }
            }
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) { if (qn > CAP) qn = CAP; start = atomicAdd(outN, qn); }
    __syncthreads();
    for (int j = threadIdx.x; j < qn; j += blockDim.x) out[start + j] = q[j];
}
// Floyd-Warshall step k
extern "C" __global__ void fw_step(const int *d, int *o, int n, int k)
{
    __shared__ int colk[16];
    int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
    if (threadIdx.x == 0 && i < n) colk[threadIdx.y] = d[i * n + k];
    __syncthreads();
    if (i < n && j < n) {
        int old = d[i * n + j], via = colk[threadIdx.y] + d[k * n + j];
        o[i * n + j] = via < old ? via : old;
    }
}
