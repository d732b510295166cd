/* No loop: what is kept below the pivot is enough. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  int open = 0, error = __VERIFIER_nondet_int();
  if (error >= 0) open = 1;
  if (__VERIFIER_nondet_int()) error = error < 0 ? -2 : 2;
  if (error < 0 && open) reach_error();
  if (error >= 0 && !open) reach_error();
  return 0;
}
