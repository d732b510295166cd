/* C says that there are argc + 1 pointers (5.1.2.2.1p2). */
int main(int argc, char **argv) {
  if (argc > 100) return 0;
  char *p = argv[argc + 1];
  return p != 0;
}
