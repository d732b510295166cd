// With --extern strict a function that could change memory is not modelled.
extern void work(void);
extern void reach_error(void);
int shared;

int main(void) {
  work();
  if (shared) reach_error();
  return 0;
}
