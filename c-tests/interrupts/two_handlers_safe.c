extern void reach_error(void);
static volatile int owner;
/* Handlers don't interrupt one another. */
void first(void) {
  owner = 1;
  if (owner != 1) reach_error();
  owner = 0;
}
void second(void) {
  owner = 2;
  if (owner != 2) reach_error();
  owner = 0;
}
int main(void) {
  for (;;) {
    if (owner != 0) reach_error();
  }
}
