// expect: correctness
// The whole row number: from row 8 on the chunk lands in other rows.

// TODO(1)
    return (row * CHUNKS + (chunk ^ row)) * 8;
