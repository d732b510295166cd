/* Constants that just fit. */
int main(void) {
  unsigned char c = 255.9;
  unsigned u = (unsigned)-0.9;
  int n = (int)2147483647.9;
  return c + u + (n > 0);
}
