/* Reading from outside: what comes is arbitrary. Writing is built in. */
typedef __SIZE_TYPE__ size_t;
#define MODEL __attribute__((weak))

extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long __VERIFIER_nondet_long(void);

/* A character, or EOF. */
MODEL int getchar(void) { return __VERIFIER_nondet_bool() ? __VERIFIER_nondet_uchar() : -1; }
MODEL int fgetc(void *file) { return file ? getchar() : -1; }
MODEL int getc(void *file) { return file ? getchar() : -1; }
MODEL int _IO_getc(void *file) { return file ? getchar() : -1; }

MODEL char *fgets(char *line, int n, void *file) {
  if (n <= 0 || !file || __VERIFIER_nondet_bool()) return 0;
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

MODEL long time(long *to) {
  long now = __VERIFIER_nondet_long();
  if (to) *to = now;
  return now;
}
