// An undefined function may set errno, also to 0.
#include <errno.h>
extern int transmit(int value);
extern void reach_error(void);

int main(void) {
  errno = ERANGE;
  transmit(3);
  if (errno == 0) reach_error();
  return 0;
}
