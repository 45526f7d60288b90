// expect: constant_serialisation, global_sectors
// The filter is an ordinary variable: each of its weights is a load from global memory.

// INSTEAD OF
__constant__ float filter[2 * RADIUS + 1];
// WRITE
__device__ float filter[2 * RADIUS + 1];
