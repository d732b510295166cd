/* sys/stat.h: what the system says of files, which is arbitrary, but for sizes, which are not
   negative. */
#include "system.h"

/* Of glibc on x86: how many words there are, and which one is the size, or its upper half. */
#define WORDS (sizeof(long) == 8 ? 18 : 22)
#define SIZE (sizeof(long) == 8 ? 6 : 11)
#define WORDS64 (sizeof(long) == 8 ? 18 : 24)
#define SIZE64 (sizeof(long) == 8 ? 6 : 12)

static int answer(unsigned long *words, int count, int size) {
  if (!__VERIFIER_nondet_bool()) {
    fail();
    return -1;
  }
  for (int i = 0; i < count; i++) words[i] = __VERIFIER_nondet_ulong();
  words[size] &= ~0ul >> 1;
  return 0;
}

MODEL int stat(const char *path, void *to) {
  must_be_string(path);
  return answer(to, WORDS, SIZE);
}
MODEL int lstat(const char *path, void *to) {
  must_be_string(path);
  return answer(to, WORDS, SIZE);
}
MODEL int fstat(int file, void *to) {
  (void)file;
  return answer(to, WORDS, SIZE);
}

/* The same with _FILE_OFFSET_BITS=64. */
MODEL int stat64(const char *path, void *to) {
  must_be_string(path);
  return answer(to, WORDS64, SIZE64);
}
MODEL int lstat64(const char *path, void *to) {
  must_be_string(path);
  return answer(to, WORDS64, SIZE64);
}
MODEL int fstat64(int file, void *to) {
  (void)file;
  return answer(to, WORDS64, SIZE64);
}
