/* Either may be the one that was meant. */
extern void reach_error(void);
extern void fill(int *where);

int main(int argc, char **argv) {
  int one = 1, other = 1;
  fill(argc > 1 ? &one : &other);
  if (other != 1) reach_error();
  return 0;
}
