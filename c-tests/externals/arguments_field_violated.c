/* The pointer in the argument may be another one. */
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
  if (holder.inner != &value) reach_error();
  return 0;
}
