extern unsigned __VERIFIER_nondet_uint(void);
struct frame { unsigned char head[4]; unsigned char body[8]; };
static const unsigned char weights[2][3] = {{1, 2, 3}, {4, 5, 6}};
static unsigned sum(const struct frame *frame, unsigned count) {
  unsigned sum = 0;
  for (unsigned i = 0; i < count; i++)
    sum += i < 4 ? frame->head[i] : frame->body[i - 4] * weights[i & 1][i % 3];
  return sum;
}
int main(void) {
  struct frame frame = {{1, 2, 3, 4}, {0}};
  unsigned count = __VERIFIER_nondet_uint() % 13;
  /* The address behind the last element may be taken. */
  const unsigned char *end = &frame.head[count == 0 ? 4 : 0];
  return sum(&frame, count) + (end != frame.head) != 0;
}
