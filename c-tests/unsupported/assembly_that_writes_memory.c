extern void reach_error(void);
int main(void) {
  int x = 3;
  __asm__ volatile("" : "=m"(x));
  if (x != 3) reach_error();
  return 0;
}
