extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int calls;
static int touch(int result) {
  calls++;
  return result;
}
int main(void) {
  int a = __VERIFIER_nondet_int() != 0;
  int r = a && touch(1);
  if (calls != a) reach_error();
  r = a || touch(0);
  if (calls != 1) reach_error();
  return r;
}
