extern void reach_error(void);
static volatile int owner;
void first(void) {
  owner = 1;
  if (owner != 1) reach_error();
  owner = 0;
}
void second(void) {
  owner = 2;
  owner = 0;
}
int main(void) { return owner; }
