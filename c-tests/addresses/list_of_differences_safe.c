/* A list whose nodes keep the exclusive or of their neighbours. */
#include <stdint.h>

struct node {
  int key;
  uintptr_t link;
};

int main(void) {
  struct node a = {1, 0}, b = {2, 0}, c = {3, 0};
  a.link = (uintptr_t)&b;
  b.link = (uintptr_t)&a ^ (uintptr_t)&c;
  c.link = (uintptr_t)&b;
  uintptr_t before = 0;
  struct node *at = &a;
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    sum += at->key;
    uintptr_t next = at->link ^ before;
    before = (uintptr_t)at;
    at = (struct node *)next;
  }
  return sum;
}
