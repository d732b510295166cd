#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

_Bool __CPROVER_LIVE_OBJECT(const void *at);

static int *shared;

static void *frees(void *argument) {
  free(shared);
  return argument;
}

int main(void) {
  pthread_t thread;
  shared = malloc(sizeof *shared);
  if (pthread_create(&thread, 0, frees, 0)) return 1;
  assert(__CPROVER_LIVE_OBJECT(shared));
  pthread_join(thread, 0);
  return 0;
}
