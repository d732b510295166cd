/* Reading from outside: what comes is arbitrary. Writing: what is written must be there; it
   may fail. What has a format is in print.c and scan.c. */
#include "blocks.h"

extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern size_t strlen(const char *s);

/* A character, or EOF. */
MODEL int getchar(void) { return __VERIFIER_nondet_bool() ? __VERIFIER_nondet_uchar() : -1; }
MODEL int fgetc(void *file) {
  must_be_stream(file);
  return getchar();
}
MODEL int getc(void *file) { return fgetc(file); }
MODEL int _IO_getc(void *file) { return fgetc(file); }

MODEL char *fgets(char *line, int n, void *file) {
  must_be_stream(file);
  if (n <= 0 || __VERIFIER_nondet_bool()) return 0;
  int i = 0;
  while (i < n - 1) {
    char c = __VERIFIER_nondet_char();
    line[i++] = c;
    if (c == '\n' || __VERIFIER_nondet_bool()) break;
  }
  line[i] = 0;
  return line;
}

MODEL long read(int file, void *to, size_t n) {
  (void)file;
  unsigned char *bytes = to;
  size_t i = 0;
  if (__VERIFIER_nondet_bool()) return -1;
  while (i < n && __VERIFIER_nondet_bool()) bytes[i++] = __VERIFIER_nondet_uchar();
  return (long)i;
}

/* Not negative, or EOF. */
static int outcome(void) {
  int n = __VERIFIER_nondet_int();
  return n < 0 ? -1 : n;
}

MODEL int puts(const char *s) {
  strlen(s);
  return outcome();
}
MODEL int fputs(const char *s, void *file) {
  must_be_stream(file);
  return puts(s);
}
MODEL int putchar(int c) { return __VERIFIER_nondet_bool() ? (unsigned char)c : -1; }
MODEL int fputc(int c, void *file) {
  must_be_stream(file);
  return putchar(c);
}
MODEL int putc(int c, void *file) { return fputc(c, file); }
MODEL int _IO_putc(int c, void *file) { return fputc(c, file); }
MODEL int fflush(void *file) {
  (void)file;
  return __VERIFIER_nondet_bool() ? 0 : -1;
}

MODEL void perror(const char *s) {
  if (s) strlen(s);
}

MODEL size_t fwrite(const void *from, size_t size, size_t n, void *file) {
  size_t all, written = __VERIFIER_nondet_ulong();
  must_be_stream(file);
  if (size == 0 || n == 0) return 0;
  if (__builtin_mul_overflow(size, n, &all)) all = ~(size_t)0;
  must_be_readable(from, all);
  __llumc_read(from, all);
  return least(written, n);
}

/* Wide characters (C17 7.29.3): any that Unicode has, or WEOF. */
typedef __WCHAR_TYPE__ wchar_t;
extern size_t wcslen(const wchar_t *s);

static wchar_t wide(void) {
  unsigned c = __VERIFIER_nondet_uint() & 0x1fffff;
  return (wchar_t)(c < 0x110000 ? c : '?');
}
MODEL unsigned getwchar(void) { return __VERIFIER_nondet_bool() ? (unsigned)wide() : ~0u; }
MODEL unsigned fgetwc(void *file) {
  must_be_stream(file);
  return getwchar();
}
MODEL unsigned getwc(void *file) { return fgetwc(file); }
MODEL wchar_t *fgetws(wchar_t *line, int n, void *file) {
  must_be_stream(file);
  if (n <= 0 || __VERIFIER_nondet_bool()) return 0;
  int i = 0;
  while (i < n - 1) {
    wchar_t c = wide();
    line[i++] = c;
    if (c == '\n' || __VERIFIER_nondet_bool()) break;
  }
  line[i] = 0;
  return line;
}
MODEL unsigned putwchar(wchar_t c) { return __VERIFIER_nondet_bool() ? (unsigned)c : ~0u; }
MODEL unsigned fputwc(wchar_t c, void *file) {
  must_be_stream(file);
  return putwchar(c);
}
MODEL unsigned putwc(wchar_t c, void *file) { return fputwc(c, file); }
MODEL int fputws(const wchar_t *s, void *file) {
  must_be_stream(file);
  wcslen(s);
  return outcome();
}
