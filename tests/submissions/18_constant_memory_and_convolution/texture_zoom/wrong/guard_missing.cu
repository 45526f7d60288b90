// expect: correctness
// Threads beyond the edges write, too.

// TODO(1)
    out[row * cols + col] = tex2D<float>(image, (col + 0.5f) / zoom, (row + 0.5f) / zoom);
