extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* A function gets a copy; what it does to it stays inside. */
struct message { unsigned char kind, length, body[6]; };
static int checksum(struct message m) {
  int sum = 0;
  for (int i = 0; i < 6; i++) {
    sum += m.body[i];
    m.body[i] = 0;
  }
  return sum;
}
int main(void) {
  struct message m = {.kind = 1, .length = 6};
  for (int i = 0; i < 6; i++) m.body[i] = __VERIFIER_nondet_uchar();
  int once = checksum(m);
  if (checksum(m) != once) reach_error();
  return 0;
}
