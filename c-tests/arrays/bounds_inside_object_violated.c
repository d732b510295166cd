extern unsigned __VERIFIER_nondet_uint(void);
struct frame { unsigned char head[4]; unsigned char body[8]; };
/* No byte outside of the frame is read, but some of the body by way of the head. */
static unsigned sum(const struct frame *frame, unsigned count) {
  unsigned sum = 0;
  for (unsigned i = 0; i < count; i++) sum += frame->head[i];
  return sum;
}
int main(void) {
  struct frame frame = {{1, 2, 3, 4}, {0}};
  unsigned count = __VERIFIER_nondet_uint() % 13;
  return sum(&frame, count) != 0;
}
