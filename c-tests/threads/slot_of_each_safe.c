#include <assert.h>
#include <pthread.h>

/* Where each thread keeps the address of what it works on. */
static int *work_of[2];

static void *work(void *number) {
  int own = 7;
  long i = (long)number;
  work_of[i] = &own;
  *work_of[i] += 1;
  assert(own == 8);
  return 0;
}

int main(void) {
  pthread_t first, second;
  if (pthread_create(&first, 0, work, (void *)0)) return 1;
  if (pthread_create(&second, 0, work, (void *)1)) return 1;
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
