// The applications part of the textbooks: radix sort, sparse matrices, breadth-first search, CNN, MRI, electrostatics.

typedef unsigned int uint;

struct Rows { int vertices; const uint* row_starts; const uint* dst; };
struct Edges { int edges; const uint* src; const uint* dst; };

struct Jagged {
    int rows_in_all, longest;
    int *permutation, *starts, *columns;
    float *value;
};

// Jagged diagonals: rows sorted by length, one diagonal after another.
extern "C" __global__ void jagged_diagonals(int rows_in_all, int longest, int* permutation, int* starts, int* columns, float* value,
                                    const float* __restrict__ x, float* __restrict__ y) {
    const Jagged A = {rows_in_all, longest, permutation, starts, columns, value};
    uint row = blockIdx.x*blockDim.x + threadIdx.x;
    if (row >= A.rows_in_all) return;
    float sum = 0.f;
    for (int t = 0; t < A.longest; ++t) {
        int begin = A.starts[t], end = A.starts[t + 1];
        if (row >= end - begin) break;
        sum += A.value[begin + row]*x[A.columns[begin + row]];
    }
    y[A.permutation[row]] = sum;
}

// Hybrid: ELL for the first slots of each row, the overflow in COO with atomics.
extern "C" __global__ void ell_with_overflow(int rows, int slots, const int* ellCol, const float* ellVal,
                                       int overflow, const int* cooRow, const int* cooCol, const float* cooVal,
                                       const float* x, float* y)
{
    int gid = blockIdx.x*blockDim.x + threadIdx.x;
    if (gid < rows) {
        float acc = 0;
        for (int s = 0; s < slots; s++) {
            int c = ellCol[s*rows + gid];
            if (c != -1) acc += ellVal[s*rows + gid]*x[c];
        }
        if (acc != 0) atomicAdd(y + gid, acc);
    } else if ((gid -= rows) < overflow)
        atomicAdd(&y[cooRow[gid]], cooVal[gid]*x[cooCol[gid]]);
}

// Vertex-centric push, then pull, then edge-centric: the same level array.
extern "C" __global__ void bfs_by_vertices(int vertices, const uint* row_starts, const uint* dst, uint* level,
                                    uint* found_any, uint depth) {
    Rows g;
    g.vertices = vertices; g.row_starts = row_starts; g.dst = dst;
    uint vertex = blockIdx.x*blockDim.x + threadIdx.x;
    if (vertex < g.vertices) {
        if (level[vertex] == depth - 1) {
            for (uint edge = g.row_starts[vertex]; edge < g.row_starts[vertex + 1]; ++edge) {
                uint other = g.dst[edge];
                if (atomicCAS(&level[other], 0xFFFFFFFFu, depth) == UINT_MAX) {
                    atomicExch(found_any, 1u);
                }
            }
        }
    }
}

extern "C" __global__ void bfs_by_edges(int edges, const uint* src, const uint* dst, uint* level, uint levels) {
    Edges g{edges, src, dst};
    for (uint depth = 1; depth <= levels; ++depth) {
        for (uint edge = threadIdx.x; edge < g.edges; edge += blockDim.x) {
            uint vertex = g.src[edge];
            if (level[vertex] == depth - 1) {
                uint other = g.dst[edge];
                atomicMin(&level[other], depth);
            }
        }
        __syncthreads();
    }
}

#define OWN_CAPACITY 8
extern "C" __global__ void bfs_with_private_frontier(int vertices, const uint* row_starts, const uint* dst, uint* level,
        uint* frontier, uint* next_frontier, uint frontier_size, uint* next_size, uint depth) {
    Rows graph = {vertices, row_starts, dst};
    __shared__ uint own_frontier[OWN_CAPACITY];
    __shared__ uint own_count;
    if (threadIdx.x == 0) {
        own_count = 0;
    }
    __syncthreads();
    uint i = blockIdx.x*blockDim.x + threadIdx.x;
    if (i < frontier_size) {
        uint vertex = frontier[i];
        for (uint edge = graph.row_starts[vertex]; edge < graph.row_starts[vertex + 1]; ++edge) {
            uint other = graph.dst[edge];
            if (atomicCAS(&level[other], UINT_MAX, depth) == UINT_MAX) {
                uint at = atomicAdd(&own_count, 1);
                if (at < OWN_CAPACITY) {
                    own_frontier[at] = other;
                } else {
                    own_count = OWN_CAPACITY;
                    uint at = atomicAdd(next_size, 1);
                    next_frontier[at] = other;
                }
            }
        }
    }
    __syncthreads();
    __shared__ uint start;
    if (threadIdx.x == 0) {
        own_count = min(own_count, OWN_CAPACITY);
        start = atomicAdd(next_size, own_count);
    }
    __syncthreads();
    for (uint j = threadIdx.x; j < own_count; j += blockDim.x) {
        next_frontier[start + j] = own_frontier[j];
    }
}

// One radix sort iteration of one bit, all blocks in one: predicate, exclusive scan, destination.
extern "C" __global__ void radix_sort_by_bits(uint* input, uint* output, uint* bits, int N, int passes) {
    extern __shared__ uint counts[];
    uint i = threadIdx.x;
    for (int iter = 0; iter < passes; ++iter) {
        uint key, bit = 0;
        if (i < N) {
            key = input[i];
            bit = (key >> iter) & 1;
            bits[i] = bit;
        }
        counts[i] = bit;
        __syncthreads();
        for (uint stride = 1; stride < blockDim.x; stride <<= 1) {
            uint add = i >= stride ? counts[i - stride] : 0;
            __syncthreads();
            counts[i] += add;
            __syncthreads();
        }
        if (i < N) {
            uint ones_before = counts[i] - bit;
            uint ones = counts[N - 1];
            uint dst = (bit == 0) ? (i - ones_before) : (N - ones + ones_before);
            output[dst] = key;
        }
        __syncthreads();
        uint* t = input; input = output; output = t;
    }
}

// The forward pass of a convolutional layer: one block for a tile of one output map of one image.
#define MAP_TILE 8
#define X4(i3, i2, i1, i0) X[(i3)*(C*H*H) + (i2)*(H*H) + (i1)*H + (i0)]
#define Y4(i3, i2, i1, i0) Y[(i3)*(Mx*side*side) + (i2)*(side*side) + (i1)*side + (i0)]
#define W4(i3, i2, i1, i0) W[(i3)*(C*K*K) + (i2)*(K*K) + (i1)*K + (i0)]
extern "C" __global__ void convolution_layer_forward(int C, int tiles_across, int K, float* X, float* W, float* Y, int H, int Mx)
{
    int side = H - K + 1;
    int m = blockIdx.x;
    int h = (blockIdx.y / tiles_across)*MAP_TILE + threadIdx.y;
    int w = (blockIdx.y % tiles_across)*MAP_TILE + threadIdx.x;
    int n = blockIdx.z;
    float acc = 0.;
    for (int c = 0; c < C; c++) {
        for (int p = 0; p < K; p++) {
            for (int q = 0; q < K; q++) {
                if (h < side && w < side)
                    acc = acc + X4(n, c, h + p, w + q) * W4(m, c, p, q);
            }
        }
    }
    if (h < side && w < side) Y4(n, m, h, w) = acc;
}

// MRI: F^H D over all of k-space, an array of structs.
struct Sample { float x, y, z; };
extern "C" __global__ void accumulate_fhd(float* rMu, float* iMu, float* rFhD, float* iFhD, float* x, float* y, float* z,
                                  const Sample* __restrict__ k, int M) {
    int n = blockIdx.x*blockDim.x + threadIdx.x;
    float xn = x[n]; float yn = y[n]; float zn = z[n];
    float re_sum = rFhD[n]; float im_sum = iFhD[n];
    for (int m = 0; m < M; m++) {
        float phase = 2*3.14159265f*(k[m].x*xn + k[m].y*yn + k[m].z*zn);
        float c = __cosf(phase);
        float s = __sinf(phase);
        re_sum += rMu[m]*c - iMu[m]*s;
        im_sum += iMu[m]*c + rMu[m]*s;
    }
    rFhD[n] = re_sum; iFhD[n] = im_sum;
}

// Direct Coulomb summation: four neighbouring grid points a thread, atoms of 16 bytes.
#define POINTS_EACH 4
extern "C" __global__ void potential_slice(float *potentials, dim3 grid, float spacing, float z, const float4* atoms, int atom_count) {
    int i = (blockIdx.x*blockDim.x + threadIdx.x)*POINTS_EACH, j = blockIdx.y*blockDim.y + threadIdx.y;
    float y = spacing*(float)j, x = spacing*(float)i;
    float e0 = 0.0f, e1 = 0.0f, e2 = 0.0f, e3 = 0.0f;
    for (int n = 0; n < atom_count; n++) {
        float dx0 = x - atoms[n].x, dx1 = dx0 + spacing, dx2 = dx0 + 2*spacing, dx3 = dx0 + 3*spacing;
        float dy = y - atoms[n].y, dz = z - atoms[n].z;
        float dy2dz2 = dy*dy + dz*dz, charge = atoms[n].w;
        e0 += charge*rsqrtf(dx0*dx0 + dy2dz2);
        e1 += charge*rsqrtf(dx1*dx1 + dy2dz2);
        e2 += charge*rsqrtf(dx2*dx2 + dy2dz2);
        e3 += charge*rsqrtf(dx3*dx3 + dy2dz2);
    }
    float* out = potentials + grid.x*grid.y*(int)(z/spacing) + grid.x*j + i;
    out[0] += e0; out[1] += e1; out[2] += e2; out[3] += e3;
}
