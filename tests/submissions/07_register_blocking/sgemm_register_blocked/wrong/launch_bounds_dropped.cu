// expect: resources
// Without __launch_bounds__ the compiler takes 149 registers, and only one block of 256 threads fits on an SM.

// INSTEAD OF
extern "C" __global__ void __launch_bounds__(256, 2)
// WRITE
extern "C" __global__ void
