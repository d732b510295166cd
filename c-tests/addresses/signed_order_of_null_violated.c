/* Null is below all addresses, also as a signed number, whatever the model's codes say. */
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int first[2], second[4];

void set(volatile int *at, int i) { at[i] = 1; }

int main(void) {
  int needle = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
  if (i < 0 || i > 1) return 0;
  set(first, i);
  set(second, i);
  int *p = needle == 123456789 ? 0 : &second[i];
  if (needle == 123456789 && (long)p < (long)&second[2]) reach_error();
  return 0;
}
