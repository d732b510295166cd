extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc > 4 && argv[4][0] == 'x') reach_error();
  return 0;
}
