// expect: correctness
// Results replace the image as well.

// INSTEAD OF
    int row = blockIdx.y * HIGH + threadIdx.y;
// WRITE
    const_cast<float*>(in)[0] = 0.0f;
    int row = blockIdx.y * HIGH + threadIdx.y;
