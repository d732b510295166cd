extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* A struct too large for registers is returned and assigned. */
struct limits { long low, high, step; };
static struct limits between(int a, int b) {
  struct limits l = {a, b, 1};
  if (a > b) l = (struct limits){b, a, -1};
  return l;
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  struct limits l = between(a, b), copy;
  copy = l;
  if (copy.low > copy.high || copy.step != (a > b ? -1 : 1)) reach_error();
  return 0;
}
