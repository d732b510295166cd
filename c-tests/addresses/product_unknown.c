/* The product of an address may overflow or not. */
static int object;

int main(void) {
  long hash = (long)&object * 31;
  return hash == 1;
}
