// expect: hazards
// A thread takes an element that nobody may have put there yet.

// TODO(3)
    value[place] = x;
    home[place] = i;
    x = value[t];
    i = home[t];
