// Base64 of up to 8 arbitrary bytes, and back, with libb64.
#include <b64/cdecode.h>
#include <b64/cencode.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

enum { LENGTH = 8 };

int main(void) {
  char plain[LENGTH], code[2 * LENGTH + 4], back[2 * LENGTH + 4];
  int length = __VERIFIER_nondet_int();
  if (length < 0 || length > LENGTH) return 0;
  for (int i = 0; i < LENGTH; i++) plain[i] = __VERIFIER_nondet_char();
  base64_encodestate encoder;
  base64_init_encodestate(&encoder);
  int n = base64_encode_block(plain, length, code, &encoder);
  n += base64_encode_blockend(code + n, &encoder);
  base64_decodestate decoder;
  base64_init_decodestate(&decoder);
  base64_decode_block(code, n, back, &decoder);
  return 0;
}
