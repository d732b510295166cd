/* In each round there is a new variable, of which no driver knows yet. */
extern void reach_error(void);
extern void keep(int *place);
extern void tick(void);

int main(void) {
  for (int k = 0; k < 3; k++) {
    int x = 5;
    tick();
    if (x != 5) reach_error();
    keep(&x);
  }
  return 0;
}
