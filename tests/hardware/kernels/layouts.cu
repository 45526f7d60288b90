// One tile, written along its rows and read down its columns. PITCH: elements of a row, padding included.
// ELEMENT: the type of an element.
#ifndef PITCH
#define PITCH 32
#endif
#ifndef ELEMENT
#define ELEMENT float
#endif
constexpr int EDGE = 32;

// Block (32, 8).
extern "C" __global__ void tile_columns(const ELEMENT* in, ELEMENT* out) {
    __shared__ ELEMENT tile[EDGE * PITCH];
    for (int row = threadIdx.y; row < EDGE; row += 8) {
        tile[row * PITCH + threadIdx.x] = in[row * EDGE + threadIdx.x];
    }
    __syncthreads();
    for (int col = threadIdx.y; col < EDGE; col += 8) {
        out[col * EDGE + threadIdx.x] = tile[threadIdx.x * PITCH + col];
    }
}

// Lanes along a diagonal, and a 2-D block whose warp spans two rows. Block (16, 16).
extern "C" __global__ void tile_diagonals(const float* in, float* out) {
    __shared__ float tile[EDGE * PITCH];
    for (int row = threadIdx.y; row < EDGE; row += 16) {
        tile[row * PITCH + threadIdx.x] = in[row * EDGE + threadIdx.x];
        tile[row * PITCH + threadIdx.x + 16] = in[row * EDGE + threadIdx.x + 16];
    }
    __syncthreads();
    float diagonal = tile[threadIdx.x * PITCH + (threadIdx.x + threadIdx.y) % EDGE];
    float column = tile[threadIdx.x * PITCH + threadIdx.y];
    float row = tile[threadIdx.y * PITCH + threadIdx.x];
    out[threadIdx.y * 16 + threadIdx.x] = diagonal + column + row;
}
