extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);
/* Numbers of 16 bits, widened with and without sign. All ones stay all ones with sign. */
int main(void) {
  int zero_extended = __VERIFIER_nondet_ushort();
  if (zero_extended != 65535) return 0;
  int sign_extended = __VERIFIER_nondet_short();
  if (sign_extended != -1) return 0;
  unsigned int zero_extended_unsigned = __VERIFIER_nondet_ushort();
  if (zero_extended_unsigned != 65535u) return 0;
  unsigned int sign_extended_unsigned = __VERIFIER_nondet_short();
  if (sign_extended_unsigned - 4294960000u > 7295u) return 0;
  long long sign_extended_wide = __VERIFIER_nondet_short();
  if (sign_extended_wide != -1) return 0;
  reach_error();
  return 0;
}
