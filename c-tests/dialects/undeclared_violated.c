extern void reach_error(void);
/* A byte is what is left of the argument. */
int low(c)
  unsigned char c;
{
  return c;
}
int main() {
  int *p = 0, n = __VERIFIER_nondet_int();
  n = n | (int)(long)p;
  if (low(n) == 44 && n != 44) reach_error();
  return 0;
}
