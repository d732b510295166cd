extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
/* Full and empty look the same: with the fourth byte all are lost. */
#define SIZE 4
static unsigned char buffer[SIZE], head, tail;
int main(void) {
  int inside = 0;
  for (int step = 0; step < 6; step++) {
    if (__VERIFIER_nondet_bool() && inside < SIZE) {
      buffer[tail] = 1;
      tail = (tail + 1) % SIZE;
      inside++;
    } else if (inside) {
      if (head == tail) reach_error();
      buffer[head] = 0;
      head = (head + 1) % SIZE;
      inside--;
    }
  }
  return 0;
}
