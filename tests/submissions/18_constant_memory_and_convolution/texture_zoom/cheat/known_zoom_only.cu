// expect: correctness
// Works for the zoom that is counted, and for no other.

// TODO(1)
    if (row < rows && col < cols)
        out[row * cols + col] = tex2D<float>(image, (col + 0.5f) / 3.3f, (row + 0.5f) / 3.3f);
