/* The same for an array that is too large for variables of its own. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void dma_register(int *block);
extern void dma_poll(void);

static int block[3000];

int main(void) {
  unsigned at = __VERIFIER_nondet_uint() % 3000;
  dma_register(block);
  block[at] = 1;
  dma_poll();
  if (block[at] != 1) reach_error();
  return 0;
}
