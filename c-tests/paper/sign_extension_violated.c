extern void reach_error(void);
/* All ones in 16 bits, widened with and without sign. */
int main(void) {
  unsigned short ones = 65535;
  short minus_one = ones;
  int zero_extended = ones;
  int sign_extended = minus_one;
  unsigned int sign_extended_unsigned = minus_one;
  if (zero_extended != 65535) reach_error();
  if (sign_extended != -1) reach_error();
  if (sign_extended_unsigned == 4294967295u) reach_error();
  return 0;
}
