extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* A quadrature encoder: the table of steps by old and new lines. */
static const signed char steps[16] = {0, 1, -1, 0, -1, 0, 0, 1, 1, 0, 0, -1, 0, -1, 1, 0};
int main(void) {
  unsigned char lines = 0;
  signed char position = 0;
  while (1) {
    unsigned char new = __VERIFIER_nondet_uchar() & 3;
    signed char step = steps[lines << 2 | new];
    if (step < -1 || step > 1) reach_error();
    if (position + step < 100 && position + step > -100) position += step;
    if (position > 99 || position < -99) reach_error();
    lines = new;
  }
}
