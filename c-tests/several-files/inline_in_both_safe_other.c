inline int next(int x) { return x + 1; }
int other(void) { return next(4); }
