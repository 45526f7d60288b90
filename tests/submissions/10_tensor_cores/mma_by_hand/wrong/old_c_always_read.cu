// expect: global_sectors
// C is read whatever beta is, and thrown away where beta is 0.

// INSTEAD OF
        *to = alpha * c[r] + (beta == 0.0f ? 0.0f : beta * *to);
// WRITE
        float old = *reinterpret_cast<volatile float*>(to);
        *to = alpha * c[r] + (beta == 0.0f ? 0.0f : beta * old);
