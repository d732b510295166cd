// A ring buffer that is taken from in any state keeps to its slots.
enum { SLOTS = 8 };

static unsigned head, tail;
static int slots[SLOTS];

int take(void) {
  if (head == tail) return -1;
  return slots[head++ % SLOTS];
}
