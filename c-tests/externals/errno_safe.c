// An undefined function changes errno where it is called, not later.
#include <errno.h>
extern int transmit(int value);
extern void reach_error(void);

int main(void) {
  int sent = transmit(3);
  errno = 0;
  if (sent < 0) errno = EIO;
  if ((errno == EIO) != (sent < 0)) reach_error();
  return 0;
}
