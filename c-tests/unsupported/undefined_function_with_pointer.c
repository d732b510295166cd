extern void reach_error(void);
extern void fill(int *where);
int main(void) {
  int a = 1;
  fill(&a);
  if (a != 1) reach_error();
  return 0;
}
