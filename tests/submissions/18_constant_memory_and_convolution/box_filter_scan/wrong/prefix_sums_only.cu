// expect: correctness
// Nothing is subtracted.

// TODO(3)
        for (int col = tid; col < cols; col += BLOCK)
            to[col] = prefix[min(col + radius + 1, cols)];
