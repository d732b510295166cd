#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct node {
  pthread_mutex_t lock;
  int value;
};
static struct node nodes[2];
static void add(struct node *node) {
  struct node *held = node;
  pthread_mutex_lock(&held->lock);
  held = &nodes[1];
  int old = held->value;
  held->value = old + 1;
  pthread_mutex_unlock(&node->lock);
}
static void *worker(void *argument) {
  add(argument);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, &nodes[0]);
  pthread_create(&b, 0, worker, &nodes[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (nodes[1].value == 1) reach_error();
  return 0;
}
