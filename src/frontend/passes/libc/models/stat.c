/* sys/stat.h: what the system says of files, which is arbitrary, but for sizes, which are not
   negative. */
#include "system.h"

/* Of glibc on x86: how many words there are, and which one is the size. */
#define WORDS (sizeof(long) == 8 ? 18 : 22)
#define SIZE (sizeof(long) == 8 ? 6 : 11)

static int answer(void *to) {
  unsigned long *words = to;
  if (!__VERIFIER_nondet_bool()) {
    fail();
    return -1;
  }
  for (int i = 0; i < WORDS; i++) words[i] = __VERIFIER_nondet_ulong();
  words[SIZE] &= ~0ul >> 1;
  return 0;
}

MODEL int stat(const char *path, void *to) {
  must_be_string(path);
  return answer(to);
}
MODEL int lstat(const char *path, void *to) {
  must_be_string(path);
  return answer(to);
}
MODEL int fstat(int file, void *to) {
  (void)file;
  return answer(to);
}
