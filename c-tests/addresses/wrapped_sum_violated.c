/* The sum of an address and a large number does not wrap around where the model's code of an address does. */
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int object;

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  unsigned long address = (unsigned long)&object;
  if (n == 0xC000000000000000UL && address + n > address) reach_error();
  return 0;
}
