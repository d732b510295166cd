#include <assert.h>
#include <string.h>

static int samples[4] = {1, 2, 3, 4};
static int received;

void receive(void) {
  if (received == 0) {
    received = 1;
    samples[0] = 9;
  }
}

/* The places overlap: what is moved is read before it is overwritten. */
int main(void) {
  memmove(samples + 1, samples, 3 * sizeof *samples);
  assert(samples[2] == 2 && samples[3] == 3);
  return 0;
}
