#include <assert.h>
#include <errno.h>
#include <sys/stat.h>

static long size_of(const char *path) {
  struct stat about;
  stat(path, &about);
  return S_ISREG(about.st_mode) ? about.st_size : 0;
}

int main(void) {
  errno = 0;
  long size = size_of("/etc/hosts");
  assert(size >= 0 || errno);
  struct stat about;
  if (!fstat(0, &about)) assert(about.st_size >= 0);
  return size == 7;
}
