/* The result is initialised, as what is assigned is. */
struct P { int x[8]; };
extern struct P make(void);
int main(void) {
  struct P p = make();
  int *q = &p.x[0];
  return *q;
}
