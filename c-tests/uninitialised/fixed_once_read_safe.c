extern void reach_error(void);
/* The value is arbitrary but it is one value. */
int main(void) {
  unsigned x;
  if (x - x != 0) reach_error();
  if ((x & 1u) != x % 2u) reach_error();
  return 0;
}
