/* Nothing is left to be converted when the program runs, but it was. */
int main(void) {
  unsigned char c = (unsigned char)256.0;
  return c;
}
