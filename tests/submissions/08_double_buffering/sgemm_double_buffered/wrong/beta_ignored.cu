// expect: correctness
// beta * C is left out.

// INSTEAD OF
        *reinterpret_cast<float4*>(to) = float4{alpha * sum[0] + beta * old.x, alpha * sum[1] + beta * old.y,
                                                alpha * sum[2] + beta * old.z, alpha * sum[3] + beta * old.w};
// WRITE
        *reinterpret_cast<float4*>(to) = float4{alpha * sum[0], alpha * sum[1],
                                                alpha * sum[2], alpha * sum[3]};

// INSTEAD OF
            to[i] = alpha * sum[i] + (beta == 0.0f ? 0.0f : beta * to[i]);
// WRITE
            to[i] = alpha * sum[i];
