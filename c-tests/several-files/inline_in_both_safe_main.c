extern void reach_error(void);
inline int next(int x) { return x + 1; }
int other(void);
int main(void) {
  if (next(1) + other() != 7) reach_error();
  return 0;
}
