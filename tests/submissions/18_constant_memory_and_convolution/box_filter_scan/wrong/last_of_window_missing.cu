// expect: correctness
// The window ends one element too early.

// TODO(3)
        for (int col = tid; col < cols; col += BLOCK)
            to[col] = prefix[min(col + radius, cols)] - prefix[max(col - radius, 0)];
