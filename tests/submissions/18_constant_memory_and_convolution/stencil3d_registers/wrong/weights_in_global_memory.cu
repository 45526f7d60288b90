// expect: constant_serialisation, global_sectors
// The weights are an ordinary variable.

// INSTEAD OF
__constant__ float weight[4];
// WRITE
__device__ float weight[4];
