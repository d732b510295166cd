#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
/* The program never ends: the end is no place to look for what is lost. */
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
  if (__VERIFIER_nondet_bool()) queue = queue->next;
  while (1) {
  }
}
