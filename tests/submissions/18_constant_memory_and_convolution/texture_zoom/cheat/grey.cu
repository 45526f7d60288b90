// expect: correctness
// Every element is the same: 0 lies in the middle of the range.

// TODO(1)
    if (row < rows && col < cols)
        out[row * cols + col] = 0.0f * tex2D<float>(image, 0.5f, 0.5f);
