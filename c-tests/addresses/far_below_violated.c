/* A number may lie further below an address than addresses are large (C17 6.3.2.3p6): it wraps around then. */
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int object;

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  unsigned long address = (unsigned long)&object;
  unsigned long below = address - (n & 0xffffffffffffUL);
  if (n == 0x900000000000UL && below > address) reach_error();
  return 0;
}
