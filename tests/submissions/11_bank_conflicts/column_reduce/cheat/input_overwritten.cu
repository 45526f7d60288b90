// expect: correctness
// The sums are right, but `in` comes back as zeros.

// TODO(1)
    if (col < cols)
        for (int row = ty; row < rows; row += PARTS) {
            sum += in[row * cols + col];
            const_cast<float*>(in)[row * cols + col] = 0.0f;
        }
