// The lowest bit that is set, and the byte order of the network.
#define _GNU_SOURCE
#include <stdint.h>
#include <string.h>
#include <strings.h>
extern uint32_t htonl(uint32_t), ntohl(uint32_t);
extern uint16_t htons(uint16_t), ntohs(uint16_t);
extern unsigned __VERIFIER_nondet_uint(void);
extern long long __VERIFIER_nondet_longlong(void);
extern void reach_error(void);

int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  long long wide = __VERIFIER_nondet_longlong();
  int place = ffs((int)k);
  if (k == 0 ? place != 0 : k << (32 - place) != 1u << 31) reach_error();
  place = ffsll(wide);
  if (wide == 0 ? place != 0 : (unsigned long long)wide << (64 - place) != 1ull << 63) reach_error();
  if (ffsl(0) != 0 || ffsl(-1) != 1 || ffsl((long)(~0ul / 2 + 1)) != 8 * sizeof(long)) reach_error();
  if (ntohl(htonl(k)) != k || htonl(0x12345678) != 0x78563412) reach_error();
  if (htons(0x1234) != 0x3412 || ntohs(htons((unsigned short)k)) != (unsigned short)k) reach_error();
  return 0;
}
