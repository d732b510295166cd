#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* From the member back to the struct around it. */
struct link { struct link *next; };
struct task { int priority; struct link link; };
#define CONTAINER_OF(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
int main(void) {
  struct task a = {.priority = __VERIFIER_nondet_int()}, b = {.priority = 2};
  a.link.next = &b.link;
  b.link.next = &a.link;
  struct link *at = &b.link;
  at = at->next;
  if (CONTAINER_OF(at, struct task, link)->priority != a.priority) reach_error();
  if (CONTAINER_OF(at->next, struct task, link) != &b) reach_error();
  return 0;
}
