"""The kernels of numba_simulator.py in numba's dialect: statement by statement those of tests/hardware/kernels.

Imported only where numba is installed and NUMBA_ENABLE_CUDASIM is set.
"""

from numba import cuda, float32

TILE, EDGE, ROWS, BLOCK = 16, 32, 8, 256


@cuda.jit
def sgemm_tiled(A, B, C, M, N, K, lda, ldb, ldc, alpha, beta):
    """sgemm_tiled.cu: one thread an element, 16 x 16 tiles in shared memory."""
    tile_a = cuda.shared.array((TILE, TILE), float32)
    tile_b = cuda.shared.array((TILE, TILE), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    row, col = cuda.blockIdx.y * TILE + ty, cuda.blockIdx.x * TILE + tx
    total = float32(0)
    for start in range(0, K, TILE):
        tile_a[ty, tx] = A[row * lda + start + tx] if row < M and start + tx < K else float32(0)
        tile_b[ty, tx] = B[(start + ty) * ldb + col] if start + ty < K and col < N else float32(0)
        cuda.syncthreads()
        for k in range(TILE):
            total += tile_a[ty, k] * tile_b[k, tx]
        cuda.syncthreads()
    if row < M and col < N:
        C[row * ldc + col] = alpha * total if beta == 0 else alpha * total + beta * C[row * ldc + col]


@cuda.jit
def sgemm_columns(A, B, C, M, N, K, lda, ldb, ldc, alpha, beta):
    """sgemm_naive.cu: one thread an element, no shared memory."""
    row = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    col = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if row >= M or col >= N:
        return
    total = float32(0)
    for k in range(K):
        total += A[row * lda + k] * B[k * ldb + col]
    C[row * ldc + col] = alpha * total if beta == 0 else alpha * total + beta * C[row * ldc + col]


@cuda.jit
def transpose_tiled(given, out, rows, cols):
    """transpose.cu: 32 x 32 tiles, moved by 32 x 8 threads."""
    tile = cuda.shared.array((EDGE, EDGE), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    x, y = cuda.blockIdx.x * EDGE + tx, cuda.blockIdx.y * EDGE + ty
    for j in range(0, EDGE, ROWS):
        if x < cols and y + j < rows:
            tile[ty + j, tx] = given[(y + j) * cols + x]
    cuda.syncthreads()
    x, y = cuda.blockIdx.y * EDGE + tx, cuda.blockIdx.x * EDGE + ty
    for j in range(0, EDGE, ROWS):
        if x < rows and y + j < cols:
            out[(y + j) * rows + x] = tile[tx, ty + j]


@cuda.jit
def reduce_sequential(given, out, n):
    """reductions.cu: 256 threads sum 256 elements in shared memory."""
    partial = cuda.shared.array(BLOCK, float32)
    tid = cuda.threadIdx.x
    i = cuda.blockIdx.x * cuda.blockDim.x + tid
    partial[tid] = given[i] if i < n else float32(0)
    cuda.syncthreads()
    s = cuda.blockDim.x // 2
    while s > 0:
        if tid < s:
            partial[tid] += partial[tid + s]
        cuda.syncthreads()
        s //= 2
    if tid == 0:
        out[cuda.blockIdx.x] = partial[0]


@cuda.jit
def saxpy_grid_stride(a, x, y, n):
    """global_access.cu: a grid-stride loop."""
    stride = cuda.gridDim.x * cuda.blockDim.x
    for i in range(cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x, n, stride):
        y[i] = a * x[i] + y[i]
