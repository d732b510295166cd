#include <stdlib.h>
extern void reach_error(void);
static int seen;
static void last(void) {
  if (seen != 2) reach_error();
}
static void next(void) {
  if (seen++ != 1) reach_error();
}
static void registers(void) {
  if (seen++ != 0) reach_error();
  atexit(next);
}
int main(void) {
  atexit(last);
  atexit(registers);
  return 0;
}
