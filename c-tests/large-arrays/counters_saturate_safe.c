/* Counters that stop at three. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static unsigned char count[4096];

int main(void) {
  for (;;) {
    unsigned k = __VERIFIER_nondet_int();
    if (k >= 4096) break;
    if (count[k] < 3) count[k]++;
    if (count[k] > 3) reach_error();
  }
  return 0;
}
