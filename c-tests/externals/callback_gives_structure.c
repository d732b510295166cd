// What a callback gives has an address in it, through which others may write.
extern void __VERIFIER_assert(int);

struct pair {
  int *where;
  long number;
};

extern void set(struct pair (*)(void));
static int value;
static struct pair get(void) {
  struct pair both = {&value, 1};
  return both;
}

int main(void) {
  set(get);
  __VERIFIER_assert(value == 0);
  return 0;
}
