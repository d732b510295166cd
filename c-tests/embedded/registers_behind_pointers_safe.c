/* Drivers keep the addresses of registers in variables, hand them to functions and add to them. */
typedef unsigned long word;
#define BASE 0x40000000ul
#define PORT ((volatile unsigned *)0x48000000)
struct uart { volatile unsigned status, data; };
static struct uart *const uart = (struct uart *)0x40001000;
static volatile unsigned *timer = (volatile unsigned *)0x40002000;
extern int __VERIFIER_nondet_int(void);
static void set(volatile unsigned *reg, unsigned bits) { *reg |= bits; }
static void put(word offset, unsigned value) { *(volatile unsigned *)(BASE + offset) = value; }
int main(void) {
  volatile unsigned *p = (volatile unsigned *)0x40000000;
  *p = 1;
  p[1] = 2;
  for (int i = 0; i < 8; i++) PORT[i] = 0;
  while (!(uart->status & 1)) uart->data = 5;
  volatile unsigned *q = __VERIFIER_nondet_int() ? p : PORT + 3;
  *q = *timer;
  set(p, 4);
  set(PORT + 1, 2);
  put(0x20, 1);
  put(0x24, *q);
  return 0;
}
