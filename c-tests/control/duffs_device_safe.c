extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* A switch into the middle of a loop. */
int main(void) {
  unsigned char count = __VERIFIER_nondet_uchar() & 7;
  unsigned char done = 0;
  if (count == 0) return 0;
  unsigned char n = (count + 3) / 4;
  switch (count % 4) {
    case 0: do { done++;
    case 3: done++;
    case 2: done++;
    case 1: done++;
            } while (--n > 0);
  }
  if (done != count) reach_error();
  return 0;
}
