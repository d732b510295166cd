// With --extern strict a function that could change memory is not modelled.
extern void fill(int *where);
extern void reach_error(void);

int main(void) {
  int a = 1;
  fill(&a);
  if (a != 1) reach_error();
  return 0;
}
