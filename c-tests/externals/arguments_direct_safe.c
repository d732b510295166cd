/* What a pointer in the argument leads to stays, and so do variables. */
extern void reach_error(void);
struct holder {
  int *inner;
};
extern void touch(struct holder *holder);
int visible;

int main(void) {
  int value = 1;
  struct holder holder = { &value };
  touch(&holder);
  if (value != 1 || visible != 0) reach_error();
  return 0;
}
