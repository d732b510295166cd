// The decompressor of LibLZF on 1 to 8 arbitrary bytes.
#include <lzf.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

enum { IN = 8, OUT = 16 };

int main(void) {
  char in[IN], out[OUT];
  int length = __VERIFIER_nondet_int();
  if (length < 1 || length > IN) return 0;
  for (int i = 0; i < IN; i++) in[i] = __VERIFIER_nondet_char();
  lzf_decompress(in, (unsigned)length, out, OUT);
  return 0;
}
