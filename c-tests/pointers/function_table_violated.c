extern unsigned char __VERIFIER_nondet_uchar(void);
/* The number of an operation is not checked against the size of the table. */
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int (*const operations[])(int, int) = {add, sub};
int main(void) {
  unsigned op = __VERIFIER_nondet_uchar() & 3;
  return operations[op](1, 2);
}
