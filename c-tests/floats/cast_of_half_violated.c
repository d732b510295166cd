extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  union { unsigned short bits; _Float16 number; } u = { __VERIFIER_nondet_ushort() };
  if (u.number - u.number != 0) return 0;
  return (short)u.number > 7;
}
