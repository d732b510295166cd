extern void reach_error(void);
extern short __VERIFIER_nondet_short(void);
/* Numbers with 8 bits behind the point, as floating-point numbers and back. */
int main(void) {
  short fixed = __VERIFIER_nondet_short();
  float number = (float)fixed / 256.0f;
  if (!(number >= -128.0f && number < 128.0f)) reach_error();
  if ((short)(number * 256.0f) != fixed) reach_error();
  return 0;
}
