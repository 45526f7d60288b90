// expect: correctness, hazards
// Replaces the element by the index of one-dimensional blocks: threads of different rows then write to the same place.

// INSTEAD OF
#include <cooperative_groups.h>
// WRITE

// INSTEAD OF
    int i = static_cast<int>(cooperative_groups::this_grid().thread_rank());
// WRITE
    int i = blockIdx.x * blockDim.x + threadIdx.x;
