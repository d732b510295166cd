extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* Nested counters, one down and one up with a stride, both with signed numbers. */
int main(void) {
  while (__VERIFIER_nondet_int()) {
    for (int i = 100; i >= -5; i -= 3) {
      if (i < -5 || i > 100) reach_error();
      for (int j = -16; j < i; j += 8) {
        if (j & 7) reach_error();
        if (j < -16 || j > 99) reach_error();
      }
    }
  }
}
