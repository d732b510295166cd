// All of a macro has the place of its use: the shift that is right says nothing of the sum.
#define BOTH                                                                   \
  int sums[2] = {2147483647 + 1, 2};                                           \
  int bit = 1 << 3

int main(void) {
  BOTH;
  return sums[1] + bit;
}
