#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

_Bool __CPROVER_r_ok(const void *at, ...);
int __CPROVER_w_ok(const void *at, ...);

struct buffer {
  size_t length;
  unsigned char *bytes;
};

static _Bool is_valid(const struct buffer *buffer) {
  return buffer && buffer->length <= 9 && __CPROVER_w_ok(buffer->bytes, buffer->length);
}

extern size_t __VERIFIER_nondet_size_t(void);

int main(void) {
  static const char text[4] = "abc";
  struct buffer buffer = {__VERIFIER_nondet_size_t(), malloc(8)};
  if (buffer.length > 9) return 0;
  assert(is_valid(&buffer));
  assert(!__CPROVER_r_ok(buffer.bytes, 9) && !__CPROVER_r_ok(buffer.bytes + 1, 8));
  assert(__CPROVER_r_ok(text, 4) && !__CPROVER_w_ok(text, 4) && !__CPROVER_r_ok(text, 5));
  free(buffer.bytes);
  assert(!__CPROVER_r_ok(buffer.bytes, 1) && !__CPROVER_r_ok(NULL, 1));
  return 0;
}
