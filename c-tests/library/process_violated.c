// Closing may fail though the file is open, and says so in errno.
#include <errno.h>
#include <unistd.h>
extern void reach_error(void);

int main(void) {
  errno = 0;
  if (close(3) < 0 && errno == EIO) reach_error();
  return 0;
}
