// expect: correctness
// A window that begins before the row reads in front of the array.

// TODO(3)
        for (int col = tid; col < cols; col += BLOCK)
            to[col] = prefix[min(col + radius + 1, cols)] - prefix[col - radius];
