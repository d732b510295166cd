// Literals of two files may be one object (C17 6.4.5p7); gcc and clang make one of them.
extern void reach_error(void);
const char *other(void);
int main(void) {
  if (other() == "") reach_error();
  return 0;
}
