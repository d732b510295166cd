#include <errno.h>
#include <fcntl.h>
#include <string.h>
/* The text may be longer than the place for it. */
int main(void) {
  char reason[8];
  if (open("input", O_RDONLY) >= 0) return 0;
  strcpy(reason, strerror(errno));
  return reason[0];
}
