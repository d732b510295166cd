/* stdio.h: open files (C17 7.21.5, 7.21.9, 7.21.10); fcntl.h and unistd.h: files by number. What
   is in them is arbitrary: nothing that was written comes back. */
#include "system.h"

extern void *realloc(void *old, size_t size);

/* As many as C promises to be possible at a time (FOPEN_MAX, C17 7.21.1p3). */
enum { FILES = 8 };
static char files[FILES];
static _Bool is_open[FILES];

/* Where nothing is modelled beyond. */
extern void __file_more(void), __file_closed(void);

/* An open file that is another one than those that are open; null, if the system refuses. */
static void *opened(void) {
  if (!__VERIFIER_nondet_bool()) {
    fail();
    return 0;
  }
  for (unsigned i = 0; i < FILES; i++) {
    if (!is_open[i]) {
      is_open[i] = 1;
      return &files[i];
    }
  }
  __file_more();
  return 0;
}

MODEL void *fopen(const char *path, const char *mode) {
  must_be_string(path);
  must_be_string(mode);
  return opened();
}
MODEL void *fopen64(const char *path, const char *mode) { return fopen(path, mode); }
MODEL void *fdopen(int file, const char *mode) {
  (void)file;
  must_be_string(mode);
  return opened();
}
MODEL void *tmpfile(void) { return opened(); }
MODEL void *tmpfile64(void) { return opened(); }

/* Files of the surroundings (stdin) are not counted. */
MODEL int fclose(void *file) {
  must_be_stream(file);
  for (unsigned i = 0; i < FILES; i++) {
    if (file == &files[i]) {
      if (!is_open[i]) __file_closed();
      is_open[i] = 0;
    }
  }
  return perhaps();
}

/* A whole number of elements, or fewer because of an error or the end; of one that came in part
   the bytes are not known (C17 7.21.8.1). */
MODEL size_t fread(void *to, size_t size, size_t n, void *file) {
  size_t all, come = __VERIFIER_nondet_ulong();
  must_be_stream(file);
  if (size == 0 || n == 0) return 0;
  if (__builtin_mul_overflow(size, n, &all)) all = ~(size_t)0;
  if (come >= n) {
    take(to, all);
    return n;
  }
  unsigned char *bytes = to;
  size_t whole = come * size, i = 0;
  while (i < whole) bytes[i++] = __VERIFIER_nondet_uchar();
  while (i < whole + size && __VERIFIER_nondet_bool()) bytes[i++] = __VERIFIER_nondet_uchar();
  return come;
}

/* The buffer becomes as large as the line needs; also where nothing comes, it may (POSIX). */
MODEL long getdelim(char **line, size_t *size, int end, void *file) {
  size_t n = __VERIFIER_nondet_ulong();
  must_be_stream(file);
  if (n > ~(size_t)0 >> 2) {
    fail();
    return -1;
  }
  if (!*line || *size < n + 1) {
    char *new = realloc(*line, n + 1);
    if (!new) {
      fail();
      return -1;
    }
    *line = new;
    *size = n + 1;
  }
  if (n == 0) return -1;
  char *text = *line;
  for (size_t i = 0; i < n - 1; i++) {
    char c = (char)__VERIFIER_nondet_uchar();
    text[i] = c == (char)end ? (char)(c + 1) : c;
  }
  text[n - 1] = (char)__VERIFIER_nondet_uchar();
  text[n] = 0;
  return (long)n;
}
MODEL long getline(char **line, size_t *size, void *file) {
  return getdelim(line, size, '\n', file);
}

MODEL int feof(void *file) {
  must_be_stream(file);
  return __VERIFIER_nondet_int();
}
MODEL int ferror(void *file) {
  must_be_stream(file);
  return __VERIFIER_nondet_int();
}
MODEL void clearerr(void *file) { must_be_stream(file); }
MODEL int fseek(void *file, long offset, int from) {
  must_be_stream(file);
  (void)offset, (void)from;
  return perhaps();
}
MODEL long ftell(void *file) {
  must_be_stream(file);
  return number_or_failure(~0ul >> 1);
}
MODEL int fseeko(void *file, long offset, int from) { return fseek(file, offset, from); }
MODEL long ftello(void *file) { return ftell(file); }
/* What headers make of these with _FILE_OFFSET_BITS=64 has offsets of 64 bits on all machines. */
MODEL int fseeko64(void *file, long long offset, int from) { return fseek(file, (long)offset, from); }
MODEL long long ftello64(void *file) {
  must_be_stream(file);
  return place_or_failure();
}
MODEL void rewind(void *file) { must_be_stream(file); }
MODEL int fileno(void *file) {
  must_be_stream(file);
  return descriptor();
}

MODEL int remove(const char *path) {
  must_be_string(path);
  return perhaps();
}
MODEL int rename(const char *old, const char *new) {
  must_be_string(old);
  must_be_string(new);
  return perhaps();
}
MODEL int unlink(const char *path) { return remove(path); }
MODEL int rmdir(const char *path) { return remove(path); }
MODEL int chdir(const char *path) { return remove(path); }
MODEL int access(const char *path, int mode) {
  (void)mode;
  return remove(path);
}
MODEL int mkdir(const char *path, unsigned mode) {
  (void)mode;
  return remove(path);
}

MODEL int open(const char *path, int flags, ...) {
  (void)flags;
  must_be_string(path);
  return descriptor();
}
MODEL int open64(const char *path, int flags, ...) { return open(path, flags); }
MODEL int creat(const char *path, unsigned mode) {
  (void)mode;
  return open(path, 0);
}
MODEL int creat64(const char *path, unsigned mode) { return creat(path, mode); }
MODEL long write(int file, const void *from, size_t n) {
  (void)file;
  return give_some(from, n);
}
MODEL long pread(int file, void *to, size_t n, long offset) {
  (void)file, (void)offset;
  return take_some(to, n);
}
MODEL long pread64(int file, void *to, size_t n, long long offset) {
  (void)file, (void)offset;
  return take_some(to, n);
}
MODEL long pwrite(int file, const void *from, size_t n, long offset) {
  (void)file, (void)offset;
  return give_some(from, n);
}
MODEL long pwrite64(int file, const void *from, size_t n, long long offset) {
  (void)file, (void)offset;
  return give_some(from, n);
}
MODEL long getrandom(void *to, size_t n, unsigned flags) {
  (void)flags;
  return take_some(to, n);
}
MODEL long lseek(int file, long offset, int from) {
  (void)file, (void)offset, (void)from;
  return number_or_failure(~0ul >> 1);
}
MODEL long long lseek64(int file, long long offset, int from) {
  (void)file, (void)offset, (void)from;
  return place_or_failure();
}
MODEL int dup(int file) {
  (void)file;
  return descriptor();
}
MODEL int dup2(int file, int as) {
  (void)file;
  return as >= 0 && __VERIFIER_nondet_bool() ? as : outcome(0);
}
/* The text for an error number, which the next call may overwrite (C17 7.24.6.2): any. */
MODEL char *strerror(int number) {
  (void)number;
  return __llumc_string();
}
