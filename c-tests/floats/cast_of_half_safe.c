extern unsigned short __VERIFIER_nondet_ushort(void);
/* All finite numbers of _Float16 are less than 65536. */
int main(void) {
  union { unsigned short bits; _Float16 number; } u = { __VERIFIER_nondet_ushort() };
  if (u.number - u.number != 0) return 0;
  return (int)u.number > 7;
}
