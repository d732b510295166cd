extern void reach_error(void);
/* Nothing gives the register a value. */
int main(void) {
  int n = 1;
  __asm__("" : "=r"(n));
  if (n != 1) reach_error();
  return 0;
}
