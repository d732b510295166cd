// A function of the program may be called like one of POSIX.
extern void reach_error(void);
int raise(int by) { return by + 1; }

int main(void) {
  if (raise(1) != 2) reach_error();
  return 0;
}
