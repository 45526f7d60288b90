// The applications part of the textbooks: radix sort, sparse matrices, breadth-first search, CNN, MRI, electrostatics.

typedef unsigned int uint;

struct CSRGraph { int numVertices; const uint* srcPtrs; const uint* dst; };
struct COOGraph { int numEdges; const uint* src; const uint* dst; };

struct JDSMatrix {
    int numRows, maxNNZ;
    int *rowPerm, *iterPtr, *colIdx;
    float *value;
};

// Jagged diagonals: rows sorted by length, one diagonal after another.
extern "C" __global__ void spmv_jds(int numRows, int maxNNZ, int* rowPerm, int* iterPtr, int* colIdx, float* value,
                                    const float* __restrict__ x, float* __restrict__ y) {
    const JDSMatrix A = {numRows, maxNNZ, rowPerm, iterPtr, colIdx, value};
    uint row = blockIdx.x*blockDim.x + threadIdx.x;
    if (row >= A.numRows) return;
    float sum = 0.f;
    for (int t = 0; t < A.maxNNZ; ++t) {
        int begin = A.iterPtr[t], end = A.iterPtr[t + 1];
        if (row >= end - begin) break;
        sum += A.value[begin + row]*x[A.colIdx[begin + row]];
    }
    y[A.rowPerm[row]] = sum;
}

// Hybrid: ELL for the first slots of each row, the overflow in COO with atomics.
extern "C" __global__ void spmv_hybrid(int rows, int slots, const int* ellCol, const float* ellVal,
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
extern "C" __global__ void bfs_push(int numVertices, const uint* srcPtrs, const uint* dst, uint* level,
                                    uint* newVertexVisited, uint currLevel) {
    CSRGraph g;
    g.numVertices = numVertices; g.srcPtrs = srcPtrs; g.dst = dst;
    uint vertex = blockIdx.x*blockDim.x + threadIdx.x;
    if (vertex < g.numVertices) {
        if (level[vertex] == currLevel - 1) {
            for (uint edge = g.srcPtrs[vertex]; edge < g.srcPtrs[vertex + 1]; ++edge) {
                uint neighbor = g.dst[edge];
                if (atomicCAS(&level[neighbor], 0xFFFFFFFFu, currLevel) == UINT_MAX) {
                    atomicExch(newVertexVisited, 1u);
                }
            }
        }
    }
}

extern "C" __global__ void bfs_edge_centric(int numEdges, const uint* src, const uint* dst, uint* level, uint levels) {
    COOGraph g{numEdges, src, dst};
    for (uint currLevel = 1; currLevel <= levels; ++currLevel) {
        for (uint edge = threadIdx.x; edge < g.numEdges; edge += blockDim.x) {
            uint vertex = g.src[edge];
            if (level[vertex] == currLevel - 1) {
                uint neighbor = g.dst[edge];
                atomicMin(&level[neighbor], currLevel);
            }
        }
        __syncthreads();
    }
}

#define LOCAL_FRONTIER_CAPACITY 8
extern "C" __global__ void bfs_privatized_frontier(int numVertices, const uint* srcPtrs, const uint* dst, uint* level,
        uint* prevFrontier, uint* currFrontier, uint numPrevFrontier, uint* numCurrFrontier, uint currLevel) {
    CSRGraph csrGraph = {numVertices, srcPtrs, dst};
    // Initialize privatized frontier
    __shared__ uint currFrontier_s[LOCAL_FRONTIER_CAPACITY];
    __shared__ uint numCurrFrontier_s;
    if (threadIdx.x == 0) {
        numCurrFrontier_s = 0;
    }
    __syncthreads();
    // Perform BFS
    uint i = blockIdx.x*blockDim.x + threadIdx.x;
    if (i < numPrevFrontier) {
        uint vertex = prevFrontier[i];
        for (uint edge = csrGraph.srcPtrs[vertex]; edge < csrGraph.srcPtrs[vertex + 1]; ++edge) {
            uint neighbor = csrGraph.dst[edge];
            if (atomicCAS(&level[neighbor], UINT_MAX, currLevel) == UINT_MAX) {
                uint currFrontierIdx = atomicAdd(&numCurrFrontier_s, 1);
                if (currFrontierIdx < LOCAL_FRONTIER_CAPACITY) {
                    currFrontier_s[currFrontierIdx] = neighbor;
                } else {
                    numCurrFrontier_s = LOCAL_FRONTIER_CAPACITY;
                    uint currFrontierIdx = atomicAdd(numCurrFrontier, 1);
                    currFrontier[currFrontierIdx] = neighbor;
                }
            }
        }
    }
    __syncthreads();
    // Allocate in global frontier
    __shared__ uint currFrontierStartIdx;
    if (threadIdx.x == 0) {
        numCurrFrontier_s = min(numCurrFrontier_s, LOCAL_FRONTIER_CAPACITY);
        currFrontierStartIdx = atomicAdd(numCurrFrontier, numCurrFrontier_s);
    }
    __syncthreads();
    // Commit to global frontier
    for (uint j = threadIdx.x; j < numCurrFrontier_s; j += blockDim.x) {
        currFrontier[currFrontierStartIdx + j] = currFrontier_s[j];
    }
}

// One radix sort iteration of one bit, all blocks in one: predicate, exclusive scan, destination.
extern "C" __global__ void radix_sort_iterations(uint* input, uint* output, uint* bits, int N, int passes) {
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
            uint numOnesBefore = counts[i] - bit;
            uint numOnesTotal = counts[N - 1];
            uint dst = (bit == 0) ? (i - numOnesBefore) : (N - numOnesTotal + numOnesBefore);
            output[dst] = key;
        }
        __syncthreads();
        uint* t = input; input = output; output = t;
    }
}

// The forward pass of a convolutional layer: one block for a tile of one output map of one image.
#define CNN_TILE 8
#define X4(i3, i2, i1, i0) X[(i3)*(C*H*H) + (i2)*(H*H) + (i1)*H + (i0)]
#define Y4(i3, i2, i1, i0) Y[(i3)*(Mx*H_out*H_out) + (i2)*(H_out*H_out) + (i1)*H_out + (i0)]
#define W4(i3, i2, i1, i0) W[(i3)*(C*K*K) + (i2)*(K*K) + (i1)*K + (i0)]
extern "C" __global__ void ConvLayerForward_Kernel(int C, int W_grid, int K, float* X, float* W, float* Y, int H, int Mx)
{
    int H_out = H - K + 1;
    int m = blockIdx.x;
    int h = (blockIdx.y / W_grid)*CNN_TILE + threadIdx.y;
    int w = (blockIdx.y % W_grid)*CNN_TILE + threadIdx.x;
    int n = blockIdx.z;
    float acc = 0.;
    for (int c = 0; c < C; c++) {
        for (int p = 0; p < K; p++) {
            for (int q = 0; q < K; q++) {
                if (h < H_out && w < H_out)
                    acc = acc + X4(n, c, h + p, w + q) * W4(m, c, p, q);
            }
        }
    }
    if (h < H_out && w < H_out) Y4(n, m, h, w) = acc;
}

// MRI: F^H D over all of k-space, an array of structs.
struct kdata { float x, y, z; };
extern "C" __global__ void cmpFhD(float* rMu, float* iMu, float* rFhD, float* iFhD, float* x, float* y, float* z,
                                  const kdata* __restrict__ k, int M) {
    int n = blockIdx.x*blockDim.x + threadIdx.x;
    float xn_r = x[n]; float yn_r = y[n]; float zn_r = z[n];
    float rFhDn_r = rFhD[n]; float iFhDn_r = iFhD[n];
    for (int m = 0; m < M; m++) {
        float expFhD = 2*3.14159265f*(k[m].x*xn_r + k[m].y*yn_r + k[m].z*zn_r);
        float cArg = __cosf(expFhD);
        float sArg = __sinf(expFhD);
        rFhDn_r += rMu[m]*cArg - iMu[m]*sArg;
        iFhDn_r += iMu[m]*cArg + rMu[m]*sArg;
    }
    rFhD[n] = rFhDn_r; iFhD[n] = iFhDn_r;
}

// Direct Coulomb summation: four neighbouring grid points a thread, atoms of 16 bytes.
#define DCS_COARSE 4
extern "C" __global__ void cenergy(float *energygrid, dim3 grid, float gridspacing, float z, const float4* atoms, int numatoms) {
    int i = (blockIdx.x*blockDim.x + threadIdx.x)*DCS_COARSE, j = blockIdx.y*blockDim.y + threadIdx.y;
    float y = gridspacing*(float)j, x = gridspacing*(float)i;
    float energy0 = 0.0f, energy1 = 0.0f, energy2 = 0.0f, energy3 = 0.0f;
    for (int n = 0; n < numatoms; n++) {
        float dx0 = x - atoms[n].x, dx1 = dx0 + gridspacing, dx2 = dx0 + 2*gridspacing, dx3 = dx0 + 3*gridspacing;
        float dy = y - atoms[n].y, dz = z - atoms[n].z;
        float dysqdzsq = dy*dy + dz*dz, charge = atoms[n].w;
        energy0 += charge*rsqrtf(dx0*dx0 + dysqdzsq);
        energy1 += charge*rsqrtf(dx1*dx1 + dysqdzsq);
        energy2 += charge*rsqrtf(dx2*dx2 + dysqdzsq);
        energy3 += charge*rsqrtf(dx3*dx3 + dysqdzsq);
    }
    float* out = energygrid + grid.x*grid.y*(int)(z/gridspacing) + grid.x*j + i;
    out[0] += energy0; out[1] += energy1; out[2] += energy2; out[3] += energy3;
}
