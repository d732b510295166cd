// Where a condition is constant clang computes it before any check sees it (C17 6.5.7p4).
#define FEATURES 0x80000001
#define TOP (1 << 31)
int main(void) {
  int found = 0;
  if (FEATURES & TOP)
    found = 1;
  return found;
}
