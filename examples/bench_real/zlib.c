// The checksums of zlib: of up to 8 arbitrary bytes, and of two parts put together.
#include <assert.h>
#include <zlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

enum { LENGTH = 8 };

int main(void) {
  unsigned char bytes[LENGTH];
  for (int i = 0; i < LENGTH; i++) bytes[i] = __VERIFIER_nondet_uchar();
  int length = __VERIFIER_nondet_int();
  if (length < 0 || length > LENGTH) return 0;
  unsigned long crc = crc32(0, bytes, (unsigned)length);
  assert(crc <= 0xffffffff);
  unsigned long sum = adler32(1, bytes, (unsigned)length);
  assert(sum % 65536 < 65521 && sum / 65536 < 65521);
  return 0;
}
