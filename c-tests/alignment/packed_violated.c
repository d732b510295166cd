/* The address of such a field is passed on as if it were any number's. */
extern unsigned char __VERIFIER_nondet_uchar(void);
struct __attribute__((packed)) record {
  unsigned char kind;
  unsigned value;
};

static void set(unsigned *to, unsigned value) { *to = value; }

int main(void) {
  struct record table[4] = {{0, 0}};
  unsigned k = __VERIFIER_nondet_uchar() & 3;
  set(&table[k].value, k);
  return table[k].value != k;
}
