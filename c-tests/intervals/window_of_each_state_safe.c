extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

/* Each state has a window of its own; a word that keeps the sum is in none. */
int main(void) {
  int state = 10;
  unsigned low = 100, high = 120, value = 110;
  while (__VERIFIER_nondet_int()) {
    switch (state) {
    case 10:
      if (value < high - 1 && __VERIFIER_nondet_int()) {
        value++;
      } else {
        state = 25;
        low = 1100;
        high = 1120;
        value = 1110;
      }
      break;
    case 25:
      if (value < high - 1 && __VERIFIER_nondet_int()) {
        value++;
      } else {
        state = 40;
        low = 2100;
        high = 2120;
        value = 2110;
      }
      break;
    case 40:
      if (value < high - 1 && __VERIFIER_nondet_int()) {
        value++;
      } else {
        state = 77;
        low = 3100;
        high = 3120;
        value = 3110;
      }
      break;
    case 77:
      if (value < high - 1 && __VERIFIER_nondet_int()) {
        value++;
      } else {
        state = 10;
        low = 100;
        high = 120;
        value = 110;
      }
      break;
    default:
      reach_error();
    }
    if (state == 77 && (value < 3110 || value >= 3120)) reach_error();
    if (state == 25 && (low != 1100 || high != 1120 || value > 1119)) reach_error();
  }
  return 0;
}
