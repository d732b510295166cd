// What is handed to a function is read, whatever becomes of it.
extern int printf(const char *format, ...);

int main(void) {
  int n;
  printf("%d\n", n);
  return 0;
}
