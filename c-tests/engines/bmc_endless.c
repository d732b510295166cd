extern void reach_error(void);
/* Two values that change places differ for ever, which no bounded search can say. */
int main(void) {
  int a = 1, b = 2;
  while (1) {
    int before = a;
    a = b;
    b = before;
    if (a == b) reach_error();
  }
}
