extern void reach_error(void);
/* From below zero to above it. */
int main(void) {
  int i = -2000000000;
  while (i <= 2000000000) i += 7;
  if (i == 2000000004) reach_error();
  return 0;
}
