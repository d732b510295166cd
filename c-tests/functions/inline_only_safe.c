extern void reach_error(void);
/* Inline only (C17 6.7.4p7): another file should define it, too; it would do the same. */
inline int next(int x) { return x + 1; }
int main(void) {
  if (next(1) != 2) reach_error();
  return 0;
}
