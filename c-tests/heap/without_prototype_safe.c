char *malloc();
extern void reach_error(void);
int main(void) {
  char *p = malloc(4);
  p[3] = 1;
  if (p[3] != 1) reach_error();
  return 0;
}
