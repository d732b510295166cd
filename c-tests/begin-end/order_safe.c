#include <stdlib.h>
extern void reach_error(void);
static int step;
static void at(int n) {
  if (step != n) reach_error();
  step++;
}
__attribute__((constructor)) static void plain(void) { at(2); }
__attribute__((constructor(101))) static void first(void) { at(0); }
__attribute__((constructor(200))) static void second(void) { at(1); }
static void registered(void) { at(4); }
__attribute__((destructor)) static void plain_end(void) { at(5); }
__attribute__((destructor(101))) static void last(void) { at(7); }
__attribute__((destructor(200))) static void last_but_one(void) { at(6); }
int main(int argc, char **argv) {
  atexit(registered);
  at(3);
  if (argc > 2) exit(1);
  return 0;
}
