// expect: correctness
// Odd columns repeat the even ones.

// TODO(1)
    if (row < rows && col < cols)
        out[row * cols + col] = tex2D<float>(image, (col / 2 * 2 + 0.5f) / zoom, (row + 0.5f) / zoom);
