// The decoder of heatshrink on 1 to 4 arbitrary bytes; a window of 16 bytes.
#include <heatshrink_decoder.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

enum { IN = 4, OUT = 8 };

int main(void) {
  uint8_t in[IN], out[OUT];
  int length = __VERIFIER_nondet_int();
  if (length < 1 || length > IN) return 0;
  for (int i = 0; i < IN; i++) in[i] = __VERIFIER_nondet_uchar();
  heatshrink_decoder *decoder = heatshrink_decoder_alloc(IN, 4, 3);
  if (!decoder) return 0;
  size_t sunk = 0, got = 0;
  heatshrink_decoder_sink(decoder, in, (size_t)length, &sunk);
  while (heatshrink_decoder_poll(decoder, out, OUT, &got) == HSDR_POLL_MORE) {}
  heatshrink_decoder_finish(decoder);
  heatshrink_decoder_free(decoder);
  return 0;
}
