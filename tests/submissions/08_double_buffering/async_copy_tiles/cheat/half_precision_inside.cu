// expect: correctness
// One factor in FP16: whole numbers do not show the loss.

// INSTEAD OF
#include <cuda_pipeline.h>
// WRITE
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

// INSTEAD OF
            sum += tile_a[now][ty][k] * tile_b[now][k][tx];
// WRITE
            sum += __half2float(__float2half(tile_a[now][ty][k])) * tile_b[now][k][tx];
