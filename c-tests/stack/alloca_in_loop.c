extern void reach_error(void);
/* More than one object of one place lives: that is a bound. */
int main(void) {
  int sum = 0;
  for (int i = 1; i < 4; i++) {
    char *a = __builtin_alloca(i);
    a[0] = i;
    sum += a[0];
  }
  if (sum != 6) reach_error();
  return 0;
}
