// Constant conditions that are defined.
int main(void) {
  int n = 0;
  if (1u << 31)
    n++;
  if (1 << 30)
    n++;
  return n;
}
