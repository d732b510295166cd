/* What is returned in memory is anything, also where nothing else is changed. */
extern void reach_error(void);
struct P { int x[8]; };
extern struct P make(void);
int main(void) {
  struct P all[4] = {make()};
  if (all[0].x[0] == 5) reach_error(); /* !! */
  return 0;
}
