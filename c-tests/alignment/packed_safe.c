/* Fields of packed structures are read as they lie. */
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct __attribute__((packed)) record {
  unsigned char kind;
  unsigned value;
};

int main(void) {
  struct record table[4] = {{0, 0}};
  unsigned k = __VERIFIER_nondet_uchar() & 3;
  table[k].value = k;
  unsigned *heap = malloc(4 * sizeof *heap);
  heap[k] = table[k].value;
  unsigned got = heap[k];
  free(heap);
  return (int)got;
}
