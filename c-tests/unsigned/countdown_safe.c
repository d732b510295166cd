int main(void) {
  unsigned sum = 0;
  for (unsigned i = 4; i > 0; i--) sum += i;
  return sum == 10;
}
