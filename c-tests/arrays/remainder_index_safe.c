extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* An unsigned remainder is always an index. */
int main(void) {
  unsigned char buckets[7] = {0};
  unsigned key = __VERIFIER_nondet_uint();
  buckets[key % 7] = 1;
  int full = 0;
  for (int i = 0; i < 7; i++) full += buckets[i];
  if (full != 1) reach_error();
  return 0;
}
