extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
/* Four keys, each with a counter; a key counts as pressed after three equal samples. */
struct key { unsigned char count; _Bool pressed; };
int main(void) {
  struct key keys[4] = {{0}};
  unsigned scan = 0;
  while (1) {
    struct key *k = &keys[scan];
    _Bool sample = __VERIFIER_nondet_bool();
    if (sample == k->pressed)
      k->count = 0;
    else if (++k->count == 3) {
      k->pressed = sample;
      k->count = 0;
    }
    if (k->count > 2) reach_error();
    scan = (scan + 1) & 3;
  }
}
