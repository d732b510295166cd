/* Whether an address is a certain number is for the machine to say. */
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int object;

int main(void) {
  unsigned long x = __VERIFIER_nondet_ulong();
  if (x < (1UL << 47) && (unsigned long)&object - x == 0) reach_error();
  return 0;
}
