// clang computes initial values that are all constant before any check sees them (C17 6.5p5).
int main(void) {
  int limits[2] = {
      7,
      2147483647 + 1,
  };
  return limits[0];
}
