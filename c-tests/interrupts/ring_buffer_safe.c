extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define SIZE 8u
static volatile unsigned head, tail;
static volatile unsigned char ring[SIZE];
/* The handler writes only what the program does not read: one place stays free. */
void receive(void) {
  unsigned next = (head + 1) % SIZE;
  if (next == tail) return;
  ring[head] = __VERIFIER_nondet_uchar() & 0x7f;
  head = next;
}
int main(void) {
  for (;;) {
    if (head == tail) continue;
    unsigned char c = ring[tail];
    tail = (tail + 1) % SIZE;
    if (c > 0x7f || tail >= SIZE) reach_error();
  }
}
