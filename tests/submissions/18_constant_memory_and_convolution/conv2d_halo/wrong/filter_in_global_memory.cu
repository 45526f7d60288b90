// expect: constant_serialisation, global_sectors
// The filter is an ordinary variable: each of its weights is a load from global memory.

// INSTEAD OF
__constant__ float filter[SIDE * SIDE];
// WRITE
__device__ float filter[SIDE * SIDE];
