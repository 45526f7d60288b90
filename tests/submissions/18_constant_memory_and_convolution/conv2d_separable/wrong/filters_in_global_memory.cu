// expect: constant_serialisation, global_sectors
// The filters are ordinary variables: each weight is a load from global memory.

// INSTEAD OF
__constant__ float across[2 * RADIUS + 1];
__constant__ float down[2 * RADIUS + 1];
// WRITE
__device__ float across[2 * RADIUS + 1];
__device__ float down[2 * RADIUS + 1];
