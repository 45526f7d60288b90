// expect: correctness
// Old C is not added.

// INSTEAD OF
                *to = float2{alpha * c[i][j][r] + beta * old.x, alpha * c[i][j][r + 1] + beta * old.y};
// WRITE
                *to = float2{alpha * c[i][j][r], alpha * c[i][j][r + 1]};
