extern float __VERIFIER_nondet_float(void);
/* All finite floats are less than 2^128. */
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x > -1.0f && x - x == 0)) return 0;
  unsigned __int128 n = (unsigned __int128)x;
  return n > 7;
}
