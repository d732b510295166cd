extern void reach_error(void);
extern int fesetround(int), fegetround(void);
/* clang does not support the option for this machine. */
int main(void) {
  if (fegetround() != 0) reach_error();
  fesetround(0x400000);
  return 0;
}
