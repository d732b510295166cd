extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* The place moves by half words: it need be no multiple of 4. */
int main(void) {
  unsigned place = 8, steps = 0;
  while (__VERIFIER_nondet_uint() != 0) {
    unsigned words = __VERIFIER_nondet_uint();
    place = (place + words * 2) % 64;
    steps = steps < 1000 ? steps + 1 : 1000;
    if (place & 3) reach_error();
    if (place > 60) reach_error();
  }
  if (steps > 1000 || (place | 3) > 63) reach_error();
}
