extern int malloc();
int main(void) {
  char *p = (char *)(long)malloc(4);
  p[0] = 1;
  return 0;
}
