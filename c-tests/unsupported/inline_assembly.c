extern void reach_error(void);
int main(void) {
  int a = 1;
  __asm__("addl $1, %0" : "+r"(a));
  if (a == 3) reach_error();
  return 0;
}
