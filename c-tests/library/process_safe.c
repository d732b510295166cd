// What the system says of the process is arbitrary, within its limits.
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
extern void reach_error(void);

int main(void) {
  if (getpid() <= 0 || getpid() != getpid() || getuid() != getuid()) reach_error();
  if (sleep(3) > 3 || alarm(5) != 0 || alarm(0) > 5 || clock() < -1) reach_error();
  if (lrand48() < 0) reach_error();
  errno = 0;
  if (close(-1) != -1 || errno == 0) reach_error();
  errno = 0;
  int tty = isatty(0);
  if ((tty != 0 && tty != 1) || (tty == 0 && errno == 0)) reach_error();
  return 0;
}
