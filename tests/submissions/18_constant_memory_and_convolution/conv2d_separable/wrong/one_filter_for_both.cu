// expect: correctness
// The two filters one behind the other in the first variable.

// INSTEAD OF
__constant__ float across[2 * RADIUS + 1];
__constant__ float down[2 * RADIUS + 1];
// WRITE
__constant__ float across[2 * (2 * RADIUS + 1)];
#define down (across + 2 * RADIUS + 1)
