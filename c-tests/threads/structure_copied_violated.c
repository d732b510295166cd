#include <assert.h>
#include <pthread.h>

struct position {
  long x, y;
};
static struct position now, next = {1, 1};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *moves(void *argument) {
  pthread_mutex_lock(&lock);
  now = next;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, 0, moves, 0)) return 1;
  struct position seen = now;
  assert(seen.x == seen.y);
  pthread_join(thread, 0);
  return 0;
}
