#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
typedef unsigned words __attribute__((vector_size(16)));
typedef unsigned char bytes __attribute__((vector_size(16)));
typedef unsigned long long halves __attribute__((vector_size(16)));
union view {
  words vector;
  unsigned word[4];
  unsigned char byte[16];
};
/* The elements lie in memory one behind the other; a cast keeps the bytes. */
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  union view view = {.vector = {1, n, 0x03020100, 4}};
  if (view.word[1] != n || view.byte[4] != (n & 255) || view.byte[9] != 1) reach_error();
  bytes all = (bytes)view.vector;
  if (all[7] != n >> 24 || all[11] != 3) reach_error();
  view.word[3] = 9;
  halves two = (halves)view.vector;
  if (two[0] != ((unsigned long long)n << 32 | 1) || two[1] >> 32 != 9) reach_error();
  words copy;
  memcpy(&copy, &view, sizeof copy);
  if (copy[3] != 9) reach_error();
  return 0;
}
