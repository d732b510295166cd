#include <pthread.h>
#include <string.h>
static char text[8];
static void *worker(void *argument) {
  strcpy(text, "abc");
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  char seen = text[0];
  pthread_join(a, 0);
  return seen;
}
