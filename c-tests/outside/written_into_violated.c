extern void reach_error(void);
/* The strings can be changed (C17 5.1.2.2.1p2). */
int main(int argc, char **argv) {
  if (argc < 2 || !argv[1][0]) return 0;
  argv[1][0] = 'a';
  if (argv[1][0] == 'a' && argv[1][1] == 'b') reach_error();
  return 0;
}
