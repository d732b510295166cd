/* The low bits of an address are known as far as its object is aligned; they carry tags. */
#include <assert.h>
#include <stdint.h>

struct node { int value; struct node *next; };

int main(void) {
  struct node n = {7, 0};
  uintptr_t word = (uintptr_t)&n;
  assert((word & 3) == 0 && word % 4 == 0);
  word |= 1;
  assert((word & 1) == 1);
  struct node *back = (struct node *)(word & ~(uintptr_t)1);
  assert(back->value == 7);
  assert(back != (void *)-1 && back != 0);
  return 0;
}
