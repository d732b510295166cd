extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc > 3) return 0;
  if (argv[argc]) reach_error();
  if (argc > 0 && !argv[argc - 1]) reach_error();
  return 0;
}
