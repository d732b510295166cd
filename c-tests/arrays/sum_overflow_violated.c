extern int __VERIFIER_nondet_int(void);
/* Each reading is small enough, their sum is not. */
int main(void) {
  int reading[4], sum = 0;
  for (int i = 0; i < 4; i++) {
    reading[i] = __VERIFIER_nondet_int();
    if (reading[i] < 0 || reading[i] > 1000000000) return 0;
  }
  for (int i = 0; i < 4; i++) sum += reading[i];
  return sum < 0;
}
