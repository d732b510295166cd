/* The caller has a place for the result. */
struct block { int a[10]; };
struct block make(int x) {
  struct block b = {{0}};
  b.a[3] = x;
  return b;
}
