#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
struct message { int text; struct message *next; };
static struct message *queue;
static void put(int text) {
  struct message *new = malloc(sizeof *new);
  new->text = text;
  new->next = queue;
  queue = new;
}
int main(void) {
  put(1);
  put(2);
  if (__VERIFIER_nondet_bool()) {
    struct message *first = queue;
    queue = first->next;
    free(first);
  }
  while (1) {
  }
}
