/* By default all that can be reached may change. */
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
  if (value != 1) reach_error();
  return 0;
}
