// Elements of a gigabyte, of which two fields are accessed.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

struct wide {
  int key;
  char payload[1 << 30];
};

static struct wide all[200];

int main(void) {
  unsigned k = __VERIFIER_nondet_uint() % 200;
  all[k].key = 1;
  __VERIFIER_assert(all[k].key == 1);
  return 0;
}
