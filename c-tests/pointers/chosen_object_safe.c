extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* A pointer to one of three variables. */
int main(void) {
  int low = 0, middle = 0, high = 0, x = __VERIFIER_nondet_int();
  int *counter = x < -10 ? &low : x > 10 ? &high : &middle;
  (*counter)++;
  if (low + middle + high != 1) reach_error();
  if (x == 11 && high != 1) reach_error();
  return 0;
}
