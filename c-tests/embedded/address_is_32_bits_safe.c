extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* With pointers of 32 bits an address fits into an unsigned. */
static unsigned char memory[8];
int main(void) {
  unsigned base = (unsigned)&memory[0], i = __VERIFIER_nondet_uchar() & 7;
  *(unsigned char *)(base + i) = 9;
  if (memory[i] != 9 || sizeof(void *) != 4) reach_error();
  return 0;
}
