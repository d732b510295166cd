extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* A mailbox with two slots: a message that was not read yet is overwritten. */
struct slot { unsigned char full, value; };
int main(void) {
  struct slot box[2] = {{0}};
  unsigned writer = 0;
  for (int step = 0; step < 3; step++) {
    struct slot *s = &box[writer];
    if (s->full) reach_error();
    s->full = 1;
    s->value = __VERIFIER_nondet_uchar();
    writer ^= 1;
    unsigned char reader = __VERIFIER_nondet_uchar();
    if (reader < 2) box[reader].full = 0;
  }
  return 0;
}
