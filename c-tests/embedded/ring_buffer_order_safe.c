extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
/* What comes out comes out in order: the first eight steps. */
#define SIZE 4
static unsigned char buffer[SIZE], head, tail;
int main(void) {
  unsigned char in = 0, out = 0;
  for (int step = 0; step < 8; step++) {
    unsigned char used = tail - head;
    if (__VERIFIER_nondet_bool()) {
      if (used < SIZE) buffer[tail++ % SIZE] = in++;
    } else if (used) {
      if (buffer[head++ % SIZE] != out++) reach_error();
    }
  }
  return 0;
}
