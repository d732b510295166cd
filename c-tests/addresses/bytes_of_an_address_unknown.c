/* Whether some byte of an address is 0 is open. */
int main(void) {
  int v = 1;
  int *p = &v;
  unsigned char *byte = (unsigned char *)&p;
  while (*byte != 0) byte++;
  return *byte;
}
