extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* A queue of bytes between an interrupt and the main loop, which never ends. */
#define SIZE 4
static unsigned char buffer[SIZE], head, count;
static int put(unsigned char byte) {
  if (count == SIZE) return -1;
  buffer[(head + count) % SIZE] = byte;
  count++;
  return 0;
}
static int get(void) {
  if (count == 0) return -1;
  unsigned char byte = buffer[head];
  head = (head + 1) % SIZE;
  count--;
  return byte;
}
int main(void) {
  while (1) {
    if (__VERIFIER_nondet_bool())
      put(__VERIFIER_nondet_uchar());
    else
      get();
    if (count > SIZE || head >= SIZE) reach_error();
  }
}
