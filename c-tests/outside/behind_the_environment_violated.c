int main(int argc, char **argv, char **environment) {
  char **p = environment;
  if (!p[0]) return p[1] != 0;
  return 0;
}
