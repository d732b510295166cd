// Constants that the compiler computes by rule (C17 6.6), and lists that overflow nowhere.
enum { TOP = 1 << 31 };
static int table[2] = {1 << 31, 4};

static int unused(void) {
  return 0;
}

int main(void) {
  int limits[3] = {2147483646 + 1, -2147483647 - 1, 1 << 30};
  struct {
    long long wide;
    unsigned narrow;
  } s = {2147483647LL + 1, 4294967295u + 1u};
  return limits[0] == TOP || s.wide == table[1] || s.narrow != 0;
}
