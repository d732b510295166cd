/* Old programs write infinity like this. */
int main(void) {
  double large = 1.0 / 0.0;
  return large > 7;
}
