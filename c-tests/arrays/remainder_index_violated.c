extern int __VERIFIER_nondet_int(void);
/* A signed remainder may be negative. */
int main(void) {
  unsigned char buckets[7] = {0};
  int key = __VERIFIER_nondet_int();
  buckets[key % 7] = 1;
  return 0;
}
