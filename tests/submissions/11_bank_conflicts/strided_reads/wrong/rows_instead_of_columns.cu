// expect: correctness
// The segment is taken row by row, not column by column: each of the six parts is a plain copy.

// INSTEAD OF
        int rows = SEGMENT / stride;
// WRITE

// INSTEAD OF
            int row = j % rows;        // neighbouring lanes take neighbouring rows,
            int column = j / rows;     // and the same column: their elements lie `stride` apart
// WRITE
            int row = j / stride;
            int column = j % stride;
