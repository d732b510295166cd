#include <assert.h>

/* The handler is not interrupted, nor is what it calls. */
static volatile int head;
static int buffer[4];

static void put(int value) {
  buffer[head] = value;
  head++;
}

void handler(void) {
  if (head < 4) put(1);
}

int main(void) {
  int count = head;
  assert(count >= 0 && count <= 4);
  return count ? buffer[count - 1] : 0;
}
