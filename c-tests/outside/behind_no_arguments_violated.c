int main(int argc, char **argv) {
  if (argc == 1 && argv[2]) return 1;
  return 0;
}
