extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* A ring of 64 bytes, written in words: the place stays a multiple of 4 and in range, however
   far it moves on, and the words that are counted are those of the place. */
int main(void) {
  unsigned place = 8, steps = 0;
  while (__VERIFIER_nondet_uint() != 0) {
    unsigned words = __VERIFIER_nondet_uint();
    place = (place + words * 4) % 64;
    steps = steps < 1000 ? steps + 1 : 1000;
    if (place & 3) reach_error();
    if (place > 60) reach_error();
  }
  if (steps > 1000 || (place | 3) > 63) reach_error();
}
