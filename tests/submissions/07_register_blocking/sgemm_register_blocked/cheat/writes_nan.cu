// expect: correctness
// Writes NaN everywhere and hopes that no comparison fails.

// INSTEAD OF
    store4(c, float4{alpha * sum[0] + beta * old.x, alpha * sum[1] + beta * old.y,
// WRITE
    store4(c, float4{nanf("") + alpha * sum[0] + beta * old.x, alpha * sum[1] + beta * old.y,
