// MessagePack tokens from up to 10 arbitrary bytes, read by libmpack.
#include <core.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

enum { LENGTH = 10 };

int main(void) {
  char bytes[LENGTH];
  for (int i = 0; i < LENGTH; i++) bytes[i] = __VERIFIER_nondet_char();
  int length = __VERIFIER_nondet_int();
  if (length < 1 || length > LENGTH) return 0;
  mpack_tokbuf_t reader;
  mpack_tokbuf_init(&reader);
  const char *next = bytes;
  size_t left = (size_t)length;
  mpack_token_t token;
  while (left > 0 && mpack_read(&reader, &next, &left, &token) == MPACK_OK) {}
  return 0;
}
