#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;

/* Its list of arguments is begun before others may run, and read behind that. */
static void write_line(const char *format, ...) {
  va_list list;
  va_start(list, format);
  pthread_mutex_lock(&lock);
  vprintf(format, list);
  lines++;
  pthread_mutex_unlock(&lock);
  va_end(list);
}

static void *work(void *argument) {
  write_line("working with %d\n", *(int *)argument);
  return 0;
}

int main(void) {
  pthread_t thread;
  int number = 3;
  if (pthread_create(&thread, 0, work, &number)) return 1;
  write_line("waiting\n");
  pthread_join(thread, 0);
  assert(lines == 2);
  return 0;
}
