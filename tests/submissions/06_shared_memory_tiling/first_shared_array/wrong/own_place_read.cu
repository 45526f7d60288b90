// expect: correctness
// Every thread takes back what it has put there: a copy.

// TODO(1)
    desk[t] = in[i];

// TODO(2)
    out[i] = desk[t];
